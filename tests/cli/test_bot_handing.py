"""Exchange with the process of a bot: texts, their form, and their numbers."""

from __future__ import annotations

import io

import pytest

from games import Nim
from gamesolver.cli.bots import handed, wire
from gamesolver.cli.bots.process import answer_questions
from gamesolver.rules.guard import Rules

GAME = Nim()


def answers(place, *positions):
    """Return the output of the process of a bot, first on loading it, then to each question."""
    into, out = io.BytesIO(), io.BytesIO()
    querying = wire.Wire(io.BytesIO(), into)
    querying.send(0, handed.handed_game(GAME, None))
    for number, each in enumerate(positions, start=1):
        querying.send(number, handed.handed_position(Rules(GAME), each))
    into.seek(0)
    answer_questions(wire.Wire(into, out), place)
    out.seek(0)
    line = wire.Wire(out, io.BytesIO())
    return [line.answer(number) for number in range(1 + len(positions))]


def listed(position):
    """A bot for the test below: each position of this heap has an answer of its own."""
    if position == (9,):
        raise KeyError("k")
    return {(8,): (0, 4), (7,): [(0, 1), (0, 2)], (6,): ()}.get(position, [(0, 1), (0, 9), 3])


def test_what_the_process_of_a_bot_states():
    """That it is there, then an answer to each question until there are no more."""
    assert answers(f"{__name__}:listed", (9,), (8,), (7,), (6,), (2,)) == [
        ["loaded"],
        ["raised", "raised KeyError: 'k'"],
        ["move", "=take 4 from heap a"],
        ["moves", "=take 1 from heap a", "=take 2 from heap a"],
        ["move", "?()"],
        ["moves", "=take 1 from heap a", "?(0, 9)", "?3"],
    ]
    ((how, reported),) = answers(f"{__name__}:WRONG")
    assert how == "unknown"
    assert "has {" in reported


WRONG = {
    "a length beyond the end": b"\0\0\0\5abc",
    "half a length": b"\0\0",
    "more behind": b"\0\0\0\1ab",
    "no text": b"\0\0\0\1\xff",
}


@pytest.mark.parametrize("content", WRONG.values(), ids=WRONG)
def test_bytes_that_are_no_texts_are_no_answer(content):
    """Each of them is refused, whatever it is made of."""
    with pytest.raises(wire.NoAnswerError):
        wire.read_texts(content)


def test_texts_come_back_as_they_went():
    """Empty ones, long ones, and letters that no encoding has."""
    texts = ["", "x" * 1_000, "\0\n", "\udcff", "解"]
    assert wire.read_texts(wire.written_texts(texts)) == texts
    assert wire.read_texts(b"") == []


@pytest.mark.parametrize(
    ("number", "length"),
    [(2, 0), (1, wire.MOST + 1), (1, 2**64 - 1)],
    ids=["other", "long", "longest"],
)
def test_a_head_that_is_wrong_is_no_answer(number, length):
    """The number of another question, or more than anyone reads: not a byte of it is read."""
    line = wire.Wire(io.BytesIO(wire.HEAD.pack(number, length) + b"x"), io.BytesIO())
    with pytest.raises(wire.NoAnswerError):
        line.answer(1)
    assert line.into.read() == b"x"


class Kept(Nim):
    """Keeps nothing that it was given: only as a pickle can it be handed."""

    def __init__(self, size):
        super().__init__((size,))


class At(tuple):
    """A position that is more than its text: read back, it is a tuple."""


@pytest.mark.parametrize(
    ("position", "how"),
    [((2, 1), handed.TEXT), (At((2, 1)), handed.PICKLE), ((At(), 1), handed.PICKLE)],
    ids=repr,
)
def test_positions_are_handed_as_texts_where_they_come_back(position, how):
    """A text that is read back as something else, if only of another type, is not used."""
    content = handed.handed_position(Rules(GAME), position)
    assert content[:1] == how
    back = handed.position_in(GAME, content)
    assert (back, type(back)) == (position, type(position))


@pytest.mark.parametrize("game", [Nim(heaps=(2, 3)), Kept(4)], ids=["parameters", "pickle"])
def test_games_are_handed_by_their_parameters_or_as_they_are(game):
    """The game in the process of a bot has the same start."""
    again = handed.game_in(handed.handed_game(game, None))
    assert type(again) is type(game)
    assert again.start() == game.start()
