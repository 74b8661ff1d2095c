"""Outcomes as sentences, with the names of the players: "x wins in 5 plies".

An outcome is for the player to move. Readers want to know who wins, so the winner is named if the
game names its players. Otherwise (Nim, from the mover's side) the sentence speaks of "the player to
move".

If moves have gains, an outcome counts only the points *from here on*, and the sentence states it.
The result of the match also depends on earlier gains (``winnings``).

Positions, moves and outcomes are also written with the game's names of its players. At a terminal
and in JSON, the player to move at the start is the first player, even if positions do not contain
the player.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log10
from typing import Any, Literal

import attrs

from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules, seats_of
from gamesolver.texts import clean
from gamesolver.value import Bounds, Outcome, Value

Word = Literal["win", "draw", "loss"]
"""A value in a word."""

WORDS: Mapping[Value, Word] = {Value.WIN: "win", Value.DRAW: "draw", Value.LOSS: "loss"}
VALUES: Mapping[str, Value] = {word: value for value, word in WORDS.items()}
WINS, LOSES = ("wins", "has won"), ("loses", "has lost")


def plies(number: int) -> str:
    """Return a number of plies as text.

    >>> plies(1), plies(5)
    ('1 ply', '5 plies')
    """
    return f"{number} {'ply' if number == 1 else 'plies'}"


def sentence(
    game: Game[Any, Any],
    position: Any,
    outcome: Outcome,
    has_ended: bool,
    mover: int | None = None,
) -> str:
    """Return the winner and the number of plies as a sentence, without a full stop.

    ``mover`` is the index of the player to move, if it is known although positions do not contain
    it.

    >>> from games import Nim, TicTacToe
    >>> game = TicTacToe()
    >>> sentence(game, game.parse("x..o....."), Outcome(Value.WIN, 5), False)
    'x wins in 5 plies'
    >>> sentence(Nim(), (1, 1), Outcome(Value.LOSS, 2), False)
    'the player to move loses in 2 plies'
    >>> sentence(Nim(), (1, 1), Outcome(Value.LOSS, 2), False, mover=0)
    'second player wins in 2 plies'
    """
    rules: Rules[Any, Any] = Rules(game)
    to_move, is_lost = rules.player(position), outcome.value is Value.LOSS
    seat = mover if to_move is None else to_move
    if seat is None:
        verbs = LOSES if is_lost else WINS
        return _from_here(rules, position, "the player to move", outcome, has_ended, verbs)
    winner = seats_of(game)[1 - seat if is_lost else seat]
    return _from_here(rules, position, winner, outcome, has_ended)


def won_by(winner: str, outcome: Outcome, has_ended: bool, verbs: tuple[str, str] = WINS) -> str:
    """Return the outcome as a sentence about the given winner.

    >>> won_by("x", Outcome(Value.LOSS, 4), False), won_by("x", Outcome(Value.DRAW, None), False)
    ('x wins in 4 plies', 'a draw: play goes on for ever')
    >>> won_by("x", Outcome(Value.WIN, 24, 3), False), won_by("x", Outcome(Value.WIN, 0, 3), True)
    ('x wins by 3 in 24 plies', 'x has won by 3')
    >>> won_by("fox", Outcome(Value.WIN, None), False)
    'fox wins, and play goes on for ever'
    """
    if outcome.value is Value.DRAW:
        return _drawn(outcome, has_ended)
    by = f" by {abs(outcome.score)}" if outcome.score else ""
    if has_ended:
        return f"{winner} {verbs[1]}{by}"
    if outcome.remoteness is None:
        return f"{winner} {verbs[0]}{by}, and play goes on for ever"
    return f"{winner} {verbs[0]}{by} in {plies(outcome.remoteness)}"


def _drawn(outcome: Outcome, has_ended: bool) -> str:
    if outcome.remoteness is None:
        return "a draw: play goes on for ever"
    return "a draw: play has ended" if has_ended else f"a draw in {plies(outcome.remoteness)}"


def _from_here(
    rules: Rules[Any, Any],
    position: Any,
    winner: str,
    outcome: Outcome,
    has_ended: bool,
    verbs: tuple[str, str] = WINS,
) -> str:
    """Return the outcome at a position as a sentence, without earlier gains if moves have gains."""
    words = won_by(winner, outcome, has_ended, verbs)
    if not rules.has_gains or position == rules.start():
        return words
    if not has_ended:
        it_is = "it is " if outcome.value is Value.DRAW else ""
        return f"from here on {it_is}{words}"
    brings = f", and {winner} {verbs[0]} {abs(outcome.points)} by that" if outcome.points else ""
    return f"play has ended{brings}"


def score_in_words(score: int) -> str:
    """Return a score as text.

    >>> score_in_words(3), score_in_words(0), score_in_words(-12)
    ('win by 3', 'draw', 'loss by 12')
    """
    word = WORDS[Value.of(score)]
    return f"{word} by {abs(score)}" if score else word


def scores_as_text(counts: Mapping[Outcome, int], value: Value) -> str:
    """Return the range of scores among the positions of a value, to follow the word for it.

    >>> wins = {Outcome(Value.WIN, 5, 2): 3, Outcome(Value.WIN, 7, 8): 1}
    >>> scores_as_text(wins, Value.WIN), scores_as_text(wins, Value.LOSS)
    (', by 2 to 8', '')
    """
    scores = {abs(each.score) for each in counts if each.value is value and each.score}
    if not scores:
        return ""
    least, most = min(scores), max(scores)
    return f", by {least}" if least == most else f", by {least} to {most}"


def for_the_mover(rules: Rules[Any, Any]) -> str:
    """Return the point of view of counted outcomes; "from here on" if moves have gains.

    >>> from games import DotsAndBoxes, TicTacToe
    >>> for_the_mover(Rules(TicTacToe())), for_the_mover(Rules(DotsAndBoxes()))
    ('for the player to move', 'for the player to move, from here on')
    """
    return f"for the player to move{', from here on' if rules.has_gains else ''}"


def endless_in_words(rules: Rules[Any, Any]) -> tuple[str, ...]:
    """Return a note on the payoff of infinite play, or nothing if it is a draw."""
    if not rules.payoff:
        return ()
    name = Voice(rules).name(0 if rules.payoff > 0 else 1)
    if rules.is_scored:
        return (f"the payoff of infinite play is {abs(rules.payoff)} for {name}",)
    return (f"infinite play is a win for {name}",)


def positions_counted(game: Game[Any, Any], start: Any, count: int) -> str:
    """Return the number of positions of a solution from ``start``, with a description.

    An indexed game is solved with all its indexed positions, any other from the start.

    >>> from games import FibonacciNim, TicTacToe
    >>> positions_counted(TicTacToe(), TicTacToe().start(), 765)
    '765 positions up to symmetry that the start reaches'
    >>> positions_counted(FibonacciNim(), FibonacciNim().start(), 67)
    '67 positions that the start reaches'
    """
    noun = "position" if count == 1 else "positions"
    up_to = " up to symmetry" if _folds(game) else ""
    return f"{count:,} {noun}{up_to}{_extent(game, start)}"


def _folds(game: Game[Any, Any]) -> bool:
    """Return True if a position represents its symmetric ones; an index alone does not show it."""
    if isinstance(game, CompiledGame) and game.rules.is_indexed:
        return game.rules.writes("symmetries") or game.rules.canonical is not None
    return Rules(game).folds


def _extent(game: Game[Any, Any], start: Any) -> str:
    if isinstance(game, CompiledGame) and game.rules.is_indexed:
        return f", {EVERY}"
    rules = Rules(game)
    if start != rules.start():
        return f" that {clean(rules.format(start))} reaches"
    names_more = next(rules.positions(), None) is not None
    return " that the start reaches, or another root of the game" if names_more else f" {REACHED}"


REACHED, EVERY = "that the start reaches", "reachable or not"
"""Descriptions of the counted positions: those reachable from the start, or all."""


def signed(score: int) -> str:
    """Return a score with its sign, for either player.

    >>> signed(3), signed(0), signed(-1200)
    ('+3', '0', '-1,200')
    """
    return f"{score:+,}" if score else "0"


def endless_payoff(payoff: int, is_scored: bool) -> str:
    """Return the payoff of infinite play for a player as text.

    >>> endless_payoff(-1, False), endless_payoff(2, True)
    ('infinite play is a loss', 'the payoff of infinite play is +2')
    """
    if is_scored:
        return f"the payoff of infinite play is {signed(payoff)}"
    return f"infinite play is a {WORDS[Value(payoff)]}"


def remarks_on_play(never_ended: bool, payoff: int, score: str | None) -> list[str]:
    """Return remarks on infinite play, if there was any, and on the score, if there is one.

    >>> remarks_on_play(True, -2, "score +0.50 on average")
    ['the payoff of infinite play is -2', 'score +0.50 on average']
    >>> remarks_on_play(True, 0, None), remarks_on_play(True, 1, None)
    ([], ['infinite play is a win'])
    """
    is_scored = score is not None
    remarks = [endless_payoff(payoff, is_scored)] if never_ended and payoff else []
    return remarks if score is None else [*remarks, score]


def headline(text: str) -> str:
    """Return a sentence with a capital; a one-letter name of a player is left as it is.

    >>> headline("a draw in 9 plies"), headline("x wins in 5 plies"), headline("white to move")
    ('A draw in 9 plies', 'x wins in 5 plies', 'White to move')
    """
    is_letter = text[1:2] == " " and not text.startswith("a draw")
    return text if is_letter else capital(text)


def name_alone(name: str) -> str:
    """Return the name of a player outside a sentence: with a capital, but ``x`` is left as it is.

    >>> name_alone("red"), name_alone("x")
    ('Red', 'x')
    """
    return capital(name) if len(name) > 1 else name


def capital(text: str) -> str:
    """Return a sentence of the library with a capital.

    >>> capital("after B2")
    'After B2'
    """
    return text[:1].upper() + text[1:]


def many(count: float) -> str:
    """Return a number as readable text: all digits of small ones, three of large ones.

    >>> many(1_234_567), many(246_803_167), many(4.53e12)
    ('1,234,567', '247 million', '4.53e+12')
    """
    if count < 10**7:
        return f"{round(count):,}"
    if count < 10**10:
        return f"{_three_digits(count / 10**6)} million"
    return f"{count:.3g}"


def lasting(seconds: float) -> str:
    """Return a duration as readable text.

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


