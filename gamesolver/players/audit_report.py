"""Report of an audit: tallies, mistakes, faults and own play, with JSON shapes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypedDict

import attrs

from gamesolver.answers import MoveRow
from gamesolver.lazy import shown_by
from gamesolver.players.arguments import number_in
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules, seats_of
from gamesolver.shapes import (
    GameShape,
    Natural,
    OutcomeShape,
    Plies,
    Shaped,
    StepShape,
    fill,
    line_shape,
    outcome_shape,
)
from gamesolver.show.sentences import Word, capital
from gamesolver.texts import several
from gamesolver.value import Outcome, Value

SHOWN = 3  # mistakes that ``str`` shows with their boards

ANSWERS = {True: "yes", False: "no", None: "not known"}
MEANS = {
    "strong": "keeps the value at every position, and makes progress in won positions",
    "weak": "its own play from the start keeps the value of the start",
    "exact": "keeps the score at every position",
    "fastest": "keeps the number of plies at every position",
}
"""Meaning of the answers. *exact* applies to games with scores only."""
SAMPLED = "Sampled: positions that random play reaches, and those that its own play reaches"

Line = tuple[MoveRow[Any, Any], ...]


class TallyShape(TypedDict):
    """Number of right choices, and of queried positions."""

    right: Natural
    positions: Natural


@attrs.frozen
class Tally(Shaped):
    """Number of right answers among the positions that discriminate.

    >>> print(Tally(3139, 3191))
    3,139 of 3,191 (98.37%)
    """

    right: int
    positions: int

    @property
    def share(self) -> float:
        """Fraction of right answers, or 1 if there are no questions."""
        return self.right / self.positions if self.positions else 1.0

    @property
    def per_cent(self) -> str:
        """Percentage as text, never rounded up to 100, or a remark if there are no questions.

        >>> Tally(99_999, 100_000).per_cent, Tally(0, 0).per_cent
        ('99.99%', 'nothing to err')
        """
        if not self.positions:
            return "nothing to err"
        # Truncated, not rounded: a player with one error in 100,000 positions is not at 100.00%.
        return f"{int(10_000 * self.share) / 100:.2f}%"

    def shape(self) -> TallyShape:
        """Return both numbers as plain data for JSON."""
        return fill(TallyShape, self)

    def __str__(self) -> str:
        return f"{self.right:,} of {self.positions:,} ({self.per_cent})"


class PlayerFaultShape(TypedDict):
    """Fault that no player may have."""

    kind: Annotated[str, "`illegal move`, `raises`, `hangs`, `changes its mind` or `not called`."]
    position: str
    message: str


@attrs.frozen
class PlayerFault:
    """Violation of the player protocol: kind, position and message.

    The kinds are those of ``PlayerError``: ``"illegal move"``, ``"raises"``, ``"hangs"``,
    ``"changes its mind"`` and ``"not called"``.

    >>> PlayerFault("raises", 3, "choose raised KeyError: 3 in position 3").kind
    'raises'
    """

    kind: str
    position: Any
    message: str


class MistakeShape(TypedDict):
    """A position in which a player chose an inferior move."""

    position: str
    board: str
    chosen: list[str]
    right: list[str]
    before: OutcomeShape
    after: Annotated[OutcomeShape, "Of the worst move chosen."]
    cost: Annotated[Natural, "Loss of value: 2 from a win to a loss."]
    lost: Annotated[Natural | None, "Loss of points; `null` in games without scores."]
    won: Annotated[int, "Points of the player before the move, in games with gains."]
    reached: Annotated[bool, "True if the player's own play reaches it."]
    line: Annotated[list[StepShape], "Punishes it."]


@attrs.frozen(eq=False)
class Mistake:
    """Position in which a player chose a wrong move, and the consequences.

    ``chosen`` are the moves it chose among, ``right`` those it should have; ``before`` is
    the outcome there, ``after`` that of the worst move chosen, both for the player. ``reached``
    is True if its own play can reach it. ``won`` is the points the player had won before, in a
    mistake by value where moves gain.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> from gamesolver.players import audit
    >>> worst = audit(lambda position: position.index("."), solve(TicTacToe())).mistakes[0]
    >>> str(worst.before), str(worst.after), worst.cost
    ('win in 1', 'loss in 2', 2)
    """

    position: Any
    chosen: tuple[Any, ...]
    before: Outcome
    after: Outcome
    reached: bool
    _details: Callable[[Mistake], tuple[tuple[Any, ...], Line, str]] = attrs.field(repr=False)
    """Function that computes the right moves, the line and the text on demand."""
    won: int = 0

    @property
    def cost(self) -> int:
        """Loss of value, 2 from a win to a loss and 0 if only plies were lost."""
        return int(self._value(self.before)) - int(self._value(self.after))

    @property
    def lost(self) -> int | None:
        """Loss of score, or ``None`` in a game without scores."""
        return None if self.before.score is None else self.before.points - self.after.points

    def is_right(self, back: Outcome) -> bool:
        """Return True if a move with outcome ``back`` preserves what the mistake lost."""
        if self.cost:
            return self._value(back) is self._value(self.before)
        return (
            back.points == self.before.points
            if self.lost
            else back.preference_key == self.before.preference_key
        )

    def _value(self, outcome: Outcome) -> Value:
        """Return the value of the match, including points won before."""
        return Value.of(self.won + outcome.points)

    @property
    def right(self) -> tuple[Any, ...]:
        """Moves that preserve what the mistake lost, in the order of the game."""
        return self._details(self)[0]

    @property
    def line(self) -> Line:
        """Refutation, with one row for each ply, played against the player itself."""
        return self._details(self)[1]

    def __str__(self) -> str:
        return self._details(self)[2]


class CycleShape(TypedDict):
    """A cycle in which a player with a win can be held."""

    position: str
    line: Annotated[list[StepShape], "Moves of the cycle, back to the position."]


@attrs.frozen(eq=False)
class Cycle:
    """Cycle in which a player can be held in a won position, from ``position`` back to it.

    Also a cycle in a position whose score exceeds the payoff of infinite play.

    >>> from gamesolver.players import PerfectPlayer, audit
    >>> from gamesolver import Game, Value, solve
    >>> class Detour(Game[str, str]):
    ...     '''From here one can win at once, or go there, and there one must come back.'''
    ...     def start(self):
    ...         return "here"
    ...     def moves(self, position):
    ...         return ["there", "end"] if position == "here" else ["here"]
    ...     def play(self, position, move):
    ...         return move
    ...     def terminal_value(self, position):
    ...         return Value.LOSS if position == "end" else None
    >>> solution = solve(Detour())
    >>> report = audit(PerfectPlayer(solution, by="value"), solution)
    >>> report.strong, [row.move for row in report.cycles[0].line]
    (False, ['there', 'here'])
    """

    position: Any
    line: Line


class OwnPlayShape(TypedDict):
    """Results of a player's own play as one of the players."""

    seat: Natural
    player: Annotated[str, "Name of that player."]
    value: Annotated[Word, "Of the start, for this player."]
    holds: bool
    score: Annotated[int | None, "Likewise; `null` if the game has none."]
    holds_score: bool | None
    line: Annotated[list[StepShape], "Line of play to the position where it fails."]


