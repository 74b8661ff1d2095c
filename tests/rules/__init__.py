"""Rules: how the library queries what an author wrote, and what is stated of mistakes."""
