"""Law of candidates: the author's knowledge of a game, compared with the game.

``prove`` trusts the results of ``candidates`` until its proof is verified, so a false result costs
a proof. At each position the moves must be legal, each given once. If every position of the game
was listed, their outcomes are computed here by the plainest method, and no result may contradict
them: one of the best moves is among the candidates, and a verdict is true.

**The plainest method.** Infinite play counts as a draw. Round after round each position gets the
best of its successors' outcomes in the round before, until nothing changes. After r rounds all
wins and losses of up to r plies are found, with or without loops, and the other positions are
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


def candidates_are_moves(ask: Examination, position: Any) -> None:
    """Test that candidates are legal moves, each given once: a part of "candidates"."""
    seen: list[Any] = []
    listed = _listed(ask, position)
    moves = ask.moves(position) if listed else []
    if what := misplaced([move for move in listed if move not in moves]):
        _note(ask, position, what)
        return
    for move in listed:
        if move not in moves:
            *_, legal = instead_of(ask.game, position, move, spelled(move))
            _note(ask, position, f"gives {spelled(move)}: {legal}")
        elif move in seen:
            _note(ask, position, f"gives {spelled(move)} twice: expected each move once")
        seen.append(move)
    if _said(ask, position) == ():
        _note(ask, position, "gives no move: expected one, a verdict, or None")


def candidates_hold(ask: Examination, positions: Sequence[Any]) -> None:
    """Test that a best move is among them and verdicts are true: a part of "candidates"."""
    if not ask.rules.knows_candidates or ask.faults:
        return
    if not ask.exhaustive:
        ask.remark("candidates", _NOT_HELD)
    elif not ClaimScale(ask.rules).is_by_value:
        _scores_hold(ask, positions)
    else:
        outcomes = outcomes_of(ask, positions)
        for position in positions:
            with suppress(Unanswered):
                _hold(ask, position, outcomes)


_NOT_HELD = (
    "candidates: not known to hold; they were not held against the outcomes, which takes a game "
    "of which all positions are looked at: try a smaller size of it"
)


def _scores_hold(ask: Examination, positions: Sequence[Any]) -> None:
    """Test the law if there are scores, or infinite play is won."""
    numbers = numbers_of(ask, positions)
    if numbers is None:  # which is a fault of another law
        ask.remark("candidates", _NOT_HELD)
        return
    for position in positions:
        with suppress(Unanswered):
            _score_holds(ask, position, numbers)


def _score_holds(ask: Examination, position: Any, numbers: Numbers) -> None:
    """Compare the author's result for one position with the position's number."""
    said, number = _said(ask, position), numbers.of(position)
    text = numbers.in_words(position, number)
    if isinstance(said, Outcome | Bounds):
        if not numbers.is_true(position, said):
            _note(
                ask,
                position,
                f"returned the verdict {said}: expected a verdict that is true of a {text}",
            )
    elif said is not None:
        best = [
            move
            for move, successor in ask.steps(position)
            if numbers.are_equal(numbers.of_move(position, move, successor), number)
        ]
        _require_one(ask, position, said, best, text)


def outcomes_of(ask: Examination, positions: Sequence[Any]) -> dict[Any, Outcome]:
    """Return the outcome of each position, all draws being equal."""
    leads = {position: _led_to(ask, position) for position in positions}
    before: dict[Any, list[Any]] = {position: [] for position in positions}
    for position, successors in leads.items():
        for successor, _ in successors:
            before[successor].append(position)
    outcomes = {position: _at_the_end(ask, position) for position in positions}
    changed = [position for position in positions if outcomes[position] != DRAWN]
    while changed:
        looked_at = {position for successor in changed for position in before[successor]}
        news = {position: _best(leads[position], outcomes) for position in looked_at}
        changed = [position for position, new in news.items() if new != outcomes[position]]
        outcomes.update(news)
    return outcomes


def _led_to(ask: Examination, position: Any) -> list[tuple[Any, bool]]:
    """Return the successors, each with True if its move keeps the turn."""
    steps = ask.steps(position)
    return [(successor, ask.rules.turn_kept(position, successor)) for _, successor in steps]


def _at_the_end(ask: Examination, position: Any) -> Outcome:
    """Return the outcome of a terminal position; a draw for any other."""
    value = ask.ask(ask.rules.end_rule, position)
    return DRAWN if value in (None, Value.DRAW) else Outcome(value, 0)


def _best(successors: list[tuple[Any, bool]], outcomes: Mapping[Any, Outcome]) -> Outcome:
    """Return the best backed-up outcome of the successors."""
    return max(_back(outcomes[successor], kept) for successor, kept in successors)


def _back(outcome: Outcome, kept: bool) -> Outcome:
    return DRAWN if outcome == DRAWN else outcome.backed_up(kept)


def _hold(ask: Examination, position: Any, outcomes: Mapping[Any, Outcome]) -> None:
    """Compare the author's result for one position with its outcome."""
    said, outcome = _said(ask, position), outcomes[position]
    text = outcome.value.name.lower() if outcome == DRAWN else str(outcome)
    if isinstance(said, Outcome | Bounds):
        if not _is_true(said, outcome):
            _note(
                ask,
                position,
                f"returned the verdict {said}: expected a verdict that is true of a {text}",
            )
    elif said is not None:
        best = [move for move, row in _rows(ask, position, outcomes) if row == outcome]
        _require_one(ask, position, said, best, text)


def _require_one(ask: Examination, position: Any, said: Any, best: list[Any], text: str) -> None:
    """Record a violation unless one of the best moves is among the candidates."""
    if not any(move in said for move in best):
        names = ", ".join(ask.game.format_move(move) for move in best)
        _note(ask, position, f"leaves out every best move: expected one of {names} ({text})")


def _rows(
    ask: Examination, position: Any, outcomes: Mapping[Any, Outcome]
) -> list[tuple[Any, Outcome]]:
    """Return each move with its outcome."""
    kept = ask.rules.turn_kept
    return [
        (move, _back(outcomes[successor], kept(position, successor)))
        for move, successor in ask.steps(position)
    ]


def _is_true(said: Outcome | Bounds, outcome: Outcome) -> bool:
    """Return True if a verdict is true of an outcome; of draws only the value counts."""
    if isinstance(said, Outcome):
        return _reaches(outcome, said) and _reaches(said, outcome)
    return (said.at_least is None or _reaches(outcome, said.at_least)) and (
        said.at_most is None or _reaches(said.at_most, outcome)
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


def _listed(ask: Examination, position: Any) -> tuple[Any, ...]:
    """Return the candidates; none if the author gives a verdict instead."""
    said = _said(ask, position)
    return said if isinstance(said, tuple) else ()


def _said(ask: Examination, position: Any) -> Any:
    """Return the author's result for a position, or ``None`` if it is terminal."""
    if not ask.rules.knows_candidates or ask.ask(ask.rules.end_rule, position) is not None:
        return None
    return ask.ask("candidates", position)


def _note(ask: Examination, position: Any, what: str) -> None:
    call = call_text(ask.game, "candidates", (position,))
    ask.note("candidates", f"{call} {what}", position)
