"""Estimates: what a solve will take, before it."""
