"""Exploration: the positions that a game can reach, and the moves between them.

**Method.** Breadth-first search from the start, then from each further root. For every position the
rules are called once, for its result or its moves. Every move is played once, and every successor
is replaced by the canonical position of its orbit. There is no recursion, so a line of play may be
as long as memory allows.

Whether a move keeps the turn is determined from the raw result of ``play``, before it is replaced,
because a symmetry may exchange the two players.

**Equal positions.** A successor that is equal to a known position, by the author's ``__eq__``, is
that position. If it is another object, the rules for the two are compared (``reached_again``), to
find an ``__eq__`` that ignores too much. Comparisons cost time, so there are four cases:

* All positions are texts, or all are integers: no comparison is needed.
* The first 128 positions that are reached again are compared, because most mistakes show at once.
* After that, objects are compared until they once differ in a part that equality ignores. Then the
  rules are called, and that position is not compared again.
* Tuples of numbers and texts can differ in types only. They are compared for the successors of one
  position in 64.

**Cost.** The author's rules, and about as much time again for the tables. About 150 bytes for each
position, in addition to the position itself.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Generic

import numpy as np

from gamesolver.arguments import is_seat, require_yes_or_no
from gamesolver.errors import GameContractError, MemoryLimitError
from gamesolver.graph.graph import GameGraph
from gamesolver.lazy import loaded
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import MOST_ANSWERS, WITHOUT_END, Rules, faults
from gamesolver.rules.lookup import roots_of
from gamesolver.rules.parameters import EXACT
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Listener, Reporter, reporting
from gamesolver.tables.labels import PENDING
from gamesolver.texts import error_text, spelled

if TYPE_CHECKING:
    from gamesolver.rules.likeness import Likeness

POSITIONS_A_LOOK = 2048  # between two looks at the memory and the clock, at most
MOVES_A_LOOK = 1 << 16  # likewise
COMPARISONS = 128  # at positions reached again, before they are rationed
RATION = 64  # tuples are compared for the successors of one position in this number


def explore(
    game: Game[PositionT, MoveT],
    *,
    fold: bool = True,
    start: PositionT | None = None,
    positions: Iterable[PositionT] | None = None,
    memory: int | float | str | None = None,
    progress: bool | Listener | None = None,
) -> GameGraph[PositionT, MoveT]:
    """Return the graph of all positions that the start and further roots can reach.

    Parameters
    ----------
    game
        The rules.
    fold
        One position for each orbit under the game's symmetries. With ``False`` every raw position
        is listed, and every path is a line of play.
    start
        A position that replaces ``game.start()``. It also omits ``game.positions()``.
    positions
        Further roots, which replace ``game.positions()``.
    memory
        A limit in bytes, or a text like ``"1.5 GB"``.
    progress
        ``True`` for a bar, or a callable that takes a ``Progress``.

    Returns
    -------
    GameGraph
        The positions in the order in which they were found, and the moves between them.

    Raises
    ------
    GameContractError
        The rules violate a law that is tested during the search.
    MemoryLimitError
        The search takes more than ``memory``.
    InvalidArgumentError
        An argument cannot be used.

    >>> from games import Nim
    >>> explore(Nim(heaps=(1, 2)))
    <GameGraph of Nim(heaps=(1, 2)): 5 positions, 8 moves>
    """
    require_yes_or_no(fold=fold)
    rules = Rules(game)
    meter = MemoryMeter(memory, is_folded=fold and rules.folds)
    rules = rules.within(meter)
    with reporting(progress) as report:
        return explore_with(rules, roots_of(rules, start, positions), fold, meter, report)


def explore_with(
    rules: Rules[PositionT, MoveT],
    roots: Iterator[PositionT],
    fold: bool,
    meter: MemoryMeter,
    report: Reporter,
) -> GameGraph[PositionT, MoveT]:
    """Explore under a meter. When memory runs out, nothing found so far is kept alive."""
    try:
        return Explorer(rules, fold, meter, report).run(roots)
    except MemoryLimitError as error:
        raise error.with_traceback(None) from None


class Explorer(Generic[PositionT, MoveT]):
    """The positions found so far, and the columns that describe them."""

    positions_a_look = POSITIONS_A_LOOK

    def __init__(
        self, rules: Rules[PositionT, MoveT], fold: bool, meter: MemoryMeter, report: Reporter
    ) -> None:
        self.rules = rules
        self.meter = meter
        self.report = report
        self.fold = fold and rules.folds
        self.positions: list[PositionT] = []
        self.index: dict[PositionT, int] = {}
        self.rows = array("q", [0])
        self.edges = array("i")
        self.ends = array("i")
        self.gains = array("i")
        self.payoffs = array("i")
        self._free: type | None = None
        """Type whose equal positions need no comparison."""
        self._watched = bytearray()
        """True for positions that are compared when reached again."""
        self._comparisons_left = COMPARISONS
        self._only_tuples = True
        """True if all compared positions were numbers, texts, or tuples of these."""
        self._rations = False
        """True if tuples are compared for a fraction of positions only."""

    @cached_property
    def _likeness(self) -> Likeness:
        from gamesolver.rules.likeness import Likeness  # most games are of texts and numbers

        return Likeness()

    def run(self, roots: Iterator[PositionT]) -> GameGraph[PositionT, MoveT]:
        """Return the graph that the roots reach."""
        first = self._number(next(roots))
        self._expand_all()
        reached = len(self.positions)
        others: dict[int, None] = {}
        for count, root in enumerate(roots):
            others[self._number(root)] = None
            if count % self.positions_a_look == 0:
                self._look(f", and {count} further roots read")
        self._expand_all()
        return GameGraph(
            game=self.rules.game,
            found=self.positions,
            index=self.index,
            rows=np.array(self.rows, dtype=np.int64),
            edges=np.array(self.edges, dtype=np.int32),
            ends=np.array(self.ends, dtype=np.int32),
            roots=(first, *others),
            reached=reached,
            gains=np.array(self.gains, dtype=np.int32) if self.rules.has_gains else None,
            payoffs=np.array(self.payoffs, dtype=np.int32) if self.rules.payoff else None,
        )

    def _number(self, position: PositionT) -> int:
        """Return the index of a raw position, adding it if it is new."""
        index = self.index.get(position)
        if index is None:
            return self._fold(position)
        self._meet_again(index, position)
        return index

    def _fold(self, position: PositionT) -> int:
        """Return the index of the canonical position of a raw position."""
        if self.fold:
            position = self._canonical(position)
        positions = self.positions
        index = self.index.setdefault(position, len(positions))
        if index == len(positions):
            positions.append(position)
            self._watched.append(True)
            if type(position) is not self._free:
                self._notice_kind(type(position))
        elif type(position) is not self._free and self._watched[index]:
            self._meet_again(index, position)
        return index

    def _canonical(self, position: PositionT) -> PositionT:
        """Return the canonical position. Raise if its player must be equal and is not."""
        canonical = self.rules.canonical(position)
        if self.rules.payoff and self.rules.player(canonical) != self.rules.player(position):
            raise faults().seats_exchanged(self.rules.game, position, canonical)
        return canonical

    def _notice_kind(self, kind: type) -> None:
        """Compare all positions from now on, unless they are of one simple type."""
        self._free = kind if len(self.positions) == 1 and kind in EXACT else None
        self._rations = self._rations and (kind is tuple or kind in EXACT)

    def _meet_again(self, index: int, position: PositionT) -> None:
        """Compare a position with the equal one found before, and update what is compared."""
        first = self.positions[index]
        is_alike = self._likeness.are_alike(first, position)
        if not is_alike:
            from gamesolver.rules.reached_again import require_alike

            require_alike(self.rules, first, position)
        if self._comparisons_left:
            self._comparisons_left -= 1
            self._only_tuples = self._only_tuples and _is_changeless(position)
            self._rations = self._only_tuples and not self._comparisons_left
        elif self._rations and not _is_changeless(position):
            self._rations, self._free = False, None
        elif not is_alike:
            self._watched[index] = False

    def _expand_all(self) -> None:
        waiting = islice(self.positions, len(self.ends), None)  # a list may grow as it is read
        while len(self.ends) < len(self.positions):
            self._expand(islice(waiting, self.positions_a_look))
            self._look()

    def _look(self, listed: str = "") -> None:
        """Report progress, and check the memory. ``listed`` counts moves that are being listed."""
        self.report("explore", len(self.ends), len(self.positions), is_growing=True)
        used = self.meter.check(self._progress() + listed, advice=WITHOUT_END if listed else None)
        if self.meter.needs_estimate(used):
            if listed:
                raise self.meter.without_estimate(self._progress() + listed, used, WITHOUT_END)
            loaded("forecast.no_end", "require_an_end")(self, used)

    def _progress(self) -> str:
        done, listed = len(self.ends), len(self.positions)
        return f"{listed} positions found, {listed - done} of them still to expand"

    def _all_moves(self, position: PositionT) -> tuple[MoveT, ...]:
        """Return very many moves, with checks of the memory, because they may have no end."""
        coming = iter(self.rules.game.moves(position))
        moves: list[MoveT] = []
        while more := list(islice(coming, MOVES_A_LOOK)):
            moves += more
            if len(moves) > MOST_ANSWERS:
                raise faults().endless(self.rules.game, "moves", (position,), MOST_ANSWERS)
            self._look(f", and {len(moves)} moves of {spelled(position)} listed")
        return tuple(moves)

    def _expand(self, batch: Iterable[PositionT]) -> None:
        """Add the rows of a batch. This is the inner loop, so it calls the rules directly."""
        game, find, fold = self.rules.game, self.index.get, self._fold
        watched, meet_again = self._watched, self._meet_again
        rows, edges, ends = self.rows, self.edges, self.ends
        add_edge, add_gain = edges.append, self.gains.append
        has_seats, player = self.rules.has_seats, game.player
        call_end, moves_of, play = self.rules.call_end, game.moves, game.play
        has_gains, gain = self.rules.has_gains, game.gain
        payoff = self.rules.payoff
        enough = len(edges) + MOVES_A_LOOK
        rule = move = seat = successor = None
        try:
            for position in batch:
                rule = self.rules.end_rule
                end = call_end(position)
                if payoff:
                    self.payoffs.append(self.rules.payoff_at(position))
                if end is not None:
                    ends.append(self.rules.points(position, end))
                    rows.append(len(edges))
                    continue
                rule = "moves"
                moves = tuple(islice(moves_of(position), MOVES_A_LOOK))
                if len(moves) == MOVES_A_LOOK:
                    moves = self._all_moves(position)
                if not moves:
                    raise faults().stuck(game, position)
                if has_seats:
                    rule = "player"
                    seat = player(position)
                    if seat is not None and not is_seat(seat):
                        raise faults().not_a_seat(game, position, seat)
                if self._rations:
                    self._free = tuple if len(rows) % RATION else None
                free = self._free
                for move in moves:
                    rule = "play"
                    successor = play(position, move)
                    rule = "look-up"
                    target = find(successor)
                    if target is None:
                        target = fold(successor)
                        free = self._free
                    elif type(successor) is not free and watched[target]:
                        meet_again(target, successor)
                    if seat is not None:
                        rule = "successor's player"
                        if player(successor) == seat:
                            target = ~target
                    add_edge(target)
                    if has_gains:
                        rule = "gain"
                        add_gain(self.rules.gained(position, move, gain(position, move)))
                ends.append(PENDING)
                rows.append(len(edges))
                if len(edges) > enough:
                    break  # and look at the memory
        except GameContractError:
            if rule != "look-up":
                self._require_symmetric(position)
            raise
        except MemoryLimitError:
            raise
        except MemoryError as error:
            raise self._refused(rule, position, move, successor, error) from error
        except Exception as error:
            if rule == "look-up":
                raise faults().not_a_key(game, position, move, successor, error) from error
            self._require_symmetric(position)
            question = _question(rule, position, move, successor)
            raise faults().blame(game, *question, error) from error

    def _require_symmetric(self, position: PositionT) -> None:
        """Raise if a false symmetry led to a position at which a rule failed.

        No move may lead there, so the rule is not to blame.
        """
        raw = self._reached_as(position) if self.fold else position
        if raw != position:
            loaded("verify.folding", "require_symmetric")(self.rules, raw, position)

    def _reached_as(self, position: PositionT) -> PositionT:
        """Return the raw position that the first move to a canonical position leads to."""
        edges, rows = np.array(self.edges), np.array(self.rows)
        moves = np.flatnonzero(np.maximum(edges, ~edges) == self.index[position])
        row = int(np.searchsorted(rows, moves[0], "right")) - 1 if len(moves) else len(self.ends)
        if row >= len(self.ends):
            return self.rules.game.start()  # no expanded position leads there
        before = self.positions[row]
        return self.rules.play(before, self.rules.moves(before)[moves[0] - rows[row]])

    def _refused(
        self,
        rule: str | None,
        position: PositionT,
        move: object,
        successor: object,
        error: MemoryError,
    ) -> MemoryLimitError:
        """The error for memory that was not to be had: here, or by a rule of the game's."""
        is_in_a_rule = error.__traceback__ is not None and error.__traceback__.tb_next is not None
        if rule == "look-up" or not is_in_a_rule:
            return self.meter.refused(self._progress())
        question = _question(rule, position, move, successor)
        call = faults().call_text(self.rules.game, *question)
        return self.meter.refused(
            self._progress(), f"{call} raised {error_text(error)}", WITHOUT_END
        )


def _question(
    rule: str | None, position: object, move: object, successor: object
) -> tuple[str, tuple[object, ...]]:
    """Return the name and the arguments of the rule that was called."""
    if rule == "successor's player":
        return "player", (successor,)
    return str(rule), (position, move) if rule in ("play", "gain") else (position,)


def _is_changeless(position: object) -> bool:
    from gamesolver.rules.likeness import is_changeless

    return is_changeless(position)
