"""The commands, each in the module of its name; ``page`` is in ``web``, ``odds`` in ``match``."""
