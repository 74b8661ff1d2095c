"""Audit of a player: its errors and their refutations, judged by a solution.

A move is right *by value* if it preserves the winner, *by score* if it preserves the margin, and
*by outcome* if it also preserves the number of plies. Without scores the first two coincide. If
moves gain points, the winner of a match depends on the points won before. By value, a position is
then judged once for each sum that play may bring there, as if the sum were part of the position.

The audit answers these questions.

* *Strong*: does the player preserve the value of every position? Only positions matter in which
  some legal moves preserve the value and some do not. All of them are tested.
* *Weak*: does its own play from the start, against every reply, never reach a worse value?
* *Fastest*: does it preserve the remoteness, too?
* *Exact*, in games with scores: does it preserve the score of every position?

In games with cycles, strong and weak also require progress: in a won position no reply may hold
the player in a cycle.

Method:

* Only positions that *discriminate* are tested: some moves there are right and some are not.
  Symmetric positions discriminate alike, so one test of the canonical position covers its orbit.
  Every raw position of the orbit is then tested, because a player need not treat symmetric
  positions alike. A list of moves is right only if all its moves are. Some calls are repeated
  at the end.
* For a game with more than a million raw positions a sample is tested: the positions that seeded
  random play meets first. Many games are played in parallel, so that outcomes are looked up in
  batches. ``Lookup`` caches outcomes by raw position.
* The graph of own play (``own_graph``) has the player's choices at its own nodes and every
  reply at the others. The player holds the value if no node is worse for it than the start.
* A player may fail to end a won game, or any game in which infinite play has a lower payoff than
  the value to hold. This shows as a set of nodes in which the opponent can hold play (see
  ``play_graph.held``). From each node of the opponent some reply stays inside, and from each node
  of the player all its choices do. A player that sometimes leaves by a random choice cannot be
  held.
* Outside own play, only positions with a move right by value and wrong by outcome need this test.
  If all moves were the fastest, the remoteness would fall with every ply, and no position could
  recur. Play after such slow moves is followed as long as the player preserves the value.

Cost: one call of the player for each position, and about 20 microseconds more. Memory for the
positions tested and for the graph of own play.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, repeat
from random import Random
from typing import Any, Generic

import attrs

from gamesolver.answers import MoveRow
from gamesolver.arguments import require_yes_or_no
from gamesolver.errors import Advice, PlayerError, SizeLimitError
from gamesolver.players.arguments import (
    limit_in,
    number_in,
    require_solution,
    seat_in,
    seed_in,
)
from gamesolver.players.audit_report import Audit, Cycle, Line, Mistake, OwnPlay, PlayerFault, Tally
from gamesolver.players.calling import (
    CALLED_AGAIN,
    CheckedPlayer,
    FoldedPlayer,
    require_alike,
    some_of,
)
from gamesolver.players.play_graph import FIRST, LIMIT, SECOND, PlayGraph, explore_play, held
from gamesolver.players.players import Player
from gamesolver.players.remembering import Remembered, Seats
from gamesolver.rules.game import MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.show.sentences import signed
from gamesolver.solution import Solution
from gamesolver.system.progress import Listener, Reporter, reporting
from gamesolver.value import Outcome, PreferenceKey, Value

# ── outcomes of raw positions, looked up in batches and cached ────────────────────────────────────


@attrs.frozen
class Options(Generic[PositionT, MoveT]):
    """Legal moves of a position, with successor function, player to move and gains."""

    legal: tuple[MoveT, ...]
    play: Callable[[MoveT], PositionT]
    seat: int | None
    gain: Callable[[MoveT], int]


class Lookup(Generic[PositionT, MoveT]):
    """Outcomes of a solution by raw position, with a cache."""

    def __init__(
        self, rules: Rules[PositionT, MoveT], solution: Solution[PositionT, MoveT]
    ) -> None:
        self.rules = rules
        self.solution = solution
        self.seats = Seats(rules)
        self.has_points = rules.is_scored or rules.has_gains or bool(rules.payoff)
        """True if an outcome is more than a value and plies."""
        self.outcomes = Remembered[PositionT, Outcome](lambda position: self.learn([position])[0])
        self._made = Remembered(self._outcome)
        self._backs = (
            Remembered(Outcome.backed_up),
            Remembered[Outcome, Outcome](lambda outcome: outcome.backed_up(True)),
        )

    def learn(self, positions: Sequence[PositionT]) -> list[Outcome]:
        """Return the outcomes of positions of the solution, in one batch."""
        labels = self.solution._table.probe_labels(positions, self.solution.get)
        if labels.are_pending.any():
            stranger = positions[int(labels.are_pending.argmax())]
            raise self.solution._table.missing(self.rules.game, stranger)
        payoffs = map(self._payoff_at, positions) if self.rules.payoff else repeat(0)
        numbers = zip(labels.points.tolist(), labels.plies.tolist(), payoffs, strict=False)
        return [self._made[each] for each in numbers]

    def _payoff_at(self, position: PositionT) -> int:
        return self.rules.payoff_for(position, self.seats.at(position))

    def _outcome(self, numbers: tuple[int, int, int]) -> Outcome:
        """Return an outcome by its points, its plies and the payoff of infinite play."""
        points, plies, payoff = numbers
        return Outcome.of(points, plies, self.rules.is_scored, payoff)

    def keep(self, positions: Iterable[PositionT], outcome: Outcome) -> None:
        """Store the outcome of positions."""
        self.outcomes.keep(positions, outcome)

    def outcome(self, position: PositionT) -> Outcome:
        """Return the outcome of a position for the player to move."""
        return self.outcomes[position]

    def foresee(self, positions: Iterable[PositionT]) -> None:
        """Look up, in one batch, the positions that are not cached yet."""
        missing = [
            *dict.fromkeys(position for position in positions if position not in self.outcomes)
        ]
        for position, outcome in zip(missing, self.learn(missing), strict=True):
            self.outcomes.keep((position,), outcome)

    def choice(self, position: PositionT) -> Options[PositionT, MoveT]:
        """Return the options at a position that is not terminal."""
        moves_and_play, gain = self.rules.choices(position), self.rules.gains(position)
        return Options(*moves_and_play, self.seats.at(position), gain)

    def backed_up(self, choice: Options[PositionT, MoveT], move: MoveT) -> Outcome:
        """Return the backed-up outcome of a move for the player who makes it."""
        successor = choice.play(move)
        kept = choice.seat is not None and self.seats.at(successor) == choice.seat
        if self.has_points:
            return self.outcomes[successor].backed_up(kept, choice.gain(move))
        return self._backs[kept][self.outcomes[successor]]

    def is_as_good(self, one: Outcome, other: Outcome) -> bool:
        """Return True if two outcomes are equally good for a player."""
        return one.preference_key == other.preference_key if self.has_points else one == other


# ── the positions that an audit tests ─────────────────────────────────────────────────────────────

MOST_AUDITED = 1_000_000
BATCH = 4096
WALKERS, MOST_PLIES = 256, 200
IDLE_ROUNDS = 20  # games side by side that meet nothing new, before a sample is given up


@attrs.frozen
class Question(Generic[PositionT]):
    """Raw positions of one orbit that discriminate, and their outcome."""

    positions: Sequence[PositionT]
    outcome: Outcome
    kinds: tuple[str, ...]
    """Criteria by which they discriminate: ``"outcome"``, ``"score"`` and ``"value"``."""
    won: int = 0
    """Points that the player to move has won before."""


def all_questions(
    lookup: Lookup[PositionT, Any], folded: bool, seat: int | None, report: Reporter
) -> list[Question[PositionT]]:
    """Return all orbits that discriminate. ``folded`` selects one position of each."""
    orbits = list(_open_orbits(lookup, folded, seat, report))
    questions = (_question(lookup, positions, outcome) for positions, outcome in orbits)
    found = [question for question in questions if question]
    if lookup.rules.has_gains:
        found += _by_sum(lookup, folded, seat, report, sum(len(each[0]) for each in orbits))
    return found


def _by_sum(
    lookup: Lookup[PositionT, Any], folded: bool, seat: int | None, report: Reporter, raw: int
) -> Iterator[Question[PositionT]]:
    """Yield the orbits that discriminate by value, for each sum that play may bring."""
    for canonical, won in _sums(lookup, report):
        positions = _tested(lookup, lookup.rules.images(canonical), folded, seat)
        raw += len(positions)
        if raw > MOST_AUDITED:
            raise _too_many()
        question = _value_question(lookup, positions, won) if positions else None
        if question:
            yield question


def _sums(lookup: Lookup[PositionT, Any], report: Reporter) -> Iterator[tuple[PositionT, int]]:
    """Yield the canonical positions that are not terminal, with each possible sum."""
    rules = lookup.rules
    steps = Remembered[PositionT, list[tuple[PositionT, bool, int]]](
        lambda position: _steps(lookup, position)
    )
    states = dict.fromkeys((rules.canonical(root), 0) for root in lookup.solution._roots)
    waiting = list(states)
    for position, won in waiting:  # the list grows as we go
        if lookup.outcome(position).remoteness == 0:
            continue
        yield position, won
        for ahead, kept, gain in steps[position]:
            then = won + gain if kept else -(won + gain)
            if (ahead, then) not in states:
                states[ahead, then] = None
                waiting.append((ahead, then))
        report("list", len(states))


def _steps(lookup: Lookup[PositionT, Any], here: PositionT) -> list[tuple[PositionT, bool, int]]:
    """Return the canonical successors, with True if the turn is kept, and the gains."""
    rules, gain_of = lookup.rules, lookup.rules.gains(here)
    return [
        (rules.canonical(raw), rules.turn_kept(here, raw), gain_of(move))
        for move, raw in rules.played(here)
    ]


def _tested(
    lookup: Lookup[PositionT, Any], orbit: Sequence[PositionT], folded: bool, seat: int | None
) -> Sequence[PositionT]:
    """Return the positions of an orbit that are tested."""
    rules = lookup.rules
    positions = [image for image in orbit if seat is None or rules.player(image) == seat]
    return positions[:1] if folded else positions


def _open_orbits(
    lookup: Lookup[PositionT, Any], folded: bool, seat: int | None, report: Reporter
) -> Iterator[tuple[Sequence[PositionT], Outcome]]:
    """Yield the raw positions to test of each orbit that is not terminal."""
    raw, done, size = 0, 0, len(lookup.solution)
    if size > MOST_AUDITED and _count_open(lookup) > MOST_AUDITED:
        raise _too_many()  # before anything is listed
    rest = iter(lookup.solution)
    while batch := list(islice(rest, BATCH)):
        for position, outcome in zip(batch, lookup.learn(batch), strict=True):
            orbit = lookup.rules.images(position)
            lookup.keep(orbit, outcome)
            if outcome.remoteness == 0:
                continue
            positions = _tested(lookup, orbit, folded, seat)
            raw += len(positions)
            if raw > MOST_AUDITED:
                raise _too_many()
            if positions:
                yield positions, outcome
        done += len(batch)
        report("list", done, size)


def _count_open(lookup: Lookup[Any, Any]) -> int:
    """Return the number of canonical positions that are not terminal."""
    counts = lookup.solution.counts()
    return sum(count for outcome, count in counts.items() if outcome.remoteness != 0)


def _too_many() -> SizeLimitError:
    message = f"an audit covers {MOST_AUDITED} positions at most, and there are more"
    sample = Advice("audits the given number of positions of random play", {"sample": None})
    return SizeLimitError(message, MOST_AUDITED).advised(sample)


def _question(
    lookup: Lookup[PositionT, Any], positions: Sequence[PositionT], outcome: Outcome
) -> Question[PositionT] | None:
    """Return the question that is independent of points won before, or ``None``."""
    choice = lookup.choice(positions[0])
    backs = [lookup.backed_up(choice, move) for move in choice.legal]
    if all(lookup.is_as_good(back, outcome) for back in backs):
        return None
    kinds = ["outcome"]
    if lookup.rules.is_scored and any(back.score != outcome.score for back in backs):
        kinds.append("score")
    if not lookup.rules.has_gains and any(back.value is not outcome.value for back in backs):
        kinds.append("value")
    return Question(positions, outcome, tuple(kinds))


def _value_question(
    lookup: Lookup[PositionT, Any], positions: Sequence[PositionT], won: int
) -> Question[PositionT] | None:
    """Return the question by value for a sum won before, or ``None``.

    Positions that discriminate by outcome only are included, since they show slow moves.
    """
    outcome, choice = lookup.outcome(positions[0]), lookup.choice(positions[0])
    backs = [lookup.backed_up(choice, move) for move in choice.legal]
    if all(lookup.is_as_good(back, outcome) for back in backs):
        return None
    is_decided = any(sign(won + back.points) != sign(won + outcome.points) for back in backs)
    return Question(positions, outcome, ("value",) if is_decided else (), won)


@attrs.frozen(eq=False)
class _MetPositions(Generic[PositionT]):
    """Positions that random play has met, with those that discriminate."""

    lookup: Lookup[PositionT, Any]
    questions: dict[PositionT, list[Question[PositionT]]] = attrs.field(factory=dict)
    dull: set[PositionT] = attrs.field(factory=set)

    def __len__(self) -> int:
        return len(self.questions)

    def look(self, position: PositionT, won: int) -> None:
        """Add a position, with the points that its player to move has won, if it is new."""
        if position in self.questions or position in self.dull:
            return
        question = _question(self.lookup, [position], self.lookup.outcome(position))
        if question is None:
            self.dull.add(position)
            return
        gains = self.lookup.rules.has_gains
        by_value = _value_question(self.lookup, [position], won) if gains else None
        self.questions[position] = [each for each in (question, by_value) if each]


def sampled_questions(
    lookup: Lookup[PositionT, Any], count: int, seat: int | None, seed: int, report: Reporter
) -> list[Question[PositionT]]:
    """Return up to ``count`` positions that discriminate, met by random play."""
    luck, sample = Random(seed), _MetPositions(lookup)
    idle = 0
    while len(sample) < count and idle < IDLE_ROUNDS:
        before = len(sample)
        walkers = [(lookup.solution.start, 0)] * min(count, WALKERS)
        for _ in range(MOST_PLIES):
            walkers = [walker for walker in walkers if lookup.outcome(walker[0]).remoteness != 0]
            if not walkers or len(sample) >= count:
                break
            walkers = _ply(sample, walkers, seat, luck)
            report("sample", min(len(sample), count), count)
        idle = 0 if len(sample) > before else idle + 1
    return [each for those in islice(sample.questions.values(), count) for each in those]


def _ply(
    sample: _MetPositions[PositionT],
    walkers: list[tuple[PositionT, int]],
    seat: int | None,
    luck: Random,
) -> list[tuple[PositionT, int]]:
    """Record the positions of all walkers, and move each of them by one ply."""
    lookup = sample.lookup
    choices: list[Options[PositionT, Any]] = [lookup.choice(walker) for walker, _ in walkers]
    lookup.foresee(choice.play(move) for choice in choices for move in choice.legal)
    for (position, won), choice in zip(walkers, choices, strict=True):
        if seat is None or choice.seat == seat:
            sample.look(position, won)
    return [
        _moved(lookup, choice, luck.choice(choice.legal), won)
        for choice, (_, won) in zip(choices, walkers, strict=True)
    ]


def _moved(
    lookup: Lookup[PositionT, MoveT], choice: Options[PositionT, MoveT], move: MoveT, won: int
) -> tuple[PositionT, int]:
    """Return the next position and the points that its player to move has won."""
    successor, rules = choice.play(move), lookup.rules
    if not rules.has_gains:
        return successor, 0
    then = won + choice.gain(move)
    kept = choice.seat is not None and lookup.seats.at(successor) == choice.seat
    return successor, then if kept else -then


# ── a player's own play, and the cycles in which it can be held ──────────────────────────────────


def own_graph(
    audited: AuditedPlayer[PositionT, MoveT], mover: int, limit: int, report: Reporter
) -> PlayGraph[PositionT, MoveT]:
    """Return the graph of the player's own play, with the player as ``FIRST``."""
    graph: PlayGraph[PositionT, MoveT] = PlayGraph.empty()
    graph.number(audited.lookup.solution.start, mover)
    choosers = audited.choices, _every_reply
    explore_play(graph, audited.lookup.rules, choosers, limit, report)
    return graph


