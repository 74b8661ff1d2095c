"""Finding by ranks: each owns the positions of some keys, and hears of those that others come to.

**The method.** In rounds, as on one machine (see ``finding``). Each rank expands a part of its
frontier: what it comes to are *candidates*. They are sorted, and what is there twice is dropped;
then each stretch of them belongs to one rank, to which it is sent. The owner enters it into its own
set of keys (see ``key_set``). What is new is expanded there, in a later round. When no rank has
anything left to expand, all is found. Each rank puts its own keys in order, and the keys of all,
one rank after the other, are those that one machine finds.

**The cost.** A candidate takes eight bytes on the wire, sorted and entered in order, so that no
owner reads its set here and there. Memory is divided: 24 bytes a position of one's own while the
set grows, and eight for each that waits, beside the candidates of a round.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs
import numpy as np

from gamesolver.engine.finding import KEYS_A_CALL, Frontier
from gamesolver.engine.keeper import FINDING, Keeper
from gamesolver.engine.key_set import KeySet, bytes_of_key_set
from gamesolver.engine.places import keys_of
from gamesolver.engine.running import Runner
from gamesolver.engine.shares import KeyShare, bounds_of_keys
from gamesolver.kernels import finding as kernels
from gamesolver.kernels.ranks import drop_repeats
from gamesolver.kernels.scratch import ADDED, Scratch
from gamesolver.kernels.sorting import sort_words
from gamesolver.lazy import loaded
from gamesolver.system.columns import Columns
from gamesolver.system.memory import MemoryMeter
from gamesolver.system.team import Outbox, Team
from gamesolver.system.workers import chunks_of

CANDIDATES_A_ROUND = 1 << 20  # that a rank lists, at most
HALF = 32  # bits of a key
SAMPLE = 1 << 13  # positions whose moves are looked at for the end of a game


@attrs.define(eq=False)
class RankFinder:
    """The positions of one rank that were found so far, and those still to expand."""

    runner: Runner
    team: Team
    meter: MemoryMeter
    keeper: Keeper
    rounds: int = 0
    candidates: int = 0
    """How many were sent to other ranks."""
    candidate_bytes: int = 0
    """What that took."""
    found: KeySet = attrs.field(init=False)
    most_waiting: int = attrs.field(default=0, init=False)
    """How many positions of this rank have waited to be expanded at most."""
    _found_by_all: int = attrs.field(default=0, init=False)
    frontier: Frontier = attrs.field(factory=Frontier, init=False)

    def __attrs_post_init__(self) -> None:
        self.found = KeySet(self.runner.workers, Keeper().elsewhere, self.team.size)

    def run(self, roots: Iterable[int]) -> KeyShare:
        """Find what the roots (canonical ones) reach; what of it this rank owns."""
        saved, rank, size = self.keeper.saved, self.team.rank, self.team.size
        if saved is not None and not saved.is_finding:
            return self._share(saved.own_keys("keys", rank, size))
        if saved is not None:
            self._enter(saved.own_keys("keys", rank, size))
            self.frontier.clear()
            self.frontier.add(saved.own_keys("waiting", rank, size))
            self._enter(saved.own_keys("candidates", rank, size))
        else:
            dealt = self._dealt(_once(keys_of(np.array(list(roots), np.uint64))))
            self._enter(dealt.parts()[self.team.rank])
        roots = list(roots)
        self.meter.asks_at = int(self.team.meet(self.meter.asks_at)[:, 0].max())
        while self._round():
            taken = bytes_of_key_set(self._found_by_all)  # which all ranks know alike
            if self.meter.asks(taken // self.team.size):
                loaded("forecast.no_end", "require_an_end_on_ranks")(
                    self, roots, self._found_by_all, taken
                )
            if self.keeper.is_due:
                self._save()
        self.frontier.clear()
        return self._share(self.found.in_order())

    def share_repeated(self) -> float:
        """Return how many of the moves out of positions that wait lead to known ones.

        Moves to what other ranks own are left out, which needs no word of theirs.
        """
        successors = _once(self._successors(self.frontier.first(SAMPLE)))
        own = self._dealt(successors).parts()[self.team.rank]
        return self.found.count_known(own) / max(1, len(own))

    def _share(self, keys: Columns) -> KeyShare:
        """What this rank owns, given its keys in order."""
        begins = np.cumsum([0, *self.team.meet(len(keys))[:, 0]])
        return KeyShare(keys, self.team.rank, tuple(begins.tolist()))

    def _save(self) -> None:
        """Keep what was found so far, and what of it waits, both in order."""
        waiting = self.frontier.first(len(self.frontier))
        self.meter.check(self.found.progress, 8 * len(self.found))
        keys = self.found.some(len(self.found))
        found = int(self.team.meet(len(keys))[:, 0].sum())
        state = {"phase": FINDING, "where": f"finding, with {found} positions found"}
        self.keeper.save(state, {"keys": np.sort(keys), "waiting": np.sort(waiting)})

    def story(self) -> list[str]:
        """How it went, in words, where all ranks ask for them."""
        if self.keeper.saved is not None and not self.keeper.saved.is_finding:
            return []
        numbers = self.team.meet(len(self.found), self.candidates, self.candidate_bytes)
        found, sent, sent_bytes = numbers.sum(axis=0).tolist()
        return [
            f"{found} positions found in {self.rounds} rounds, {sent} candidates sent in "
            f"{sent_bytes / max(1, sent):.2f} bytes each"
        ]

    def _round(self) -> bool:
        """Expand a part, and hear what others have come to; whether any rank has had anything."""
        team, before = self.team, self.team.sent
        outbox = self._dealt(self._listed())
        inbox, told = team.exchange(outbox, len(self.frontier), len(self.found), len(outbox.column))
        self.candidate_bytes += team.sent - before
        self.candidates += len(outbox.column) - int(outbox.counts[team.rank])
        for part in inbox.parts():
            self._enter(part)
        waiting, found, listed = told.sum(axis=0).tolist()
        if team.rank == 0:
            self.runner.workers.report(FINDING, found - waiting, found, is_growing=True)
        self._found_by_all = found
        self.most_waiting = max(self.most_waiting, len(self.frontier))
        self.rounds += listed > 0
        return bool(waiting + listed)

    def _listed(self) -> Columns:
        """The candidates of a round, in order and each once."""
        size = max(1, CANDIDATES_A_ROUND // self.runner.game.rules.max_moves)
        return _once(self._successors(self.frontier.take(size)))

    def _successors(self, keys: Columns) -> Columns:
        """What one move leads to from some positions, one after the other."""
        workers, most = self.runner.workers, self.runner.game.rules.max_moves

        def listed(scratch: Scratch, chunk: tuple[int, int]) -> Columns:
            part = keys[slice(*chunk)]
            found = np.empty(len(part) * most, np.uint64)
            tally = self.runner.run_on_keys(kernels.list_keys, part, scratch, part, found)
            return found[: tally[ADDED]]

        size = min(KEYS_A_CALL, -(-max(1, len(keys)) // len(workers.scratches)))
        lists = workers.run(FINDING, listed, chunks_of(len(keys), size), self.found.progress)
        return np.concatenate([np.empty(0, np.uint64), *lists])

    def _dealt(self, keys: Columns) -> Outbox:
        """Keys in order as they go to their owners."""
        bounds = bounds_of_keys(self.team.size)
        return Outbox(keys, np.append(np.searchsorted(keys, bounds), len(keys)))

    def _enter(self, keys: Columns) -> None:
        """Enter keys of this rank; those that are new are to be expanded."""
        fresh = np.empty(len(keys), np.uint64)
        while len(keys):
            done, added = self.found.enter(keys, fresh)
            self.frontier.add(fresh[:added].copy())
            keys = keys[done:]
            if len(keys):
                self.found.grow()
            self.meter.check(self.found.progress)


def _once(keys: Columns) -> Columns:
    """Keys in order, each once."""
    spare = np.empty_like(keys)
    is_in_spare = sort_words(keys, spare, np.uint64(HALF), HALF)  # they are spread evenly
    in_order = spare if is_in_spare else keys
    return in_order[: drop_repeats(in_order)]