def _in_plies(bounds: Bounds) -> str:
    """Return the number of plies of a win or loss as text, if it is known.

    >>> _in_plies(Bounds(Outcome(Value.WIN, 9))), _in_plies(Bounds(Value.WIN))
    (' in at most 9 plies', '')
    >>> _in_plies(Bounds(Outcome(Value.LOSS, 2), Outcome(Value.LOSS, 6)))
    ' in 2 to 6 plies'
    """
    sides = bounds.at_least, bounds.at_most
    quick, slow = sides if bounds.value is Value.LOSS else sides[::-1]
    parts = [
        (words, each.remoteness)
        for words, each in (("at least", quick), ("at most", slow))
        if isinstance(each, Outcome) and each.value is bounds.value
    ]
    if len(parts) == 2:
        return f" in {parts[0][1]} to {parts[1][1]} plies"
    return "".join(f" in {words} {plies} plies" for words, plies in parts)


# ── positions, moves and outcomes as text, with the names of the players ──────────────────────────


@attrs.frozen
class Voice:
    """Text of a game's positions and moves, cleaned for a terminal."""

    rules: Rules[Any, Any]
    first: int = 0
    """Player to move at the position shown, if positions do not contain the player."""

    @classmethod
    def of(cls, game: Game[Any, Any]) -> Voice:
        """Return the voice of a game."""
        return cls(Rules(game))

    def position(self, position: Any) -> str:
        """Return the position as a line of text."""
        return clean(self.rules.format(position))

    def move(self, move: Any) -> str:
        """Return the move as a short text."""
        return clean(self.rules.format_move(move))

    def board(self, position: Any, mover: int | None = None) -> str:
        """Return the position as a board; ``mover`` moves if positions do not name the player.

        Without ``mover`` it is ``first``.
        """
        mover = self.first if mover is None else mover
        return clean(self.rules.render(position, mover)).rstrip("\n")

    def legend(self) -> str | None:
        """Return the legend of the board's places, or None."""
        legend = self.rules.legend()
        return None if legend is None else clean(legend).rstrip("\n")

    def board_after(self, position: Any, plies: int) -> str:
        """Return the board ``plies`` after a position at which ``first`` moves."""
        return self.board(position, self.rules.mover(position, plies, self.first))

    def seat(self, position: Any, *, if_nameless: int | None = None) -> int | None:
        """Return the player to move, or ``if_nameless`` if positions do not contain the player."""
        seat = self.rules.player(position)
        return if_nameless if seat is None else int(seat)

    def seat_at_start(self, position: Any) -> int | None:
        """Return the player to move; at the start, the first if positions do not name any."""
        return self.seat(position, if_nameless=0 if position == self.rules.start() else None)

    def name(self, seat: int | None, *, other: bool = False) -> str:
        """Return the name of the player with this index, or of the other player."""
        if seat is None:
            return "the other player" if other else "the player to move"
        name = clean(seats_of(self.rules.game)[1 - seat if other else seat])
        return f"the {name}" if name.endswith("player") else name

    def sentence(self, position: Any, outcome: Outcome, seat: int | None) -> str:
        """Return the outcome of a position as a sentence: ``x wins in 5 plies``."""
        winner = self.name(seat, other=outcome.value is Value.LOSS)
        return _from_here(self.rules, position, winner, outcome, outcome.remoteness == 0)

    def known(self, position: Any, bounds: Bounds, seat: int | None) -> str:
        """Return the known bounds as a sentence: ``x wins``, or ``for x: at least draw``."""
        if bounds.outcome is not None:
            return self.sentence(position, bounds.outcome, seat)
        value = bounds.value
        if value is None:
            return f"for {self.name(seat)}: {bounds}"
        if value is Value.DRAW:
            return "a draw"
        by = f" by {abs(bounds.score)}" if bounds.score else ""
        return f"{self.name(seat, other=value is Value.LOSS)} wins{by}{_in_plies(bounds)}"
