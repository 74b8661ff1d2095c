"""Random, false, damaged and hostile input: what the library must survive or refuse."""
