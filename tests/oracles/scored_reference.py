"""A slow, obvious reference solver of games with scores. It imports nothing of the library.

A graph is a dictionary from node to its moves, each a triple (successor, kept, gain).
``ends`` gives some nodes their score, for the player to move; ``payoff`` gives each node
the payoff of infinite play to the player to move there.

Play is cut off after 0, 1, 2, ... plies, and unfinished play counts as infinite. The greatest
backed-up outcome of each node is taken again and again until nothing changes. Around a cycle a
position may keep an outcome that the cut-off caused, with a length that grows in each round. So a
length above the number of nodes also counts as infinite. An outcome is a pair (score, length); the
length of infinite play is ``FOR_EVER`` plus the plies to its last gain.
"""

FOR_EVER = 1_000_000


def reference(moves, ends, payoff):
    """Return for every node score, remoteness (``None`` for infinite play) and last gain."""
    known = {node: (score, 0) for node, score in ends.items()}
    outcomes = {node: known.get(node, (payoff[node], FOR_EVER)) for node in moves}
    for _ in range(1_000 + 10 * len(moves)):
        before, outcomes = (
            outcomes,
            known
            | {
                node: max(
                    (
                        back(outcomes[to], kept, gain, payoff[node], len(moves))
                        for to, kept, gain in moves[node]
                    ),
                    key=lambda outcome: preference(outcome, payoff[node]),
                )
                for node in moves
                if node not in known
            },
        )
        if before == outcomes:
            return {node: named(outcome) for node, outcome in outcomes.items()}
    raise AssertionError("it never came to rest")


def back(outcome, kept, gain, payoff, most):
    """Return the outcome backed up by one move, for a player with this payoff of infinite play."""
    score, length = outcome
    score = (score if kept else -score) + gain
    if length % FOR_EVER > most:
        return payoff, FOR_EVER
    is_all = length >= FOR_EVER and score == payoff  # no gain, or the gains cancel
    return score, FOR_EVER if is_all else length + 1


def preference(outcome, payoff):
    """Return a sort key, greater is better: the score, then fewer or more plies."""
    score, length = outcome
    hurries = score > payoff or (score == payoff and payoff >= 0)
    return score, -length if hurries else length


def named(outcome):
    """Return score, remoteness or ``None``, and the plies to the last gain of infinite play."""
    score, length = outcome
    return (score, None, length - FOR_EVER) if length >= FOR_EVER else (score, length, 0)


def as_reference(outcome):
    """Return an outcome of the library in the form of the reference."""
    return outcome.score, outcome.remoteness, outcome.last_gain
