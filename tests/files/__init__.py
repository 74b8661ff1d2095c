"""Solutions, checkpoints and values in files, broken, forged and whole."""
