"""Workers, memory, columns and progress."""
