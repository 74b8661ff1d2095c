"""Games of the folder ``examples``, which is not an importable package."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name):
    """Return a module of the folder."""
    path = f"{EXAMPLES.name}.{name}"
    if path not in sys.modules:
        spec = spec_from_file_location(path, EXAMPLES / f"{name}.py")
        sys.modules[path] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules[path])
    return sys.modules[path]
