"""Messages to and from the process of a bot: their content, encoding and numbers."""

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
    """Return an answer of a different kind for each heap size."""
    if position == (9,):
        raise KeyError("k")
    return {(8,): (0, 4), (7,): [(0, 1), (0, 2)], (6,): ()}.get(position, [(0, 1), (0, 9), 3])


def test_what_the_process_of_a_bot_states():
    """The process of a bot reports that it is loaded, then answers each question in turn."""
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
    """Malformed bytes are refused."""
    with pytest.raises(wire.NoAnswerError):
        wire.read_texts(content)


def test_texts_come_back_as_they_went():
    """Empty texts, long texts and lone surrogates are read back unchanged."""
    texts = ["", "x" * 1_000, "\0\n", "\udcff", "解"]
    assert wire.read_texts(wire.written_texts(texts)) == texts
    assert wire.read_texts(b"") == []


@pytest.mark.parametrize(
    ("number", "length"),
    [(2, 0), (1, wire.MOST + 1), (1, 2**64 - 1)],
    ids=["other", "long", "longest"],
)
def test_a_head_that_is_wrong_is_no_answer(number, length):
    """A wrong question number or too great a length is refused before the content is read."""
    line = wire.Wire(io.BytesIO(wire.HEAD.pack(number, length) + b"x"), io.BytesIO())
    with pytest.raises(wire.NoAnswerError):
        line.answer(1)
    assert line.into.read() == b"x"


class Kept(Nim):
    """Game that does not store its parameter, so that it can be passed only as a pickle."""

    def __init__(self, size):
        super().__init__((size,))


class At(tuple):
    """Position whose text is read back as a plain tuple."""


@pytest.mark.parametrize(
    ("position", "how"),
    [((2, 1), handed.TEXT), (At((2, 1)), handed.PICKLE), ((At(), 1), handed.PICKLE)],
    ids=repr,
)
def test_positions_are_handed_as_texts_where_they_come_back(position, how):
    """A position is passed as text only if the text is read back with equal value and type."""
    content = handed.handed_position(Rules(GAME), position)
    assert content[:1] == how
    back = handed.position_in(GAME, content)
    assert (back, type(back)) == (position, type(position))


@pytest.mark.parametrize("game", [Nim(heaps=(2, 3)), Kept(4)], ids=["parameters", "pickle"])
def test_games_are_handed_by_their_parameters_or_as_they_are(game):
    """The game in the process of a bot has the same type and start."""
    again = handed.game_in(handed.handed_game(game, None))
    assert type(again) is type(game)
    assert again.start() == game.start()
