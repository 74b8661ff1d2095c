"""Texts of moves: every game writes them in words that players understand, and reads them."""

import random
import re

import pytest

from games import (
    MNK,
    Achi,
    ConnectFour,
    Dodgem,
    DotsAndBoxes,
    FoxAndGeese,
    GobbletGobblers,
    Hexapawn,
    Kayles,
    Nim,
    Othello,
    Quixo,
    Teeko,
)
from gamesolver import IllegalMoveError, registered_games, solve
from gamesolver.players.against_person import PersonMatch
from gamesolver.rules.guard import Rules

SHELF = [kind() for kind in registered_games().values()]
OTHERS = [MNK(m=30, n=1), ConnectFour(width=3, height=2, fall=False), DotsAndBoxes(4, 5),
          Dodgem(size=4), GobbletGobblers(sizes=2), GobbletGobblers(sizes=1, copies=3),
          Achi(blocked="passes"), Hexapawn(4, 4), Kayles(rows=(9,), knocks=(1, 2, 3)),
          Nim(heaps=(1,) * 30), Othello(4, 4), Quixo(size=3), Teeko(drops=True)]  # fmt: skip
NAMES = {kind: name for name, kind in registered_games().items()}
NUMBERS = {
    "template": "its strip is shown with the numbers, and it is to be read before any other game",
    "tic-tac-toe": "its nine squares are shown with the numbers that everybody gives them",
}
"""Games whose moves are numbers, and why."""
ALL = [*SHELF, *OTHERS]


def plain(game):
    """Return the plain version, so that nothing is compiled."""
    return getattr(game, "plain", None) or game


def some_positions(game):
    """Yield positions of three lines of random play, without terminal ones."""
    rules, luck = Rules(plain(game)), random.Random(5)
    for _ in range(3):
        position = rules.start()
        for _ in range(12):
            if rules.ending(position) is not None:
                break
            yield position
            position = rules.play(position, luck.choice(rules.moves(position)))


@pytest.mark.parametrize("game", ALL, ids=repr)
def test_words_are_read_back(game):
    """In random play each move has a text of its own, which ``parse_move`` reads back."""
    rules = plain(game)
    for position in some_positions(game):
        moves = list(rules.moves(position))
        texts = [rules.format_move(move) for move in moves]
        assert len(set(texts)) == len(texts)
        assert [rules.parse_move(position, text) for text in texts] == moves


@pytest.mark.parametrize("game", ALL, ids=repr)
def test_no_move_is_but_numbers_and_signs(game):
    """Each text of a move has a letter, except in the games listed with a reason."""
    reported = [plain(game).format_move(move) for position in some_positions(game)
            for move in plain(game).moves(position)]  # fmt: skip
    has_words = all(re.search("[a-z]", text) for text in reported)
    assert has_words == (NAMES[type(game)] not in NUMBERS)


@pytest.mark.parametrize("game", ALL, ids=repr)
def test_shorter_texts_are_read_as_one_move(game):
    """Each short text stands for one move of a position, and is not the text of another move."""
    rules = plain(game)
    if not (short_texts := getattr(rules, "short_texts", None)):
        return
    for position in some_positions(game):
        moves = list(rules.moves(position))
        short = [(text, move) for move in moves for text in dict.fromkeys(short_texts(move))]
        assert len({text for text, _ in short}) == len(short)
        for text, move in short:
            assert rules.parse_move(position, text) == move
            others = [each for each in moves if each != move]
            assert text not in map(rules.format_move, others)


WORDS = [
    (Nim(), None, (1, 2), "take 2 from heap b", "(1, 2)"),
    (ConnectFour(), None, 3, "column d", "3"),
    (ConnectFour(), None, 3, "column d", "d"),
    (Othello(), None, 7, "d2", "7"),
    (Quixo(), None, (0, 4), "a5 to e5", "0>4"),
    (FoxAndGeese(), "ggg...fg..... f", (6, 8), "c3xe3", "6>8"),
    (Kayles(), None, (1, 2), "pins 1 and 2", "1+2"),
]


@pytest.mark.parametrize(("game", "text", "move", "words", "short"), WORDS)
def test_words_of_some_moves(game, text, move, words, short):
    """Compiled and plain rules write a move in words, and also read its short text."""
    other = plain(game)
    position = other.start() if text is None else other.parse(text)
    assert other.format_move(move) == words
    for each, at in ((other, position), (game, game.parse(other.format(position)))):
        read = each.parse_move(at, short)
        assert each.format_move(read) == words
        assert read == each.parse_move(at, words)


def test_older_texts_are_read_where_a_person_types():
    """At the terminal a move can be typed in words, without spaces, or as its short text."""
    match = PersonMatch(solve(Nim(heaps=(1, 2))), 0, random.Random(1))
    typed = ["take 2 from heap b", "Take2fromheapb", "(1, 2)"]
    assert [match.meant(text).move for text in typed] == [(1, 2)] * 3
    assert match.meant("take 3 from heap b") is None


def test_a_text_that_is_no_move_is_refused_in_words():
    """The error has the refused text and the legal moves as text, compiled or not."""
    with pytest.raises(IllegalMoveError) as caught:
        Nim(heaps=(1, 1)).parse_move((1, 1), "(2, 1)")
    assert str(caught.value) == (
        "illegal move (2, 1) in position (1, 1): legal moves are take 1 from heap a, "
        "take 1 from heap b"
    )
    game = ConnectFour(width=2, height=1)
    with pytest.raises(IllegalMoveError) as caught:
        game.parse_move(game.start(), "column c")
    assert str(caught.value) == (
        "illegal move column c in position '..': legal moves are column a, column b"
    )


def test_moves_and_answers_stay_what_they_are():
    """``best_moves`` returns the moves themselves and not their texts."""
    assert solve(Nim(heaps=(1, 2))).best_moves((1, 2)) == ((1, 1),)
