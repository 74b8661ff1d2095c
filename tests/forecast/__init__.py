"""Tests of estimates of memory and time, before a solve."""
