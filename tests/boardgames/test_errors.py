"""Mistakes in rules are reported with a message, file, line and caret."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gamesolver import GameContractError, check_game, solve
from gamesolver.boardgames import DRAW, LOSS, WIN, BoardGame, RulesError
from gamesolver.boards import Grid
from tests.boardgames import mistakes, plain_mistakes

GOLDEN = tomllib.loads(Path(__file__).with_name("mistakes.toml").read_text("utf-8"))
MISTAKES = [
    name
    for name, kind in vars(mistakes).items()
    if isinstance(kind, type) and issubclass(kind, mistakes.Base) and kind is not mistakes.Base
]


PLAIN_GOLDEN = tomllib.loads(Path(__file__).with_name("plain_mistakes.toml").read_text("utf-8"))
PLAIN_MISTAKES = [
    name
    for name, kind in vars(plain_mistakes).items()
    if isinstance(kind, type) and kind.__module__ == plain_mistakes.__name__
]


class RareScore(mistakes.Base):
    """A score that is out of range in few positions, which a trial may miss."""

    scores = (-3, 3)

    def result(self, at):
        if at.mine == self.lines[0]:
            return 9
        return None if at.empty else 0


def require_lowered(game):
    """Lower the rules of a game, which raises if they have a mistake."""
    return game.lowered


def text_of(error):
    """Return a message with each path reduced to the name of the file."""
    return re.sub(r'File ".*[/\\]', 'File "', str(error))


@pytest.mark.parametrize("name", MISTAKES)
def test_each_mistake_has_its_message(name):
    """The message names the line and what to do, and a caret marks the part at fault."""
    with pytest.raises(RulesError) as caught:
        require_lowered(getattr(mistakes, name)())
    assert text_of(caught.value) == GOLDEN[name]
    assert caught.value.line > 1
    assert caught.value.file.endswith("mistakes.py")


def test_every_golden_message_is_compared():
    """Every golden message belongs to a mistake that is tested."""
    assert GOLDEN.keys() == set(MISTAKES)


@pytest.mark.parametrize("name", PLAIN_MISTAKES)
def test_each_mistake_in_plain_rules_has_its_message(name):
    """Plain rules report the line, the part at fault, and the position."""
    with pytest.raises(RulesError) as caught:
        solve(getattr(plain_mistakes, name)().plain)
    assert text_of(caught.value) == PLAIN_GOLDEN[name].strip("\n")


def test_every_golden_message_of_plain_rules_is_compared():
    """Every golden message belongs to a mistake that is tested."""
    assert PLAIN_GOLDEN.keys() == set(PLAIN_MISTAKES)


@pytest.mark.parametrize("call", [solve, check_game, lambda game: solve(game.lowered)])
def test_a_score_beyond_scores_is_reported_with_its_line_in_every_mode(call):
    """Compiled and lowered rules report the score with the author's line and the position."""
    with pytest.raises(RulesError) as caught:
        call(RareScore())
    message, *_, place = text_of(caught.value).splitlines()
    assert message == ("RareScore.result: the score is 9, and scores is (-3, 3). Widen scores.")
    assert place.startswith("  in position ")


def test_a_mistake_is_reported_without_a_compiler():
    """The message comes before numba is loaded."""
    program = (
        "import sys\n"
        "from tests.boardgames import mistakes\n"
        "try: mistakes.UnknownAttribute().lowering\n"
        "except Exception as error: print(type(error).__name__, 'numba' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True
    )
    assert run.stdout.split() == ["RulesError", "False"]


def test_a_solve_reports_the_mistake():
    """``solve`` raises the same error, which is a ``GameContractError``."""
    with pytest.raises(GameContractError) as caught:
        solve(mistakes.UnknownAttribute())
    assert text_of(caught.value) == GOLDEN["UnknownAttribute"]


# ── declarations ────────────────────────────────────────────────────────────────────────────────

DECLARATIONS = {
    "board": (None, "a board of gamesolver.boards, in the class or in __init__"),
    "kinds": (12, "a whole number from 0 to 9"),
    "each": (
        (1, 2),
        "None, a whole number from 1 on, or a tuple of 1 numbers from 0 on, not all 0",
    ),
    "kind_signs": (
        "SS",
        "a text of different letters or digits, without m, w, x and the characters of signs",
    ),
    "stacked": (True, "False, or kinds of 2 or more"),
    "stuck": (3, "None, WIN, DRAW or LOSS"),
    "scores": ((5, 1), "None, or the least and the greatest score"),
    "begins": (2, "0 or 1"),
    "signs": ("x", "two different characters, other than '.', '#', ',', '/' and ' '"),
    "looks": (("dark", "light", "red"), "a tuple of two texts, such as ('dark', 'light')"),
}
"""A wrong value of each declaration, and the allowed values that the message names."""