@attrs.frozen(eq=False)
class OwnPlay:
    """Result of a player's own play as one of the players, against every reply.

    ``value`` is that of the start for this player. ``line`` leads from the start to the first worse
    position, or into a cycle in which the player is held although the start is won. It is empty if
    the player errs nowhere. ``positions`` is the size of the graph of play. In a game with scores,
    ``score`` is that of the start, and ``holds_score`` is True if play never reaches a lower score.
    If the value holds and the score does not, the line leads to the loss of score.

    >>> OwnPlay(seat=0, value=Value.DRAW, holds=True, line=(), positions=12).holds
    True
    """

    seat: int
    value: Value
    holds: bool
    line: Line
    positions: int
    score: int | None = None
    holds_score: bool | None = None


class RemotenessShape(TallyShape):
    """These figures for the positions of one remoteness."""

    remoteness: Plies


class FoundShape(TypedDict):
    """Total number of entries; lists may contain a part."""

    mistakes: Natural
    loose: Natural
    slow: Natural
    cycles: Natural
    faults: Natural


class AuditShape(TypedDict):
    """`Audit.as_json`; `null` if a sample leaves it open, and for scores in games without them."""

    game: GameShape
    verdict: Literal["perfect", "not perfect", "sample"]
    strong: bool | None
    weak: bool | None
    fastest: bool | None
    exact: Annotated[bool | None, "True if it keeps the score."]
    by_value: TallyShape
    by_score: TallyShape | None
    by_outcome: TallyShape
    by_value_folded: Annotated[TallyShape, "Up to symmetry."]
    by_score_folded: Annotated[TallyShape | None, "Up to symmetry."]
    by_outcome_folded: Annotated[TallyShape, "Up to symmetry."]
    by_remoteness: list[RemotenessShape]
    own_play: list[OwnPlayShape]
    found: FoundShape
    mistakes: Annotated[list[MistakeShape], "Worst first."]
    loose: Annotated[list[MistakeShape], "Moves that kept the value and lost points."]
    slow: Annotated[list[MistakeShape], "Moves that lost only time."]
    cycles: list[CycleShape]
    faults: list[PlayerFaultShape]


