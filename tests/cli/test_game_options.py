"""Parameters of games as options: their names, and the values that can be typed."""

from __future__ import annotations

from typing import Annotated, Literal

import attrs
import pytest

from games import GobbletGobblers, Hexapawn, Nim
from gamesolver import Game, InvalidArgumentError, Value, registered_games
from gamesolver.game_options import game_with, options_of
from tests.support.at_the_terminal import answered, called
from tests.support.own_process import printed


class Bare(Game):
    """Game of one position, whose subclasses define the constructor."""

    def start(self):
        return 0

    def moves(self, position):
        return []

    def play(self, position, move):
        return position

    def terminal_value(self, position):
        return Value.DRAW


class Everything(Bare):
    """Game with parameters of every kind, with and without annotations."""

    def __init__(
        self,
        needed,
        size: Annotated[int, "squares", "a side"] = 3,
        share: float = 0.5,
        colour: Literal["red", "blue"] = "red",
        rows: list = [1],  # noqa: B006  # a default as authors write them
        anything=None,
        fast=True,
        threads=2,
        *,
        last: str = "x",
        endless: Annotated[Value, "to the first"] = Value.DRAW,
    ):
        self.needed, self.size, self.share, self.colour = needed, size, share, colour
        self.rows, self.anything, self.fast, self.threads = rows, anything, fast, threads
        self.last, self.endless = last, endless


@attrs.frozen
class Unreadable(Bare):
    """Game with an annotation that cannot be evaluated."""

    size: Missing = 3  # noqa: F821  # this is the test


HERE = "tests.cli.test_game_options"


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("needed", "(1, 'a')", (1, "a")),
        ("needed", "plain text", "plain text"),
        ("size", "12", 12),
        ("share", "2", 2),
        ("share", "2.5", 2.5),
        ("colour", "3", "3"),
        ("rows", "1,2", [1, 2]),
        ("rows", "[4]", [4]),
        ("rows", "4", [4]),
        ("anything", "{1: 2}", {1: 2}),
        ("anything", "one", "one"),
        ("last", "", ""),
        ("endless", "win", Value.WIN),
        ("anything", "[Value.WIN]", [Value.WIN]),
    ],
)
def test_values_are_read_by_their_defaults(name, text, value):
    """A value is read by the type of the default, or as a literal or text if that has none."""
    typed = {"needed": "1", name: text}
    assert getattr(game_with(Everything, typed), name) == value


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("size", "three", "bad --size 'three': expected a whole number, such as 3"),
        ("size", "[3]", "bad --size '[3]': expected a whole number, such as 3"),
        ("share", "half", "bad --share 'half': expected a number, such as 0.5"),
        ("endless", "Win", "bad --endless 'Win': expected win, draw or loss"),
        ("rows", "one", "bad --rows 'one': expected a value, such as 1"),
    ],
)
def test_what_cannot_be_read_is_refused_with_an_example(name, text, message):
    """The message names the option, the typed text and an example of a value."""
    with pytest.raises(InvalidArgumentError) as caught:
        game_with(Everything, {"needed": "1", name: text})
    assert str(caught.value) == message


def test_a_list_may_end_with_a_comma():
    """A list of one value is read if a comma follows it."""
    assert game_with(Everything, {"needed": "1", "rows": "1,"}).rows == [1]


def test_meanings_and_choices_come_from_annotations():
    """``Annotated`` gives meanings, ``Literal`` choices; unreadable annotations give nothing."""
    options = {each.name: each for each in options_of(Everything)}
    assert options["size"].meaning == "squares a side"
    assert options["colour"].choices == ("red", "blue")
    assert options["last"].default_text == "x"
    assert options["endless"].choices == ("win", "draw", "loss")
    assert options["endless"].placeholder == "win|draw|loss"
    assert options["endless"].default_text == "draw"
    assert options["needed"].default_text == "must be given"
    assert [each.meaning for each in options_of(Unreadable)] == [""]
    assert {each.name: each.choices for each in options_of(GobbletGobblers)}["reading"] == (
        "final-board",
        "lift-loses",
        "mover-wins",
    )


