"""No module and no class of two meanings: what shares a name is one thing, and is said here."""

import re
from collections import defaultdict

import pytest

from tests.support.at_the_terminal import ROOT

CLASS = re.compile(r"^[ \t]*class (\w+)", re.MULTILINE)

MODULES = {
    "arguments": "what callers pass, looked at before any work; what callers of players pass",
    "cells": "an outcome as one small number, for Python and for kernels",
    "certificate": "a solution held against the rules, and the inner loop of that",
    "check": "check_game: its laws, and the command",
    "claims": "that a side gets at least so much: shown, collected, checked, in a file",
    "engine": "how compiled games are solved, and what chooses the ways of that",
    "finding": "every position that is reached, and the kernels of that",
    "games": "the games on the shelf, and the command that lists them",
    "graph": "positions and moves, and all that is done with them",
    "kernels": "compiled inner loops: of the library, and of each large game",
    "labels": "an outcome as its value and its plies, in columns, and as cells of the graph",
    "move_labels": "which moves are best, many positions at a time, and the kernel of that",
    "network": "a graph for networkx: of positions, and of claims",
    "places": "the slot of each position, and back, and the kernels of that",
    "plain": "a large game in plain Python, beside its kernels",
    "player": "what is asked for a move: a bot, and a proof",
    "players": "who chooses moves, and what comes of it",
    "proofs": "one position proved, and what proofs look like",
    "puzzles": "positions with one right move: the command, and the kernel that looks for them",
    "reports": "what answers show in a notebook: of all of them, and of players",
    "retrograde": "from the ends of play back to the start, and the kernels of that",
    "reversing": "moves listed by where they lead, and the kernels of that",
    "scores": "games that are won by something: how they are settled, and the kernels of that",
    "show": "what people see of a solution, and the command that shows a position",
    "solved": "what tables know, for whoever proves, and the kernel that looks it up",
    "sorting": "found positions in their own order, and the kernels of that",
    "stage_waves": "waves from behind within a stage, and the kernels of that",
    "table": "where outcomes are kept: what any table is, and that of a compiled game",
    "tables": "the outcomes of many positions: in memory, in files, verified",
    "verify": "answers held against the rules, and the command",
    "web": "the explorer, and the command that serves it",
    "worths": "outcomes on one scale of whole numbers, for Python and for kernels",
}
"""The one thing that modules, or packages, of a name are about."""

CLASSES = {
    "BoundsTable": "the bounds of some positions, new ones in the slots of old ones",
    "Frame": "a position on the line that a search is in, for each of two searches",
    "Frames": "the same in columns, for kernels",
    "Game": "the rules: what an author writes, and games of frameworks in that form",
    "Grid": "the places of a board, in rows, as the kernels of games with such boards know them",
    "Numbering": "the slots of a game's positions: that of a game, and the one on trial",
    "Player": "somebody of a framework who chooses moves, as a player of ours",
    "Position": "a position with named parts, in games that have those",
    "Sections": "a game's slots in sections, and where each begins",
}
"""The one thing that classes of a name are."""


def sources():
    """All modules of the library and of the shelf."""
    return [place for room in ("gamesolver", "games") for place in (ROOT / room).rglob("*.py")]


def places_of_modules():
    """Where the modules and packages of each name are."""
    places = defaultdict(list)
    for place in sources():
        if place.stem != "__main__":
            named = place.parent if place.stem == "__init__" else place
            places[named.stem].append(str(named.relative_to(ROOT)))
    return places


def places_of_classes():
    """Where the classes of each name are."""
    places = defaultdict(list)
    for place in sources():
        for name in CLASS.findall(place.read_text(encoding="utf-8")):
            places[name].append(str(place.relative_to(ROOT)))
    return places


def at_odds(places, meanings):
    """Names that stand more than once with no word why, or that a word is spent on in vain."""
    several = {name: sorted(where) for name, where in places.items() if len(where) > 1}
    unsaid = {name: where for name, where in several.items() if name not in meanings}
    return unsaid | {name: places.get(name, []) for name in meanings if name not in several}


@pytest.mark.parametrize(
    ("places", "meanings"),
    [(places_of_modules, MODULES), (places_of_classes, CLASSES)],
    ids=["modules", "classes"],
)
def test_what_shares_a_name_is_one_thing(places, meanings):
    """Each name that stands more than once is on the list, and no other name is."""
    assert at_odds(places(), meanings) == {}


def test_names_at_odds_are_shown_with_their_places():
    """A name that is not on the list is shown with all its places; so is one without a double."""
    places = {"labels": ["b/labels.py", "a/labels.py"], "rows": ["a/rows.py"], "one": ["a/one.py"]}
    assert at_odds(places, {"labels": "outcomes"}) == {}
    assert at_odds(places, {"rows": "moves", "gone": "nothing"}) == {
        "labels": ["a/labels.py", "b/labels.py"],
        "rows": ["a/rows.py"],
        "gone": [],
    }
