"""Parameters, start positions and position texts that games refuse."""

import attrs
import pytest

from games import MNK, GobbletGobblers, Nim, Subtraction, Template, TicTacToe
from gamesolver import InvalidArgumentError, PositionTextError, solve
from gamesolver.validators import as_tuple, between, one_of, several, yes_or_no


@pytest.mark.parametrize(
    ("kind", "arguments", "message"),
    [
        (Nim, (5,), "bad heaps 5 of Nim: expected one or more whole numbers from 0 on"),
        (Nim, ((-1, 2),), "bad heaps -1 of Nim: expected a whole number from 0 on"),
        (MNK, (0,), "bad m 0 of MNK: expected a whole number from 1 to 100"),
        (
            GobbletGobblers,
            ("x",),
            "bad reading 'x' of GobbletGobblers: "
            "expected 'final-board', 'lift-loses' or 'mover-wins'",
        ),
        (
            GobbletGobblers,
            ("final-board", True),
            "bad sizes True of GobbletGobblers: expected a whole number from 1 to 3",
        ),
        (
            GobbletGobblers,
            ("lift-loses", 3, 4),
            "bad copies 4 of GobbletGobblers: expected a whole number from 1 to 3",
        ),
        (
            GobbletGobblers,
            ("final-board", 0),
            "bad sizes 0 of GobbletGobblers: expected a whole number from 1 to 3",
        ),
    ],
)
def test_parameters_that_make_no_game(kind, arguments, message):
    """The library's games refuse invalid parameters with messages of one form."""
    with pytest.raises(InvalidArgumentError) as caught:
        kind(*arguments)
    assert str(caught.value) == message


@attrs.frozen
class Coloured(Template):
    """Game of a library user, with a validator of each kind."""

    colour: str = attrs.field(default="red", validator=one_of(["red"]))
    shade: str = attrs.field(default="dark", validator=one_of(("dark", "light")))
    rows: int = attrs.field(default=2, validator=between(1, 3))
    takes: tuple[int, ...] = attrs.field(default=(1,), converter=as_tuple, validator=several(1))
    misere: bool = attrs.field(default=False, validator=yes_or_no)


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({"colour": "blue"}, "bad colour 'blue' of Coloured: expected 'red'"),
        ({"shade": ""}, "bad shade '' of Coloured: expected 'dark' or 'light'"),
        ({"rows": 4}, "bad rows 4 of Coloured: expected a whole number from 1 to 3"),
        ({"rows": "1"}, "bad rows '1' of Coloured: expected a whole number from 1 to 3"),
        ({"takes": ()}, "bad takes () of Coloured: expected one or more whole numbers from 1 on"),
        ({"takes": [1, 0]}, "bad takes 0 of Coloured: expected a whole number from 1 on"),
        ({"misere": "no"}, "bad misere 'no' of Coloured: expected True or False"),
    ],
)
def test_the_checks_serve_a_game_of_ones_own(parameters, expected):
    """Each validator names the field, the value, the class and the expected values."""
    with pytest.raises(InvalidArgumentError) as caught:
        Coloured(**parameters)
    assert str(caught.value) == expected
    assert Coloured(takes=[1, 2]).takes == (1, 2)


def test_a_start_that_the_game_cannot_read():
    """An invalid ``start`` argument is an argument error, not a fault of the game."""
    with pytest.raises(InvalidArgumentError) as caught:
        solve(TicTacToe(), start=42)
    assert str(caught.value) == (
        "bad position 42 in start=...: expected a position of TicTacToe(); symmetries(42) raised "
        "TypeError: 'int' object is not subscriptable"
    )
    assert isinstance(caught.value.__cause__, TypeError)


HEAPS = "one or more heap sizes, such as (3, 4, 5)"
HEAP = "a whole number from 0 on"


def test_a_start_that_is_the_text_of_one():
    """A caller who passes a text as a position is reminded of ``parse``."""
    with pytest.raises(InvalidArgumentError) as caught:
        solve(Nim(), start="(1, 2)")
    assert str(caught.value) == (
        "bad position '(1, 2)' in start=...: it is the text of one: expected game.parse(text)"
    )


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        *((Nim(), text, HEAPS)
          for text in ("()", "5", "[1, 2]", "{1, 2}", "'12'", "(1, -2)", "(1, 2.0)", "(True, 2)",
                       "((1,), 2)", "None")),
        *((Subtraction(), text, HEAP)
          for text in ("-1", "2.0", "True", "'3'", "(3,)", "[]", "None", "3j")),
        *((game, text, "a position as repr writes it")
          for game in (Nim(), Subtraction()) for text in ("banana", "", "1 2", None, 5)),
    ],
)  # fmt: skip
def test_texts_that_describe_no_position(game, text, expected):
    """Nim parses tuples of heap sizes and Subtraction one heap size; both refuse other texts."""
    with pytest.raises(PositionTextError) as caught:
        game.parse(text)
    assert str(caught.value) == f"no position of {game!r} in {text!r}: expected {expected}"
    assert caught.value.text == text


@pytest.mark.parametrize(
    ("game", "text", "position"),
    [
        (Nim(), "(3, 4, 5)", (3, 4, 5)),
        (Nim(), "(0,)", (0,)),
        (Nim(), "9, 1", (9, 1)),
        (Subtraction(), "0", 0),
        (Subtraction(), "100", 100),
    ],
)
def test_texts_of_positions_from_any_start(game, text, position):
    """Every valid start position can be parsed from text, and ``format`` gives such a text."""
    assert game.parse(text) == position
    assert game.parse(game.format(position)) == position
