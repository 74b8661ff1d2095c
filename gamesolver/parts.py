"""Strongly connected parts: nodes of a graph that lie on cycles together.

Two nodes are in one part if each can be reached from the other. Between parts there
is no cycle, so a graph can be worked through part by part, each after all that it leads to.

**The method** is Tarjan's: a depth-first search numbers the nodes as it meets them, and keeps
for each the least number it knows that its part goes back to. A node that goes back no
further than itself is the first of its part. The stack is a list, so that a line of play may
have any length.

**Source**: R. Tarjan, Depth-first search and linear graph algorithms, SIAM Journal on
Computing 1 (1972), 146-160.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence

RESOLVED = 1 << 62  # more than any number of a node

Successors = Callable[[int], Sequence[int]]
"""Function that returns the successors of a node."""


def strong_parts(nodes: Iterable[int], successors: Successors) -> Iterator[list[int]]:
    """Yield the parts that some nodes reach, each after every part it leads to.

    >>> graph = [[1], [2, 0], [2, 3], []]
    >>> list(strong_parts([0], graph.__getitem__))
    [[3], [2], [0, 1]]
    """
    numbers: dict[int, int] = {}
    lowest: dict[int, int] = {}
    open_nodes: list[int] = []
    path: list[tuple[int, Iterator[int]]] = []

    def enter(node: int) -> None:
        numbers[node] = lowest[node] = len(numbers)
        open_nodes.append(node)
        path.append((node, iter(successors(node))))

    for root in nodes:
        if root not in numbers:
            enter(root)
        while path:
            here, ahead = path[-1]
            for target in ahead:
                if target not in numbers:
                    enter(target)
                    break
                lowest[here] = min(lowest[here], numbers[target])
            else:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[here])
                if lowest[here] == numbers[here]:
                    first = bisect_left(open_nodes, numbers[here], key=numbers.__getitem__)
                    part = open_nodes[first:]
                    del open_nodes[first:]
                    numbers.update(dict.fromkeys(part, RESOLVED))
                    yield part


def is_cyclic(part: Sequence[int], successors: Successors) -> bool:
    """Return True if a part has a cycle: several nodes, or one that leads to itself."""
    return len(part) > 1 or part[0] in successors(part[0])


def way_back(first: int, position: int, ahead: Successors) -> list[int]:
    """Return a shortest way from the successor of a move back to its position, both included.

    >>> way_back(1, 0, [[1], [2, 0], [2, 3], []].__getitem__)
    [1, 0]
    """
    came_from, frontier = {first: first}, [first]
    while position not in came_from:
        fresh = {
            to: here for here in reversed(frontier) for to in ahead(here) if to not in came_from
        }
        came_from |= fresh
        frontier = list(fresh)
    way = [position]
    while way[-1] != first:
        way.append(came_from[way[-1]])
    return way[::-1]
