"""Slow, obvious reference implementations, and the published figures."""
