"""``gamesolver games``: the games of the library, with parameters, sizes and published results."""

from __future__ import annotations

import shlex
import unicodedata
from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

import gamesolver
from gamesolver.cli import options
from gamesolver.cli.output import FAINT, NOTE, TITLE, Page, write_json
from gamesolver.cli.parsing import argument, command, complete_game
from gamesolver.errors import FileError, InvalidArgumentError
from gamesolver.game_options import GameClass, as_options, made, options_of
from gamesolver.rules.figures import figures_of, found_about
from gamesolver.rules.registry import why_hidden
from gamesolver.shapes import Natural, parameters_shape
from gamesolver.show.rules_panel import RulesPanel
from gamesolver.show.sentences import EVERY, REACHED, headline
from gamesolver.texts import clean, spelled


class ParameterShape(TypedDict):
    """A parameter of a built-in game."""

    name: str
    option: str
    default: Annotated[str, "As it is typed."]
    meaning: str
    choices: list[str]


class KnownShape(TypedDict):
    """Published results of a game with some parameters."""

    parameters: dict[str, Any]
    words: Annotated[str, "Known outcome of the start, as text."]
    who: Annotated[
        str | None,
        "Kind of source: published, recomputed or ours alone; `null` without an outcome.",
    ]
    published: Annotated[str | None, "Published outcome of the start."]
    here: Annotated[str | None, "How the start was found here: solved, proved or not found."]
    positions: Natural | None
    folded: Annotated[Natural | None, "Positions up to symmetry."]
    which: Annotated[str, "Which positions: those that the start reaches, or all."]
    source: str
    others: Annotated[dict[str, str], "Other positions with published figures, by source."]


class ShelfShape(TypedDict):
    """An entry of `gamesolver games --json`."""

    name: str
    kind: Annotated[str, "The module and the class."]
    about: str
    parameters: list[ParameterShape]
    known: list[KnownShape]


@command
@argument(
    "name", "Game to describe.", metavar="[NAME]", required=False, shell_complete=complete_game
)
@options.json
def games(
    name: str | None,
    json: bool,
) -> None:
    """List the games of the library, or describe one of them."""
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
            entries.append(_without_figures(name, kind))
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
    return {**_without_figures(name, kind), "known": known_about(name, kind)}


def _without_figures(name: str, kind: GameClass) -> ShelfShape:
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
        "others": found.get("others", {}),
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
        options = ", ".join(parameter["name"] for parameter in entry["parameters"])
        facts = next((facts for facts in entry["known"] if not facts["parameters"]), None)
        size, outcome = (_size(facts), facts["words"]) if facts is not None else ("", "")
        rows.append((entry["name"], _shortened(clean(options)), size, outcome))
    page.table(["game", "parameters", "positions", "start"], rows)
    page.print(
        "\nPositions that the start reaches; * up to symmetry, + reachable or not.\n"
        "gamesolver games NAME describes one game.",
        style=FAINT,
    )


def _shortened(names: str) -> str:
    """Return the names of parameters, cut so that the table fits into 100 columns."""
    return names if len(names) <= MOST_LETTERS else f"{names[: MOST_LETTERS - 3]}..."


def _size(facts: KnownShape) -> str:
    mark = " +" if _kind(facts) == EVERY else ""
    if facts["positions"] is not None:
        return f"{facts['positions']:,}{mark}"
    return f"{facts['folded']:,} *{mark}" if facts["folded"] is not None else ""


def _show_one(entry: ShelfShape, kind: GameClass) -> None:
    page = Page()
    page.print(f"{headline(_title(kind))} ({entry['name']})", style=TITLE, soft_wrap=True)
    page.print_paragraph(clean(RulesPanel.of_class(kind).brief() or entry["about"]))
    page.print_lines("")
    rows = [
        (parameter["option"], parameter["default"], ": ".join(filter(None, _meaning(parameter))))
        for parameter in entry["parameters"]
    ]
    if rows:
        page.table(["option", "default", "meaning"], [tuple(map(clean, row)) for row in rows])
        page.print_lines("")
    flags = {each.name: each.flag for each in options_of(kind)}
    sources: dict[str, int] = {}
    for facts in entry["known"]:
        parameters = as_options(facts["parameters"], flags)
        known = f"{facts['words']}{_found(facts)}{_sizes(facts)}"
        number = sources.setdefault(facts["source"], len(sources) + 1)
        page.print_lines(f"{parameters or 'Default'}: {known} [{number}]")
        for source, others in facts["others"].items():
            number = sources.setdefault(source, len(sources) + 1)
            page.print_lines(f"  also published: {others} [{number}]")
    if entry["known"]:
        page.print_lines("")
        for source, number in sources.items():
            page.print(f"[{number}] {source}", style=FAINT, soft_wrap=True)
        page.print(f"\n{WORDS}", style=FAINT)


MOST_LETTERS = 36
"""Most letters of the names of parameters in the table of all games."""

PUBLISHED = "published"
"""Source of an outcome from a publication, in the summaries of a package."""

WORDS = (
    "Published: from a publication. Recomputed: computed again, by code other than the library. "
    "Proved here: only the start was proved, and the number of positions is from the source."
)
"""Explanation of the words after an outcome."""


def _found(facts: KnownShape) -> str:
    """Return the kind of source of the outcome, and how it was found here, in brackets."""
    published, here, who = facts["published"], facts["here"], facts["who"]
    if published not in (None, facts["words"]):
        who = f"{published} published, the rest {who}"
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


def _sizes(facts: KnownShape) -> str:
    """Return the number of positions, in all and up to symmetry, after a comma, if known."""
    positions, folded = facts["positions"], facts["folded"]
    which = f", {EVERY}" if _kind(facts) == EVERY else f" {_kind(facts)}"
    if positions is None:
        return "" if folded is None else f", {folded:,} positions up to symmetry{which}"
    up_to_symmetry = "" if folded is None else f" ({folded:,} up to symmetry)"
    return f", {positions:,} positions{which}{up_to_symmetry}"


def _kind(facts: KnownShape) -> str:
    """Return the description without "up to symmetry", which each number has already."""
    return facts["which"].removesuffix(", up to symmetry")
