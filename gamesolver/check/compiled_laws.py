"""Tests of the laws for compiled games.

The trial before a solve (``preflight``) comes first, with more positions. A read beyond the end
of an array is detected in plain Python only. After it no result of compiled code can be trusted,
so a violation of the law "bounds" ends the check. The tests then cover:

* each position found, compiled, and a thousand of them in both modes;
* the indexes of a table that is not too large, with every edge from them;
* a thousand integers that are mostly not positions;
* each position found by the plain rules, if there are any.

:func:`look_at_indexes` tests indexes and edges by compiled code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

import attrs
import numpy as np

from gamesolver.arguments import NO_POSITION, is_position
from gamesolver.boardgames.board_game import BoardGame
from gamesolver.boardgames.modes import require_same_modes
from gamesolver.check.choice import ChosenLaws
from gamesolver.check.examination import Examination
from gamesolver.check.laws import OF_COMPILED, OF_INDEXES, OF_PLAIN
from gamesolver.engine.kernel_calls import scratch_for
from gamesolver.engine.places import Places
from gamesolver.engine.running import Runner, gain_stays
from gamesolver.errors import GameContractError
from gamesolver.kernels import numbering as kernels
from gamesolver.kernels.deferring import is_plain
from gamesolver.rules.calls import PARTS
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.faults import named
from gamesolver.rules.guard import Rules
from gamesolver.rules.lookup import require_positions
from gamesolver.rules.pairs import require_same, require_same_start
from gamesolver.rules.preflight import SEED, Trial, require_predecessor_indexes
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.progress import Reporter
from gamesolver.system.workers import Workers
from gamesolver.tables.entries import Coding

# ── looking at the indexes of a table, and at every edge from them, by compiled code ──────────────

INDEXES_A_CHUNK = 1 << 8
INDEXES_A_POSITION = 50
"""Indexes tested for each permitted position by compiled code. In plain Python it is one."""


def look_at_indexes(game: CompiledGame, most: int) -> int:
    """Return the number of indexes tested. Raise ``GameContractError`` for the first violation.

    All indexes are tested up to a multiple of ``most``, and about this many in seeded chunks
    beyond.
    """
    workers = Workers(
        None, lambda: scratch_for(game.rules), Reporter(None), MemoryMeter(float(2**62))
    )
    runner = Runner(game, Places.indexed(game.rules.calls, Coding.of(Rules(game))), workers)
    size = runner.places.size
    chunks = drawn_chunks(size, _indexes_a_position() * most)
    runner.run(
        "looking at indexes",
        kernels.check_edges,
        np.empty(0, np.uint8),
        chunks,
        lambda chunk: (chunk, size, 0, 1),
    )
    return sum(last - first for first, last in chunks)


def _indexes_a_position() -> int:
    if not is_plain():
        from numba import config  # only when rules are compiled

        if not config.DISABLE_JIT:  # type: ignore[attr-defined]  # set when numba is imported
            return INDEXES_A_POSITION
    return 1


def drawn_chunks(size: int, most: int) -> list[tuple[int, int]]:
    """Return all chunks, or some drawn by a fixed seed."""
    numbers = range(-(-size // INDEXES_A_CHUNK))
    enough = -(-most // INDEXES_A_CHUNK)
    drawn = numbers if len(numbers) <= enough else Random(SEED).sample(numbers, enough)
    begins = (INDEXES_A_CHUNK * number for number in drawn)
    return [(begin, min(begin + INDEXES_A_CHUNK, size)) for begin in begins]


# ── laws of compiled games ──────────────────────────────────────────────────────────────────────

POSITIONS = 1000
"""Positions, and indexes, tested in both modes."""

STRAYS = 1000
OF_PLAY = ("ending", "stuck", "unique moves", "counted moves", "player", "stage")
"""Laws tested on the moves from an index, in addition to the laws of indexes."""


class CompiledLaws:
    """Tests of the laws for one compiled game, with the first violation of each."""

    def __init__(self, examination: Examination, game: CompiledGame) -> None:
        self.examination = examination
        self.game = game
        self.num_indexes = 0
        """Number of indexes tested."""
        self._seen: set[int] = set()
        self._try(lambda: game.rules.calls.fit(PARTS))  # "signatures": else there is no trial
        self.trial = Trial(game)

    def before_all(self) -> None:
        """Test positions of random play in both modes, before other compiled calls."""
        luck = Random(SEED)
        roots = list(islice(self.examination.roots(), self.examination.most))
        self._try(require_positions, self.game, roots)
        count = min(POSITIONS, self.examination.most)
        for index in self.trial.numbering.drawn(count, luck):
            self._try(self.trial.index_is_sound, index)
        for position in self.trial.play_from(roots, luck, count):
            self._in_both_modes(position)

    def at_positions(self, positions: Sequence[Any], choice: ChosenLaws) -> None:
        """Test all selected laws of compiled games."""
        listed = [int(position) for position in positions if is_position(position)]
        if choice.includes(*OF_COMPILED):
            for position in self._some(listed):
                self._in_both_modes(position)
        for position in listed:
            if choice.includes(*OF_PLAY):
                self._try(self.trial.play_goes_on, position)
            self._number(position)
            if choice.includes("gains"):
                self._try(self._gains_rise, position)
            if choice.includes("two modes"):
                self._try(self.trial.methods_agree, position)
                if isinstance(self.game, BoardGame):
                    self._try(require_same_modes, self.game, position)
            if choice.includes("candidates"):
                self._try(self.trial.candidates_lead_alike, position)
            if choice.includes("predecessors"):
                self._try(self.trial.predecessors_agree, position)
        if choice.includes("predecessors"):
            self._lead_back_from_indexes()
        if self.game.rules.is_indexed and choice.includes(*OF_PLAY, *OF_INDEXES):
            self._try(self._look_at_indexes)
        for number in strays(listed) if choice.includes("stray integers") else ():
            self._try(self.trial.bears, number, under="stray integers")
        if choice.includes(*OF_PLAIN):
            self._compare_with_plain(listed)

    def _compare_with_plain(self, listed: Sequence[int]) -> None:
        self._try(require_same_start, self.game)
        for position in listed:
            self._try(require_same, self.game, position)

    def _gains_rise(self, position: int) -> None:
        """Test that the stage rises with each gaining move, except to an end: part of "gains"."""
        calls, rules = self.game.rules.calls, self.game.rules
        if not rules.has_gains or rules.stage is None or calls.is_over(position):
            return
        _, successors, gains = calls.call_moves(position)
        stage = calls.call("stage", position)
        for successor, gain in zip(successors, gains, strict=True):
            if gain and not calls.is_over(successor) and calls.call("stage", successor) <= stage:
                raise gain_stays(self.game, position)

    def _look_at_indexes(self) -> None:
        self.num_indexes = look_at_indexes(self.game, self.examination.most)

    def _lead_back_from_indexes(self) -> None:
        """Test "predecessors" on random indexes, since the start may reach few of them."""
        rules, luck = self.game.rules, Random(SEED)
        if rules.predecessors is None or not rules.is_indexed:
            return
        for position in self.trial.numbering.standing(min(POSITIONS, self.examination.most), luck):
            self._try(self.trial.predecessors_agree, position)
        if rules.predecessor_indexes is not None:
            for position in self.trial.numbering.standing(self.examination.most, luck):
                self._try(require_predecessor_indexes, self.game, position)

    def _in_both_modes(self, position: int) -> None:
        if position not in self._seen:
            self._seen.add(position)
            self._try(self.trial.all_in_both_modes, position)

    def _some(self, positions: list[int]) -> list[int]:
        if len(positions) <= POSITIONS:
            return positions
        return self.examination.random.sample(positions, POSITIONS)

    def _number(self, position: int) -> None:
        """Test the laws of an index. Without an index there is no canonical position."""
        if not self.game.rules.is_indexed:
            return
        numbering = self.trial.numbering
        own = self._try(numbering.of_position, position)
        if not (self._try(numbering.of_images, position) and own):
            for image in (position, *self.game.symmetries(position)):
                self.examination.leave_out("canonical", image)
        self._try(numbering.of_others, position)

    def _try(self, law: Callable[..., object], *arguments: Any, under: str = "") -> bool:
        """Test a law. Return True if it holds, else record its violation, under a given name."""
        try:
            law(*arguments)
        except GameContractError as error:
            fault = named(self.game, error).faults[0]
            if isinstance(error.__cause__, Exception):
                self.examination.cause = self.examination.cause or error.__cause__
            self.examination.keep(attrs.evolve(fault, law=under or fault.law))
            return False
        return True


def strays(positions: Sequence[int]) -> Iterator[int]:
    """Yield seeded integers of every length, and positions with one bit changed."""
    luck = Random(SEED)
    yield NO_POSITION
    for _ in range(STRAYS // 2):
        yield luck.getrandbits(luck.randint(1, 64))
        yield luck.choice(positions or [0]) ^ 1 << luck.randrange(64)
