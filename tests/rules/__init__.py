"""Rules: how the library asks what an author wrote, and what is said of mistakes."""
