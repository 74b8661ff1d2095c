"""Holding play for ever: where one side can keep it from coming to an end.

Some nodes are the *holder's*, who chooses where they lead; at the others anything that can
happen may happen. From a set of nodes play is held for ever if each node of the holder's leads
to *some* node of the set, and each other node leads to *nothing else*. There is a
greatest such set: throw out nodes that break the rule, again and again, until none does.

An *end component* is such a set in which the holder can also get from everywhere to
everywhere, for sure in the end, whatever chance does at the other nodes. Who is in one may
stay as long as he likes and leave wherever there is a way out. So for all that counts in the
end it is one place. The greatest ones do not overlap: throw out, split the rest into its
strongly connected parts, and do the same to each of them until nothing changes.

**Source**: L. de Alfaro, Formal verification of probabilistic systems, thesis, Stanford 1997.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from gamesolver.players.parts import Successors, is_loop, strong_parts

Holds = Callable[[int], bool]
"""Says whether the holder chooses at a node."""


def held(nodes: Iterable[int], holds: Holds, successors: Successors) -> set[int]:
    """The greatest set of these nodes in which the holder can keep play for ever.

    >>> graph = {0: [1], 1: [0, 2], 2: [3], 3: [3]}
    >>> held(graph, lambda node: node != 1, graph.__getitem__)
    {0, 1, 2, 3}
    >>> held([0, 1, 2], lambda node: node != 1, graph.__getitem__)
    set()
    >>> held([0, 1, 2], lambda node: node == 1, graph.__getitem__)
    {0, 1}
    """
    inside = set(nodes)
    before: dict[int, list[int]] = defaultdict(list)
    ways: dict[int, int] = {}
    lost: list[int] = []
    for each in inside:
        ahead = successors(each)
        staying = [target for target in ahead if target in inside]
        for target in staying:
            before[target].append(each)
        ways[each] = len(staying) if holds(each) else int(len(staying) == len(ahead) > 0)
        if not ways[each]:
            lost.append(each)
    for each in lost:  # the list grows as we go
        inside.remove(each)
        for one in before[each]:
            ways[one] = ways[one] - 1 if holds(one) else min(ways[one] - 1, 0)
            if ways[one] == 0 and one in inside:
                lost.append(one)
    return inside


def end_components(
    nodes: Iterable[int], holds: Holds, successors: Successors
) -> list[frozenset[int]]:
    """The greatest end components among these nodes.

    >>> graph = {0: [1], 1: [0, 2], 2: [3], 3: [2, 4], 4: []}
    >>> end_components(graph, lambda node: node in (0, 1), graph.__getitem__)
    [frozenset({0, 1})]
    """
    found, open_sets = [], [held(nodes, holds, successors)]
    while open_sets:
        inside = open_sets.pop()

        def staying(node: int, inside: set[int] = inside) -> list[int]:
            return [target for target in successors(node) if target in inside]

        parts = [each for each in strong_parts(inside, staying) if is_loop(each, staying)]
        if len(parts) == 1 and len(parts[0]) == len(inside):
            found.append(frozenset(inside))
        else:
            open_sets += [held(each, holds, successors) for each in parts]
    return found
