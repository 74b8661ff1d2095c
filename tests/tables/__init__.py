"""Tables of outcomes: cells of any width, counts and examples."""
