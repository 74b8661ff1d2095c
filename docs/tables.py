"""Tables that are generated from the library when the pages are built.

A page has a block in their place:

``{figures} NAME [PART]``  the published figures of a game, or of one part of it
``{games}``                every included class, with the plain rules of a compiled one
``{commands}``             every command with its summary
``{options}``              every command with its arguments and options
``{laws}``                 every law of ``check_game``, with the laws that it waits for
``{shapes} MODULE MODULE``  the JSON of these modules, a section for each shape
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

import games
import gamesolver
from gamesolver.check.laws import FOLLOW, LAWS
from gamesolver.cli.app import COMMANDS, program
from gamesolver.cli.options import ScoresOption
from gamesolver.cli.parsing import Argument
from gamesolver.rules.figures import figures_of
from gamesolver.web.json_schema import Schema, in_words, schemas, shapes_in

if TYPE_CHECKING:
    from sphinx.application import Sphinx

COUNTS = ("positions", "folded", "won", "lost", "drawn")
BLOCK = re.compile(r"^```\{(figures|games|commands|options|laws|shapes)\}(.*)\n```$", re.MULTILINE)


def setup(app: Sphinx) -> None:
    """Insert the tables before a page is read."""
    app.connect("source-read", put_in)


def put_in(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace each block in the source of a page by its table."""
    source[0] = with_tables(source[0])


def with_tables(page: str) -> str:
    """Return a page with a table in place of each block."""
    return BLOCK.sub(lambda block: MAKERS[block[1]](*block[2].split()), page)


# ── published figures of a game ────────────────────────────────────────────────────────────────


def figures(name: str, part: str | None = None) -> str:
    """Return a row for each set of parameters, with a column for each figure and the source."""
    kind = gamesolver.find_game(name)
    entries = figures_of(name, kind)
    if part:
        return _part(entries[0][part])
    others = [
        key
        for entry in entries
        for key, published in entry.items()
        if key not in ("outcome", "source", *COUNTS) and isinstance(published, int | str)
    ]
    keys = ("outcome", *COUNTS, *others, "source")
    columns = [key for key in keys if any(key in each for each in entries)]
    columns = list(dict.fromkeys(columns))
    rows = [
        [_called(kind, entry), *(_cell(entry.get(column, "")) for column in columns)]
        for entry in entries
    ]
    heads = ["rules", *({"outcome": "start"}.get(each, each.replace("_", " ")) for each in columns)]
    return _table(heads, rows)


def _part(published: Mapping[str, Any]) -> str:
    heads = [each.replace("_", " ") for each in published]
    return _table(heads, [list(map(_cell, published.values()))])


def _called(kind: type, entry: Mapping[str, Any]) -> str:
    given = ", ".join(f"{name}={each!r}" for name, each in entry.get("parameters", {}).items())
    return f"`{kind.__name__}({given})`"


def _cell(published: object) -> str:
    return f"{published:,}" if isinstance(published, int) else str(published)


# ── included classes ───────────────────────────────────────────────────────────────────


def classes() -> str:
    """Return a row for each class, and the reference of each below."""
    shown = [path for kind in gamesolver.registered_games().values() for path in _paths(kind)]
    rows = "\n".join(f"   {path}" for path in shown)
    listed = "\n".join(f".. autoclass:: {path}\n" for path in shown)
    return f"```{{eval-rst}}\n.. autosummary::\n\n{rows}\n\n{listed}```"


def _paths(kind: type[gamesolver.Game[Any, Any]]) -> list[str]:
    """Return the import paths of an included game and of its plain rules."""
    game, package = kind(), kind.__module__.partition(".")[0]
    own = [f"{package}.{kind.__name__}"] if package == games.__name__ else []
    plain = type(game.plain) if own and isinstance(game, gamesolver.CompiledGame) else None
    if plain is None or plain.__module__.partition(".")[0] != package:
        return own
    return [*own, f"{plain.__module__}.{plain.__name__}"]


# ── the command line ───────────────────────────────────────────────────────────────────────────


def commands() -> str:
    """Return a row for each command with its arguments."""
    rows = [(f"[`{_usage(name)}`](#{name})", line) for name, (_, line) in COMMANDS.items()]
    return _table(["command", "purpose"], rows)


def options() -> str:
    """Return a section for each command, with a row for each argument and option."""
    return "\n\n".join(map(_section, COMMANDS))


def _section(name: str) -> str:
    rows = [(f"`{_typed(each)}`", _meaning(each)) for each in _typed_for(name)]
    return f"### {name}\n\n{COMMANDS[name][1]}\n\n{_table(['typed', 'meaning'], rows)}"


def _typed_for(name: str) -> list[click.Parameter]:
    """Return the parameters of a command without those of a game."""
    context = click.Context(program)
    command = program.get_command(context, name)
    assert command is not None
    return [each for each in command.params if not isinstance(each, ScoresOption)]


def _usage(name: str) -> str:
    arguments = [each for each in _typed_for(name) if isinstance(each, click.Argument)]
    return " ".join([name, *map(_typed, arguments)])


def _typed(parameter: click.Parameter) -> str:
    """Return ``--threads N``, ``--line``, or the name of an argument."""
    if isinstance(parameter, click.Argument):
        return str(parameter.metavar or parameter.name)
    names = ", ".join([*parameter.opts, *parameter.secondary_opts])
    metavar = parameter.metavar or ""
    return " ".join(filter(None, [names, metavar.replace("|", "\\|")]))


def _meaning(parameter: click.Parameter) -> str:
    """Return the help of a parameter, and its default."""
    if isinstance(parameter, Argument):
        return parameter.meaning
    assert isinstance(parameter, click.Option)
    default = parameter.to_info_dict()["default"]
    meaning = str(parameter.help)
    return meaning if default is None or parameter.is_flag else f"{meaning} Default: `{default}`."


# ── the laws ───────────────────────────────────────────────────────────────────────────────────


def laws() -> str:
    """Return a row for each law, with a link to its section."""
    rows = [
        (_link(law), sentence, ", ".join(FOLLOW.get(law, ()))) for law, sentence in LAWS.items()
    ]
    return _table(["law", "statement", "waits for"], rows)


def _link(law: str) -> str:
    return f"[{law}](#{law.lower().replace(' ', '-')})"


# ── the shapes of JSON ─────────────────────────────────────────────────────────────────────────


def fields(*modules: str) -> str:
    """Return a section for each shape of these modules."""
    shapes = [shape for name in modules for shape in shapes_in(import_module(f"gamesolver.{name}"))]
    return "\n\n".join(map(_fields, shapes))


def _fields(shape: type) -> str:
    """Return the description of a shape, and a row for each field."""
    name, schema = next(iter(schemas(shape).items()))
    rows = [
        [f"`{field}`", _in_words(each), each.get("description", "")]
        for field, each in schema["properties"].items()
    ]
    return f"### {name}\n\n{schema['description']}\n\n{_table(['field', 'holds', ''], rows)}"


def _in_words(schema: Schema) -> str:
    """Return the type of a field, with links to other shapes."""
    words = in_words(schema, lambda name: f"[{name}](#{name.lower()})")
    return re.sub(r'"[^"]*"', r"`\g<0>`", words)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


MAKERS: dict[str, Callable[..., str]] = {
    "figures": figures,
    "games": classes,
    "commands": commands,
    "options": options,
    "laws": laws,
    "shapes": fields,
}
