"""A slow, obvious reference solver. It imports nothing of the library.

A graph is a dictionary from node to its moves, each a pair (successor, kept);
``known`` gives some nodes their outcome, a pair (value, remoteness) with value
-1, 0, 1 for the player to move and remoteness ``None`` for infinite play. The
outcome of every other node is found straight from the definitions, one
remoteness after another, checking every node each time.
"""


def reference(moves, known):
    """Return the outcome of every node."""
    outcomes = dict(known)
    finite = [remoteness for _, remoteness in known.values() if remoteness is not None]
    last = len(moves) + max(finite, default=0) + 1
    for plies in range(1, last + 1):
        outcomes.update(
            {node: (-1, plies) for node in moves if _is_lost_in(node, plies, moves, outcomes)}
            | {node: (1, plies) for node in moves if _is_won_in(node, plies, moves, outcomes)}
        )
    for plies in range(1, last + 1):
        outcomes.update(
            {node: (0, plies) for node in moves if _is_drawn_in(node, plies, moves, outcomes)}
        )
    return {node: outcomes.get(node, (0, None)) for node in moves}


def back(outcome, kept):
    """Return the outcome backed up by one move."""
    value, remoteness = outcome
    return (value if kept else -value), None if remoteness is None else remoteness + 1


def _backs(node, moves, outcomes):
    return [
        back(outcomes[successor], kept) if successor in outcomes else None
        for successor, kept in moves[node]
    ]


def _is_won_in(node, plies, moves, outcomes):
    return node not in outcomes and (1, plies) in _backs(node, moves, outcomes)


def _is_lost_in(node, plies, moves, outcomes):
    backs = _backs(node, moves, outcomes)
    return (
        node not in outcomes
        and all(each is not None and each[0] == -1 for each in backs)
        and max(remoteness for _, remoteness in backs) == plies
    )


def _is_drawn_in(node, plies, moves, outcomes):
    return node not in outcomes and (0, plies) in _backs(node, moves, outcomes)
