"""Configuration of the documentation: ``sphinx-build -W --keep-going -n docs docs/_build``."""

from __future__ import annotations

import sys
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

import games
import gamesolver
from gamesolver import bits, orbits, validators

sys.path.insert(0, str(Path(__file__).parent))

project = "gamesolver"
author = "The gamesolver founders"
copyright = "The gamesolver founders"
version = release = gamesolver.__version__

extensions = [
    "shelf",  # in this folder, as the next two
    "tables",
    "questions",
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["_build", "decisions"]  # decisions are for contributors
templates_path = ["_templates"]

html_theme = "furo"
html_title = "gamesolver"
html_static_path = ["_static"]
html_css_files = ["gamesolver.css"]
html_show_sphinx = False

# ── Markdown ───────────────────────────────────────────────────────────────

myst_enable_extensions = ["deflist", "colon_fence"]
myst_heading_anchors = 3

# ── notebooks: stored without outputs, run here, and a cell that fails fails the build ──

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 600  # seconds a cell, kernels compiled in it
nb_merge_streams = True

# ── the reference, all of it from docstrings ───────────────────────────────

autosummary_generate = True
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
add_module_names = False
napoleon_google_docstring = False
napoleon_numpy_docstring = True
napoleon_use_rtype = False

# Names that annotations mention and that are described elsewhere. The build
# needs no network, so there is nothing to link them to.
nitpicky = True
nitpick_ignore_regex = [
    (
        r"py:.*",
        r"(abc|collections|enum|fractions|networkx|numpy|nx|npt?|os|pathlib|pd|pl|types|typing)\..*",
    ),
    (r"py:.*", r".*(PositionT|MoveT|DefaultT|ExerciseT|SignT|FunctionT)"),  # type variables
    (r"py:.*", r"(.*\.)?_\w+"),  # private bases
    (
        r"py:.*",
        r"games\..*Parameters",
    ),  # bases of a compiled game and its plain rules: their fields
    (r"py:.*", r"games\.fox_and_geese\.Net"),  # the lines of a board
    (r"py:.*", r"gamesolver\.value\.Annotated"),  # of typing: Sphinx reads its module
    (r"py:.*", r"gamesolver\.value\.(Preference|PreferenceKey)"),  # described in the glossary
    # parts of a board game
    (r"py:.*", r"gamesolver\.boardgames\.(position\.\w+|symmetry\.Motions)"),
    (r"py:.*", r"(Plain|Lowered)BoardGame"),
    (r"py:.*", r"(gamesolver\.solving\.)?SolveOptions"),  # described among the parameters of solve
    (r"py:.*", r"games\..*\.Position"),  # positions with named parts
    (r"py:.*", r"gamesolver\.adapters\.\w+\.Game"),  # described on one page
    (r"py:.*", r"([\w.]+\.)?\w+Shape"),  # shapes of JSON have a page of tables
    (
        r"py:.*",
        r"gamesolver\.(proofs\.(questions\.Questions|budget\.Budget|move_rows\.ProofRows|\w+\.Grounds)|tables\.claims\.(Claims|Statement))",
    ),
    (r"py:.*", r"(starlette\.applications\.)?Starlette"),  # an ASGI application
    # internal classes
    (
        r"py:.*",
        r"gamesolver\.(tables\.labels\.Labels|(files\.tables\.File|tables\.table\.)Table|rules\.(guard\.Rules|parameters\.Identified))",
    ),
    (r"py:.*", r"gamesolver\.players\.(calling\.CheckedPlayer|exercises\.Exercise)"),
    (r"py:.*", r"(matplotlib\.axes\.)?Axes"),
    (
        r"py:.*",
        r"gamesolver\.solution\.(Shown|OpenFile)|(gamesolver\.notebook\.widget\.)?MatchWidget",
    ),
    (
        r"py:.*",
        r"(By|Calls|Columns|Cost|GameClass|Line|Listener|Method|Reading|Selection|Slam|Sweep)",
    ),  # aliases, described in prose
]


def example_after_parameters(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Let an example that follows the sections begin one, and not be a part of the last."""
    if not {"Parameters", "Raises"} & set(lines) or "Examples" in lines:
        return
    examples = (place for place, line in enumerate(lines) if line.startswith(">>>"))
    first = next(examples, None)
    if first is not None:
        lines[first:first] = ["Examples", "--------"]


def every_public_name_is_described(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn, and so fail, where the reference leaves out a public name or a game."""
    described = env.domains["py"].objects  # type: ignore[attr-defined]  # the Python domain has them
    for package in (gamesolver, bits, orbits, validators, games):
        for name in package.__all__:
            if f"{package.__name__}.{name}" not in described:
                where = Path(env.srcdir) / "reference"
                logging.getLogger(__name__).warning(
                    "%s.%s is not described anywhere below %s", package.__name__, name, where
                )


def setup(app: Sphinx) -> None:
    """Hook all functions in, the first before napoleon reads the docstrings."""
    app.connect("autodoc-process-docstring", example_after_parameters, priority=400)
    app.connect("env-check-consistency", every_public_name_is_described)