def _every_reply(position: Any, legal: Sequence[MoveT]) -> Sequence[MoveT]:
    return legal


def judged(
    audited: AuditedPlayer[PositionT, MoveT], graph: PlayGraph[PositionT, MoveT], seat: int
) -> tuple[OwnPlay, list[Cycle], list[Cycle]]:
    """Return the judgement on own play, and the cycles in which it can be held.

    The cycles that cost the value come first, then those that cost points.
    """
    lookup = audited.lookup
    lookup.foresee(graph.positions)
    points = [
        lookup.outcome(position).points * (1 if mover == FIRST else -1)
        for position, mover in zip(graph.positions, graph.movers, strict=True)
    ]
    states, payoff = _states(graph), _payoff_for_player(lookup, graph)
    is_scored = lookup.rules.is_scored
    by_value, cycles = _failing(lookup, graph, states, points, payoff, sign)
    by_score: list[int] = []
    held_by_score: list[Cycle] = []
    if is_scored:
        by_score, held_by_score = _failing(lookup, graph, states, points, payoff, int)
    failing = by_value or by_score
    own = OwnPlay(
        seat,
        Value.of(points[0]),
        not by_value,
        _line_to(lookup, graph, states[min(failing)]) if failing else (),
        len(graph),
        points[0] if is_scored else None,
        not by_score if is_scored else None,
    )
    return own, cycles, held_by_score