@attrs.frozen(eq=False, repr=False)
class Audit(Shaped):
    """Judgement on a player, with its evidence.

    ``None`` means that a sample does not decide, or that the game has no scores.

    >>> from games import Nim
    >>> from gamesolver import solve
    >>> from gamesolver.players import RandomPlayer, audit
    >>> game = Nim(heaps=(1, 2))
    >>> report = audit(RandomPlayer(game), solve(game))
    >>> report.strong, report.weak, report.by_value, report.by_value_folded
    (False, False, Tally(right=0, positions=4), Tally(right=0, positions=2))
    """

    game: Game[Any, Any]
    strong: bool | None
    """True if it preserves the value of every position, and makes progress in won ones."""
    weak: bool | None
    """True if its own play from the start never reaches a worse value."""
    fastest: bool | None
    """True if it preserves the whole outcome of every position."""
    by_value: Tally
    """Tally of positions in which some moves preserve the value and some do not."""
    by_outcome: Tally
    """Tally of positions in which some moves preserve the outcome and some do not."""
    by_value_folded: Tally
    """Tally by orbit. An orbit is right if all its tested positions are."""
    by_outcome_folded: Tally
    by_remoteness: Mapping[int | None, Tally]
    """Tallies of ``by_value`` by the remoteness of the position."""
    mistakes: tuple[Mistake, ...]
    """Positions in which the value fell, worst first."""
    slow: tuple[Mistake, ...]
    """Positions in which the outcome fell, and the value and the score did not."""
    cycles: tuple[Cycle, ...]
    faults: tuple[PlayerFault, ...]
    own_play: Mapping[int, OwnPlay | None]
    """Own play by player index, or ``None`` if it reaches more positions than allowed."""
    is_sample: bool
    is_symmetric: bool
    is_scored: bool = False
    """True if the game has scores."""
    exact: bool | None = None
    """True if it preserves the score of every position, and makes progress if it must."""
    by_score: Tally | None = None
    """Tally of positions in which some moves preserve the score and some do not."""
    by_score_folded: Tally | None = None
    loose: tuple[Mistake, ...] = ()
    """Positions in which the score fell, and the value did not."""

    _repr_html_ = shown_by("players.reports", "audit_html")

    @property
    def perfect(self) -> bool:
        """True if nothing was found, and everything was tested."""
        return self.strong is True and not self.is_sample

    @property
    def tallies(self) -> list[tuple[str, Tally, Tally]]:
        """Tallies by value, by score and by outcome, for positions and for orbits."""
        tallies = [
            ("by value", self.by_value, self.by_value_folded),
            ("by outcome", self.by_outcome, self.by_outcome_folded),
        ]
        if self.by_score is not None and self.by_score_folded is not None:
            tallies.insert(1, ("by score", self.by_score, self.by_score_folded))
        return tallies

    @property
    def verdict(self) -> Literal["perfect", "not perfect", "sample"]:
        """``"perfect"`` or ``"not perfect"``, or ``"sample"`` for a sample."""
        if self.is_sample:
            return "sample"
        return "perfect" if self.perfect else "not perfect"

    def shape(self, most: int | None = None) -> AuditShape:
        """Return the report as plain data for JSON, with at most ``most`` items in each list."""
        if most is not None:
            most = number_in(most, "most", "a number from 0 on, or None for all", 0)
        rules, first = Rules(self.game), slice(most)
        own_play = [own for own in self.own_play.values() if own is not None]
        return fill(
            AuditShape,
            self,
            by_remoteness=[
                {"remoteness": remoteness, **tally.shape()}
                for remoteness, tally in self.by_remoteness.items()
            ],
            own_play=[_own_play(rules, own) for own in own_play],
            found={name: len(getattr(self, name)) for name in FoundShape.__annotations__},
            mistakes=[_mistake(rules, mistake) for mistake in self.mistakes[first]],
            loose=[_mistake(rules, mistake) for mistake in self.loose[first]],
            slow=[_mistake(rules, mistake) for mistake in self.slow[first]],
            cycles=[_cycle(rules, cycle) for cycle in self.cycles[first]],
            faults=[_fault(rules, fault) for fault in self.faults[first]],
        )

    def __repr__(self) -> str:
        return f"<Audit: {self.verdict}, right by value at {self.by_value}>"

    def __str__(self) -> str:
        rows = [capital(self.verdict), *answers_of(self)]
        for name, raw, folded in self.tallies:
            up_to = "" if self.is_sample or self.is_symmetric else f", up to symmetry {folded}"
            rows.append(f"{name:12} {raw}{up_to}")
        rows += [f"{capital(fault.kind)}: {fault.message}" for fault in self.faults[:SHOWN]]
        rows += filter(None, [findings_of(self)])
        return "\n\n".join(["\n".join(rows), *map(str, self.mistakes[:SHOWN])])


