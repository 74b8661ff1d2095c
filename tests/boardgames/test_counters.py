"""Counters: numbers of the game, of places and of players, in all three modes."""

from __future__ import annotations

import pytest

from games import Kalah as KalahByHand
from gamesolver import GameContractError, PositionTextError, check_game, solve
from gamesolver.boardgames import LOSS, BoardGame, Counter, RulesError
from gamesolver.boardgames.derivation import derivation
from gamesolver.boardgames.symmetry import symmetric_words
from gamesolver.boards import Graph, Grid
from tests.boardgames.comparing import differences
from tests.boardgames.games import Kalah, MenInHand, Nim, ThreeMensMorris
from tests.boardgames.test_errors import text_of

# ── declarations ────────────────────────────────────────────────────────────────────────────────


class Circle(BoardGame):
    """Heaps in a circle: take one from a heap, or from two neighbours. The last player wins."""

    kinds, stuck = 0, LOSS

    def __init__(self, heaps=4, most=2, start=2):
        names = "abcdefgh"[:heaps]
        edges = [names[one] + names[one - 1] for one in range(heaps)]
        self.board = Graph(names, edges)
        self.pairs = tuple(
            (self.board[one], self.board[other])
            for edge in edges
            for one, other in (edge, edge[::-1])
        )
        self.counters = (Counter("heap", 0, most, of="places", start=start),)

    def actions(self, at):
        for heap in self.board.everywhere:
            if at.heap[heap]:
                yield at.choose(heap).add("heap", heap, -1)
        for one, other in self.pairs:
            if at.heap[one] and at.heap[other]:
                left = at.heap.copy()
                left[one] -= 1
                left[other] -= 1
                yield at.choose(one).choose(other).set("heap", left)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("hand", 9, 0), "the range is wrong. Write the least number and then a greater one"),
        (("hand", 0, "x"), "the range is wrong"),
        (("hand", 0, 2**40), "the range is wrong"),
        (("", 0, 9), "a counter needs a name that is an identifier"),
        (("hand", 0, 9, "squares"), "of is 'squares'. Set it to 'places' or 'players'"),
        (("hand", 0, 9, "game", None, (0, 1)), "turned is only for counters of places"),
    ],
)
def test_a_wrong_counter_is_refused(arguments, message):
    """A counter that cannot be used is refused when it is made."""
    with pytest.raises(RulesError) as caught:
        Counter(*arguments)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("counters", "message"),
    [
        (3, "Bad.counters is 3. Set it to a tuple of counters"),
        ((Counter("mine", 0, 9),), "Bad.counters: the name 'mine' is in use"),
        ((Counter("a", 0, 9), Counter("a", 0, 9)), "the name 'a' is in use"),
        ((Counter("a", 0, 9, start=10),), "counter 'a' starts at 10, and it is from 0 to 9."),
        ((Counter("a", 0, 9, start=(1, 2)),), "counter 'a' starts at (1, 2). Set a number."),
        (
            (Counter("a", 0, 9, of="players", start="x"),),
            "counter 'a' starts at 'x'. Set a number or 2 numbers.",
        ),
        (
            (Counter("a", 0, 9, of="places", turned=(1, 2, 0)),),
            "counter 'a': turned must have a place for each of 9 places",
        ),
        (
            (Counter("a", 0, 2**30, of="places"),),
            "needs 297 bits for a position (18 for men of two players on 9 places, 279 for "
            "counter a on 9 places), and there are 63. Use a smaller board or smaller counters.",
        ),
    ],
)
def test_wrong_declarations_are_refused(counters, message):
    """A wrong declaration is refused with the counter's name and the allowed values."""
    game = type("Bad", (ThreeMensMorris,), {"counters": counters})()
    with pytest.raises(RulesError) as caught:
        game.plain.start()
    assert message in str(caught.value)


# ── counters that leave their range ─────────────────────────────────────────────────────────────


class Base(BoardGame):
    """A line of three squares, with counters of each kind."""

    counters = (
        Counter("hand", 1, 3, of="players", start=2),
        Counter("seeds", 0, 2, of="places"),
        Counter("clock", -1, 1),
    )
    stuck = LOSS

    def __init__(self):
        self.board = Grid(1, 3)


class HandEmpty(Base):
    """A player puts more men than there are in hand."""

    def actions(self, at):
        for place in at.empty:
            yield at.put(place).add("hand", -1)


