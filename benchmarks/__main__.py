"""Measure every figure, and fail if a figure misses its bound.

``python -m benchmarks`` takes some minutes. ``--quick`` uses smaller work and fewer runs,
``--long`` runs the groups that take minutes each, and names of groups select groups.
``--keep`` replaces the rows of the figures in ``results.md``. The machine may be shared, so a
group with a figure that misses its bound is measured again, up to twice, and every attempt is
shown.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from benchmarks import (
    c_version,
    compiled,
    explorer,
    forecasts,
    growth,
    house,
    insight,
    keeping,
    looking_up,
    neighbours,
    pages,
    players,
    proofs,
    propagation,
    proved_boards,
    proved_games,
    ranks,
    scores,
    shelf,
    stages,
    starting,
    teeko_alone,
)
from benchmarks.measure import HEADER, Figure, Group, Slowness, keep

ATTEMPTS = 3
MODULES = (
    house,
    starting,
    looking_up,
    neighbours,
    propagation,
    teeko_alone,
    ranks,
    compiled,
    scores,
    keeping,
    stages,
    forecasts,
    insight,
    players,
    explorer,
    pages,
    proofs,
    proved_boards,
    proved_games,
    c_version,
    growth,
    shelf,
)
GROUPS = {group.name: group for module in MODULES for group in module.GROUPS}


def measured(groups: Sequence[Group], quick: bool, at_speed: bool) -> dict[str, list[Figure]]:
    """Return the figures by group, each of the first attempt within its bound, or the last."""
    found = {}
    for group in groups:
        figures: dict[str, Figure] = {}
        for _attempt in range(ATTEMPTS):
            for figure in _attempted(group, quick, at_speed):
                print(figure.row(), flush=True)
                if figure.name not in figures or not figures[figure.name].holds:
                    figures[figure.name] = figure
            if all(figure.holds for figure in figures.values()):
                break
        found[group.name] = list(figures.values())
    return found


def _attempted(group: Group, quick: bool, at_speed: bool) -> Iterator[Figure]:
    """Return the figures of a group, measured once."""
    if not at_speed:
        return group.figures(quick)
    slow = Slowness.now()
    print(f"(times divided by {slow.of_clock:.2f}, CPU-seconds by {slow.of_cpu:.2f})")
    return (figure.at_speed(slow) for figure in group.figures(quick))


def main() -> int:
    """Measure, show and store the figures; return exit code 1 if one misses its bound."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--quick", action="store_true", help="smaller work, fewer runs")
    parser.add_argument("--long", action="store_true", help="the groups that take minutes")
    parser.add_argument(
        "--at-speed", action="store_true", help="hold times against the speed of the machine"
    )
    parser.add_argument("--keep", action="store_true", help="keep the figures in results.md")
    arguments = parser.parse_args()
    if arguments.keep and arguments.quick:
        parser.error("--keep stores the figures of the full work. Leave out --quick.")
    unknown = set(arguments.groups) - set(GROUPS)
    if unknown:
        parser.error(f"no group {', '.join(sorted(unknown))}: expected some of {', '.join(GROUPS)}")
    chosen = [
        group
        for name, group in GROUPS.items()
        if name in (arguments.groups or GROUPS)
        and (arguments.groups or arguments.quick or group.is_long == arguments.long)
    ]
    print(HEADER)
    figures = measured(chosen, arguments.quick, arguments.at_speed)
    if arguments.keep:
        keep(figures)
    missed = [each.name for group in figures.values() for each in group if not each.holds]
    if missed:
        print("missed:", ", ".join(missed))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