Measure = Callable[[int], int]
"""Function of the points of a line: their sign, or the points themselves."""


def sign(points: int) -> int:
    """Return the sign of the points: -1, 0 or 1."""
    return (points > 0) - (points < 0)


State = tuple[int, int]
"""Node of a graph of play, and the points won before by the player named first."""


def _states(graph: PlayGraph[Any, Any]) -> list[State]:
    """Return all states in the order in which play reaches them."""
    if not graph.gains:
        return [(node, 0) for node in range(len(graph))]
    return [(0, 0), *dict.fromkeys(ahead for _, ahead, _ in _walk(graph) if ahead != (0, 0))]


def _walk(graph: PlayGraph[PositionT, MoveT]) -> Iterator[tuple[State, State, MoveT]]:
    """Yield every step of play, breadth first: state, next state and move."""
    seen, waiting = {(0, 0)}, [(0, 0)]
    for here in waiting:  # the list grows as we go
        node, won = here
        for move, (target, gain) in zip(graph.moves[node], graph.steps(node), strict=True):
            ahead = target, won + gain
            yield here, ahead, move
            if ahead not in seen:
                seen.add(ahead)
                waiting.append(ahead)


def _payoff_for_player(lookup: Lookup[Any, Any], graph: PlayGraph[Any, Any]) -> int:
    """Return the payoff of infinite play for the audited player."""
    payoff = lookup.rules.payoff_at(graph.positions[0])
    return payoff if graph.movers[0] == FIRST else -payoff


