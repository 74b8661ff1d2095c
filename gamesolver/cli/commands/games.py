"""``gamesolver games``: what is on the shelf, with parameters, sizes and what is published."""

from __future__ import annotations

import shlex
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, TypedDict

import typer

import gamesolver
from gamesolver.cli.options import Json, names_on_the_shelf
from gamesolver.cli.output import FAINT, NOTE, TITLE, Page, write_json
from gamesolver.errors import FileError, InvalidArgumentError
from gamesolver.game_options import GameClass, as_options, made, options_of
from gamesolver.rules.figures import figures_of, found_about
from gamesolver.rules.registry import why_hidden
from gamesolver.shapes import Natural, parameters_shape
from gamesolver.show.sentences import EVERY, REACHED, headline
from gamesolver.texts import clean, spelled


class ParameterShape(TypedDict):
    """A parameter of a game on the shelf."""

    name: str
    option: str
    default: Annotated[str, "As one types it."]
    meaning: str
    choices: list[str]


class KnownShape(TypedDict):
    """What is published about a game with some parameters."""

    parameters: dict[str, Any]
    words: Annotated[str, "How the start is, as far as that is known."]
    who: Annotated[
        str | None, "Who says so: published, recomputed or ours alone; `null` if it is not told."
    ]
    published: Annotated[str | None, "What a publication says of the start."]
    here: Annotated[str | None, "How the start was found here: solved, proved or not found."]
    positions: Natural | None
    folded: Annotated[Natural | None, "Positions up to symmetry."]
    which: Annotated[str, "Which positions: those that the start reaches, or all."]
    source: str
    besides: Annotated[dict[str, str], "Of which other positions figures are published, by source."]


class ShelfShape(TypedDict):
    """An entry of `gamesolver games --json`."""

    name: str
    kind: Annotated[str, "The module and the class."]
    about: str
    parameters: list[ParameterShape]
    known: list[KnownShape]