@pytest.mark.parametrize("name", DECLARATIONS)
def test_a_wrong_declaration_is_refused(name):
    """A wrong declaration is refused with its name and the allowed values."""
    value, needs = DECLARATIONS[name]
    kind = type("Bad", (mistakes.Base,), {} if name == "board" else {name: value})
    game = kind()
    if name == "board":
        game.board = value
    with pytest.raises(RulesError) as caught:
        game.plain.format(game.plain.start())
    assert str(caught.value) == f"Bad.{name} is {value!r}. Set it to {needs}."


@pytest.mark.parametrize(
    ("given", "needs"),
    [
        ({"kind_signs": "S"}, "a text of at least 2 signs, one for each kind"),
        ({"kind_signs": "xy"}, DECLARATIONS["kind_signs"][1]),
        ({"kind_signs": "Sm"}, DECLARATIONS["kind_signs"][1]),
        ({"kind_signs": "S,"}, DECLARATIONS["kind_signs"][1]),
        ({"kind_signs": 12}, DECLARATIONS["kind_signs"][1]),
        (
            {"each": (0, 0)},
            "None, a whole number from 1 on, or a tuple of 2 numbers from 0 on, not all 0",
        ),
    ],
    ids=str,
)
def test_wrong_kinds_of_men_are_refused(given, needs):
    """Each kind needs a sign that no player has, and at least one kind must be used."""
    game = type("Bad", (mistakes.Base,), {"kinds": 2, **given})()
    with pytest.raises(RulesError) as caught:
        game.plain.start()
    ((name, value),) = given.items()
    assert str(caught.value) == f"Bad.{name} is {value!r}. Set it to {needs}."


def test_wrong_signs_are_refused_before_a_solve():
    """Signs that are not all different are refused before the game is solved."""
    game = type("Bad", (mistakes.Base,), {"marks": True, "signs": "xox"})()
    with pytest.raises(RulesError) as caught:
        solve(game)
    needs = "two different characters, other than '.', '#', ',', '/' and ' ', or three different"
    assert str(caught.value) == f"Bad.signs is 'xox'. Set it to {needs} ones with marks."


def test_the_second_player_begins_only_if_positions_state_who_moves():
    """``begins = 1`` is refused if positions do not contain the player to move."""
    game = type("Bad", (mistakes.Base,), {"begins": 1})()
    with pytest.raises(RulesError) as caught:
        game.start()
    assert str(caught.value) == (
        "Bad.begins is 1. Set it to 0, or set turn = True, so that positions contain the player to "
        "move."
    )


def test_too_many_bits_are_counted_by_part():
    """A board that needs more bits than a position has is refused with the count of each part."""

    class Large(mistakes.Base):
        marks = True

        def __init__(self):
            self.board = Grid(5, 5)

    with pytest.raises(RulesError) as caught:
        Large().plain.start()
    assert "needs 75 bits for a position (50 for men of two players on 25 places, 25 for" in str(
        caught.value
    )


def test_a_name_of_every_game_is_refused():
    """A method that hides a method of ``Game`` is refused when its class is defined."""
    with pytest.raises(RulesError) as caught:

        class Named(mistakes.Base):
            def moves(self, at):
                yield at.pass_turn()

    assert text_of(caught.value).splitlines()[0] == (
        "Named.moves: every game has 'moves', and BoardGame derives it from the rules. Rename it."
    )


def test_an_attribute_that_hides_a_method_is_refused():
    """An attribute that hides a method of ``Game`` is refused when the game is first used."""
    game = mistakes.Base()
    game.moves = ()
    with pytest.raises(RulesError) as caught:
        game.plain.start()
    assert str(caught.value) == (
        "Base: self.moves hides the method 'moves' of every game. Rename the attribute."
    )


