"""Growth: the number of positions of a game, estimated from those found in some seconds.

**In layers.** Where every move leads on to the next layer (the next ply, one stone more),
layer k + 1 has

    size(k + 1) = size(k) * share going on(k) * moves(k) / ways(k + 1)

positions. Each non-terminal position of layer k has ``moves(k)`` moves on average. Each position
of the next layer is reached in ``ways(k + 1)`` *ways*, since the same stones may have been set in
another order. Shares of ends and moves can be sampled ever deeper, from a sample of a layer to a
sample of the next. The ways cannot; but they grow slowly and smoothly, and alike for
layers of one parity. So what they last grew by is carried on, a little less each time.
(Connect Four 7x6: 4.5e12 positions, estimated within a third from 8e5.)

**With cycles.** If moves lead back, the positions found are a part of all. The share of moves
from the last positions found that lead to known positions is counted. If all positions were
equally likely successors, the part would be that share of the whole. But positions with many
predecessors are more likely, and are found first, so the whole is larger. With the
share to the power 2.5 the estimate was within a factor of 3 in the games tried.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from gamesolver.forecast.estimates import Range
from gamesolver.show.sentences import many

SLOWER = 0.97  # each next growth of the ways, of the one before
FASTEST, SLOWEST = 1.0, 0.94  # what it may be instead
LESS, MORE = 1.7, 1.3  # factors by which it may be less or more in addition
IN_LAYERS, IN_LOOPS = 5.0, 20.0  # how far apart the ends of a range may lie
REPEATED_POWER = 2.5
LEAST_REPEATED = 0.15  # a share below which the growth shows nothing
FARTHEST = 4.0  # layers that are sampled, for each one counted


@attrs.frozen
class Layer:
    """A layer of positions: what was counted, or sampled."""

    ends: float
    """Share of terminal positions."""
    moves: float
    """Moves of a position that is not terminal."""
    pending: float = 0.0
    """Share that is pending after the terminal positions and what they decide one ply before."""
    size: int = 0
    """Number of positions of the layer, if it is known."""


@attrs.frozen
class Layers:
    """Layers of a game, counted or sampled."""

    counted: list[Layer]
    """Layers that were expanded completely."""
    sampled: list[Layer]
    """Layers after the counted ones; the size of the first of them is known too."""
    is_closed: bool
    """True if the samples reach a last layer."""


@attrs.frozen
class Growth:
    """Estimated number of positions, and how many of them are unresolved at first."""

    range: Range
    middle: float
    spread: float
    """Ratio of the ends of ranges that are derived from it."""
    pending: float | None = None
    """The share that is pending, where it is estimated layer by layer."""

    @classmethod
    def at_least(cls, count: int) -> Growth:
        """Return the growth of a game with only the positions found known."""
        return _without_end(count)


def in_layers(count: int, layers: Layers) -> Growth:
    """Return the growth of a game whose moves lead on from layer to layer."""
    if not layers.is_closed or len(layers.sampled) > FARTHEST * len(layers.counted):
        return _without_end(count)
    sizes = carried_on(layers, SLOWER)
    middle = sum(sizes)
    described = [*layers.counted, *layers.sampled]
    pending = (
        sum(size * layer.pending for size, layer in zip(sizes, described, strict=True)) / middle
    )
    reach = IN_LAYERS**0.5
    low = max(count, sum(carried_on(layers, FASTEST)) / LESS, middle / reach)
    high = min(sum(carried_on(layers, SLOWEST)) * MORE, middle * reach)
    how = (
        f"{many(sum(layer.size for layer in layers.counted))} were counted in "
        f"{len(layers.counted)} layers, and {len(layers.sampled)} more layers sampled"
    )
    range_ = Range(round(low), round(max(low, high)), how)
    return Growth(range_, max(count, middle), IN_LAYERS, pending)


def in_loops(count: int, share_repeated: float) -> Growth:
    """Return the growth of a game whose moves lead back, so often among the positions found."""
    if share_repeated < LEAST_REPEATED:
        return _without_end(count)
    middle = count / share_repeated**REPEATED_POWER
    how = (
        f"{many(count)} were found, and {share_repeated:.0%} of the moves out of the last of "
        "them lead back among them"
    )
    reach = IN_LOOPS**0.5
    range_ = Range(max(count, round(middle / reach)), round(middle * reach), how)
    return Growth(range_, middle, IN_LOOPS)


def carried_on(layers: Layers, slower: float) -> list[float]:
    """Return the sizes of all layers, if each step of the ways is ``slower`` times the last."""
    measured = [*layers.counted, *layers.sampled[:1]]
    sizes = [float(layer.size) for layer in measured]
    ways = [1.0]
    for layer, size in zip(layers.counted, sizes[1:], strict=False):
        ways.append(_moves_out(layer, layer.size) / size)
    step = _last_step(ways)
    for layer in layers.sampled[:-1]:
        step *= slower
        ways.append(max(1.0, ways[-2] + step) if len(ways) > 1 else 1.0)
        sizes.append(_moves_out(layer, sizes[-1]) / ways[-1])
    return sizes


def _moves_out(layer: Layer, size: float) -> float:
    return size * (1 - layer.ends) * layer.moves


def _last_step(ways: Sequence[float]) -> float:
    """Return the growth of the ways between layers of one parity, averaged over the last two."""
    if len(ways) < 4:
        return 0.0
    return ((ways[-2] - ways[-4]) + (ways[-1] - ways[-3])) / 2


def _without_end(count: int) -> Growth:
    how = f"not known: {many(count)} were found, and no end is in sight"
    return Growth(Range.unknown(count, how), count, IN_LOOPS)
