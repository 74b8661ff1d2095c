"""The house itself: its contracts, its docs, its versions."""
