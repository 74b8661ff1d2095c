"""Tests of the engine for compiled games, enumerated and indexed."""