def _failing(
    lookup: Lookup[PositionT, MoveT],
    graph: PlayGraph[PositionT, MoveT],
    states: list[State],
    points: list[int],
    payoff: int,
    measure: Measure,
) -> tuple[list[int], list[Cycle]]:
    """Return the states with a worse result than the start, and the holding cycles.

    If there is no such state, the first state of a holding cycle is returned.
    """
    totals = [measure(won + points[node]) for node, won in states]
    start = totals[0]
    open_nodes = defaultdict[int, list[int]](list)
    for (node, won), total in zip(states, totals, strict=True):
        if total >= start > measure(won + payoff):
            open_nodes[won].append(node)
    cycles = [cycle for nodes in open_nodes.values() for cycle in held_cycles(lookup, graph, nodes)]
    failing = [place for place, total in enumerate(totals) if total < start]
    failing += [place for place, (node, _) in enumerate(states) if _is_at_fault(graph, node)]
    if not failing and cycles:
        held_at = graph.numbers[FIRST][cycles[0].position]
        failing = [next(place for place, (node, _) in enumerate(states) if node == held_at)]
    return failing, cycles


def _is_at_fault(graph: PlayGraph[PositionT, MoveT], node: int) -> bool:
    return graph.ends[node] is None and not graph.moves[node]


