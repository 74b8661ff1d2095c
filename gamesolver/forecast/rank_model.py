"""What a solve by ranks takes: a model, from what a game is like and what its steps cost.

**What is counted.** A game has ``slots``: of its index, or positions that are found. Of a position
that is found the ranks list its ``successors``; a share of them is ``repeated`` in the round of one
rank, which drops it, and twice as many ranks leave but a part of that share: what is left are
candidates. After the ends of play a share of the slots is ``pending``; each of them has ``moves``
to what is no end, ``kept`` of them to slots that are pending too. Waves send an update over each
kept move to a slot that they settle. A game by stages, in which no move seems to stay in its own,
has no waves: owners are asked what its moves lead to, and that is all.

**What is measured** is processor time on one machine (``rank_costs``): of each step, for one slot,
candidate, move or update.

**The formulae.** With n ranks a share ``1 - 1 / n`` of what is sent leaves its rank. A candidate
takes 8 bytes; a move its name (8, or 4 of a slot below 2 to the power 32), its code (4, or 8 where
a rank has too many pending slots for it, and none by stages) and a cell of reply; an update one
byte for each seven bits of the mean difference between two in a box, and a first one; a cell 1 or
more, and a key 8, to the first rank in the end. A rank takes

    seconds = processor time / n + bytes sent / (n * bandwidth) + meetings * latency * log2 n
              + bytes gathered / bandwidth

and memory for its cells and keys, beside the most of: the set of keys while it grows, the graph
while it is put together, and, at the first rank, the cells and keys of all. Each rank has a
processor; a thread more each does the processor's part in so much less.

**What is left out.** Ranks that are late for each other; how wide single waves are, of which there
may be thousands that are narrow: each takes a few meetings more than are reckoned. Checkpoints:
their bytes are told, not their time.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log2

import attrs

from gamesolver.engine.key_set import bytes_of_key_set
from gamesolver.engine.rank_finding import CANDIDATES_A_ROUND
from gamesolver.engine.rank_graph import MOVES_A_ROUND
from gamesolver.engine.rank_waves import MESSAGES
from gamesolver.kernels.ranks import BYTE, LONGEST

KEY = 8
MEETINGS_A_ROUND, MEETINGS_A_LISTING, MEETINGS_A_BATCH = 3, 7, 4
WAITING = 0.25  # of the positions a rank has found, that may wait to be expanded
BYTES_OF_ROUNDS = 48 * MOVES_A_ROUND + 12 * MESSAGES
"""What a rank takes for what it sends and is sent at a time, whatever the game."""
BYTES_OF_BACKS = 29
"""What a pending slot takes beside its moves in a graph of a game with scores."""
BYTE_SECONDS = 2e-9
"""Of a processor, to send a byte and to receive it: by MPICH, within one machine."""
WORTH_IT = 2 / 3
"""Twice as many ranks are worth while where they take at most so much of the time."""
MOST_RANKS = 1 << 16


@attrs.frozen
class GameFigures:
    """What a game is like, as far as ranks are concerned."""

    slots: float
    """How many it has: of its index, or positions that are found."""
    is_found: bool
    most_moves: int
    successors: float
    """Of a position that is found."""
    repeated: float
    """The share of these that a round of one rank has met already, and drops."""
    fewer: float
    """What twice as many ranks leave of that share."""
    pending: float
    """The share of slots that is pending after the ends of play."""
    moves: float
    """Of a pending slot, but for those to ends of play."""
    kept: float
    """Of a pending slot, those to slots that are pending too."""
    settled: float = 1.0
    """The share of what is pending that waves settle; the rest goes on for ever."""
    by_stages: bool = False
    """Whether it is settled stage by stage, and no move seems to stay in its own."""
    largest_stage: float = 0.0
    """Slots of the largest stage, where all of them may stand in a folder; 0 where they may not."""
    has_scores: bool = False
    cell: int = 1
    """Bytes of a cell."""

    def candidates_on(self, ranks: int) -> float:
        """Candidates of a position on so many ranks, each of which drops what it has twice itself.

        >>> game = GameFigures(1e6, True, 7, 3.0, 0.5, 0.8, 0.5, 3, 2)
        >>> [round(game.candidates_on(ranks), 2) for ranks in (1, 2, 4, 1024)]
        [1.5, 1.8, 2.04, 2.84]
        """
        left = self.fewer ** log2(ranks)
        return self.successors * (1 - self.repeated * float(left))

    @property
    def open_slots(self) -> float:
        """How many slots are pending."""
        return self.slots * self.pending

    @property
    def updates(self) -> float:
        """How many updates waves send, to their own rank too."""
        return self.open_slots * self.kept * self.settled


@attrs.frozen
class Costs:
    """Seconds of a processor, on one machine."""

    position: float = 0.0
    """To find a position: to list its candidates, and to sort and enter these."""
    slot: float = 0.0
    """To settle a slot, or leave it pending."""
    row: float = 0.0
    """To list the moves of a pending slot."""
    move: float = 0.0
    """To send a move, to answer it, and to put it into the graph."""
    update: float = 0.0
    """To make an update, and to hear it."""
    packing: float = 0.0
    """To put an update for another rank in order, and to pack it."""
    cell: float = 0.0
    """To enter what was settled, and to gather it."""


@attrs.frozen
class Machines:
    """What each rank has."""

    memory: float
    """Bytes."""
    bandwidth: float
    """Bytes a second, from one rank to the others."""
    latency: float
    """Seconds from one rank to another."""
    threads: int = 1


@attrs.frozen
class WorkPart:
    """A part of the work, of all ranks together."""

    name: str
    cpu: float
    """Seconds of a processor."""
    sent: float
    """Bytes from one rank to another."""
    meetings: float


@attrs.frozen
class RankNeeds:
    """What so many ranks take for a game."""

    ranks: int
    machines: Machines
    parts: tuple[WorkPart, ...]
    memory: float
    """Bytes of each rank at its peak."""
    memory_of_first: float
    """The same of the first rank, which gathers what all have."""
    disk: float
    """Bytes of a rank's checkpoint."""
    on_disk: float
    """Bytes of memory of each rank where all stages stand in a folder; 0 where they may not."""

    @property
    def cpu(self) -> float:
        """Seconds of a processor, of all ranks together."""
        return sum(part.cpu for part in self.parts)

    @property
    def sent(self) -> float:
        """Bytes that go from one rank to another, in all."""
        return sum(part.sent for part in self.parts)

    @property
    def sent_by_each(self) -> float:
        """Bytes that a rank sends."""
        return self.sent / self.ranks

    @property
    def seconds_by_cause(self) -> dict[str, float]:
        """Where the time goes, by what would have to be better."""
        gathered = self.parts[-1].sent
        meetings = sum(part.meetings for part in self.parts)
        return {
            "processors": self.cpu / self.ranks / self.machines.threads,
            "network": (self.sent - gathered) / self.ranks / self.machines.bandwidth,
            "latency": meetings * self.machines.latency * log2(self.ranks),
            "the first rank": gathered / self.machines.bandwidth,
        }

    @property
    def seconds(self) -> float:
        """From the first step to the last."""
        return sum(self.seconds_by_cause.values())

    @property
    def memory_with_folder(self) -> float:
        """Bytes of each rank at its peak where all see a folder: nothing is gathered then."""
        return self.on_disk or self.memory

    @property
    def fits(self) -> bool:
        """Whether all ranks have the memory."""
        return self.lacks == ""

    @property
    def lacks(self) -> str:
        """Whose memory does not do; nothing where all have enough."""
        if self.memory > self.machines.memory:
            return "memory"
        return "memory of the first rank" if self.memory_of_first > self.machines.memory else ""

    @property
    def bottleneck(self) -> str:
        """What would have to be better first: where memory does not do, that."""
        causes = self.seconds_by_cause
        return self.lacks or max(causes, key=lambda cause: causes[cause])