class ClockSet(Base):
    """The clock gets the number of men."""

    def actions(self, at):
        for place in at.empty:
            yield at.put(place).set("clock", len(at.taken))


class SeedsAdded(Base):
    """Seeds of a place grow beyond the range."""

    def actions(self, at):
        for place in at.empty:
            yield at.put(place).add("seeds", place, 1 + len(at.taken))


class SeedsOfACopy(Base):
    """Seeds grow beyond the range in a copy."""

    def actions(self, at):
        for place in at.empty:
            seeds = at.seeds.copy()
            seeds[place] += 1 + len(at.taken)
            yield at.put(place).set("seeds", seeds)


class SeedsInResult(Base):
    """The result changes a copy of the seeds beyond the range."""

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)

    def result(self, at):
        seeds = at.seeds.copy()
        for place in at.empty:
            seeds[place] = 3 - len(at.empty)
        seeds[self.board["b1"]] -= len(at.taken) - 1
        return None if seeds[self.board["b1"]] < 2 else LOSS


BEYOND = {
    HandEmpty: ("counter 'hand' would be 0, and it is from 1 to 3.", "HandEmpty.actions"),
    ClockSet: ("counter 'clock' would be 2, and it is from -1 to 1.", "ClockSet.actions"),
    SeedsAdded: ("counter 'seeds' would be 3 on a1, and it", "SeedsAdded.actions"),
    SeedsOfACopy: ("counter 'seeds' would be 3 on a1, and it", "SeedsOfACopy.actions"),
    SeedsInResult: ("counter 'seeds' would be -1 on b1, and", "SeedsInResult.result"),
}
"""Message of each class, and the name of the rule at fault."""


@pytest.mark.parametrize("kind", BEYOND)
def test_a_counter_that_leaves_its_range_is_reported_in_every_mode(kind, monkeypatch):
    """The message has the number, the range, the author's line and the position."""
    monkeypatch.setattr("gamesolver.boardgames.trial.require_agreement", lambda game, made: None)
    game = kind()
    messages = []

    def walk(mode):
        position = mode.start()
        for _ in range(4):
            assert mode.terminal_value(position) is None
            position = mode.play(position, list(mode.moves(position))[-1])

    for mode in (game.plain, game.lowered, game):
        with pytest.raises(GameContractError) as caught:
            walk(mode)
        messages.append(text_of(caught.value))
        with pytest.raises(GameContractError):
            solve(mode)
    plain, lowered, compiled = messages
    complaint, where = BEYOND[kind]
    assert plain == lowered
    assert plain.startswith(f"{where}: {complaint}")
    assert plain.splitlines()[-1].startswith("  in position '")
    # a compiled result names the line alone
    assert compiled == plain or f"{where}: counter 'seeds' leaves its range" in compiled


@pytest.mark.parametrize("kind", BEYOND)
def test_the_trial_before_a_solve_reports_it(kind):
    """The trial on random positions, or the solve, raises the author's error."""
    with pytest.raises(RulesError) as caught:
        solve(kind().lowered)
    complaint, where = BEYOND[kind]
    assert str(caught.value).startswith(f"{where}: {complaint.partition(' would')[0]}")


class Aliased(Base):
    """Rules that change the counters of the position itself, which only plain rules can attempt."""

    def actions(self, at):
        seeds = at.seeds
        for place in at.empty:
            seeds[place] = 1
            yield at.put(place)


def test_the_counters_of_a_position_do_not_change():
    """Rules that change the counters of a position in place are refused."""
    game = Aliased().plain
    with pytest.raises(RulesError, match=r"Copy its counters: seeds = at.seeds.copy\(\)"):
        game.moves(game.start())


# ── games ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "game",
    [Nim(), Nim((2, 2, 2)), MenInHand(), Kalah(2, 2), Kalah(1, 3), Kalah(3, 1, True)],
    ids=repr,
)
def test_lowered_rules_agree_with_the_authors_lines(game):
    """Moves, successors, gains and results agree, and texts are read back."""
    count, differ = differences(game, 400)
    assert count > 1
    assert not differ
    solution = solve(game.lowered)
    for word in list(solution)[:200]:
        assert game.parse(game.format(word)) == word
        for seat in (0, 1):
            if game.player(word) in (None, seat):
                assert game.parse(game.format_for(word, seat)) == word
    assert check_game(game, most=60, walks=4).positions


