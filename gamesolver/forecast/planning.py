"""plan: what a solve by ranks would take, and how many are worth while, before anybody queues.

What the game is like and what each step costs is tried on this machine for some seconds
(``rank_costs``); the rest is arithmetic (``rank_model``), for as many machines as one likes. A game
that is not written yet is planned by one whose rules cost as much, with other figures: so many
positions, so many moves of each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import sqrt
from typing import Any

import attrs

from gamesolver.arguments import require_threads, whole
from gamesolver.errors import InvalidArgumentError
from gamesolver.forecast.rank_model import (
    BYTES_OF_ROUNDS,
    MOST_RANKS,
    Costs,
    GameFigures,
    Machines,
    RankNeeds,
    best_of,
    needs,
    powers,
)
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.rules.parameters import titled
from gamesolver.shapes import PlanShape, RankNeedsShape, Shaped, game_shape
from gamesolver.show.sentences import lasting, many
from gamesolver.system.memory import MemoryMeter, in_words, parse_bytes
from gamesolver.texts import spelled

MEMORY, BANDWIDTH, LATENCY = "4GB", "1GB/s", "20us"
_RATE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(i?)(b|bit)/s\s*", re.IGNORECASE)
_TIME = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(ns|[uµμ]s|ms|s)\s*")
_A_SECOND = {"ns": 1e9, "us": 1e6, "µs": 1e6, "μs": 1e6, "ms": 1e3, "s": 1.0}  # micro and mu
BITS_A_BYTE = 8
MOST_BYTES, MOST_SECONDS = 10**15, 1000
MOST_POSITIONS, MOST_MOVES = 1e30, 1e6
"""So much can be given: beyond, a slip of the pen is more likely than such a machine or game."""


@attrs.frozen(repr=False)
class Plan(Shaped):
    """What solving a game by ranks takes: printed, it is a small table.

    >>> from games import Quixo
    >>> from gamesolver import plan
    >>> planned = plan(Quixo(size=2), ranks=2)
    >>> planned.chosen.ranks, planned.figures.slots
    (2, 81)
    """

    game: Game[Any, Any]
    figures: GameFigures
    costs: Costs
    how: str
    """Where the number of slots is from, in words."""
    chosen: RankNeeds
    """What the ranks take that were asked about."""
    rows: tuple[RankNeeds, ...]
    """The same of other numbers of ranks."""

    @property
    def best(self) -> RankNeeds | None:
        """The fewest ranks from which on more are not worth while; ``None`` if nothing has room."""
        return best_of(self.rows)

    @property
    def advice(self) -> str:
        """How many ranks to take, in words."""
        best, chosen = self.best, self.chosen
        if best is not None:
            return f"best: {_ranks(best.ranks)}, {lasting(best.seconds)}"
        most = self.rows[-1]
        has, lack = in_words(int(chosen.machines.memory)), most.lacks
        needed = most.memory if lack == "memory" else most.memory_of_first
        return (
            f"on no number of ranks up to {most.ranks:,} is there room: the {lack} is {has}, and "
            f"{in_words(round(needed))} are needed{self._with_folder}"
        )

    @property
    def _with_folder(self) -> str:
        """How few ranks have room with a folder, in words; nothing where none have."""
        memory = self.chosen.machines.memory
        fitting = [row.ranks for row in self.rows if row.memory_with_folder <= memory]
        return f"; there is with a folder that all see, on {_ranks(fitting[0])}" if fitting else ""

    @property
    def table(self) -> str:
        """All of it, line by line."""
        chosen, game, each = self.chosen, self.figures, self.chosen.machines
        by_stages = ", stage by stage" if game.by_stages else ""
        lines = [
            f"{titled(self.game)} on {_ranks(chosen.ranks)}, each with "
            f"{in_words(int(each.memory))}, {in_words(int(each.bandwidth))}/s, "
            f"{lasting_exactly(each.latency)}:",
            f"  {many(game.slots)} {'positions' if game.is_found else 'slots'} ({self.how}), "
            f"{game.pending:.0%} pending, {game.moves:.1f} moves each{by_stages}",
        ]
        parts = [(p.name, lasting(p.cpu), in_words(round(p.sent))) for p in chosen.parts]
        parts.append(("in all", lasting(chosen.cpu), in_words(round(chosen.sent))))
        lines += _columns(["part", "processor", "sent"], parts)
        lines.append(
            f"  a rank: {in_words(round(chosen.memory))} of memory, {in_words(round(chosen.disk))} "
            f"a checkpoint; the first one {in_words(round(chosen.memory_of_first))}"
        )
        if chosen.on_disk:
            folder = in_words(round(game.cell * game.slots))
            lines.append(
                f"  stage by stage in a folder of {folder}: {in_words(round(chosen.on_disk))} of "
                "memory, and nothing is gathered"
            )
        rows = [
            (
                f"{row.ranks:,}",
                lasting(row.seconds),
                in_words(round(row.memory)),
                in_words(round(row.memory_of_first)),
                in_words(round(row.sent_by_each)),
                row.bottleneck,
            )
            for row in self.rows
        ]
        heads = ["ranks", "time", "memory", "of the first", "sent by each", "bottleneck"]
        return "\n".join([*lines, *_columns(heads, rows), f"  {self.advice}"])

    def __str__(self) -> str:
        return self.table

    def __repr__(self) -> str:
        what = " ".join(spelled(self.game).split())
        return f"<Plan of {what} on {_ranks(self.chosen.ranks)}: {lasting(self.chosen.seconds)}>"

    def shape(self) -> PlanShape:
        """All of it as plain data, in the shape that JSON has."""
        machines = self.chosen.machines
        return {
            "game": game_shape(self.game),
            "memory": machines.memory,
            "bandwidth": machines.bandwidth,
            "latency": machines.latency,
            "figures": {
                "slots": self.figures.slots,
                "how": self.how,
                "successors": self.figures.successors,
                "candidates": self.figures.candidates_on(self.chosen.ranks),
                "pending": self.figures.pending,
                "moves_each": self.figures.moves,
                "kept": self.figures.kept,
                "settled": self.figures.settled,
                "by_stages": self.figures.by_stages,
                "largest_stage": self.figures.largest_stage,
                "cell": self.figures.cell,
            },
            "costs": {
                "position": self.costs.position,
                "slot": self.costs.slot,
                "row": self.costs.row,
                "move": self.costs.move,
                "update": self.costs.update,
                "packing": self.costs.packing,
                "cell": self.costs.cell,
            },
            "chosen": _shape(self.chosen),
            "rows": [_shape(row) for row in self.rows],
            "best": None if self.best is None else self.best.ranks,
            "advice": self.advice,
        }


def plan(
    game: Game[Any, Any],
    *,
    ranks: int,
    memory: int | float | str = MEMORY,
    bandwidth: float | str = BANDWIDTH,
    latency: float | str = LATENCY,
    threads: int | None = None,
    positions: float | None = None,
    moves: float | None = None,
    settled: float = 1.0,
) -> Plan:
    """What solving a compiled game by ``ranks`` would take, and how many are worth while.

    Stages are reckoned with where every move leads to a later one, and elsewhere the graph of what
    is pending; where rules list predecessors, ranks need less memory. It takes some ten seconds,
    and less for small games.

    Parameters
    ----------
    game
        The rules; of a game that is not written yet, those of one that cost as much.
    ranks
        How many ranks there are.
    memory
        What each has, in bytes or as a text such as ``"4GB"``.
    bandwidth
        What each sends in a second, in bytes or as a text such as ``"1GB/s"`` or ``"10Gbit/s"``.
    latency
        From one rank to another, in seconds or as a text such as ``"20us"``.
    threads
        Of each rank; one by default.
    positions
        How many slots there are, in place of what is counted or estimated.
    moves
        Of a position, in place of what is found in a sample.
    settled
        The share of what is pending after the ends of play that is won, lost or drawn by an end.

    Returns
    -------
    Plan
        Time, memory, disk and network of a rank, the bottleneck, and the best number of ranks.

    Raises
    ------
    InvalidArgumentError
        An argument cannot be used, or ranks cannot share the game out.

    >>> from games import Quixo
    >>> expected = plan(Quixo(size=3), ranks=2, bandwidth="10Gbit/s")
    >>> expected.figures.slots, expected.chosen.ranks, expected.chosen.fits
    (19683, 2, True)
    """
    machines = _machines(ranks, memory, bandwidth, latency, threads)
    _require_figures(positions, moves, settled)
    figures, costs, how = _measured(game, positions)
    if moves is not None:
        figures, costs = _with_moves(figures, costs, moves)
    figures = attrs.evolve(figures, settled=settled)
    chosen = needs(figures, costs, machines, ranks)
    rows = tuple(needs(figures, costs, machines, each) for each in powers(ranks))
    return Plan(game, figures, costs, how, chosen, rows)


# ── what was given ──────────────────────────────────────────────────────────────────────────────


def _machines(
    ranks: object, memory: Any, bandwidth: object, latency: object, threads: int | None
) -> Machines:
    count = whole(ranks)
    if count is None or not 0 < count <= MOST_RANKS:
        raise InvalidArgumentError(
            f"bad ranks {spelled(ranks)}: expected a whole number from 1 to {MOST_RANKS:,}"
        )
    require_threads(threads)
    room = parse_bytes(memory)
    if room < BYTES_OF_ROUNDS:
        raise InvalidArgumentError(
            f"bad memory {spelled(memory)}: expected {in_words(BYTES_OF_ROUNDS)} or more, which a "
            "rank takes for what it sends at a time, whatever the game"
        )
    return Machines(room, bytes_a_second(bandwidth), seconds_of(latency), threads or 1)


def bytes_a_second(rate: object) -> float:
    """Bytes a second, from a number or a text with its unit.

    >>> bytes_a_second("1.5GB/s"), bytes_a_second("10 Gbit/s"), bytes_a_second(1e8)
    (1500000000.0, 1250000000.0, 100000000.0)
    """
    given, match = rate, _RATE.fullmatch(rate) if isinstance(rate, str) else None
    if match:
        base = 1024.0 if match[3] else 1000.0
        times = base ** (" kmgt".index(match[2].lower()) if match[2] else 0)
        figure: float = float(match[1]) * times / (BITS_A_BYTE if match[4].lower() == "bit" else 1)
        rate = figure
    if _is_within(rate, 1, MOST_BYTES):
        return float(rate)  # type: ignore[arg-type]  # it is a number
    raise InvalidArgumentError(
        f"bad bandwidth {spelled(given)}: expected bytes or bits a second with their unit, such as "
        f"1GB/s or 10Gbit/s, at most {in_words(MOST_BYTES)}/s"
    )


def seconds_of(latency: object) -> float:
    """Seconds, from a number or a text with its unit.

    >>> seconds_of("20us"), seconds_of("1.5 ms"), seconds_of(0.001)
    (2e-05, 0.0015, 0.001)
    """
    given, match = latency, _TIME.fullmatch(latency) if isinstance(latency, str) else None
    if match:
        latency = float(match[1]) / _A_SECOND[match[2]]
    if _is_within(latency, 0, MOST_SECONDS):
        return float(latency)  # type: ignore[arg-type]  # it is a number
    raise InvalidArgumentError(
        f"bad latency {spelled(given)}: expected a time with its unit, such as 20us or 1ms, "
        f"at most {MOST_SECONDS} s"
    )


def _is_within(figure: object, least: float, most: float) -> bool:
    """Whether it is a number, and one to reckon with."""
    is_number = isinstance(figure, int | float) and not isinstance(figure, bool)
    return is_number and least <= figure <= most  # type: ignore[operator]  # it is one


def _require_figures(positions: object, moves: object, settled: object) -> None:
    for name, figure, most in (
        ("positions", positions, MOST_POSITIONS),
        ("moves", moves, MOST_MOVES),
    ):
        if figure is not None and not _is_within(figure, 1, most):
            raise InvalidArgumentError(
                f"bad {name} {spelled(figure)}: expected a number from 1 to {most:g}"
            )
    if not _is_within(settled, 0, 1):
        raise InvalidArgumentError(f"bad settled {spelled(settled)}: expected a share from 0 to 1")


# ── what is tried ───────────────────────────────────────────────────────────────────────────────


def _measured(game: Game[Any, Any], positions: float | None) -> tuple[GameFigures, Costs, str]:
    """What the game is like, what its steps cost, and how it is known how many slots it has."""
    from gamesolver.engine.calling import scratch_for  # numba: when needed
    from gamesolver.engine.on_ranks import require_shareable
    from gamesolver.engine.places import Places
    from gamesolver.engine.running import Runner
    from gamesolver.forecast.rank_costs import find_some, from_layers, measure
    from gamesolver.rules.preflight import try_rules
    from gamesolver.system.progress import Reporter
    from gamesolver.system.workers import Workers
    from gamesolver.tables.cells import Coding

    shared: CompiledGame = require_shareable(Rules(game).game)
    roots = [shared.canonical(shared.start())]
    try_rules(shared, roots)
    meter = MemoryMeter(float(2**62))
    workers = Workers(1, lambda: scratch_for(shared.rules), Reporter(None), meter)
    coding = Coding.of(Rules(shared))
    runner = Runner(shared, Places.numbered(shared.rules.calls, coding), workers)
    found, how = None, "of the game's own numbering"
    if not shared.rules.is_numbered:
        found, how = find_some(runner, roots, meter), "all of them were found"
        if not found.is_all:
            found, how = from_layers(runner, roots, found) or found, "estimated"
    figures, costs = measure(runner, found)
    if positions is not None:
        largest = figures.largest_stage * positions / figures.slots
        return attrs.evolve(figures, slots=positions, largest_stage=largest), costs, "as given"
    if found is not None and not found.is_all:
        figures = attrs.evolve(figures, slots=_estimated(shared))
    return figures, costs, how


def _estimated(game: CompiledGame) -> float:
    """About how many positions there are."""
    from gamesolver.forecast.estimating import estimate

    expected = estimate(game).positions
    if not expected.is_known:
        raise InvalidArgumentError(
            f"how many positions {titled(game)} has is not known, {many(expected.low)} were found "
            "in some seconds: expected a number of positions to plan for, such as positions=1e9"
        )
    return float(round(sqrt(expected.low * expected.high)))


def _with_moves(figures: GameFigures, costs: Costs, moves: float) -> tuple[GameFigures, Costs]:
    """The same with so many moves of each position, in place of what was found."""
    times = moves / figures.moves if figures.moves else 1.0
    return attrs.evolve(
        figures,
        successors=figures.successors * times,
        moves=figures.moves * times,
        kept=figures.kept * times,
    ), attrs.evolve(costs, position=costs.position * times, row=costs.row * times)


# ── in words ────────────────────────────────────────────────────────────────────────────────────


def _ranks(count: int) -> str:
    return "1 rank" if count == 1 else f"{count:,} ranks"


def lasting_exactly(seconds: float) -> str:
    """A latency in words.

    >>> lasting_exactly(2e-5), lasting_exactly(0.0015)
    ('20 us', '1.5 ms')
    """
    return f"{seconds * 1e6:g} us" if seconds < 1e-3 else f"{seconds * 1e3:g} ms"


def _columns(heads: list[str], rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows under their heads, in columns."""
    table: list[tuple[str, ...]] = [tuple(heads), *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(heads))]
    return [
        "  "
        + "  ".join(f"{text:{width}}" for text, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    ]


def _shape(row: RankNeeds) -> RankNeedsShape:
    return {
        "ranks": row.ranks,
        "seconds": row.seconds,
        "cpu": row.cpu,
        "memory": row.memory,
        "memory_of_first": row.memory_of_first,
        "disk": row.disk,
        "on_disk": row.on_disk,
        "sent": row.sent,
        "sent_by_each": row.sent_by_each,
        "bottleneck": row.bottleneck,
        "fits": row.fits,
        "parts": [
            {"name": part.name, "cpu": part.cpu, "sent": part.sent, "meetings": part.meetings}
            for part in row.parts
        ],
    }