def _line_to(
    lookup: Lookup[PositionT, MoveT], graph: PlayGraph[PositionT, MoveT], state: State
) -> Line:
    """Return the shortest line from the start to a state."""
    came: dict[State, tuple[State, MoveT]] = {}
    for here, ahead, move in _walk(graph):
        came.setdefault(ahead, (here, move))
    rows = []
    while state != (0, 0):
        state, move = came[state]
        rows.append(row_of(lookup, graph.positions[state[0]], move))
    return tuple(reversed(rows))


# ── cycles ─────────────────────────────────────────────────────────────────


def cycles_after(
    audited: AuditedPlayer[PositionT, MoveT],
    slow: Iterable[PositionT],
    won: int,
    measure: Measure,
    limit: int,
    report: Reporter,
) -> list[Cycle]:
    """Return the holding cycles that begin with slow moves.

    Moves that gain lie on no cycle and are not followed.
    """
    lookup, rules = audited.lookup, audited.lookup.rules
    graph: PlayGraph[PositionT, MoveT] = PlayGraph.empty()
    for position in slow:
        graph.number(position, FIRST)

    def kept(position: PositionT, legal: Sequence[MoveT]) -> Sequence[MoveT]:
        choices = audited.choices(position, legal)
        choice, least = lookup.choice(position), measure(won + lookup.outcome(position).points)
        backs = (lookup.backed_up(choice, move).points for move in choices)
        is_right = all(measure(won + points) >= least for points in backs)
        return (
            choices if is_right and not any(gain(position, move) for move in choices) else NOTHING
        )

    def replies(position: PositionT, legal: Sequence[MoveT]) -> Sequence[MoveT]:
        return [move for move in legal if not gain(position, move)] if rules.has_gains else legal

    gain = rules.gain
    explore_play(graph, rules, (kept, replies), limit, report)
    return held_cycles(lookup, graph, range(len(graph)))


def held_cycles(
    lookup: Lookup[PositionT, MoveT], graph: PlayGraph[PositionT, MoveT], won: Iterable[int]
) -> list[Cycle]:
    """Return the cycles among won nodes in which the opponent can hold the player."""
    inside = held(won, lambda node: graph.movers[node] == SECOND, graph.staying)
    ahead = {
        node: next(step for step in enumerate(graph.staying(node)) if step[1] in inside)
        for node in inside
    }
    cycles = _cycles(ahead)
    return [cycle for nodes in cycles if (cycle := _cycle(lookup, graph, nodes, ahead))]


def _cycles(ahead: dict[int, tuple[int, int]]) -> Iterator[list[int]]:
    """Yield the cycles of the graph in which each node has one successor."""
    done: set[int] = set()
    for node in sorted(ahead):
        path: dict[int, None] = {}
        while node not in done and node not in path:
            path[node] = None
            node = ahead[node][1]
        if node in path:
            nodes = list(path)
            yield nodes[nodes.index(node) :]
        done.update(path)


def _cycle(
    lookup: Lookup[PositionT, MoveT],
    graph: PlayGraph[PositionT, MoveT],
    nodes: list[int],
    ahead: dict[int, tuple[int, int]],
) -> Cycle | None:
    """Return the cycle, starting with a node of the player."""
    ours = [place for place, node in enumerate(nodes) if graph.movers[node] == FIRST]
    if not ours:
        return None
    turned = nodes[ours[0] :] + nodes[: ours[0]]
    rows = [
        row_of(lookup, graph.positions[node], graph.moves[node][ahead[node][0]]) for node in turned
    ]
    return Cycle(graph.positions[turned[0]], tuple(rows))


# ── answers of an audited player ──────────────────────────────────────────────────────────────────

NOTHING: Sequence[Any] = ()
"""Answer recorded for a player at fault."""


