"""Law of candidates: the author's knowledge of a game, compared with the game.

``prove`` trusts the results of ``candidates`` until its proof is verified, so a false result costs
a proof. At each position the moves must be legal, each given once. If every position of the game
was listed, their outcomes are computed here by the plainest method, and no result may contradict
them: one of the best moves is among the candidates, and a verdict is true.

**The plainest method.** Infinite play counts as a draw. Round after round each position gets the
best of its successors' outcomes in the round before, until nothing changes. After r rounds all
wins and losses of up to r plies are found, with or without cycles, and the other positions are
drawn. Only positions with a changed successor are examined again, so each move is examined at most
twice. ``prove`` uses no plies of the author for draws, so all draws are equal here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from gamesolver.check.candidate_scores import Numbers, numbers_of
from gamesolver.check.examination import Examination, Unanswered
from gamesolver.rules.faults import call_text, misplaced
from gamesolver.rules.messages import instead_of
from gamesolver.tables.claim_scale import ClaimScale
from gamesolver.texts import spelled
from gamesolver.value import Bounds, Outcome, Value

DRAWN = Outcome(Value.DRAW, None)


def candidates_are_moves(examination: Examination, position: Any) -> None:
    """Test that candidates are legal moves, each given once: a part of "candidates"."""
    seen: list[Any] = []
    listed = _listed(examination, position)
    moves = examination.moves(position) if listed else []
    if what := misplaced([move for move in listed if move not in moves]):
        _note(examination, position, what)
        return
    for move in listed:
        if move not in moves:
            *_, legal = instead_of(examination.game, position, move, spelled(move))
            _note(examination, position, f"gives {spelled(move)}: {legal}")
        elif move in seen:
            _note(examination, position, f"gives {spelled(move)} twice: expected each move once")
        seen.append(move)
    if _verdict(examination, position) == ():
        _note(examination, position, "gives no move: expected one, a verdict, or None")


def candidates_hold(examination: Examination, positions: Sequence[Any]) -> None:
    """Test that a best move is among them and verdicts are true: a part of "candidates"."""
    if not examination.rules.knows_candidates or examination.faults:
        return
    if not examination.exhaustive:
        examination.remark("candidates", _NOT_HELD)
    elif not ClaimScale(examination.rules).is_by_value:
        _scores_hold(examination, positions)
    else:
        outcomes = outcomes_of(examination, positions)
        for position in positions:
            with suppress(Unanswered):
                _hold(examination, position, outcomes)


_NOT_HELD = (
    "candidates: not known to hold; they were not held against the outcomes, which takes a game "
    "whose positions are all examined: try a smaller size"
)


def _scores_hold(examination: Examination, positions: Sequence[Any]) -> None:
    """Test the law if there are scores, or infinite play is won."""
    numbers = numbers_of(examination, positions)
    if numbers is None:  # which is a fault of another law
        examination.remark("candidates", _NOT_HELD)
        return
    for position in positions:
        with suppress(Unanswered):
            _score_holds(examination, position, numbers)


def _score_holds(examination: Examination, position: Any, numbers: Numbers) -> None:
    """Compare the author's result for one position with the position's number."""
    verdict, number = _verdict(examination, position), numbers.of(position)
    text = numbers.in_words(position, number)
    if isinstance(verdict, Outcome | Bounds):
        if not numbers.is_true(position, verdict):
            _note(
                examination,
                position,
                f"returned the verdict {verdict}: expected a verdict that is true of a {text}",
            )
    elif verdict is not None:
        best = [
            move
            for move, successor in examination.steps(position)
            if numbers.are_equal(numbers.of_move(position, move, successor), number)
        ]
        _require_one(examination, position, verdict, best, text)


def outcomes_of(examination: Examination, positions: Sequence[Any]) -> dict[Any, Outcome]:
    """Return the outcome of each position, all draws being equal."""
    leads = {position: _led_to(examination, position) for position in positions}
    before: dict[Any, list[Any]] = {position: [] for position in positions}
    for position, successors in leads.items():
        for successor, _ in successors:
            before[successor].append(position)
    outcomes = {position: _at_the_end(examination, position) for position in positions}
    changed = [position for position in positions if outcomes[position] != DRAWN]
    while changed:
        looked_at = {position for successor in changed for position in before[successor]}
        news = {position: _best(leads[position], outcomes) for position in looked_at}
        changed = [position for position, new in news.items() if new != outcomes[position]]
        outcomes.update(news)
    return outcomes


def _led_to(examination: Examination, position: Any) -> list[tuple[Any, bool]]:
    """Return the successors, each with True if its move keeps the turn."""
    steps = examination.steps(position)
    return [(successor, examination.rules.turn_kept(position, successor)) for _, successor in steps]


def _at_the_end(examination: Examination, position: Any) -> Outcome:
    """Return the outcome of a terminal position; a draw for any other."""
    value = examination.call(examination.rules.end_rule, position)
    return DRAWN if value in (None, Value.DRAW) else Outcome(value, 0)


def _best(successors: list[tuple[Any, bool]], outcomes: Mapping[Any, Outcome]) -> Outcome:
    """Return the best backed-up outcome of the successors."""
    return max(_back(outcomes[successor], kept) for successor, kept in successors)


def _back(outcome: Outcome, kept: bool) -> Outcome:
    return DRAWN if outcome == DRAWN else outcome.backed_up(kept)


def _hold(examination: Examination, position: Any, outcomes: Mapping[Any, Outcome]) -> None:
    """Compare the author's result for one position with its outcome."""
    verdict, outcome = _verdict(examination, position), outcomes[position]
    text = outcome.value.name.lower() if outcome == DRAWN else str(outcome)
    if isinstance(verdict, Outcome | Bounds):
        if not _is_true(verdict, outcome):
            _note(
                examination,
                position,
                f"returned the verdict {verdict}: expected a verdict that is true of a {text}",
            )
    elif verdict is not None:
        best = [move for move, row in _rows(examination, position, outcomes) if row == outcome]
        _require_one(examination, position, verdict, best, text)


