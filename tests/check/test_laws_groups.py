"""The law of groups: what an author takes together is what the rules say one by one."""

import numpy as np
from numba import njit

from gamesolver import check_game
from tests.attacks.spoilt_compiled_rules import GroupedBits, group_best, group_targets, spoilt


@njit
def one_too_few(stage, group, slots):
    """The last slot of stage 2 is left out."""
    count = group_targets(stage, group, slots)
    return count - (stage == 2 and count > 0)


@njit
def into_a_hole(stage, group, slots):
    """Group 1 of stage 1 lists a slot where no position stands, though no move leads there."""
    count = group_targets(stage, group, slots)
    if stage == 1 and group == 1:
        slots[count] = 16
        count += 1
    return count


@njit
def first_heard(stage, group, worths, slots, best):
    """In stage 1 the first worth is taken, and not the greatest."""
    count = group_best(stage, group, worths, slots, best)
    if stage == 1 and count > 0:
        best[0] = worths[0]
    return count


@njit
def never_lost(stage, group, worths, slots, best):
    """The search for the greatest worth begins with endless play."""
    count = group_best(stage, group, worths, slots, best)
    for place in range(count):
        best[place] = max(best[place], np.int32(0))
    return count


NO_GROUPS = dict.fromkeys(("group_targets", "group_best", "groups"))
ONE_TOO_MANY = {0: 2, 1: 3, 2: 2}

SPOILT = [
    (
        spoilt("OneTooFew", GroupedBits, group_targets=one_too_few),
        "groups",
        "position 5 of group 1 of stage 2 has a move to 7, whose slot group_targets does not list",
    ),
    (
        spoilt("IntoAHole", GroupedBits, group_targets=into_a_hole),
        "groups",
        "group_targets(1, 1) gives slot 16, which has no position: expected slots of "
        "positions only",
    ),
    (
        spoilt("FirstHeard", GroupedBits, group_best=first_heard),
        "groups",
        "group_best gives position 1 of group 0 of stage 1 the worth 1073741822: expected "
        "1073741823, the greatest of those that its moves lead to",
    ),
    (
        spoilt("NeverLost", GroupedBits, group_best=never_lost),
        "groups",
        "group_best gives position 5 of group 1 of stage 2 the worth 0: expected -862520194, the "
        "greatest of those that its moves lead to",
    ),
    (
        spoilt("OneTooMany", GroupedBits, groups=ONE_TOO_MANY),
        "raises",
        "group_targets(1, 2) raised IndexError: index 2 is out of bounds for axis 0 with size 2",
    ),
]


def test_an_honest_game_passes():
    """The law is tried where groups are written, and its positions are all looked at."""
    assert "groups" in check_game(GroupedBits()).laws
    assert "groups" not in check_game(spoilt("Alone", GroupedBits, **NO_GROUPS)()).laws


def test_a_game_may_have_no_group_of_any_stage():
    """As the smallest of a family may: there is nothing to try."""
    check_game(spoilt("NoneAtAll", GroupedBits, groups={})())