def test_a_class_without_source_is_refused():
    """Rules that were made by ``exec`` are refused, because their source cannot be read."""
    space = {"BoardGame": BoardGame, "Grid": Grid}
    exec(
        "class Made(BoardGame):\n"
        "    def __init__(self): self.board = Grid(2, 2)\n"
        "    def actions(self, at): yield at.pass_turn()\n",
        space,
    )
    with pytest.raises(RulesError) as caught:
        require_lowered(space["Made"]())
    assert str(caught.value) == (
        "Made.actions: the source of this method is not available, and the rules are made from it. "
        "Define the class in a file or a notebook."
    )


# ── actions that a position does not allow ──────────────────────────────────────────────────────


class TakesNothing(mistakes.Base):
    """Rules that take a man that may not be there, after the first move."""

    def actions(self, at):
        for place in at.empty:
            if at.taken:
                yield at.put(place).take(self.board.at[0, 0])
            else:
                yield at.put(place)


class PutsOnMen(mistakes.Base):
    """Rules that put men on all places, even on occupied ones."""

    def actions(self, at):
        for place in self.board.everywhere:
            yield at.put(place)


class TooMany(mistakes.Base):
    """Rules that put more men than a player has."""

    each = 1

    def result(self, at):
        return None if at.empty else DRAW


class FlipsTooMany(mistakes.Base):
    """A flip gives a player more men than allowed."""

    each = 1

    def actions(self, at):
        if len(at.taken) < 2:
            for place in at.empty:
                yield at.put(place)
        else:
            yield at.pass_turn().flip(at.theirs)


class PutsOnTaken(mistakes.Base):
    """Rules that put men on occupied places only, after the first move."""

    def actions(self, at):
        if at.empty == self.board.everywhere:
            for place in at.empty:
                yield at.put(place)
        else:
            for place in self.board.everywhere:
                if place not in at.empty:
                    yield at.put(place)


class PutsAndMarks(mistakes.Base):
    """Rules that put a man and a mark on one place."""

    marks = True

    def actions(self, at):
        for place in at.empty:
            yield at.put(place).mark(place)


class TakesTwice(mistakes.Base):
    """Rules that take one man twice."""

    def actions(self, at):
        if at.theirs:
            for man in at.theirs:
                yield at.take(man).take(man)
        else:
            for place in at.empty:
                yield at.put(place)


class PutsTwice(mistakes.Base):
    """Rules that put two men on one place."""

    def actions(self, at):
        for place in at.empty:
            yield at.put(place).put(place)


NOT_ALLOWED = {
    FlipsTooMany: "a player would have 2 men, and each is 1.",
    PutsOnTaken: "two things would be on c1.",
    PutsAndMarks: "two things would be on a3.",
    TakesTwice: "take: no man of the other player is on c1.",
    PutsTwice: "put: a man of mine is there, on a3.",
    TakesNothing: "take: no man of the other player is on a3.",
    PutsOnMen: "two things would be on c1.",
    TooMany: "a player would have 2 men, and each is 1.",
}


@pytest.mark.parametrize("kind", NOT_ALLOWED)
def test_an_action_that_is_not_allowed_is_reported_in_every_mode(kind):
    """Plain, lowered and compiled rules report the action with the same message."""
    game = kind()

    def walk(mode):
        position = mode.start()
        for _ in range(4):
            position = mode.play(position, list(mode.moves(position))[-1])

    messages = set()
    for mode in (game.plain, game.lowered, game):
        with pytest.raises(RulesError) as caught:
            walk(mode)
        messages.add(text_of(caught.value))
    (message,) = messages
    assert message.startswith(f"{kind.__name__}.actions: {NOT_ALLOWED[kind]}\n  File")


@pytest.mark.parametrize("kind", NOT_ALLOWED)
def test_a_solve_gives_no_answer_then(kind):
    """``solve`` refuses rules with an action that is not allowed, in both modes."""
    with pytest.raises(GameContractError):
        solve(kind().lowered)
    with pytest.raises(GameContractError):
        solve(kind())


def test_two_actions_of_one_name_are_refused():
    """Two actions of one position that have the same name are refused."""

    class Twice(mistakes.Base):
        def actions(self, at):
            for place in at.empty:
                yield at.put(place)
            for place in at.empty:
                yield at.put(place)

    with pytest.raises(RulesError, match="two actions of this position are called 'a3'"):
        Twice().plain.moves(Twice().plain.start())


def test_results_are_the_values_of_the_library():
    """``WIN``, ``DRAW`` and ``LOSS`` are the values that solutions give."""
    assert [int(each) for each in (LOSS, DRAW, WIN)] == [-1, 0, 1]