class AuditedPlayer(Generic[PositionT, MoveT]):
    """Audited player with its answers and faults."""

    def __init__(
        self, lookup: Lookup[PositionT, MoveT], player: CheckedPlayer[PositionT, MoveT]
    ) -> None:
        self.lookup = lookup
        self.player = player
        self.answers: dict[PositionT, Sequence[MoveT]] = {}
        self.faults: dict[PositionT, PlayerFault] = {}
        self._accounts: dict[int, tuple[tuple[MoveT, ...], Line, str]] = {}

    def choices(self, position: PositionT, legal: Sequence[MoveT]) -> Sequence[MoveT]:
        """Return the moves the player chooses from, empty if it is at fault."""
        choices = self.answers.get(position)
        if choices is None:
            try:
                choices = self.player.choices(position, legal)
            except PlayerError as error:
                choices = NOTHING
                self._note(position, error)
            self.answers[position] = choices
        return choices

    def call_again(self) -> None:
        """Call the player again on a sample of positions."""
        answers = [(position, choices) for position, choices in self.answers.items() if choices]
        for position, choices in some_of(answers, CALLED_AGAIN):
            try:
                error = self.player.changed(position, choices)
            except PlayerError as raised:  # the second time it was at fault
                error = raised
            if error:
                self._note(position, error)

    def _note(self, position: PositionT, error: PlayerError) -> None:
        self.faults.setdefault(position, PlayerFault(error.kind, position, str(error)))

    # ── mistakes and their refutations ─────────────────────────────────────

    def worst(self, position: PositionT) -> tuple[MoveT, Outcome] | None:
        """Return the worst move it may choose and its outcome, or ``None`` at a fault."""
        choice = self.lookup.choice(position)
        backs = [
            (move, self.lookup.backed_up(choice, move))
            for move in self.choices(position, choice.legal)
        ]
        return min(backs, key=lambda option: option[1].preference_key) if backs else None

    def details(self, mistake: Mistake) -> tuple[tuple[MoveT, ...], Line, str]:
        """Return the right moves, the refutation and the text of a mistake, cached."""
        account = self._accounts.get(id(mistake))
        if account is None:
            right, line = self._right(mistake), self._line(mistake.position)
            account = self._accounts[id(mistake)] = right, line, self._words(mistake, right, line)
        return account

    def _right(self, mistake: Mistake) -> tuple[MoveT, ...]:
        choice = self.lookup.choice(mistake.position)
        backs = [(move, self.lookup.backed_up(choice, move)) for move in choice.legal]
        return tuple(move for move, back in backs if mistake.is_right(back))

    def _line(self, position: PositionT) -> Line:
        """Return its worst moves against best replies, to the end or to a repetition."""
        rows: list[MoveRow[PositionT, MoveT]] = []
        is_its, met = True, set[tuple[PositionT, bool]]()
        while (position, is_its) not in met and self.lookup.outcome(position).remoteness != 0:
            met.add((position, is_its))
            made = self.worst(position) if is_its else self._best(position)
            if made is None:
                break
            rows.append(row_of(self.lookup, position, made[0]))
            is_its ^= not self.lookup.rules.turn_kept(position, rows[-1].position)
            position = rows[-1].position
        return tuple(rows)

    def _best(self, position: PositionT) -> tuple[MoveT, Outcome]:
        choice = self.lookup.choice(position)
        backs = [(move, self.lookup.backed_up(choice, move)) for move in choice.legal]
        return max(backs, key=lambda option: option[1].preference_key)

    def _words(self, mistake: Mistake, right: tuple[MoveT, ...], line: Line) -> str:
        rules = self.lookup.rules
        chosen, kept, played = (
            " ".join(map(rules.format_move, moves))
            for moves in (mistake.chosen, right, [row.move for row in line])
        )
        reach = "its own play reaches it" if mistake.reached else "its own play never reaches it"
        won = f" with {signed(mistake.won)} won before" if mistake.won else ""
        return (
            f"{rules.render(mistake.position, rules.mover(mistake.position, 0))}\n"
            f"Chose {chosen}{won}: {mistake.before} becomes {mistake.after}; "
            f"right: {kept}; {reach}\nLine: {played}"
        )


def row_of(
    lookup: Lookup[PositionT, MoveT], position: PositionT, move: MoveT
) -> MoveRow[PositionT, MoveT]:
    """Return the row of a move."""
    choice = lookup.choice(position)
    back = lookup.backed_up(choice, move)
    is_best = lookup.is_as_good(back, lookup.outcome(position))
    return MoveRow(move, choice.play(move), back, is_best, choice.gain(move))


# ── audit ────────────────────────────────────────────────────────────────────────


