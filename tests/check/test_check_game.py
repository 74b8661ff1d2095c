"""check_game: the positions that it examines, its report, and a violation of every law."""

# ruff: noqa: D101  # a spoilt game is named for what it does wrong

import itertools
from pathlib import Path

import attrs
import pytest

from gamesolver import (
    CompiledGame,
    ContractReport,
    InvalidArgumentError,
    check_game,
    registered_games,
)
from gamesolver.check.laws import LAWS
from tests.attacks.spoilt_compiled_rules import AllBits
from tests.attacks.spoilt_rules import Again, Boards, Endless, Plain, Strip, Tug, refusal, refused
from tests.check import (
    test_laws_again,
    test_laws_called,
    test_laws_candidates,
    test_laws_compiled,
    test_laws_game,
    test_laws_indexes,
    test_laws_memory,
    test_laws_plain_rules,
    test_laws_predecessors,
    test_laws_rules,
    test_laws_scores,
    test_laws_symmetry,
    test_laws_texts,
)
from tests.check.test_laws_scores import OF_SCORES
from tests.oracles.plain_rules import PLAIN_VERSIONS
from tests.support.scale import scaled
from tests.support.small_games import Heap

HONEST = [
    (Heap(), (4, 5, 1)),
    (Plain(), (5, 4, 1)),
    (Strip(), (8, 10, 3)),
    (Tug(), (5, 6, 2)),
    (Again(), (6, 9, 1)),
    (Boards(), (4, 6, 1)),
]


@pytest.mark.parametrize(("game", "counted"), HONEST, ids=[type(row[0]).__name__ for row in HONEST])
def test_honest_games_pass(game, counted):
    """An honest game gets a report that counts all its raw positions, moves and ends."""
    report = check_game(game)

    assert report.game is game
    assert attrs.evolve(report, laws=(), turns="") == ContractReport(*counted, True, (), game=game)


def marks(kind):
    """Return the marks of a game that is compiled, or the plain version of a compiled game."""
    if issubclass(kind, CompiledGame):
        return [pytest.mark.compiled]
    is_plain = kind in PLAIN_VERSIONS  # tested with its compiled game in any case
    return [pytest.mark.compiled(why="no different, and slower")] if is_plain else []


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=marks(kind), id=kind.__name__)
        for kind in (*registered_games().values(), *PLAIN_VERSIONS)
    ],
)
def test_registered_games_pass(kind):
    """Every built-in game obeys the game contract, and so do its plain rules."""
    assert check_game(kind(), most=scaled(150, 2_000), walks=scaled(2, 10)).positions > 1


def test_the_report_names_the_laws_tried():
    """The report leaves out laws about rules that the game does not define."""
    plain, mirrored = check_game(Plain()).laws, check_game(Strip()).laws

    assert set(mirrored) - set(plain) == {
        "player", "one kind of player", "stage", "orbit", "symmetric endings", "symmetric moves",
        "symmetric turns", "symmetric stages", "canonical",
    }  # fmt: skip
    assert set(LAWS) - set(mirrored) == {
        "plies to draw", "candidates",
        "signatures", "bounds", "two modes", "indexes", "one index", "shared indexes",
        "predecessors", "counted moves", "stray integers", "translations", "plain rules",
        *OF_SCORES,
    }  # fmt: skip
    lacking = {*OF_SCORES, "candidates", "plies to draw"}
    verdict = tuple(law for law in LAWS if law not in lacking)
    assert check_game(AllBits()).laws == verdict


def test_progress_is_reported():
    """A progress callback receives the number of calls, which at last equals the total."""
    received = []

    check_game(Heap(2_000), progress=received.append)

    assert {news.phase for news in received} == {"check"}
    assert received[-1].done == received[-1].total > 5_000


# ── a violation and a documentation of every law ───────────────────────────

SPOILT = [
    *test_laws_again.SPOILT,
    *test_laws_called.SPOILT,
    *test_laws_memory.SPOILT,
    *test_laws_game.SPOILT,
    *test_laws_rules.SPOILT,
    *test_laws_symmetry.SPOILT,
    *test_laws_texts.SPOILT,
    *test_laws_compiled.SPOILT,
    *test_laws_candidates.SPOILT,
    *test_laws_indexes.SPOILT,
    *test_laws_predecessors.SPOILT,
    *test_laws_plain_rules.SPOILT,
    *test_laws_scores.SPOILT,
]


OF_ONE_LAW = [row for row in SPOILT if row not in test_laws_scores.SPOILT]
"""Games that break one law and no other."""
NEEDS_NUMBA = [*test_laws_compiled.NOT_FITTING, *test_laws_predecessors.NOT_THE_SAME]


@pytest.mark.parametrize(
    ("make", "law", "message"),
    [
        pytest.param(
            *row,
            id=row[0].__name__,
            marks=[pytest.mark.compiled(why="plain Python has one mode and no signatures")]
            * (row in NEEDS_NUMBA),
        )
        for row in OF_ONE_LAW
    ],
)
def test_each_law_is_found_broken(make, law, message):
    """A game that breaks one law is refused with one fault, which has the documented message."""
    assert refusal(make()) == (message, [(law, message)])


def test_no_law_is_left_out():
    """Every law has a spoilt game, and every spoilt game breaks a law of the list."""
    assert {law for _, law, _ in SPOILT} == set(LAWS)