def games(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            help="One game, and all that is known.",
            autocompletion=names_on_the_shelf,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """The games on the shelf: parameters, sizes, what is known."""
    shelf = gamesolver.registered_games()
    if name is not None:
        name = _named_or_titled(name, shelf)
        shelf = {name: _on_the_shelf(name)}
        entries = [_entry(name, shelf[name])]
    else:
        entries = _entries(shelf)
    if hidden := why_hidden():
        Page(errors=True).print(hidden, style=NOTE, soft_wrap=True)
    if json:
        write_json(list(map(_as_json, entries)))
    elif name is not None:
        _show_one(entries[0], shelf[name])
    else:
        _show_all(entries)


def _named_or_titled(name: str, shelf: Mapping[str, GameClass]) -> str:
    """Return the name of a game from its title; any other name as it is."""
    titled = {} if name in shelf else {_letters(_title(kind)): each for each, kind in shelf.items()}
    return titled.get(_letters(name), name)


def _letters(title: str) -> str:
    """Return a title as a user may type it: no capitals, accents or separators."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", title).casefold()))


def _entries(shelf: Mapping[str, GameClass]) -> list[ShelfShape]:
    """Return all built-in games; print a note on games whose figures cannot be read."""
    entries, notes = [], []
    for name, kind in shelf.items():
        try:
            entries.append(_entry(name, kind))
        except FileError as error:
            entries.append(_told_nothing(name, kind))
            notes.append(str(error))
    for note in dict.fromkeys(notes):
        Page(errors=True).print(clean(note), style=NOTE, soft_wrap=True)
    return entries


def _on_the_shelf(name: str) -> GameClass:
    """Return the registered game of that name; raise for a file or a module."""
    if ":" in name:
        raise InvalidArgumentError(
            f"bad game {spelled(name)}: expected a game of the library; gamesolver solve"
            f" {shlex.quote(name)} --help shows the options of a game of your own"
        )
    return gamesolver.find_game(name)


def _entry(name: str, kind: GameClass) -> ShelfShape:
    return {**_told_nothing(name, kind), "known": known_about(name, kind)}


def _told_nothing(name: str, kind: GameClass) -> ShelfShape:
    """Return an entry without published figures."""
    return {
        "name": name,
        "kind": f"{kind.__module__}:{kind.__qualname__}",
        "about": " ".join((kind.__doc__ or "").strip().split("\n\n")[0].replace("``", "").split()),
        "parameters": [
            {
                "name": option.name,
                "option": option.usage,
                "default": option.default_text,
                "meaning": option.meaning,
                "choices": list(option.choices),
            }
            for option in options_of(kind)
        ],
        "known": [],
    }


def known_about(name: str, kind: GameClass) -> list[KnownShape]:
    """Return the known outcome and size of the start for each set of parameters."""
    return [_known(kind, figures) for figures in figures_of(name, kind) if "outcome" in figures]


def _known(kind: GameClass, figures: Mapping[str, Any]) -> KnownShape:
    """Return what is known of the start with some parameters."""
    found = found_about(kind, figures["parameters"])
    who = found.get("who")
    return {
        "parameters": dict(figures["parameters"]),
        "words": figures["outcome"],
        "who": who,
        "published": found.get("published", figures["outcome"] if who == PUBLISHED else None),
        "here": found.get("here"),
        "positions": figures.get("positions"),
        "folded": figures.get("folded"),
        "which": figures.get("which", REACHED),
        "source": figures["source"],
        "besides": found.get("besides", {}),
    }


def _as_json(entry: ShelfShape) -> ShelfShape:
    """Return the entry with parameters as JSON."""
    known: list[KnownShape] = [
        {**facts, "parameters": parameters_shape(facts["parameters"])} for facts in entry["known"]
    ]
    return {**entry, "known": known}


def _show_all(entries: list[ShelfShape]) -> None:
    page = Page()
    rows = []
    for entry in entries:
        options = ", ".join(
            f"{parameter['name']} {parameter['default']}" for parameter in entry["parameters"]
        )
        facts = next((facts for facts in entry["known"] if not facts["parameters"]), None)
        size, outcome = (_size(facts), facts["words"]) if facts is not None else ("", "")
        rows.append((entry["name"], clean(options), size, outcome))
    page.table(["game", "parameters, with their defaults", "positions", "start"], rows)
    page.print(
        "\nPositions that the start reaches; * up to symmetry, + reachable or not. "
        "gamesolver games NAME says more about one game.",
        style=FAINT,
    )


def _size(facts: KnownShape) -> str:
    mark = " +" if _kind(facts) == EVERY else ""
    if facts["positions"] is not None:
        return f"{facts['positions']:,}{mark}"
    return f"{facts['folded']:,} *{mark}" if facts["folded"] is not None else ""


def _show_one(entry: ShelfShape, kind: GameClass) -> None:
    page = Page()
    page.print(f"{headline(_title(kind))} ({entry['name']})", style=TITLE, soft_wrap=True)
    page.say(clean(entry["about"]), "")
    rows = [
        (parameter["option"], parameter["default"], ": ".join(filter(None, _meaning(parameter))))
        for parameter in entry["parameters"]
    ]
    if rows:
        page.table(["option", "default", "meaning"], [tuple(map(clean, row)) for row in rows])
        page.say("")
    flags = {each.name: each.flag for each in options_of(kind)}
    for facts in entry["known"]:
        parameters = as_options(facts["parameters"], flags)
        known = ", ".join([f"{facts['words']}{_found(facts)}", *_sizes(facts)])
        page.say(f"{parameters or 'As it is'}: {known}{_which(facts)}")
        page.print(f"  {facts['source']}", style=FAINT, soft_wrap=True)
        for source, besides in facts["besides"].items():
            page.print(f"  published besides: {besides}: {source}", style=FAINT, soft_wrap=True)
    if entry["known"]:
        page.print(f"\n{WORDS}", style=FAINT)


PUBLISHED = "published"
"""Source of an outcome from a publication, in the summaries of a package."""

WORDS = (
    "Published: a publication says so. Recomputed: counted again, by other code than the library. "
    "Proved here: the start alone; how many positions there are is what others say."
)
"""Explanation of the words after an outcome."""


def _found(facts: KnownShape) -> str:
    """Return who says how the start is, and how it was found here, in brackets."""
    published, here, who = facts["published"], facts["here"], facts["who"]
    if published not in (None, facts["words"]):
        who = f"{published} is published, the rest {who}"
    parts = list(filter(None, (who, here and f"{here} here")))
    return f" ({'; '.join(parts)})" if parts else ""


def _title(kind: GameClass) -> str:
    """Return the title of a game, or of its class if it requires parameters.

    A compiled game has the title of its plain rules, which require a game.
    """
    try:
        return str(made(kind, {}).title)
    except InvalidArgumentError:
        return str(kind.title)


def _meaning(parameter: ParameterShape) -> tuple[str, str]:
    return parameter["meaning"], ", ".join(parameter["choices"])


def _sizes(facts: KnownShape) -> Iterator[str]:
    """Yield the number of positions, and the number up to symmetry, if known."""
    if facts["positions"] is not None:
        yield f"{facts['positions']:,} positions"
    if facts["folded"] is not None:
        noun = " positions" if facts["positions"] is None else ""
        yield f"{facts['folded']:,}{noun} up to symmetry"


def _which(facts: KnownShape) -> str:
    """Return a description of the counted positions."""
    if facts["positions"] is None and facts["folded"] is None:
        return ""
    return f", {EVERY}" if _kind(facts) == EVERY else f" {facts['which']}"


def _kind(facts: KnownShape) -> str:
    """Return the description without "up to symmetry", which each number has already."""
    return facts["which"].removesuffix(", up to symmetry")
