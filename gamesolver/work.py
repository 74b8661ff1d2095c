"""The work that lies ahead of the engine, as a forecast sees it."""

from __future__ import annotations

import attrs


@attrs.define
class Work:
    """What the engine will have to do, and how long each part of it takes, as far as tried."""

    slots: int
    looked_at: int = 0
    """How many of the slots the figures were taken from."""
    holes: float = 0.0
    unsure: float = 0.0
    """By how many the holes may be more or fewer."""
    pending: float = 0.0
    """How many slots are pending after the ends of play."""
    at_once: float = 0.0
    """How many slots are settled then that are no ends of play."""
    moves: float = 0.0
    """Their moves, but for those to ends of play."""
    drawn: float = 0.0
    """How many ends of play are draws."""
    is_staged: bool = False
    waves: list[float] = attrs.field(factory=list)
    """How many are pending after each wave from the second on, as far as foreseen."""
    goes_on: float = 0.0
    """What the last of these leaves of what the one before it left."""
    rows: float = 0.0
    """Of the graph, if the engine goes over to it after these waves."""
    edges: float = 0.0
    slot_seconds: float = 0.0
    """Of settling ends of play, a slot."""
    sweep_seconds: float = 0.0
    """Of a sweep, a pending slot."""
    check_seconds: float = 0.0
    """Of looking for two positions in one slot, a slot."""

    def scaled(self, slots: int, share: float) -> Work:
        """The work for so many slots of the same kind, if such a share of them is pending."""
        pending = slots * share
        times = pending / self.pending if self.pending else 0.0
        return attrs.evolve(
            self,
            slots=slots,
            holes=self.holes * slots / self.slots,
            pending=pending,
            at_once=self.at_once * slots / self.slots,
            moves=self.moves * times,
            drawn=self.drawn * slots / self.slots,
            waves=[each * times for each in self.waves],
            rows=self.rows * times,
            edges=self.edges * times,
        )
