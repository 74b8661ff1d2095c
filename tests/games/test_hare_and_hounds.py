"""Hare and hounds: who wins, in how many plies, and what stalling is worth."""

from games import HareAndHounds
from gamesolver import (
    Game,
    Value,
    solve,
)
from tests.oracles.published import figures

HARES = figures("hare-and-hounds")[3]["hares"]
STALLS = 10
"""So many moves of the hounds in a row that do not run forward lose, as people play it."""


class Counted(Game[tuple[str, int], tuple[int, int]]):
    """The game with the rule of ten moves, which makes the number of stalled moves part of it."""

    def __init__(self):
        self.free = HareAndHounds()

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
        if self.free.stage(after) > self.free.stage(before):
            return after, 0
        return after, stalled + (before[-1] == "o")

    def terminal_value(self, position):
        points, stalled = position
        end = self.free.terminal_value(points)
        return Value.WIN if end is None and stalled == STALLS else end

    def player(self, position):
        return self.free.player(position[0])


def test_the_published_plies():
    """From each point of the hare, and whoever begins, the hounds win in as many plies."""
    assert HARES["source"].startswith("github.com/edoannunziata/jardin")
    for name, sign in (("hounds_first", Value.WIN), ("hare_first", Value.LOSS)):
        found = [
            solve(HareAndHounds(hare=point, hare_first=name == "hare_first")).outcome
            for point in HARES["points"]
        ]
        assert [outcome.remoteness for outcome in found] == HARES[name]
        assert {outcome.value for outcome in found} == {sign}


def test_the_published_zugzwang():
    """With hounds on 0, 5 and 8 and the hare on 1 whoever is to move loses, the hounds for ever."""
    solution = solve(HareAndHounds())
    assert str(solution["oh...o..o.. o"]) == "endless loss"
    assert str(solution["oh...o..o.. h"]) == "loss in 18"


def test_ten_stalled_moves_come_to_endless_play():
    """With a counter in the position values are the same, and so are the hounds' plies."""
    counted, free = solve(Counted()), solve(HareAndHounds())
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


def test_asked_as_a_draw():
    """As a draw it is drawn wherever the hare wins by it, and nothing else changes."""
    won, drawn = solve(HareAndHounds()), solve(HareAndHounds(endless=Value.DRAW))
    for position in won:
        if won[position].is_endless:
            assert str(drawn[position]) == "endless draw"
        else:
            assert drawn[position] == won[position]


def test_moves_and_ends():
    """Hounds never go back; a hare escapes to the left, or is shut in; stuck hounds lose."""
    game = HareAndHounds()
    assert game.render(game.start()) == "  o-.-.\n /|\\|/|\\\no-.-.-.-h\n \\|/|\\|/\n  o-.-."
    assert [game.format_move(move) for move in game.moves(game.start())] == [
        "b3-c3", "b3-b2", "b3-c2", "a2-b2", "b1-b2", "b1-c2", "b1-c1",
    ]  # fmt: skip
    assert game.terminal_value("......oho.o h") is None
    assert game.terminal_value("..o...oh..o h") is Value.LOSS
    assert game.terminal_value("h....oo...o o") is Value.LOSS
    assert game.terminal_value("h....oo...o h") is Value.WIN
    assert game.terminal_value("..h...oo..o o") is Value.LOSS
    assert game.player(game.start()) == 0
    assert HareAndHounds(hare=5, hare_first=True).start() == "o..o.h..o.. h"


def test_who_wins_is_one_of_those_the_pages_name():
    """The players are the hound and the hare, in the singular, as the cop and the robber are."""
    assert solve(HareAndHounds()).shape()["sentence"] == "hound wins in 23 plies"