def test_every_parameter_on_the_shelf_has_a_meaning():
    """Each parameter of a registered game has a meaning for ``--help`` to show."""
    bare = [
        f"{name} {option.name}"
        for name, kind in registered_games().items()
        for option in options_of(kind)
        if not option.meaning
    ]
    assert bare == []


def test_help_after_a_game_lists_its_options():
    """``--help`` after a game lists its options with defaults, and without a game lists none."""
    output = answered("solve", "hexapawn", "--help")
    assert "--rows NUMBER" in output
    assert "[of the game; default: 3]" in " ".join(output.split())
    assert "--rows" not in answered("solve", "--help")


def test_options_may_stand_anywhere_after_the_command():
    """Options are read before the game with ``=``, and after it with or without ``=``."""
    expected = answered("solve", "hexapawn", "--columns", "4", "--rows", "3", "--json")
    answer = called("solve", "--rows=3", "--json", "hexapawn", "--columns", "4").answer
    assert answer["game"] == {"name": "hexapawn", "parameters": {"rows": 3, "columns": 4}}
    assert '"columns": 4' in expected
    assert called("solve", "--memory", "1GB", "hexapawn", "--columns=4", "--json").code == 0


def test_a_switch_is_turned_on_and_off_by_name():
    """``--misere`` turns the rule on, and ``--no-misere`` and the default turn it off."""
    for words, value in ((["--misere"], True), (["--no-misere"], False), ([], False)):
        answer = called("solve", "nim", "--heaps", "1", *words, "--json").answer
        assert answer["game"]["parameters"] == {"heaps": [1], "misere": value}


def test_the_payoff_of_infinite_play_is_a_word():
    """``--endless`` takes the name of a value, and JSON reports it."""
    answer = called("solve", "pong-hau-ki", "--endless", "loss", "--json").answer
    assert answer["game"]["parameters"] == {"endless": "loss"}
    assert answer["outcome"]["value"] == "loss"


def test_an_option_of_the_command_keeps_its_name():
    """A game parameter with the name of a command option is typed as ``--game-NAME``."""
    words = "solve", f"{HERE}:Everything", "--needed", "1", "--game-threads", "7", "--threads", "1"
    answer = called(*words, "--no-fast", "--anything", "{1}", "--json").answer
    assert answer["game"]["parameters"]["anything"] == "{1}"
    assert answer["game"]["parameters"]["threads"] == 7
    assert answer["game"]["parameters"]["fast"] is False


def test_parameters_are_those_of_the_game():
    """A game made by the command line equals the one made in Python."""
    assert game_with(Nim, {"heaps": "3,1", "misere": True}) == Nim(heaps=(3, 1), misere=True)
    assert game_with(Hexapawn, {}) == Hexapawn()


COMPLETE = """
import os, sys
os.environ["_GAMESOLVER_COMPLETE"] = sys.argv[1]
os.environ.update(each.split("=", 1) for each in sys.argv[2:])
from gamesolver.cli.main import main
sys.exit(main([]))
"""


LINES = {
    "gamesolver so": {"solve"},
    "gamesolver solve tic": {"tic-tac-toe"},
    "gamesolver games tic": {"tic-tac-toe"},
    "gamesolver solve nim --he": {"--heaps", "--help"},
    "gamesolver solve unheard-of --memo": {"--memory"},
}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize(("line", "expected"), LINES.items())
def test_shells_complete_commands_games_and_their_options(line, expected, shell):
    """Each shell gets the completions of the last word."""
    *_, last = words = line.split()
    count = last if shell == "fish" else len(words) - 1
    output = printed(COMPLETE, f"{shell}_complete", f"COMP_WORDS={line}", f"COMP_CWORD={count}")
    if shell == "zsh":  # three lines for each word: its kind, the word, and its help
        assert {*output.splitlines()[1::3]} == expected
    else:
        assert {each.partition(",")[2].split()[0] for each in output.splitlines()} == expected
