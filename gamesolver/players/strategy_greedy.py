"""A strategy found quickly, and the cutting down of any: what is there when time is short.

*Greedy*: begin with the positions that come first, and at each take the choice that adds
the fewest new ones. A won start must be brought to an end, so there a choice must lead to
lower ranks (see ``strategy_graph.ranks``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamesolver.players.strategy_graph import Choice, Choices, ranks
from gamesolver.players.strategy_program import Taken


def greedy(choices: Choices[Any]) -> Taken:
    """Some strategy."""
    rank = ranks(choices) if choices.must_end else {}
    wanted = dict.fromkeys(choices.required)
    taken: dict[Any, Choice[Any]] = {}
    waiting = list(wanted)
    for here in waiting:  # grows as it is read
        allowed = [each for each in choices.at[here] if _leads_down(each, here, rank)]
        taken[here] = min(allowed, key=lambda each: sum(need not in wanted for need in each.needs))
        for need in taken[here].needs:
            if need not in wanted:
                wanted[need] = None
                waiting.append(need)
    return taken


def _leads_down(choice: Choice[Any], here: Any, rank: Mapping[Any, int]) -> bool:
    if not rank:
        return True
    return all(need in rank and rank[need] < rank[here] for need in choice.needs)


def needed(choices: Choices[Any], taken: Taken) -> Taken | None:
    """Only what play comes to, in the order it does; ``None`` for what is no strategy.

    A choice is missing at some position, or play may return where it must end.
    """
    wanted = dict.fromkeys(choices.required)
    waiting = list(wanted)
    for here in waiting:  # grows as it is read
        if here not in taken:
            return None
        fresh = [need for need in taken[here].needs if need not in wanted]
        wanted.update(dict.fromkeys(fresh))
        waiting += fresh
    cut = {here: taken[here] for here in wanted}
    return None if choices.must_end and _returns(cut) else cut


def _returns(taken: Taken) -> bool:
    """Whether play can come to a position again: taking away who needs nobody leaves some."""
    users: dict[Any, list[Any]] = {here: [] for here in taken}
    for here, choice in taken.items():
        for need in choice.needs:
            users[need].append(here)
    missing = {here: len(choice.needs) for here, choice in taken.items()}
    done = [here for here, number in missing.items() if not number]
    for here in done:  # grows as it is read
        for user in users[here]:
            missing[user] -= 1
            if not missing[user]:
                done.append(user)
    return len(done) < len(taken)
