"""A match of a person against a perfect opponent: replies, mistakes, and undoing moves."""

from __future__ import annotations

from random import Random

import pytest

from games import Hexapawn, Nim, PongHauKi, TicTacToe
from gamesolver import Game, Value, solve
from gamesolver.players.against_person import PersonMatch

GAMES = [TicTacToe(), Hexapawn(), Nim(heaps=(2, 3)), PongHauKi()]
SOLVED = {repr(game): solve(game) for game in GAMES}


def played(solution, seat, luck, by="outcome", longest=40):
    """Return a match in which the person plays at random."""
    match = PersonMatch(solution, seat, luck, by)
    while not match.is_over and len(match.turns) < longest:
        match.make(luck.choice(match.rows)) if match.is_mine else match.reply()
    return match


def winning_rows(solution, position):
    """Return the moves that win, in any number of plies."""
    return [row for row in solution.moves(position) if row.outcome.value is Value.WIN]


class Alone(Game):
    """Three counters, taken one by one, always by the same player."""

    def start(self):
        return 3

    def moves(self, position):
        return [1]

    def play(self, position, move):
        return position - move

    def terminal_value(self, position):
        return Value.WIN if position == 0 else None

    def player(self, position):
        return 1


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_opponent_never_gives_anything_away(game, seat):
    """Each move of the opponent is one of the best moves."""
    solution = SOLVED[repr(game)]
    for seed in range(20):
        match = played(solution, seat, Random(seed))
        for turn in match.turns:
            if turn.seat != seat:
                assert turn.row.move in solution.best_moves(turn.position)
                assert turn.row.is_best


def test_the_opponent_takes_all_moves_of_equal_outcome_in_turn():
    """Over many matches the opponent plays each of its best replies, and no others."""
    solution = SOLVED["TicTacToe()"]
    centre = solution.game.parse("....x....")
    replies = {
        PersonMatch(solution, 0, Random(seed), start=centre).reply().row.move for seed in range(60)
    }
    assert replies == set(solution.best_moves(centre))


def test_by_value_the_opponent_need_not_hurry():
    """By value the opponent plays any winning move, whatever its number of plies."""
    solution = SOLVED["TicTacToe()"]
    here = solution.game.parse(".o..x....")
    winning: list = []
    for slow in solution:
        winning = winning_rows(solution, slow)
        if len({row.outcome for row in winning}) > 1:
            break
    for start, rows in ((here, winning_rows(solution, here)), (slow, winning)):
        met = {
            PersonMatch(solution, 1, Random(seed), "value", start).reply().row.move
            for seed in range(80)
        }
        assert met == {row.move for row in rows}


def test_the_same_seed_gives_the_same_match():
    """A match depends on the seed alone."""
    solution = SOLVED["TicTacToe()"]
    first, second = (played(solution, 0, Random(7)).turns for _ in range(2))
    assert first == second


def test_going_back_takes_the_last_own_move_and_what_followed():
    """Undo returns to the person's last move, and does nothing before their first one."""
    match = PersonMatch(SOLVED["TicTacToe()"], 1, Random(1))
    match.reply()
    assert not match.undo()
    here = match.position
    match.make(match.rows[0])
    match.reply()
    assert match.undo()
    assert (match.position, match.is_mine) == (here, True)


def test_who_moves_is_read_from_the_position_where_it_reports():
    """A move that keeps the turn lets the same player move again."""
    match = PersonMatch(solve(Alone()), 0, Random(1))
    seats = []
    while not match.is_over:
        seats.append(match.to_move)
        match.reply()
    assert seats == [1, 1, 1]


def test_without_seats_the_players_take_turns():
    """In a game without ``player`` the match alternates the players itself."""
    match = PersonMatch(SOLVED["Nim(heaps=(2, 3))"], 0, Random(1))
    assert match.to_move == 0
    match.make(match.rows[0])
    assert match.to_move == 1


def test_mistakes_are_moves_of_the_person_that_give_value_away():
    """A lost draw is a mistake, a slower win is not, and the opponent makes none."""
    match = PersonMatch(SOLVED["TicTacToe()"], 0, Random(1))
    for text in ("4", "1", "7"):
        row = match.meant(text)
        assert row is not None
        match.make(row)
    assert [turn.row.move for turn in match.mistakes] == [7]
    assert [turn.row.move for turn in match.turns if turn.gave_up] == [1, 7]


def test_moves_are_understood_without_brackets_and_spaces():
    """Moves are understood without brackets and spaces if it is clear which one is meant."""
    match = PersonMatch(SOLVED["Nim(heaps=(2, 3))"], 0, Random(1))
    for text in ("(1, 2)", "(1,2)", "1,2", " 1, 2 "):
        assert match.meant(text).move == (1, 2)
    for text in ("", "()", "3", "9,9"):
        assert match.meant(text) is None


def test_a_position_that_stood_before_is_recognised():
    """In a game with cycles a position that occurred before is recognised."""
    match = played(SOLVED["PongHauKi()"], 0, Random(3))
    positions = [turn.position for turn in match.turns]
    assert match.has_been_here == (match.position in positions)
    assert len(set(positions)) < len(positions)