def answers_of(report: Audit) -> list[str]:
    """Return the answers as lines with their meaning, and a note for a sample."""
    answers = {name: ANSWERS[getattr(report, name)] for name in answer_names(report)}
    wide = max(map(len, answers.values()))
    lines = [f"  {name:8} {answer:{wide}}  {MEANS[name]}" for name, answer in answers.items()]
    return [*lines, SAMPLED] if report.is_sample else lines


def answer_names(report: Audit) -> list[str]:
    """Return the names of the answers that apply."""
    return [name for name in MEANS if name != "exact" or report.is_scored]


def findings_of(report: Audit) -> str:
    """Return the numbers of mistakes, slow moves and cycles as text, empty if none."""
    counts = (
        ("mistake", report.mistakes),
        ("loose move", report.loose),
        ("slow move", report.slow),
        ("cycle", report.cycles),
    )
    return ", ".join(several(len(found), name) for name, found in counts if found)


# ── conversion of an audit to its JSON shapes ─────────────────────────────────────────────────────


def _own_play(rules: Rules[Any, Any], own: OwnPlay) -> OwnPlayShape:
    player = seats_of(rules.game)[own.seat]
    return fill(OwnPlayShape, own, player=player, line=line_shape(rules, own.line))


def _mistake(rules: Rules[Any, Any], mistake: Mistake) -> MistakeShape:
    seat = rules.mover(mistake.position, 0)
    return {
        "position": rules.format(mistake.position, seat),
        "board": rules.render(mistake.position, seat),
        "chosen": [rules.format_move(move) for move in mistake.chosen],
        "right": [rules.format_move(move) for move in mistake.right],
        "before": outcome_shape(mistake.before),
        "after": outcome_shape(mistake.after),
        "cost": mistake.cost,
        "lost": mistake.lost,
        "won": mistake.won,
        "reached": mistake.reached,
        "line": line_shape(rules, mistake.line, seat),
    }


def _cycle(rules: Rules[Any, Any], cycle: Cycle) -> CycleShape:
    return {"position": rules.format(cycle.position), "line": line_shape(rules, cycle.line)}


def _fault(rules: Rules[Any, Any], fault: PlayerFault) -> PlayerFaultShape:
    return fill(PlayerFaultShape, fault, position=rules.format(fault.position))
