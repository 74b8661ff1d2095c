"""The frontier of finding: keys still to expand.

First come those that were taken and put back; behind them the others, in the order in which
they were found. So the others are the last ones found, and a checkpoint need only say how many.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import attrs
import numpy as np

from gamesolver.labels import Columns


@attrs.define(eq=False)
class Frontier:
    """Keys, from whose beginning parts are taken."""

    back: int = 0
    """How many were put back."""
    _parts: deque[Columns] = attrs.field(factory=deque, init=False)

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def add(self, fresh: Columns) -> None:
        """Keys that were found."""
        if len(fresh):
            self._parts.append(fresh)

    def take(self, wanted: int) -> Columns:
        """So many keys from the beginning, or all there are."""
        parts = [np.empty(0, np.uint64)]
        while wanted and self._parts:
            first = self._parts.popleft()
            parts.append(first[:wanted])
            if len(first) > wanted:
                self._parts.appendleft(first[wanted:])
            wanted -= len(parts[-1])
        taken = np.concatenate(parts)
        self.back = max(0, self.back - len(taken))
        return taken

    def put_back(self, lefts: Iterable[Columns]) -> None:
        """What of the keys taken last was not expanded."""
        for left in lefts:
            if len(left):
                self._parts.appendleft(left)
                self.back += len(left)

    def clear(self) -> None:
        """Forget all of them."""
        self._parts.clear()
        self.back = 0

    def first(self, count: int) -> Columns:
        """So many keys from the beginning, which stay."""
        parts = [np.empty(0, np.uint64)]
        for part in self._parts:
            parts.append(part[:count])
            count -= len(parts[-1])
        return np.concatenate(parts)
