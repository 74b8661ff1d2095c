"""Slow, obvious programs that decide what is right, and the published figures."""