def _require_one(
    examination: Examination, position: Any, verdict: Any, best: list[Any], text: str
) -> None:
    """Record a violation unless one of the best moves is among the candidates."""
    if not any(move in verdict for move in best):
        names = ", ".join(examination.game.format_move(move) for move in best)
        _note(
            examination, position, f"leaves out every best move: expected one of {names} ({text})"
        )


def _rows(
    examination: Examination, position: Any, outcomes: Mapping[Any, Outcome]
) -> list[tuple[Any, Outcome]]:
    """Return each move with its outcome."""
    kept = examination.rules.turn_kept
    return [
        (move, _back(outcomes[successor], kept(position, successor)))
        for move, successor in examination.steps(position)
    ]


def _is_true(verdict: Outcome | Bounds, outcome: Outcome) -> bool:
    """Return True if a verdict is true of an outcome; of draws only the value counts."""
    if isinstance(verdict, Outcome):
        return _reaches(outcome, verdict) and _reaches(verdict, outcome)
    return (verdict.at_least is None or _reaches(outcome, verdict.at_least)) and (
        verdict.at_most is None or _reaches(verdict.at_most, outcome)
    )


def _reaches(one: Outcome | Value | int, other: Outcome | Value | int) -> bool:
    """Return True if ``one`` is at least as good; plies count only if both are outcomes."""
    values = [_value_of(each) for each in (one, other)]
    if values[0] != values[1] or Value.DRAW in values:
        return values[0] >= values[1]
    if isinstance(one, Outcome) and isinstance(other, Outcome):
        return one >= other
    return True


def _value_of(bound: Outcome | Value | int) -> Value:
    if isinstance(bound, Outcome):
        return bound.value
    return bound if isinstance(bound, Value) else Value.of(bound)


def _listed(examination: Examination, position: Any) -> tuple[Any, ...]:
    """Return the candidates; none if the author gives a verdict instead."""
    verdict = _verdict(examination, position)
    return verdict if isinstance(verdict, tuple) else ()


def _verdict(examination: Examination, position: Any) -> Any:
    """Return the author's result for a position, or ``None`` if it is terminal."""
    if (
        not examination.rules.knows_candidates
        or examination.call(examination.rules.end_rule, position) is not None
    ):
        return None
    return examination.call("candidates", position)


def _note(examination: Examination, position: Any, what: str) -> None:
    call = call_text(examination.game, "candidates", (position,))
    examination.note("candidates", f"{call} {what}", position)