def needs(game: GameFigures, costs: Costs, machines: Machines, ranks: int) -> RankNeeds:
    """What a game takes on so many ranks."""
    keys = KEY * game.slots if game.is_found else 0.0
    own = (game.cell * game.slots + keys) / ranks
    graph = 0.0 if game.by_stages else _bytes_of_graph(game, ranks)
    finding = 0.0
    if game.is_found:
        found = game.slots / ranks
        finding = bytes_of_key_set(round(found)) + WAITING * KEY * found
    whole = game.cell * game.slots + keys
    peak = max(finding, own + graph) + BYTES_OF_ROUNDS
    first = max(peak, own + graph + whole)
    parts = tuple(_parts(game, costs, ranks))
    return RankNeeds(ranks, machines, parts, peak, first, own, _bytes_of_stage(game, ranks))


def _parts(game: GameFigures, costs: Costs, ranks: int) -> list[WorkPart]:
    """The parts of the work, the last of them what the first rank gathers."""
    away = 1 - 1 / ranks
    parts = []
    positions = game.slots if game.is_found else 0.0
    if game.is_found:
        sent = KEY * positions * game.candidates_on(ranks) * away
        rounds = ceil(positions / ranks / max(1, CANDIDATES_A_ROUND // game.most_moves))
        parts.append(
            WorkPart("finding", positions * costs.position, sent, MEETINGS_A_ROUND * rounds)
        )
    parts.append(WorkPart("ends of play", game.slots * costs.slot, 0.0, 1))
    moves, rows = game.open_slots * game.moves, game.open_slots / ranks
    rounds = ceil(rows / max(1, MOVES_A_ROUND // game.most_moves))
    sent = moves * _bytes_a_move(game, ranks) * away
    listing = game.open_slots * costs.row + moves * costs.move
    parts.append(WorkPart("moves", listing, sent, MEETINGS_A_LISTING * rounds))
    if not game.by_stages:
        batches = ceil(game.updates / ranks / MESSAGES)
        sent = game.updates * bytes_an_update(game, ranks) * away
        waves = game.updates * (costs.update + costs.packing * away)
        parts.append(WorkPart("waves", waves, sent, MEETINGS_A_BATCH * batches))
    gathered = (game.cell * game.slots + KEY * positions) * away
    parts.append(WorkPart("gathering", game.slots * costs.cell, gathered, 2))
    return [attrs.evolve(part, cpu=part.cpu + BYTE_SECONDS * part.sent) for part in parts]


def _code(game: GameFigures, ranks: int) -> int:
    """Bytes of the code of a move."""
    shift = 1 + (ranks - 1).bit_length()
    return 4 if int(game.open_slots / ranks) << shift < 1 << 32 else 8


def _number(game: GameFigures, ranks: int) -> int:
    """Bytes of the number of a pending slot."""
    return 4 if game.open_slots / ranks < 1 << 32 else 8


def _bytes_a_move(game: GameFigures, ranks: int) -> int:
    name = 4 if not game.is_found and game.slots < 1 << 32 else KEY
    return name + (0 if game.by_stages else _code(game, ranks)) + game.cell


def bytes_an_update(game: GameFigures, ranks: int) -> float:
    """Bytes of an update in a full box: differences are spread as if by chance.

    >>> dense = GameFigures(1e7, False, 10, 0, 0, 1, 1.0, 5, 5)
    >>> round(bytes_an_update(dense, 2), 2)
    1.0
    >>> round(bytes_an_update(attrs.evolve(dense, slots=1e13), 2), 2)
    3.64
    """
    difference = 2 * game.open_slots / MESSAGES
    if difference <= 1:
        return 1.0
    goes_on = 1 - 1 / difference
    return 1 + sum(goes_on ** (1 << BYTE * more) for more in range(1, LONGEST // 2 + 2))


def _bytes_of_graph(game: GameFigures, ranks: int) -> float:
    """The most that the graph of a rank takes: when its moves are put in order."""
    rows, kept = game.open_slots / ranks, game.open_slots * game.kept / ranks
    number, code = _number(game, ranks), _code(game, ranks)
    heard = BYTES_OF_BACKS if game.has_scores else 2
    return rows * (number + KEY + heard + code) + kept * (number + 2 * code)


def _bytes_of_stage(game: GameFigures, ranks: int) -> float:
    """What a rank takes while the largest stage is settled, and all later ones stand in a folder.

    >>> game = GameFigures(1e9, False, 7, 0, 0, 1, 1.0, 5, 5, by_stages=True, largest_stage=1e8)
    >>> _bytes_of_stage(game, 4), _bytes_of_stage(attrs.evolve(game, largest_stage=0.0), 4)
    (25000000.0, 0.0)
    """
    stage = attrs.evolve(game, slots=game.largest_stage)
    graph = 0.0
    if stage.slots and not game.by_stages:
        graph = _bytes_of_graph(stage, ranks) + BYTES_OF_ROUNDS
    return stage.cell * stage.slots / ranks + graph


def powers(ranks: int) -> list[int]:
    """Numbers of ranks that are compared: powers of two, and the one that was asked for."""
    most = min(MOST_RANKS, max(64, 4 * ranks))
    return sorted(
        {ranks, *(1 << power for power in range(most.bit_length()) if 1 << power <= most)}
    )


def best_of(rows: Sequence[RankNeeds]) -> RankNeeds | None:
    """The fewest ranks from which on more are not worth while; none where nothing has room."""
    fitting = [row for row in rows if row.fits]
    if not fitting:
        return None
    best = fitting[0]
    for row in fitting[1:]:
        doublings = log2(row.ranks / best.ranks)
        if row.seconds <= best.seconds * WORTH_IT**doublings:
            best = row
    return best
