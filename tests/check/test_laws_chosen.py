"""Choice of laws: the laws tried, the methods called, the report, and wrong names."""

# ruff: noqa: D101  # a spoilt game is named for what it does wrong

import pytest

from gamesolver import InvalidArgumentError, Note, check_game
from gamesolver.check.laws import LAWS
from tests.attacks.spoilt_compiled_rules import AllBits
from tests.attacks.spoilt_rules import Again, Endless, Plain, Strip, refused
from tests.check import (
    test_laws_called,
    test_laws_game,
    test_laws_memory,
    test_laws_rules,
    test_laws_symmetry,
    test_laws_texts,
)
from tests.check.test_laws_compiled import SPOILT as COMPILED
from tests.check.test_laws_scores import OF_SCORES
from tests.support.at_the_terminal import answered, called
from tests.support.at_the_terminal import refused as refused_line
from tests.support.small_games import Heap

SPOILT = [
    *test_laws_called.SPOILT,
    *test_laws_game.SPOILT,
    *test_laws_memory.SPOILT,
    *test_laws_rules.SPOILT,
    *test_laws_symmetry.SPOILT,
    *test_laws_texts.SPOILT,
]
EACH = pytest.mark.parametrize(
    ("make", "law", "message"), SPOILT, ids=[f"{make.__name__}" for make, _, _ in SPOILT]
)
OF_ANY_QUESTION = list(LAWS)[:7]
"""Laws about every call, so that a check of other laws can find them broken."""
STILL = {
    "UnequalHashes": "equal hashes", "HashesOfTheWay": "equal hashes",
    "HashesOfParse": "equal hashes", "NoEnd": "finite", "NoEndOfImages": "finite",
    "StartsAtNaN": "repeatable", "SameNaN": "repeatable", "MovesOfNaN": "repeatable",
    "Strangers": "repeatable", "Pops": "unchanged", "Peeks": "unchanged",
    "OneWayImages": "canonical", "ForgetsThePlayer": "parse", "SameMoves": "parse_move",
}  # fmt: skip
"""The law that is reported if the broken law is left out."""


@EACH
def test_a_law_by_itself_finds_what_all_of_them_find(make, law, message):
    """A check of one law alone reports its spoilt game with the same message."""
    error = refused(make(), laws=[law])

    assert [(fault.law, fault.message) for fault in error.faults] == [(law, message)]


@EACH
def test_a_law_that_is_left_out_is_not_reported(make, law, message):
    """A broken law that is left out is not reported, except that ``STILL`` has another fault."""
    if make.__name__ in STILL:
        faults = refused(make(), without=[law]).faults
        assert [fault.law for fault in faults] == [STILL[make.__name__]]
        return
    report = check_game(make(), without=[law])

    assert law not in report.laws
    assert law in report.left_out
    met = [note.message for note in report.notes if note.about != "start"]  # some have no move
    assert met == ([f"left out, and broken: {message}"] if law in OF_ANY_QUESTION else [])


def test_the_report_states_what_was_tried_and_what_was_left_out():
    """The laws tried and the laws left out are together all laws that apply, in order."""
    everything = check_game(Strip()).laws
    one, others = check_game(Strip(), laws=["orbit"]), check_game(Strip(), without=["orbit"])

    assert (one.laws, others.left_out) == (("orbit",), ("orbit",))
    assert one.left_out == others.laws == tuple(law for law in everything if law != "orbit")
    assert check_game(Strip()).left_out == ()
    assert str(others).splitlines()[-1] == "left out: orbit"


def test_a_choice_counts_the_same_positions():
    """Counts of positions, moves and ends do not depend on the chosen law."""
    for law in LAWS:
        report = check_game(Again(), laws=iter([law]))
        assert (report.positions, report.moves, report.ends) == (6, 9, 1)


class Draws(Heap):
    """A heap whose ``svg`` and ``parse`` are not implemented."""

    methods = []  # noqa: RUF012  # that were called

    def svg(self, position):
        self.methods.append("svg")
        raise NotImplementedError

    def parse(self, text):
        self.methods.append("parse")
        raise NotImplementedError


def test_what_serves_no_chosen_law_is_not_queried():
    """A method that only laws left out need is not called."""
    Draws.methods.clear()

    assert check_game(Draws(), without=["texts", "parse"]).notes == ()
    (only,) = check_game(Draws(), laws=["ending", "orbit"]).notes
    assert only.about == "orbit"  # the game defines no symmetries
    assert Draws.methods == []


def test_a_law_of_any_question_queries_every_question():
    """A check of ``raises`` alone calls every method."""
    Draws.methods.clear()

    (fault,) = refused(Draws(), laws=["raises"]).faults
    assert fault.message == "svg(3) raised NotImplementedError"
    assert set(Draws.methods) == {"svg", "parse"}


class RaisesFurtherOn(Heap):
    def moves(self, position):
        if position == 1:
            raise ZeroDivisionError("one too few")
        return [1]


def test_missing_answers_are_noted():
    """If a broken law that is left out hides results, the report has a note."""
    report = check_game(RaisesFurtherOn(), without=["raises"])

    words = "moves(1) raised ZeroDivisionError: one too few"
    assert Note("raises", f"left out, and broken: {words}", 1) in (report.notes)