def test_men_in_hand_are_as_men_on_the_board():
    """Three Men's Morris has the same outcomes with and without a counter."""
    with_counter, without = solve(MenInHand().lowered), solve(ThreeMensMorris().lowered)
    assert with_counter.outcome == without.outcome
    counts = [
        {str(key): count for key, count in each.counts(reachable=True).items()}
        for each in (with_counter, without)
    ]
    assert counts[0] == counts[1]
    assert MenInHand().start() == MenInHand().parse(".../.../... hand=3,3")


@pytest.mark.parametrize("shape", [(1, 2), (2, 2), (3, 1), (3, 2)])
@pytest.mark.parametrize("empty_captures", [False, True])
def test_kalah_is_as_written_by_hand(shape, empty_captures):
    """Kalah has the same counts of outcomes as the game with hand-written rules."""
    ours = solve(Kalah(*shape, empty_captures).lowered)
    theirs = solve(KalahByHand(*shape, empty_captures=empty_captures))
    assert ours.outcome == theirs.outcome
    tallies = [
        {str(key): count for key, count in each.counts(reachable=True).items()}
        for each in (ours, theirs)
    ]
    assert tallies[0] == tallies[1]


def test_motions_of_the_board_move_the_counters():
    """A circle of four heaps has the symmetries of a square, and folding preserves outcomes."""
    game = Circle()
    assert game.motions.count == 8
    folded, unfolded = solve(game.lowered), solve(game.plain)
    assert folded.outcome == unfolded.outcome
    words = dict(folded.items())
    for at in unfolded:
        images = symmetric_words(at.word, game.motions, game.layout)
        assert sum(game.canonical(image) in words for image in images) == len(images)
        assert unfolded[at] == words[game.canonical(at.word)]


def test_counters_that_turn_otherwise_are_no_symmetry():
    """A motion that does not commute with ``turned`` is not used, and a reason is given."""

    class Turned(BoardGame):
        kinds, stuck = 0, LOSS

        def __init__(self):
            self.board = Grid(1, 4)
            turned = (1, 0, 2, 3)
            self.counters = (Counter("heap", 0, 3, of="places", start=3, turned=turned),)

        def actions(self, at):
            for heap in self.board.everywhere:
                if at.heap[heap]:
                    yield at.choose(heap).add("heap", heap, -1)

    game = Turned()
    assert game.motions.count == 1
    assert (
        "1 unused because counter heap is turned otherwise"
        in derivation(game).part("symmetries").text
    )
    assert not differences(game, 300)[1]


def test_what_is_not_derived_has_its_reason():
    """The report has the reason why predecessors are not derived, and the bits of each counter."""
    found = derivation(MenInHand())
    assert found.part("layout").text == (
        "22 bits of 63: 18 for men of two players on 9 places, 4 for counter hand of both players"
    )
    assert found.part("predecessors").text == "the game has counters"
    assert found.part("index").text.endswith("predecessors are not derived: the game has counters")
    assert derivation(Nim()).part("stage").text == "play changes counters, and no men or marks"
    assert derivation(Kalah()).part("stage").text == "the number that Kalah.progress returns"


def test_progress_that_falls_is_refused():
    """The trial refuses an action that makes the author's ``progress`` smaller."""

    class Falls(Nim):
        def progress(self, at):
            return sum(at.heaps[heap] for heap in self.board.everywhere)

    with pytest.raises(RulesError, match=r"Falls.progress falls from 12 to \d+ by an action"):
        solve(Falls().lowered)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (".../.../...", "hand=... is expected after the places"),
        (".../.../... hand=3", "'hand=3' has 1 of 2 numbers"),
        (".../.../... hand=3,4", "'hand=3,4' is not from 0 to 3"),
        (".../.../... hand=3,03", "'hand=3,03' is not from 0 to 3"),
        (".../.../... hand=3,3 z", "'z' after the places is unknown"),
    ],
)
def test_wrong_texts_of_counters_are_refused(text, problem):
    """The message states what is wrong with the counters."""
    with pytest.raises(PositionTextError) as caught:
        MenInHand().parse(text)
    assert f"{problem}; expected" in str(caught.value)


def test_boards_show_counters():
    """The board shows counters of places on the places, and lists other counters below."""
    assert Nim((3, 12)).render(Nim((3, 12)).start()) == "1 3  12\n  a  b"
    assert MenInHand().render(MenInHand().start()).endswith("\nhand=3,3")
    assert "<svg" in Nim().svg(Nim().start())
