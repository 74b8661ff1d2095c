"""Detection of infinite games while their positions are enumerated.

A game may be infinite by mistake: a counter is never reset, or a position contains the moves played
so far. Its solve would take all available memory. So if the caller set no limit, the search pauses
at 2 GB (or half of the default limit, if that is less), and each time that this has doubled, and
looks for an end of play. With ``memory=`` or ``force=True`` it does not.

**Criterion.** A game is stopped in three cases. A *layer* has the positions that are first reached
at one ply.

* Some positions of the last layer are expanded, layer by layer, for some seconds. The layers do not
  become empty, and no known position is reached. This is typical of a counter or a history.
* Moves lead back to earlier layers, there are 50 layers or more, and the last ones are the widest.
  In addition, at most 100 positions wait to be expanded, as in a single endless line of play, or
  positions keep growing from layer to layer (``rules.position_size``).
* Moves lead back, several lines of random play do not end, and positions keep growing in each.

Positions of compiled games are integers, whose size shows nothing, and their layers are not known
if moves lead back. For such a game only the first case is tested, and whether at most one line of
positions ever waited to be expanded.

A finite game may be too large. It is refused if the low end of the estimate (``growth``) exceeds
the limit at the least cost of a position. Otherwise the search continues, as it does if the number
of positions is published. So a finite game is stopped by mistake only after 2 GB (about 7 million
positions in plain Python, 80 million compiled ones), and only if it is a very long line of play, or
too deep to sample. The message then names the limit to pass.

**Cost.** Up to four seconds at each pause, after ten seconds of work or more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gamesolver.errors import Advice, MemoryLimitError
from gamesolver.forecast.explored import DEEPEST, FEW, FEW_WAITING, SEED, Explored
from gamesolver.forecast.growth import Growth, Layers, in_layers, in_loops
from gamesolver.rules.game import Game
from gamesolver.rules.known_sizes import LEAST, PROVE, is_known
from gamesolver.rules.messages import shown
from gamesolver.rules.parameters import titled
from gamesolver.system.columns import Columns
from gamesolver.system.memory import NEVER, in_words
from gamesolver.system.progress import Stopwatch
from gamesolver.texts import shorten

if TYPE_CHECKING:
    from gamesolver.engine.finding import Finder, Frontier
    from gamesolver.engine.running import Runner
    from gamesolver.graph.exploring import Explorer

SECONDS = 2.0
"""Time limit of a search for an end, which runs at most twice."""
MANY_WAITING = 10 * FEW_WAITING
"""Greatest number of waiting positions before, if a game with few of them now is near its end."""
DEEP = 50
"""Number of layers from which the widest ones and the size of positions are used."""
WIDEST = 3
"""Number of layers in the message."""
LONGEST = 60
"""Greatest number of letters of a position in the message."""
CHECK = Advice("tries the rules", tool="check_game(game)")


def require_an_end(explorer: Explorer[Any, Any], used_bytes: int) -> None:
    """Raise if the search of a plain game shows no end of play."""
    game, limit, seen = explorer.rules.game, explorer.meter.limit, Explored(explorer)
    if seen.depth < 1 or not seen.waiting or is_known(game):
        return
    growth = _growth_in_sight(seen)
    if growth is None or _is_too_large(growth, limit, is_compiled=False):
        more = [_widest(seen.widths)]
        if seen.is_growing:
            first, last = (_shortened(game, seen.positions[each]) for each in (0, seen.bounds[-2]))
            where = f"{first} at the start, {last} in layer {seen.depth:,}"
            more.append(f"positions keep growing: {where}")
        raise _stopped(game, len(seen.positions), used_bytes, growth, limit, more)


def _growth_in_sight(seen: Explored) -> Growth | None:
    """Return the growth of a plain game, or None if no end of play was found."""
    if seen.leads_on and seen.depth < DEEPEST:
        layers = seen.layers(Stopwatch(SECONDS))
        growth = in_layers(len(seen.positions), layers)
        if layers.is_closed or growth.range.is_known:
            return growth
    if not seen.ends_or_comes_back(Stopwatch(SECONDS)):
        return None
    if seen.leads_on:
        return Growth.at_least(len(seen.positions))
    is_thin = len(seen.waiting) <= FEW_WAITING
    if seen.depth >= DEEP and seen.is_widening and (is_thin or seen.is_growing):
        return None
    if seen.grows_by_random_play(SECONDS):
        return None
    return in_loops(len(seen.positions), seen.share_repeated)


def require_an_end_of_enumeration(finder: Finder, roots: Sequence[int]) -> None:
    """Raise if no end is in sight of a compiled game, of which some positions were found.

    The first rank looks, because its share is like that of all, and all ranks raise its error.
    """
    team, error = finder.team, None
    limit = team.sum_of(finder.meter.limit)
    if team.rank == 0 and not is_known(finder.runner.game):
        error = _no_end_of_enumeration(finder, roots, limit)
    if (failed := team.gather_all(error)[0]) is not None:
        raise failed


def _no_end_of_enumeration(
    finder: Finder, roots: Sequence[int], limit: int
) -> MemoryLimitError | None:
    """Return the error if no end is in sight, or ``None``. ``limit`` is that of all ranks."""
    from gamesolver.forecast.compiled_games import share_repeated

    runner, count, used_bytes = finder.runner, finder.found_by_all, finder.bytes_of_all
    places = runner.places
    share = None if _is_thin(finder) else share_repeated(runner, finder)
    last = finder.frontier.first(MANY_WAITING)
    growth, layers = _growth_of_enumeration(runner, roots, count, share, last)
    runner.places = places
    bound = NEVER if finder.has_disk else limit
    if growth is not None and not _is_too_large(growth, bound, is_compiled=True):
        return None
    more = _seen(runner.game, roots, layers, finder.frontier)
    return _stopped(runner.game, count, used_bytes, growth, limit, more)


def _is_thin(finder: Finder) -> bool:
    """Return True if few positions wait, and never were there many more: a line of play."""
    return len(finder.frontier) <= FEW_WAITING and finder.most_waiting <= MANY_WAITING


def _growth_of_enumeration(
    runner: Runner, roots: Sequence[int], count: int, share_repeated: float | None, last: Columns
) -> tuple[Growth | None, Layers | None]:
    """Return the growth of a compiled game, nothing if no end is in sight; and its layers.

    ``share_repeated`` is ``None`` if the positions found are a line of play, and ``last`` are some
    that wait.
    """
    from gamesolver.forecast.compiled_games import layers_of

    layers = layers_of(runner, list(roots), Stopwatch(2 * SECONDS), deepest=NEVER)
    if layers is not None:
        growth = in_layers(count, layers)
        if layers.is_closed or growth.range.is_known:
            return growth, layers
    if not _ends_or_comes_back(runner, last):
        return None, layers
    if layers is not None:
        return Growth.at_least(count), layers
    return None if share_repeated is None else in_loops(count, share_repeated), layers


def _ends_or_comes_back(runner: Runner, layer: Columns) -> bool:
    """Return True if play out of some positions is seen to end in time, or to repeat."""
    from gamesolver.forecast.compiled_games import expanded

    clock, luck = Stopwatch(SECONDS), np.random.default_rng(SEED)
    played = before = np.empty(0, np.uint64)  # positions that wait are of two plies, or of one
    while len(layer) and not clock.is_over:
        if np.isin(layer, played).any():
            return True
        played = np.concatenate([played, before])
        before = np.sort(luck.choice(layer, min(FEW, len(layer)), replace=False))
        layer = expanded(runner, before, 0)[1]
    return not len(layer)


def _seen(
    game: Game[Any, Any], roots: Sequence[int], layers: Layers | None, frontier: Frontier
) -> list[str]:
    """Return what was seen of a compiled game in words."""
    from gamesolver.kernels.places import unmixed_plainly

    seen = [] if layers is None else [_widest(np.array([each.size for each in layers.counted]))]
    last = frontier.first(1)
    if len(last):
        first, latest = (
            _shortened(game, int(each)) for each in (roots[0], unmixed_plainly(last)[0])
        )
        seen.append(f"the start is {first}, and one of the last positions is {latest}")
    return seen


def _is_too_large(growth: Growth, limit: int, *, is_compiled: bool) -> bool:
    """Return True if a game needs more than the limit even at the low end of its estimate."""
    return growth.range.low * LEAST[is_compiled] > limit


def _stopped(
    game: Game[Any, Any],
    count: int,
    used_bytes: int,
    growth: Growth | None,
    limit: int,
    more: Sequence[str],
) -> MemoryLimitError:
    """Return the error for work that is stopped, with what was seen."""
    found = f"{count:,} positions were found, which take {in_words(used_bytes)}"
    what = f"{titled(game)} may never end: {found}"
    if growth is not None:
        what = f"{titled(game)} is estimated not to fit in memory: {found}, and there are at least "
        what += f"{round(growth.range.low):,}"
    goes_on = Advice("goes on up to that limit", {"memory": in_words(limit).replace(" ", "")})
    error = MemoryLimitError("\n  ".join([what, *more]), limit=limit, needed=used_bytes)
    return error.advised(goes_on, CHECK, PROVE)


def _widest(widths: Any) -> str:
    """Return the widest layers in words."""
    order = np.sort(np.argsort(-widths, kind="stable")[:WIDEST])
    named = ", ".join(f"{int(widths[each]):,} in layer {int(each):,}" for each in order)
    return f"widest of {len(widths):,} layers: {named}"


def _shortened(game: Game[Any, Any], position: Any) -> str:
    """Return a position in a short text."""
    return shorten(shown(game, position), LONGEST)
