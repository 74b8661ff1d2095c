"""A slow, obvious solver of games with scores. It imports nothing of ours.

A graph is a dictionary from node to its moves, each a triple (successor, kept, gain).
``ends`` gives some nodes their score, for the player to move; ``payoff`` gives each node
the payoff of infinite play to the player to move there.

Play is cut after 0, 1, 2, ... plies, and what goes on then counts as endless: the greatest
back again and again, until nothing changes any more. A position may go on claiming an end that
was there only as long as play was cut, by way of a loop and later each time: what is claimed to
take more plies than there are nodes is endless too. An outcome is a pair (score, length); the
length of endless play is above ``FOR_EVER`` by the plies to its last gain.
"""

FOR_EVER = 1_000_000


def reference(moves, ends, payoff):
    """The outcome of every node: score, remoteness (``None`` for endless play), last gain."""
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
    """An outcome seen from one move before, by a player with this payoff of infinite play."""
    score, length = outcome
    score = (score if kept else -score) + gain
    if length % FOR_EVER > most:
        return payoff, FOR_EVER
    is_all = length >= FOR_EVER and score == payoff  # nothing was gained, or nothing is left of it
    return score, FOR_EVER if is_all else length + 1


def preference(outcome, payoff):
    """The greater, the better: a score, then haste or delay."""
    score, length = outcome
    hurries = score > payoff or (score == payoff and payoff >= 0)
    return score, -length if hurries else length


def named(outcome):
    """Score, remoteness or ``None``, and the plies to the last gain of endless play."""
    score, length = outcome
    return (score, None, length - FOR_EVER) if length >= FOR_EVER else (score, length, 0)


def as_reference(outcome):
    """An outcome of ours as the reference has it."""
    return outcome.score, outcome.remoteness, outcome.last_gain
