"""Groups: parts of a stage whose positions an author treats together, and a trial of them.

``group_targets`` lists to which slots the moves of a group lead, and ``group_best`` takes the
greatest worth for each position of the group, given what each of those is worth. Both say what
follows from ``successors`` and ``index`` too. So some groups of a game are tried before a solve in
a folder, and more by ``check_game``: with worths drawn by chance, each position looked at must have
the greatest worth among the slots that its moves lead to, and all of these must be listed.

What is worth most says nothing of the others. But each position looked at has other worths, so that
a move that is missing, or one too many, shows in one of so many positions as there are moves.

Worths are drawn in three ways (``DRAWS``). Numbers of the whole range are hardly ever alike, so
that the greatest one says by which move it came. Those of outcomes, as a solve has them, are often
alike. And where all moves lose, a rule shows that begins its search with what is no move's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any

import attrs
import numpy as np

from gamesolver.errors import GameContractError
from gamesolver.kernels.scratch import GUARDS
from gamesolver.kernels.staging import DREW, WON, WORTHLESS, GroupBuffers
from gamesolver.rules.calls import BEHIND, GUARD_MOVE, SIGNATURES, fitted
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.interpreted import plain_copy
from gamesolver.rules.messages import contract, shown
from gamesolver.rules.slots_by_stage import first_slots
from gamesolver.system.columns import Columns
from gamesolver.texts import said_by

GUARD_WORTH = np.int32(-0x5A5A5A5A)
BEHIND_WORTHS = np.full(GUARDS, GUARD_WORTH).tobytes()

TRIED, SMALL, POSITIONS = 24, 200, 12
"""So many groups are tried, in plain Python too if they list no more slots than ``SMALL``; and of
each so many positions are looked at."""

MANY = 100_000
"""Where there are more groups than that, they are drawn by chance and not listed."""

PLIES = 9  # of the outcomes that are drawn


def _any_worth(luck: Random) -> int:
    """Any that there may be."""
    return luck.randrange(1 - WON, WON)


def _worth_of_outcome(luck: Random) -> int:
    """That of a short win, draw or loss, or of endless play."""
    plies = luck.randint(1, PLIES)
    return luck.choice((WON - plies, DREW - plies, 0, plies - WON))


def _lost(luck: Random) -> int:
    """That of a loss."""
    return luck.randrange(1 - WON, 0)


DRAWS: tuple[Callable[[Random], int], ...] = (_any_worth, _worth_of_outcome, _lost)
"""How what a slot is worth is drawn."""


def group_buffers(game: CompiledGame) -> GroupBuffers:
    """Room for the largest group, with guards behind what the rules fill."""
    targets, positions = game.rules.max_targets + GUARDS, game.rules.max_group + GUARDS
    buffers = GroupBuffers(
        targets=np.empty(targets, np.int64),
        worths=np.empty(targets, np.int32),
        slots=np.empty(positions, np.int64),
        best=np.empty(positions, np.int32),
    )
    buffers.targets[-GUARDS:] = buffers.slots[-GUARDS:] = GUARD_MOVE
    buffers.best[-GUARDS:] = GUARD_WORTH
    return buffers


def bytes_of_buffers(game: CompiledGame) -> int:
    """What the buffers of one worker take at most."""
    return (8 + 4) * (game.rules.max_targets + game.rules.max_group + 2 * GUARDS)


def is_whole(buffers: GroupBuffers) -> bool:
    """Whether every guard word is as it was."""
    behind = BEHIND[np.dtype(np.int64)], BEHIND[np.dtype(np.int64)], BEHIND_WORTHS
    filled = buffers.targets, buffers.slots, buffers.best
    return all(
        each[-GUARDS:].tobytes() == words for each, words in zip(filled, behind, strict=True)
    )


@attrs.frozen(eq=False)
class Groups:
    """The rules of groups, compiled, and the same in plain Python."""

    game: CompiledGame
    targets: Any
    best: Any

    @classmethod
    def of(cls, game: CompiledGame) -> Groups:
        """Those of a game that has some; ``GameContractError`` where they do not fit."""
        names = "group_targets", "group_best"
        return cls(
            game, *(fitted(name, getattr(game.rules, name), SIGNATURES[name]) for name in names)
        )

    @property
    def by_stage(self) -> dict[int, int]:
        """How many groups each stage has."""
        return dict(self.game.rules.groups or {})

    # ── a trial ────────────────────────────────────────────────────────────

    def try_some(self, luck: Random) -> None:
        """Raise ``GameContractError`` for the first group, of some, that is at fault."""
        buffers, plain = group_buffers(self.game), self._in_plain_python()
        for number, (stage, group) in enumerate(self._drawn(luck)):
            self._in_both_modes(plain, buffers, stage, group, luck, DRAWS[number % len(DRAWS)])

    def try_up_to(self, most: int, luck: Random) -> None:
        """The same of all groups, or of so many of them, or with so many positions, as ``most``.

        First the last group of each stage, which may be one too many, and then any, drawn by
        chance.
        """
        buffers, plain = group_buffers(self.game), self._in_plain_python()
        for stage, count in self.by_stage.items():
            self._in_both_modes(plain, buffers, stage, count - 1, luck, _any_worth)
        self.try_some(luck)
        for stage, group in islice(self._in_turn(luck), most):
            most -= self._asked(buffers, stage, group, luck, DRAWS, most)[1]
            if most < 1:
                return

    def require(self, stage: int, group: int) -> None:
        """Raise for a group that is at fault, all of whose positions are looked at."""
        self._asked(group_buffers(self.game), stage, group, Random(group), DRAWS, positions=None)

    def _in_turn(self, luck: Random) -> Iterator[tuple[int, int]]:
        """All groups, each once; where they are many, those that are drawn, and some twice."""
        counts = self.by_stage
        if sum(counts.values()) <= MANY:
            listed = [(stage, group) for stage, count in counts.items() for group in range(count)]
            yield from luck.sample(listed, len(listed))
            return
        while True:
            (stage,) = luck.choices([*counts], weights=[*counts.values()])
            yield stage, luck.randrange(counts[stage])

    def _drawn(self, luck: Random) -> Iterator[tuple[int, int]]:
        """Some groups, of stages with few slots a group first: these are soon asked."""
        slots, groups = self.game.rules.by_stage or {}, self.by_stage
        if not groups:
            return
        small = sorted(groups, key=lambda stage: slots[stage] / groups[stage])[: TRIED // 2]
        for stage in (*small, *luck.choices([*groups], k=TRIED - len(small))):
            yield stage, luck.randrange(groups[stage])

    def _in_plain_python(self) -> Groups:
        """The same rules, of which each access is checked."""
        return attrs.evolve(self, targets=plain_copy(self.targets), best=plain_copy(self.best))

    def _in_both_modes(
        self,
        plain: Groups,
        buffers: GroupBuffers,
        stage: int,
        group: int,
        luck: Random,
        draw: Callable[[Random], int],
    ) -> None:
        """Ask of a group compiled, and in plain Python if it is soon asked."""
        targets, _ = self._asked(buffers, stage, group, luck, [draw])
        if len(targets) <= SMALL:
            plain._asked(buffers, stage, group, luck, [draw])

    def _asked(
        self,
        buffers: GroupBuffers,
        stage: int,
        group: int,
        luck: Random,
        draws: Iterable[Callable[[Random], int]],
        positions: int | None = POSITIONS,
    ) -> tuple[Columns, int]:
        """What is listed of a group, and how many of its positions were looked at."""
        here = np.int64(stage), np.int64(group)
        targets = self._listed("group_targets", stage, group, buffers, (*here, buffers.targets))
        later = self._slots_of(stage).stop, len(self)
        for slot in targets[(targets < later[0]) | (targets >= later[1])][:1]:
            raise self._fault(
                f"group_targets({stage}, {group}) gives slot {slot}: expected one of a later "
                f"stage, from {later[0]} to {later[1] - 1}"
            )
        self._require_positions(stage, group, targets, luck, None if positions is None else SMALL)
        seen = 0
        for draw in draws:
            worth = {int(slot): draw(luck) for slot in np.unique(targets)}
            buffers.worths[: len(targets)] = [worth[slot] for slot in targets.tolist()]
            given = buffers.worths, buffers.slots, buffers.best
            slots = self._listed("group_best", stage, group, buffers, (*here, *given))
            listed = [*zip(slots.tolist(), buffers.best[: len(slots)].tolist(), strict=True)]
            few = positions is None or len(listed) <= positions
            some = listed if few else luck.sample(listed, positions or 0)
            for slot, best in some:
                self._require_best(stage, group, slot, best, worth)
            seen += len(some)
        return targets, seen

    def _listed(
        self, rule: str, stage: int, group: int, buffers: GroupBuffers, arguments: tuple[Any, ...]
    ) -> Columns:
        """The slots that a rule fills in, if that can be."""
        ask, most, filled = self._rule(rule, buffers)
        try:
            count = int(ask(*arguments))
        except Exception as error:  # an author's rule may raise anything
            message = f"{rule}({stage}, {group}) raised {said_by(error)}"
            raise contract(self.game, "raises", message) from error
        if not 0 <= count <= most or not is_whole(buffers):
            message = f"{rule}({stage}, {group}) lists {count} slots: expected 0 to {most}, as the "
            raise contract(self.game, "bounds", f"{message}rules say, and nothing written beyond")
        listed: Columns = filled[:count]
        return listed

    def _rule(self, rule: str, buffers: GroupBuffers) -> tuple[Callable[..., Any], int, Columns]:
        """A rule, how much it lists at most, and where."""
        rules = self.game.rules
        if rule == "group_targets":
            return self.targets, rules.max_targets, buffers.targets
        return self.best, rules.max_group, buffers.slots

    def _require_positions(
        self, stage: int, group: int, targets: Columns, luck: Random, most: int | None
    ) -> None:
        """Require that slots to which moves lead, or so many of them, be no holes."""
        calls, listed = self.game.rules.calls, targets.tolist()
        for slot in listed if most is None or len(listed) <= most else luck.sample(listed, most):
            if calls.slot_of(calls.position_in(slot)) != slot:
                raise self._fault(
                    f"group_targets({stage}, {group}) gives slot {slot}, which has no position: "
                    "expected slots of positions only"
                )

    def _require_best(
        self, stage: int, group: int, slot: int, best: int, worth: dict[int, int]
    ) -> None:
        """Require that a position of a group have the greatest worth that its moves lead to."""
        calls, where = self.game.rules.calls, f"group {group} of stage {stage}"
        if slot not in self._slots_of(stage):
            there = self._slots_of(stage)
            raise self._fault(
                f"{where} has slot {slot}: expected one of its stage, from {there.start} to "
                f"{there.stop - 1}"
            )
        position = calls.position_in(slot)
        if calls.slot_of(position) != slot or calls.is_over(position):
            raise self._fault(
                f"{where} has slot {slot}: expected slots of positions in which play goes on"
            )
        leads = {calls.slot_of(each): each for each in calls.ask_successors(position)[1]}
        if missing := [each for there, each in leads.items() if there not in worth]:
            raise self._fault(
                f"position {shown(self.game, position)} of {where} has a move to "
                f"{shown(self.game, missing[0])}, whose slot group_targets does not list",
                position,
            )
        if kept := [each for each in leads.values() if self._keeps_turn(position, each)]:
            raise self._fault(
                f"position {shown(self.game, position)} of {where} has a move to "
                f"{shown(self.game, kept[0])}, which keeps the turn: expected the turn to pass "
                "with every move of a group",
                position,
            )
        if (expected := max(worth[there] for there in leads)) != best:
            said = "less than any worth" if best == WORTHLESS else best
            raise self._fault(
                f"group_best gives position {shown(self.game, position)} of {where} the worth "
                f"{said}: expected {expected}, the greatest of those that its moves lead to",
                position,
            )

    def _keeps_turn(self, position: int, successor: int) -> bool:
        """Whether the same player moves again."""
        calls = self.game.rules.calls
        if self.game.rules.player is None:
            return False
        return calls.ask("player", position) == calls.ask("player", successor)

    def _slots_of(self, stage: int) -> range:
        """The slots of a stage."""
        by_stage = self.game.rules.by_stage or {}
        first = first_slots(by_stage)[stage]
        return range(first, first + by_stage[stage])

    def __len__(self) -> int:
        return int(self.game.rules.slots or 0)

    def _fault(self, complaint: str, position: int | None = None) -> GameContractError:
        return contract(self.game, "groups", complaint, position)