class ForgetsAndMisreads(Again):
    """Two positions share a text, and cannot both be read back."""

    def positions(self):
        return [(4, 1)]

    def format(self, position):
        return str(position[0])

    def parse(self, text):
        return int(text), 0


def test_a_law_waits_only_for_laws_that_are_tried():
    """A fault that another law hides is shown if that law is left out."""
    assert [fault.law for fault in refused(ForgetsAndMisreads()).faults] == ["different texts"]

    (fault,) = refused(ForgetsAndMisreads(), without=["different texts"]).faults
    assert (fault.law, fault.message) == (
        "parse",
        "parse('4') returned (4, 0): expected (4, 1), which format writes as that text",
    )


@pytest.mark.compiled(why="what breaks a signature is seen by compiling only")
def test_laws_of_compiled_games_are_chosen_too():
    """Laws of compiled games are left out unless they are named, except signatures and bounds."""
    report = check_game(AllBits(), laws=["indexes", "plain rules"])
    assert report.laws == ("indexes", "plain rules")
    verdict = {"indexes", "plain rules", "candidates", "plies to draw", *OF_SCORES}
    assert set(report.left_out) == set(LAWS) - verdict
    for make, law, message in COMPILED[:4]:
        (fault,) = refused(
            make(), laws=["orbit" if law in ("signatures", "bounds") else law]
        ).faults
        assert (fault.law, fault.message) == (law, message)


def test_every_law_can_be_named():
    """A check of all named laws tries the same laws as a check without names."""
    chosen, usual = check_game(Heap(), laws=LAWS), check_game(Heap())
    assert (chosen.laws, chosen.left_out) == (usual.laws, ())
    assert usual.laws[:7] == tuple(OF_ANY_QUESTION)


def test_laws_that_state_nothing_of_a_game_leave_an_empty_list():
    """If no chosen law applies to the game, the list of laws tried is empty."""
    report = check_game(Plain(), laws=["orbit"])

    assert report.laws == ()
    assert check_game(Endless(), most=10, walks=1, laws=["orbit"]).notes[0].about == "ends"


WRONG = [
    (
        {"laws": ["orbit"], "without": []},
        "laws to try and laws to leave out: expected one of the two, got both",
    ),
    ({"laws": []}, "bad laws: expected one name or more, got none"),
    ({"laws": "parse"}, "bad laws 'parse': expected several names, such as [\"parse\"]"),
    ({"without": 7}, 'bad without 7: expected several names, such as ["parse"]'),
    ({"without": ["prase"]}, "unknown law 'prase': did you mean 'parse' or 'raises'?"),
    (
        {"laws": ["symmetric position move"]},
        "unknown law 'symmetric position move': did you mean 'symmetric moves'?",
    ),
    ({"laws": [None]}, f"unknown law None: expected one of {', '.join(LAWS)}"),
    ({"without": ["zzz"]}, f"unknown law 'zzz': expected one of {', '.join(LAWS)}"),
]


@pytest.mark.parametrize(("options", "message"), WRONG)
def test_wrong_names_are_refused(options, message):
    """Laws are refused if they are unknown, not a list of names, or in both arguments."""
    with pytest.raises(InvalidArgumentError) as caught:
        check_game(Heap(), **options)

    assert str(caught.value) == message


# ── on the command line ────────────────────────────────────────────────────


def test_laws_are_chosen_on_the_command_line():
    """``--laws`` and ``--without`` take names separated by commas."""
    assert answered(
        "check", "nim", "--heaps", "1,2", "--laws", "orbit, symmetric moves"
    ).splitlines()[:2] == [
        "Nim (heaps (1, 2)) obeys the 2 laws tried",
        "6 positions, all of them, with 9 moves and 1 end of play",
    ]
    verdict = called(
        "check", "nim", "--heaps", "1,2", "--without", "parse,parse_move", "--json"
    ).answer
    assert verdict["left_out"] == ["parse", "parse_move"]
    assert "parse" not in verdict["laws"]
    assert answered("check", "nim", "--heaps", "1,2", "--without", "parse").splitlines()[2] == (
        "Left out: parse"
    )
    assert answered("check", "hexapawn", "--laws", "predecessors").splitlines()[0] == (
        "Hexapawn has nothing that these laws are about"
    )


def test_wrong_names_are_refused_on_the_command_line():
    """The command line refuses wrong names with the messages of ``check_game``."""
    assert refused_line("check", "nim", "--laws", "prase") == (
        "unknown law 'prase': did you mean 'parse' or 'raises'?"
    )
    assert refused_line("check", "nim", "--laws", "parse", "--without", "texts") == (
        "laws to try and laws to leave out: expected one of the two, got both"
    )


def test_a_law_that_does_not_apply_is_noted():
    """A chosen law that does not apply to the game is noted as not tested."""
    report = check_game(Heap(), laws=["indexes", "ending"])
    assert report.laws == ("ending",)
    assert [each.about for each in report.notes] == ["indexes"]
    words = "indexes: not tested, because the game does not define the rules that it requires"
    assert report.notes[0].message == words


def test_laws_are_no_bytes():
    """Bytes are refused as names of laws."""
    with pytest.raises(InvalidArgumentError, match=r"bad laws b'orbit': expected several names"):
        check_game(Heap(), laws=b"orbit")
