"""Pages of the reference as in the built docs, with generated tables."""

from functools import cache
from importlib.util import module_from_spec, spec_from_file_location

from tests.support.at_the_terminal import ROOT


@cache
def tables():
    """Return the module ``docs/tables.py``, which generates the tables."""
    spec = spec_from_file_location("docs_tables", ROOT / "docs" / "tables.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def page_with_tables(name):
    """Return a page of the reference with its tables."""
    return tables().with_tables((ROOT / "docs" / "reference" / name).read_text(encoding="utf-8"))
