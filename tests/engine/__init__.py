"""The engine for compiled games: positions found or numbered, slots resolved."""
