"""One file with a whole solution inside, opened from disk by any browser.

Everything is in it: the columns that ``packed_page`` makes, our style and script, and a
content security policy that names these two by their hashes. So the file sends no requests,
and nothing else in it can run.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
from typing import Any

from gamesolver.files.replacing import replacing
from gamesolver.show.markup import Html
from gamesolver.solution import Solution
from gamesolver.system.progress import Reporter
from gamesolver.web.addresses import Wishes
from gamesolver.web.packed_page import columns, packed
from gamesolver.web.pages import Pages, read_asset, style_of_a_game
from gamesolver.web.views import Views


def write(solution: Solution[Any, Any], path: str | os.PathLike[str], report: Reporter) -> None:
    """Write the page; it takes its name when it is whole."""
    with replacing(path) as unfinished:
        unfinished.write_bytes(page(Views(solution), report).encode("utf-8", "replace"))


def page(explorer: Views, report: Reporter) -> str:
    """Return the page as a text."""
    style = _without_spaces(style_of_a_game())
    script = _without_indents(read_asset("explorer.js") + read_asset("single.js"))
    policy = (
        f"default-src 'none'; script-src {hash_of(script)}; style-src {hash_of(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    return Pages(explorer).render(
        "single.html",
        policy=policy,
        icon=base64.b64encode(read_asset("icon.svg").encode()).decode(),
        style=Html(style),
        script=Html(script),
        wishes=Wishes(),
        seat_to_move=None,
        points=(0, 0) if explorer.rules.has_gains else None,
        data=packed(columns(explorer, report)),
    )


def _without_indents(content: str) -> str:
    r"""Return a style or a script without indents and without lines that are comments.

    >>> _without_indents("a {\n  // why\n  b: c;\n}")
    'a {\nb: c;\n}'
    """
    lines = (line.strip() for line in content.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def _without_spaces(style: str) -> str:
    """Return a style without comments, and without spaces around braces and semicolons.

    >>> _without_spaces("a { b: c; }  /* why */")
    'a{b: c;}'
    """
    bare = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    return re.sub(r"\s*([{};])\s*", r"\1", bare).strip()


def hash_of(content: str) -> str:
    """Return the hash by which a policy names a style or a script."""
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