@pytest.mark.parametrize("law", LAWS)
def test_the_documentation_reports_every_law(law):
    """The reference page has the name and statement of each law, and a violation's message."""
    page = (Path(__file__).parents[2] / "docs" / "reference" / "laws.md").read_text()
    _, _, section = page.partition(f"### {law}\n")
    section, _, _ = section.partition("\n### ")
    text = " ".join(section.split())

    assert LAWS[law].lower() in text.replace("`", "").lower()
    assert any(" ".join(message.split()) in text for _, each, message in SPOILT if each == law)


# ── random play ────────────────────────────────────────────────────────────


def test_random_play_stands_in_for_large_games():
    """A game with more positions than ``most`` is examined by random play, and not in full."""
    report = check_game(Heap(10**9), most=50, walks=3)

    assert not report.exhaustive
    assert 200 <= report.positions <= 600
    assert report.ends == 0


def test_an_endless_game_is_left_in_the_end():
    """The check of an infinite game ends after ``walks`` random games of 200 plies each."""
    report = check_game(Endless(), most=100, walks=2)

    assert not report.exhaustive
    assert report.moves == 2 * report.positions <= 800


def test_random_play_is_reproducible():
    """Equal seeds examine equal positions; another seed examines others."""
    reports = [check_game(Endless(), most=10, walks=2, seed=seed) for seed in (5, 5, 6)]

    assert reports[0] == reports[1] != reports[2]


class Wide(Endless):
    """Three hundred moves at each of infinitely many positions."""

    def moves(self, position):
        return range(300)

    def play(self, position, move):
        return 300 * position + move + 1


def test_random_play_ends_where_moves_are_many():
    """Random play ends as soon as ten moves have been examined for each possible ply."""
    report = check_game(Wide(), most=1_000, walks=4)

    assert not report.exhaustive
    assert report.moves == 300 * report.positions
    assert 10 * 200 * 4 - 300 < report.moves <= 10 * 200 * 4


class WideRing(Wide):
    """Many moves between few positions."""

    def play(self, position, move):
        return (position + move) % 3


def test_few_positions_with_many_moves_are_sampled():
    """A game is sampled if it has more than ten moves for each position of ``most``."""
    assert check_game(WideRing(), most=90).exhaustive
    assert not check_game(WideRing(), most=89, walks=1).exhaustive


class ManyRoots(Plain):
    def positions(self):
        return itertools.count(5)


def test_roots_without_end_are_sampled():
    """A game with infinitely many additional positions is sampled by random play."""
    report = check_game(ManyRoots(), most=10, walks=8)

    assert not report.exhaustive
    assert report.positions > 5


class FarFault(Heap):
    def moves(self, position):
        return range(1, 1 + min(position, 100))

    def terminal_value(self, position):
        return "lost" if position == 0 else None


def test_random_play_finds_faults_far_from_the_start():
    """Random play finds a fault that is too far from the start to be found by listing."""
    error = refused(FarFault(2_000), most=500, walks=5)

    assert str(error) == (
        "FarFault breaks its contract: terminal_value(0) returned 'lost': "
        "expected Value.LOSS, Value.DRAW, Value.WIN or None"
    )


class Counted(Heap):
    """A heap that counts the calls of ``play``."""

    calls = 0

    def play(self, position, move):
        type(self).calls += 1
        return super().play(position, move)


@pytest.mark.parametrize("counters", [199, 10**6])
def test_a_default_check_calls_rules_a_limited_number_of_times(counters):
    """By default at most 200 positions are listed, and at most 100 met in random play."""
    Counted.calls = 0
    report = check_game(Counted(counters))
    assert report.exhaustive is (counters == 199)
    assert report.positions <= 200
    assert report.exhaustive or report.positions <= 100
    assert Counted.calls < 3 * 4 * 600


def test_a_thorough_check_examines_more():
    """With ``thorough`` all positions of a game are examined up to 20,000."""
    assert not check_game(Heap(1_500)).exhaustive
    report = check_game(Heap(1_500), thorough=True)
    assert (report.exhaustive, report.positions) == (True, 1_501)


@pytest.mark.parametrize(("most", "exhaustive"), [(3, False), (4, True)])
def test_that_many_and_no_more_are_all_looked_at(most, exhaustive):
    """A game of exactly ``most`` positions is examined in full."""
    assert check_game(Heap(3), most=most).exhaustive is exhaustive


# ── wrong arguments ────────────────────────────────────────────────────────


@pytest.mark.parametrize("argument", [0, -1, 2.5, "9", True])
@pytest.mark.parametrize(("name", "counted"), [("most", "positions"), ("walks", "games")])
def test_counts_are_whole_numbers(name, counted, argument):
    """A ``most`` or ``walks`` that is not a whole number from 1 on is refused."""
    with pytest.raises(InvalidArgumentError) as caught:
        check_game(Heap(), **{name: argument})

    assert str(caught.value) == (
        f"bad {name} {argument!r}: expected a number of {counted} from 1 on"
    )


def test_a_seed_is_a_whole_number():
    """A seed that is not a whole number is refused."""
    with pytest.raises(InvalidArgumentError, match=r"^bad seed 'abc': expected a whole number$"):
        check_game(Heap(), seed="abc")


@pytest.mark.parametrize("argument", [Heap, "Heap", None])
def test_only_games_are_checked(argument):
    """Anything but a game is refused."""
    with pytest.raises(InvalidArgumentError, match="expected a Game"):
        check_game(argument)
