"""The laws of an index: slots and positions belong together.

``index`` takes a position to its slot and ``position_at`` takes a slot to the position that
stands in it. Slot i is *valid* if ``index(position_at(i)) == i``; every other one is a hole,
and what ``position_at`` makes of a hole either is no position (-1) or has a valid slot of
its own: a board that stands for no orbit, say, where ``index`` folds. Each orbit has one
slot, and each valid slot one orbit.

Each method tries one law and raises its fault as a ``GameContractError``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from gamesolver.compiled import NO_POSITION, CompiledGame
from gamesolver.complaints import contract
from gamesolver.errors import GameContractError
from gamesolver.places_kernels import BY_CANONICAL
from gamesolver.words import shown, shown_apart


class Numbering:
    """The index of one game."""

    def __init__(self, game: CompiledGame) -> None:
        self.game = game
        self.calls = game.rules.calls
        self.slots = game.rules.slots or 0

    def is_valid(self, slot: int) -> bool:
        """Whether a position stands in a slot."""
        return 0 <= slot == self.calls.slot_of(self.calls.position_in(slot))

    def drawn(self, count: int, luck: Random) -> Iterator[int]:
        """Slots drawn at random; all of them, in order, where they are no more than that."""
        if self.slots <= count:
            return iter(range(self.slots))
        return (luck.randrange(self.slots) for _ in range(count))

    def standing(self, count: int, luck: Random) -> Iterator[int]:
        """What stands in slots drawn at random."""
        for slot in self.drawn(count, luck):
            with suppress(GameContractError):  # told where the slot is tried
                if self.is_valid(slot):
                    yield self.calls.position_in(slot)

    # ── laws ───────────────────────────────────────────────────────────────

    def of_slot(self, slot: int) -> None:
        """Try "slots" on a slot: it is valid, or a hole that does not lead to another."""
        position = self.calls.position_in(slot)
        other = self.calls.slot_of(position)
        if position == NO_POSITION and other == slot:
            told = f"position_at({slot}) is 2^64 - 1, which stands for no position: expected any "
            raise self._fault("slots", f"{told}other where index gives {slot}", position)
        if other not in (-1, slot) and not self.is_valid(other):
            raise self._fault(
                "slots",
                f"position_at({slot}) is {position}, whose index is {other}, and slot {other} is "
                f"a hole: expected {slot}, a slot in which a position stands, or -1",
                position,
            )

    def of_position(self, position: int) -> None:
        """Try "slots" on a position: it has a valid slot."""
        slot = self.calls.slot_of(position)
        if slot < 0:
            told = f"position {self._show(position)} has index -1: expected a slot"
            raise self._fault("slots", f"{told} from 0 to {self.slots - 1}", position)
        if not self.is_valid(slot):
            back = self.calls.position_in(slot)
            own, other = shown_apart(self.game, position, back)
            what = (
                f"has slot {slot}, where position_at gives {other}, whose index is "
                f"{self.calls.slot_of(back)}"
            )
        elif self.calls.folding == BY_CANONICAL and (
            (canonical := self.calls.ask("canonical", position)) != self.calls.position_in(slot)
        ):
            own = self._show(position)
            standing, other = shown_apart(self.game, self.calls.position_in(slot), canonical)
            what = f"has slot {slot}, where position_at gives {standing}, but canonical {other}"
        else:
            return
        told = f"position {own} {what}: expected index and position_at to agree"
        raise self._fault("slots", told, position)

    def of_twins(self, position: int) -> None:
        """Try "one slot": all of an orbit has the same."""
        slot = self.calls.slot_of(position)
        for twin in self.calls.ask_symmetries(position):
            other = self.calls.slot_of(twin)
            if other != slot:
                one, two = shown_apart(self.game, position, twin)
                raise self._fault(
                    "one slot",
                    f"position {one} has slot {slot}, and its twin {two} has slot {other}: "
                    "expected one slot for all of an orbit",
                    position,
                )

    def of_others(self, position: int) -> None:
        """Try "shared slots": what stands in the slot of a position is a twin of it."""
        slot = self.calls.slot_of(position)
        if not self.is_valid(slot):
            return
        other = self.calls.position_in(slot)
        if other != position and position not in self.calls.ask_symmetries(other):
            raise not_alone(self.game, position, other, slot)

    def _show(self, position: int) -> str:
        return shown(self.game, position)

    def _fault(self, law: str, complaint: str, position: int) -> GameContractError:
        return contract(self.game, law, complaint, position)


def not_alone(game: CompiledGame, position: int, other: int, slot: int) -> GameContractError:
    """The error for a position in a slot in which another one stands."""
    advice = "" if game.rules.symmetries else "; a game that folds must name its symmetries"
    return contract(
        game,
        "shared slots",
        f"positions {' and '.join(shown_apart(game, other, position))} share slot {slot} and "
        f"are no twins by symmetries: expected a slot for each orbit{advice}",
        position,
    )
