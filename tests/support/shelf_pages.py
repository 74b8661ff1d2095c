"""Access to ``docs/shelf.py``, which makes a page for each game."""

import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location

from tests.support.at_the_terminal import ROOT


@cache
def shelf_pages():
    """Return the module, loaded once because it caches the games that it has solved."""
    sys.path.append(str(ROOT / "docs"))
    spec = spec_from_file_location("docs_shelf", ROOT / "docs" / "shelf.py")
    module = sys.modules["docs_shelf"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
