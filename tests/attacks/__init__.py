"""Random, false, damaged and hostile input that the library must survive or refuse."""