def audit(
    player: Player,
    solution: Solution[PositionT, MoveT],
    seat: int | None = None,
    sample: int | None = None,
    *,
    symmetric: bool = False,
    seed: int = 0,
    limit: int = LIMIT,
    progress: bool | Listener | None = None,
) -> Audit:
    """Judge a player by a solution, on all positions where it can err or on a sample.

    In a game with scores the player is judged by score too. If moves gain points, it is judged by
    value once for each sum that play from a root brings to a position.

    Parameters
    ----------
    player
        Player to judge.
    solution
        Solution to judge by, from ``solve`` or ``load``.
    seat
        Player index, 0 or 1, to judge the player in; default both. If the game does not define
        ``player``, 0 is the player to move at the start, and any position may belong to either.
    sample
        Number of positions to sample by random play from ``seed``. Required beyond a million raw
        positions. The verdict on a sample is never *perfect*.
    symmetric
        True to test canonical positions only. The player must treat symmetric positions alike.
    seed
        Seed of the sample, default 0.
    limit
        Greatest number of positions to which the player's own play is followed.
    progress
        ``True`` for a bar, or a callable that takes a ``Progress``.

    Returns
    -------
    Audit
        Shares of right answers, mistakes, and a verdict.

    Raises
    ------
    PlayerError
        With ``symmetric=True``, the player treats symmetric positions differently.
    SizeLimitError
        The game has too many positions to test without ``sample``, or the player's own play
        reaches more than ``limit`` positions.
    InvalidArgumentError
        An argument is invalid.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> from gamesolver.players import PerfectPlayer
    >>> solution = solve(TicTacToe())
    >>> print(audit(PerfectPlayer(solution, by="value"), solution))
    Perfect
      strong   yes  keeps the value at every position, and makes progress in won positions
      weak     yes  its own play from the start keeps the value of the start
      fastest  no   keeps the number of plies at every position
    by value     3,191 of 3,191 (100.00%), up to symmetry 431 of 431 (100.00%)
    by outcome   3,030 of 3,515 (86.20%), up to symmetry 363 of 477 (76.10%)
    485 slow moves
    """
    require_yes_or_no(symmetric=symmetric)
    require_solution(solution)
    limit, seed = limit_in(limit), seed_in(seed)
    seat = None if seat is None else seat_in(seat, "0, 1 or None")
    if sample is not None:
        sample = number_in(sample, "sample", "a whole number from 1 on", 1)
    rules = Rules(solution.game)
    checked_player = CheckedPlayer(rules, player)
    lookup = Lookup(rules, solution)
    with reporting(progress) as report:
        seats = (0, 1) if seat is None else (seat,)
        player_number = seat if rules.has_seats else None
        if sample is None:
            questions = all_questions(lookup, symmetric, player_number, report)
        else:
            questions = sampled_questions(lookup, sample, player_number, seed, report)
        if symmetric:
            require_alike(checked_player, [question.positions[0] for question in questions])
            checked_player = CheckedPlayer(rules, FoldedPlayer(checked_player))
        running = _RunningAudit(
            AuditedPlayer(lookup, checked_player), report, limit, sample is not None
        )
        running.play(seats)
        running.examine(questions)
        return running.report_on(symmetric)


