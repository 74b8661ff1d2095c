"""Hare and hounds: published outcomes, and stalling as infinite play."""

import pytest

from games import HareAndHounds
from gamesolver import (
    Game,
    Value,
    solve,
)
from tests.oracles.hare_and_hounds import COLUMNS, PlainHareAndHounds
from tests.oracles.published import figures

HARES = figures("hare-and-hounds")[3]["hares"]
STALLS = 10
"""Number of moves of the hounds in a row without an advance that lose, as people play it."""


def hounds_have_run(position):
    """Return the sum of the columns that the hounds have advanced."""
    return sum(COLUMNS[point] for point in range(11) if position[point] == "o")


class Counted(Game[tuple[str, int], tuple[int, int]]):
    """The game with the rule of ten moves; a position contains the number of stalled moves."""

    def __init__(self):
        self.free = PlainHareAndHounds()

    def start(self):
        return self.free.start(), 0

    def positions(self):
        return [(position, 0) for each in solve(self.free) for position in
                (each, *self.free.symmetries(each))]  # fmt: skip

    def moves(self, position):
        return self.free.moves(position[0])

    def play(self, position, move):
        before, stalled = position
        after = self.free.play(before, move)
        if hounds_have_run(after) > hounds_have_run(before):
            return after, 0
        return after, stalled + (before[-1] == "o")

    def terminal_value(self, position):
        points, stalled = position
        end = self.free.terminal_value(points)
        return Value.WIN if end is None and stalled == STALLS else end

    def player(self, position):
        return self.free.player(position[0])


def test_the_published_plies():
    """For each point of the hare and either first player, the hounds win in the published plies."""
    assert HARES["source"].startswith("github.com/edoannunziata/jardin")
    for name, sign in (("hounds_first", Value.WIN), ("hare_first", Value.LOSS)):
        found = [
            solve(HareAndHounds(hare=point, hare_first=name == "hare_first")).outcome
            for point in HARES["points"]
        ]
        assert [outcome.remoteness for outcome in found] == HARES[name]
        assert {outcome.value for outcome in found} == {sign}


def test_the_published_zugzwang():
    """With hounds on 0, 5, 8 and the hare on 1 the player to move loses, the hounds endlessly."""
    game = HareAndHounds()
    solution = solve(game)
    assert str(solution[game.parse("oh...o..o.. o")]) == "endless loss"
    assert str(solution[game.parse("oh...o..o.. h")]) == "loss in 18"


def test_ten_stalled_moves_come_to_endless_play():
    """With the rule of ten moves values and the hounds' plies are those of infinite play."""
    counted, free = solve(Counted()), solve(PlainHareAndHounds())
    for position, stalled in counted:
        if stalled:
            continue
        ours, theirs = free[position], counted[position, 0]
        assert ours.value is theirs.value
        if (ours.value is Value.WIN) == (position[-1] == "o"):
            assert ours == theirs
        else:
            assert theirs.remoteness is not None
    assert len(counted) > 10_000


def test_queried_as_a_draw():
    """If infinite play is a draw, endless wins of the hare are drawn, and nothing else changes."""
    won, drawn = solve(HareAndHounds()), solve(HareAndHounds(endless=Value.DRAW))
    for position in won:
        if won[position].is_endless:
            assert str(drawn[position]) == "endless draw"
        else:
            assert drawn[position] == won[position]


def test_hounds_never_go_back():
    """Hounds move to the right or straight up and down, and either side can begin."""
    game = HareAndHounds()
    assert game.render(game.start()) == "  o-.-.\n /|\\|/|\\\no-.-.-.-h\n \\|/|\\|/\n  o-.-."
    assert {game.format_move(move) for move in game.moves(game.start())} == {
        "b3-c3", "b3-b2", "b3-c2", "a2-b2", "b1-b2", "b1-c2", "b1-c1",
    }  # fmt: skip
    assert game.player(game.start()) == 0
    game = HareAndHounds(hare=5, hare_first=True)
    assert game.format(game.start()) == "o..o.h..o.. h"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("......oho.o h", None),
        ("..o...oh..o h", Value.LOSS),
        ("h....oo...o o", Value.LOSS),
        ("h....oo...o h", Value.WIN),
        ("..h...oo..o o", Value.LOSS),
    ],
)
def test_ends(text, value):
    """A hare escapes to the left, or is shut in; stuck hounds lose."""
    game = HareAndHounds()
    assert game.terminal_value(game.parse(text)) is value


def test_who_wins_is_one_of_those_the_pages_name():
    """The sentence about the outcome names the winner in the singular."""
    assert solve(HareAndHounds()).shape()["sentence"] == "hound wins in 23 plies"
