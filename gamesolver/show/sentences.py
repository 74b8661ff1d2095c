"""Outcomes as people say them: "x wins in 5 plies", by the names of the seats.

An outcome is for the player to move. People want to hear who wins, so the seat is
named where the game tells it. Where it does not (Nim, seen from the mover), one
can only speak of "the player to move".
"""

from __future__ import annotations

from math import log10
from typing import Any

from gamesolver.rules.game import Game
from gamesolver.value import Outcome, Value

OURS = ("a draw", "the player to move ", "first player ", "second player ")
"""How a sentence begins that does not begin with a name."""

WORDS = {Value.WIN: "win", Value.DRAW: "draw", Value.LOSS: "loss"}


def plies(number: int) -> str:
    """A number of plies in words.

    >>> plies(1), plies(5)
    ('1 ply', '5 plies')
    """
    return f"{number} {'ply' if number == 1 else 'plies'}"


def sentence(game: Game[Any, Any], position: Any, outcome: Outcome, has_ended: bool) -> str:
    """Who wins and how fast, without a full stop.

    >>> from games import Nim, TicTacToe
    >>> game = TicTacToe()
    >>> sentence(game, game.parse("x..o....."), Outcome(Value.WIN, 5), False)
    'x wins in 5 plies'
    >>> sentence(Nim(), (1, 1), Outcome(Value.LOSS, 2), False)
    'the player to move loses in 2 plies'
    """
    seat, is_won = game.player(position), outcome.value is Value.WIN
    if outcome.value is Value.LOSS and seat is None:
        told = "has lost" if has_ended else f"loses in {plies(outcome.remoteness or 0)}"
        return f"the player to move {told}"
    winner = "the player to move" if seat is None else game.seats[seat if is_won else 1 - seat]
    return won_by(winner, outcome, has_ended)


def won_by(winner: str, outcome: Outcome, has_ended: bool) -> str:
    """The same, given who wins if anybody does.

    >>> won_by("x", Outcome(Value.LOSS, 4), False), won_by("x", Outcome(Value.DRAW, None), False)
    ('x wins in 4 plies', 'a draw: play goes on for ever')
    """
    if outcome.remoteness is None:
        return "a draw: play goes on for ever"
    if outcome.value is Value.DRAW:
        return "a draw: play has ended" if has_ended else f"a draw in {plies(outcome.remoteness)}"
    return f"{winner} has won" if has_ended else f"{winner} wins in {plies(outcome.remoteness)}"


def headline(told: str) -> str:
    """A sentence as a title: with a capital, but for names that a game gives to its players.

    >>> headline("a draw in 9 plies"), headline("x wins in 5 plies")
    ('A draw in 9 plies', 'x wins in 5 plies')
    """
    return told[0].upper() + told[1:] if told.startswith(OURS) else told


def many(count: float) -> str:
    """A number as a text that can be read: all digits of small ones, three of large ones.

    >>> many(1_234_567), many(246_803_167), many(4.53e12)
    ('1,234,567', '247 million', '4.53e+12')
    """
    if count < 10**7:
        return f"{round(count):,}"
    if count < 10**10:
        return f"{_three_digits(count / 10**6)} million"
    return f"{count:.3g}"


def lasting(seconds: float) -> str:
    """A time as people say it.

    >>> lasting(0.0123), lasting(4.2), lasting(150), lasting(9000), lasting(10**6)
    ('12 ms', '4.2 s', '150 s', '2.5 hours', '11.6 days')
    """
    if seconds < 1:
        return f"{_three_digits(seconds * 1000, 2)} ms"
    if seconds < 600:
        return f"{_three_digits(seconds, 2 if seconds < 10 else 3)} s"
    if seconds < 2 * 3600:
        return f"{round(seconds / 60)} minutes"
    if seconds < 2 * 86400:
        return f"{seconds / 3600:.1f} hours"
    return f"{seconds / 86400:,.1f} days"


def _three_digits(figure: float, digits: int = 3) -> str:
    before_the_point = int(log10(max(figure, 1))) + 1
    return f"{figure:,.{max(0, digits - before_the_point)}f}"
