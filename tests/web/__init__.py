"""The explorer."""
