"""Fox and geese: chessboards as published, and rules by example."""

import pytest

from games import FoxAndGeese
from games.fox_and_geese import chessboard
from gamesolver import (
    Value,
    explore,
    solve,
)
from tests.oracles.published import assert_outcome, figures, made

GOLDEN = figures("fox-and-geese")
ESCAPING = "where_escaping_ends_play"
BOARDS = {
    each["parameters"]["board"].count("/") + 1: each[ESCAPING]
    for each in GOLDEN
    if ESCAPING in each
}


class Escaping(FoxAndGeese):
    """Variant in which the fox wins as soon as it has escaped, as in the published solver.

    The fox has escaped in a hole that no goose can reach any more.
    """

    def terminal_value(self, position):
        end = super().terminal_value(position)
        if end is not None or not self.is_free(position):
            return end
        return Value.LOSS if position[-1] == "g" else Value.WIN

    def is_free(self, position):
        return position.index("f") not in self.within_reach(position)

    def within_reach(self, position):
        """Return the holes in which a goose stands or that it can reach."""
        found = {hole for hole, piece in enumerate(position[:-2]) if piece == "g"}
        coming = found
        while coming := {each for hole in coming for each in self.net.forward[hole]} - found:
            found = found | coming
        return found


class EscapingForGood(Escaping):
    """Variant of that solver's last version: an escaped fox also has a safe hole to step to."""

    def is_free(self, position):
        fox, reach = position.index("f"), self.within_reach(position)
        return fox not in reach and any(near not in reach for near in self.net.steps[fox])


def sizes():
    """Return the published sizes; the last one takes a minute."""
    return [pytest.param(size, marks=[pytest.mark.slow] if size == 8 else []) for size in BOARDS]


@pytest.mark.parametrize("size", sizes())
@pytest.mark.parametrize("kind", [Escaping, EscapingForGood])
def test_chessboards_as_published(kind, size):
    """If escaping ends play, outcomes, positions and games are those of the published solver."""
    game = kind(chessboard(size), lines="slanting", captures=False, fox_first=True)
    graph = explore(game)
    assert len(graph) == BOARDS[size]["escaped" if kind is Escaping else "free"]
    if kind is EscapingForGood:
        assert graph.count_games() == int(BOARDS[size]["games"])
    assert str(solve(game).outcome) == BOARDS[size]["outcome"]


@pytest.mark.parametrize("size", sizes())
def test_chessboards_to_the_last_move(size):
    """Played until a player cannot move, the game has the winner of the published solver."""
    golden = next(each for each in GOLDEN if each["parameters"].get("board") == chessboard(size))
    solution = solve(made("fox-and-geese", golden))
    assert_outcome(solution.outcome, golden)
    assert len(solution) == golden["positions"]
    assert BOARDS[size]["outcome"].startswith(solution.value.name.lower())
    assert not any(outcome.is_endless for outcome in solution.counts())


@pytest.mark.slow
@pytest.mark.parametrize("square", range(28, 32))
def test_the_geese_win_wherever_the_fox_begins(square):
    """On 8 by 8 the geese win for every first square of the fox in the last row (Winning Ways)."""
    board = chessboard(8).replace("f", ".")
    place = [place for place, hole in enumerate(board) if hole in "g."][square]
    board = f"{board[:place]}f{board[place + 1 :]}"
    game = FoxAndGeese(board, lines="slanting", captures=False, fox_first=True)
    assert solve(game).value is Value.LOSS


def test_endless_play_is_the_foxs():
    """If infinite play is a draw, endless wins of the fox are drawn, and nothing else changes."""
    won, drawn = solve(FoxAndGeese()), solve(FoxAndGeese(endless=Value.DRAW))
    for position in won:
        if won[position].is_endless:
            assert won[position].value is (Value.LOSS if position[-1] == "g" else Value.WIN)
            assert str(drawn[position]) == "endless draw"
        else:
            assert drawn[position] == won[position]


def test_the_fox_jumps_on_or_stops():
    """A jump captures the goose; if the fox can jump again, it keeps the turn and may stop."""
    game = FoxAndGeese("fg.g.", fox_first=True)
    assert game.moves(game.start()) == [(0, 2)]
    jumping = game.play(game.start(), (0, 2))
    assert (jumping, game.player(jumping), game.stage(jumping)) == ("..fg. j", 1, 1)
    assert [game.format_move(move) for move in game.moves(jumping)] == ["c1xe1", "stop"]
    assert game.play(jumping, (2, 2)) == "..fg. g"
    assert game.play(jumping, (2, 4)) == "....f g"
    assert game.terminal_value("....f g") is Value.LOSS
    peaceful = FoxAndGeese("fg.g.", captures=False, fox_first=True)
    assert peaceful.terminal_value(peaceful.start()) is Value.LOSS


def test_geese_never_go_back():
    """Geese move down and sideways, and on slanting lines only down."""
    game = FoxAndGeese(".../.g./.../f..")
    assert [target for _, target in game.moves(game.start())] == [7, 5, 3]
    game = FoxAndGeese(".../.g./.../f..", lines="both")
    assert [target for _, target in game.moves(game.start())] == [7, 5, 3, 8, 6]
    game = FoxAndGeese(chessboard(4), "slanting", captures=False)
    assert game.moves(game.start()) == [(0, 3), (0, 2), (1, 3)]


def test_lines_slant_from_every_second_hole():
    """Slanting lines start from every second hole, and the others have only straight lines."""
    straight, both = FoxAndGeese(), FoxAndGeese(lines="both")
    assert straight.net.steps[6] == [10, 7, 2, 5]
    assert both.net.steps[6] == [10, 7, 2, 5, 11, 3, 1, 9]
    assert both.net.steps[5] == straight.net.steps[5] == [9, 6, 1, 4]


def test_the_mirror_of_a_board():
    """A position has a mirror image if the holes and lines of the board are symmetric."""
    assert list(FoxAndGeese().symmetries("gggg..f...... g")) == ["gggg..f...... g"]
    assert list(FoxAndGeese().symmetries("gggg.f....... f")) == ["gggg...f..... f"]
    assert list(FoxAndGeese("g../f.#").symmetries("g..f. g")) == []
    assert list(FoxAndGeese("gg/f.", lines="both").symmetries("ggf. g")) == []
