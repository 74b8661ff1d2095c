"""The match in a notebook."""
