"""Exports: solutions as tables, graphs and values that other programs read. One way, on purpose."""
