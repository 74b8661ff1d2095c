"""Texts of positions mean the same after every ply: a piece keeps its letter along a game."""

import random

import pytest

import games
from gamesolver.rules.guard import Rules

FOLDED = {
    "achi": games.Achi(),
    "animal shogi": games.AnimalShogi(),
    "awari": games.Awari(houses=3, seeds=8),
    "gobblet": games.GobbletGobblers(),
    "gobblet, placing only": games.GobbletGobblers(placing_only=True),
    "lasker morris": games.NineMensMorris(lasker=True, men=(5, 4)),
    "morris": games.NineMensMorris(),
    "morris, placing": games.NineMensMorris(placing=True),
    "quixo": games.Quixo(),
    "teeko": games.Teeko(),
    "three men's morris": games.ThreeMensMorris(),
    "tsoro yematatu": games.TsoroYematatu(),
}
"""Games in which a position is seen by the player to move."""


def walked(rules, plies=40, walks=10):
    """Yield positions of random games, with the player to move and the number of plies."""
    luck = random.Random(1)
    for _ in range(walks):
        position = rules.start()
        for ply in range(plies):
            yield position, rules.mover(position, ply)
            if rules.ending(position) is not None:
                break
            _, position = luck.choice(list(rules.played(position)))


@pytest.mark.parametrize("name", FOLDED)
@pytest.mark.parametrize("kind", ["compiled", "plain"])
def test_a_text_for_a_player_is_read_back(name, kind):
    """A text written for either player is read back, and its player to move is found."""
    game = FOLDED[name]
    rules = Rules(game if kind == "compiled" else game.plain)
    for position, mover in walked(rules):
        assert rules.mover_in(rules.format(position), position) is None
        for seat in (mover, 1 - mover):
            text = rules.format(position, seat)
            assert rules.game.parse(text) == position
            assert rules.mover_in(text, position) == seat


PLIES = {
    "achi": "......... x, ...x..... o, ..ox..... x",
    "animal shogi": "gle/.c./.C./ELG - F, gle/.C./.../ELG C S",
    "awari": "2 1 1/2 1 1 S, 0 2 2/2 1 1 N, 0 2 2/0 2 2 S",
    "gobblet": ".,.,./.,.,./.,.,. x, .,.,./.,xL,./.,.,. o, oM,.,./.,xL,./.,.,. x",
    "morris, placing": "......../......../........ 9+9 x, x......./......../........ 8+9 o, "
    "xo....../......../........ 8+8 x",
    "quixo": "...../...../...../...../..... x, x..../...../...../...../..... o",
}
MOVES = {
    "achi": ("a2", "c3"),
    "animal shogi": ("b2b3",),
    "awari": ("house a", "house a"),
    "gobblet": ("Lb2", "Ma3"),
    "morris, placing": ("a7", "d7"),
    "quixo": ("e5 to a5",),
}


@pytest.mark.parametrize("name", PLIES)
def test_a_piece_keeps_its_letter(name):
    """A piece with the letter x after one ply has the letter x after two."""
    rules = Rules(FOLDED[name])
    position = rules.start()
    texts = [rules.format(position, 0)]
    for ply, text in enumerate(MOVES[name], start=1):
        position = rules.play(position, rules.game.parse_move(position, text))
        texts.append(rules.format(position, rules.mover(position, ply)))
    assert ", ".join(texts) == PLIES[name]
