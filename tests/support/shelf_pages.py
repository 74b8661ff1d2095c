"""The module beside the docs that makes a page of each game."""

import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location

from tests.support.at_the_terminal import ROOT


@cache
def shelf_pages():
    """That module, once: what it has solved it keeps."""
    sys.path.append(str(ROOT / "docs"))
    spec = spec_from_file_location("docs_shelf", ROOT / "docs" / "shelf.py")
    module = sys.modules["docs_shelf"] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