class _RunningAudit(Generic[PositionT, MoveT]):
    """State of a running audit."""

    def __init__(
        self,
        audited: AuditedPlayer[PositionT, MoveT],
        report: Reporter,
        limit: int,
        is_sample: bool,
    ) -> None:
        self.audited = audited
        self.report = report
        self.limit = limit
        self.is_sample = is_sample
        self.own_play: dict[int, OwnPlay | None] = {}
        self.reached: set[PositionT] = set()
        self.reached_with: set[tuple[PositionT, int]] = set()
        """Positions of own play with the points won before, if moves gain."""
        self.cycles: dict[PositionT, Cycle] = {}
        self.held_by_score: dict[PositionT, Cycle] = {}
        self.answer_counts: Counter[tuple[str, Any, bool]] = Counter()
        """Number of answers by kind, remoteness and correctness."""
        self.mistakes: list[Mistake] = []
        self.loose: list[Mistake] = []
        self.slow: list[Mistake] = []
        self.dawdled: dict[tuple[Measure, int], list[PositionT]] = defaultdict(list)
        """Positions with slow moves that preserve a result better than infinite play."""

    # ── its own play ───────────────────────────────────────────────────────

    def play(self, seats: tuple[int, ...]) -> None:
        """Explore its own play as these players."""
        solution, rules = self.audited.lookup.solution, self.audited.lookup.rules
        at_start = rules.player(solution.start) or 0
        for seat in seats:
            try:
                mover = FIRST if seat == at_start else SECOND
                graph = own_graph(self.audited, mover, self.limit, self.report)
            except SizeLimitError:
                if not self.is_sample:
                    raise
                self.own_play[seat] = None
                continue
            self.own_play[seat], cycles, by_score = judged(self.audited, graph, seat)
            self.cycles |= {cycle.position: cycle for cycle in cycles}
            self.held_by_score |= {cycle.position: cycle for cycle in by_score}
            self.reached.update(graph.numbers[FIRST])
            for node, won in _states(graph) if graph.gains else ():
                if graph.movers[node] == FIRST:
                    self.reached_with.add((graph.positions[node], won))

    # ── the questions ──────────────────────────────────────────────────────

    def examine(self, questions: list[Question[PositionT]]) -> None:
        """Call the player on all questions."""
        total, done = sum(len(question.positions) for question in questions), 0
        for question in questions:
            judgements = [self._judge(position, question) for position in question.positions]
            for kind in question.kinds:
                self._count(kind, question, [kind in kept for kept in judgements])
            done += len(judgements)
            self.report("call", done, total)
        self.audited.call_again()
        mistaken = {mistake.position for mistake in self.mistakes}  # by value, for some sum
        self.loose = [each for each in self.loose if each.position not in mistaken]
        for (measure, won), slow in self.dawdled.items() if not self.is_sample else ():
            cycles = cycles_after(self.audited, slow, won, measure, 2 * MOST_AUDITED, self.report)
            self._held(measure).update((each.position, each) for each in cycles)

    def _held(self, measure: Measure) -> dict[PositionT, Cycle]:
        return self.cycles if measure is sign else self.held_by_score

    def _judge(self, position: PositionT, question: Question[PositionT]) -> set[str]:
        """Return the criteria that the answer preserves, and record a mistake."""
        lookup, before = self.audited.lookup, question.outcome
        choice = lookup.choice(position)
        chosen = self.audited.choices(position, choice.legal)
        if not chosen:
            return set()
        after = min((lookup.backed_up(choice, move) for move in chosen), key=_key_of)
        if lookup.is_as_good(after, before):
            return set(question.kinds)
        reached = position in self.reached
        if lookup.rules.has_gains and "value" in question.kinds:
            reached = (position, question.won) in self.reached_with
        details_of = self.audited.details
        wrong = Mistake(position, tuple(chosen), before, after, reached, details_of, question.won)
        self._note(wrong, question)
        return {kind for kind, lost in (("value", wrong.cost), ("score", wrong.lost)) if not lost}

    def _note(self, wrong: Mistake, question: Question[PositionT]) -> None:
        """Record a mistake."""
        rules, before = self.audited.lookup.rules, wrong.before.points
        counts_outcome = "outcome" in question.kinds
        counts_value = not (counts_outcome and rules.has_gains)
        payoff = rules.payoff_at(wrong.position)
        if counts_value and not wrong.cost and sign(wrong.won + before) > sign(wrong.won + payoff):
            self.dawdled[sign, wrong.won].append(wrong.position)
        if counts_outcome and rules.is_scored and not wrong.lost and before > payoff:
            self.dawdled[int, 0].append(wrong.position)
        if counts_value and wrong.cost:
            self.mistakes.append(wrong)
        elif counts_outcome:
            (self.loose if wrong.lost else self.slow).append(wrong)

    def _count(self, kind: str, question: Question[PositionT], right: list[bool]) -> None:
        remoteness = question.outcome.remoteness
        self.answer_counts[kind, remoteness, True] += sum(right)
        self.answer_counts[kind, remoteness, False] += len(right) - sum(right)
        self.answer_counts[f"{kind} folded", remoteness, all(right)] += 1

    # ── the report ─────────────────────────────────────────────────────────

    def report_on(self, symmetric: bool) -> Audit:
        """Return the report."""
        faults = tuple(self.audited.faults.values())
        by_value, by_outcome = self._tally("value"), self._tally("outcome")
        is_sure, is_scored = not faults and not self.cycles, self.audited.lookup.rules.is_scored
        by_score = self._tally("score")
        keeps_scores = is_sure and not self.held_by_score and by_score.right == by_score.positions
        in_time = {remoteness for kind, remoteness, _ in self.answer_counts if kind == "value"}
        order = sorted(in_time, key=lambda remoteness: (remoteness is None, remoteness))
        return Audit(
            game=self.audited.lookup.solution.game,
            strong=self._answer(is_sure and by_value.right == by_value.positions),
            weak=self._weak(any(fault.kind == "changes its mind" for fault in faults)),
            fastest=self._answer(is_sure and by_outcome.right == by_outcome.positions),
            by_value=by_value,
            by_outcome=by_outcome,
            by_value_folded=self._tally("value folded"),
            by_outcome_folded=self._tally("outcome folded"),
            by_remoteness={remoteness: self._tally("value", remoteness) for remoteness in order},
            mistakes=tuple(sorted(self.mistakes, key=_worst_first)),
            slow=tuple(sorted(self.slow, key=_worst_first)),
            cycles=tuple((self.cycles | self.held_by_score).values()),
            faults=faults,
            own_play=self.own_play,
            is_sample=self.is_sample,
            is_symmetric=symmetric,
            is_scored=is_scored,
            exact=self._answer(keeps_scores) if is_scored else None,
            by_score=by_score if is_scored else None,
            by_score_folded=self._tally("score folded") if is_scored else None,
            loose=tuple(sorted(self.loose, key=_worst_first)),
        )

    def _tally(self, kind: str, *remoteness: int | None) -> Tally:
        """Return the tally of a kind, optionally for one remoteness."""
        counted = [
            (is_right, count)
            for (name, plies, is_right), count in self.answer_counts.items()
            if name == kind and plies in (remoteness or (plies,))
        ]
        right = sum(count for is_right, count in counted if is_right)
        return Tally(right, sum(count for _, count in counted))

    def _answer(self, is_faultless: bool) -> bool | None:
        return None if is_faultless and self.is_sample else is_faultless

    def _weak(self, changes: bool) -> bool | None:
        verdicts = [None if own is None else own.holds for own in self.own_play.values()]
        if changes or False in verdicts:
            return False
        return None if None in verdicts else True


def _worst_first(mistake: Mistake) -> tuple[Any, ...]:
    """Return the sort key of a mistake: cost, reachability, and speed of the refutation."""
    costs = -mistake.cost, -(mistake.lost or 0)
    return *costs, not mistake.reached, mistake.after.preference_key, mistake.before.remoteness or 0


def _key_of(outcome: Outcome) -> PreferenceKey:
    return outcome.preference_key
