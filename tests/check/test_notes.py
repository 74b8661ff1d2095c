"""Notes of ``check_game``: games without an end, unreadable positions, and likely slips."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import attrs
import pytest

from games import PongHauKi, TicTacToe
from gamesolver import (
    FileError,
    Game,
    GameContractError,
    InvalidArgumentError,
    Note,
    PositionTextError,
    Value,
    check_game,
    find_game,
    load,
    registered_games,
    solve,
)
from gamesolver.boardgames import LOSS, BoardGame
from gamesolver.boards import Graph, Grid
from gamesolver.players import compare
from gamesolver.rules.notes import notes_on_names
from gamesolver.web import app
from tests.attacks.compiled_graphs import GraphGame, OnGraph
from tests.attacks.graph_games import Drawing
from tests.attacks.spoilt_compiled_rules import PairedBits
from tests.attacks.spoilt_rules import Board, Boards, Endless, Strip
from tests.support.at_the_terminal import answered, called, refused
from tests.support.explorer_calls import Page, at, fetch
from tests.support.small_games import Drawn, Heap

RING = """
import attrs
from gamesolver import Game, Value

@attrs.frozen
class Ring(Game):
    size: int = 12
    def start(self):
        return 0
    def moves(self, position):
        return ["on"]
    def play(self, position, move):
        return (position + 1) % self.size
    def terminal_value(self, position):
        return None
"""

BOARDS = """
import attrs
from gamesolver import Game, Value

@attrs.frozen
class Board:
    stones: int

@attrs.frozen
class Boards(Game):
    size: int = 3
    def start(self):
        return Board(self.size)
    def moves(self, position):
        return [take for take in (1, 2) if take <= position.stones]
    def play(self, position, move):
        return Board(position.stones - move)
    def terminal_value(self, position):
        return Value.LOSS if position == Board(0) else None
"""


def capital(text):
    """Return a sentence with a capital first letter."""
    return text[0].upper() + text[1:]


@attrs.frozen
class Ring(Game):
    """Go round for ever."""

    size: int = 12

    def start(self):
        return 0

    def moves(self, position):
        return ["on"]

    def play(self, position, move):
        return (position + 1) % self.size

    def terminal_value(self, position):
        return None


@pytest.fixture
def ring(tmp_path):
    """The ring in a file of its own."""
    path = tmp_path / "ring.py"
    path.write_text(RING)
    return f"{path}:Ring"


@pytest.fixture
def boards(tmp_path):
    """A game without ``parse``, whose positions are objects, in a file of its own."""
    path = tmp_path / "boards.py"
    path.write_text(BOARDS)
    return f"{path}:Boards"


# ── no position ends ───────────────────────────────────────────────────────

NONE_ENDS = "no position ends: play goes on for ever from each of the 12 positions"
FORGOTTEN = "; is an end missing in terminal_value?"
PASSES = "the turn passes with every move"


def test_a_game_without_ends_is_noted():
    """If all positions are known and none is terminal, the report and its text have a note."""
    report = check_game(Ring())

    assert report.notes == (Note("ends", NONE_ENDS + FORGOTTEN),)
    assert report.ends == 0
    counted = "ContractReport(positions=12, moves=12, ends=0, exhaustive=True)"
    assert str(report) == f"{counted}\n{NONE_ENDS}{FORGOTTEN}\n{PASSES}"
    assert NONE_ENDS in report._repr_html_()


class Wandering(BoardGame):
    """One man each on a row of four squares; a move goes to an empty neighbour, if there is one."""

    turn, stuck = True, Value.DRAW

    def __init__(self):
        self.board = Graph("abcd", ["abcd"])
        self.near = self.board.neighbours

    def setup(self):
        return self.board.set(["a"]), self.board.set(["d"])

    def actions(self, at):
        for man in at.mine:
            if self.near[man] & at.empty:
                for to in self.near[man] & at.empty:
                    yield at.slide(man, to)
            else:
                yield at.pass_turn()


def test_the_note_names_the_rule_of_a_board_game():
    """A board game without an end is asked about ``result``, which its author writes."""
    ends = check_game(Wandering()).notes[0]
    assert ends.message.startswith("no position ends: ")
    assert ends.message.endswith("; is an end missing in result?")


def test_one_position_for_ever_is_stated_in_the_singular():
    """The note on a game of a single position is in the singular."""
    assert check_game(Ring(1)).notes[0].message == (
        f"no position ends: play goes on for ever from the only position{FORGOTTEN}"
    )


def test_random_play_that_meets_no_end_states_that_it_is_not_all():
    """If random play meets no end, the note states that not all positions were examined."""
    report = check_game(Endless(), most=100, walks=2)

    ends, growth = report.notes
    assert ends.message == (
        f"no end of play was met at {report.positions} positions of random play, which are not "
        f"all{FORGOTTEN}"
    )
    assert growth.about == "growth"


@pytest.mark.parametrize("game", [Heap(), Strip(), PongHauKi()])
def test_a_game_with_an_end_has_no_note(game):
    """A game with a terminal position has no note, in the report and in the solution."""
    assert check_game(game).notes == ()
    assert solve(game).how.notes == ()


@attrs.frozen
class Circle(OnGraph):
    """Twelve nodes in a circle, compiled."""

    indexed: bool = False
    way, staged, on_slate = "alone", False, True
    drawing = Drawing(
        tuple((((node + 1) % 12, False),) for node in range(12)), (None,) * 12, (None,) * 12, (0,)
    )


SOLVED = [
    (Ring(), "auto"),
    (Ring(), "retrograde"),
    (Circle(), "auto"),
    (Circle(), "retrograde"),
    (Circle(indexed=True), "auto"),
    (Circle(indexed=True), "retrograde"),
]


@pytest.mark.parametrize(("game", "method"), SOLVED)
def test_solutions_state_that_no_position_ends(game, method, tmp_path):
    """Every method adds the note to ``how``, repr and HTML, and saved solutions have it too."""
    solution = solve(game, method=method)
    solution.save(tmp_path / "with", how=True)
    solution.save(tmp_path / "without", how=False)

    for each in (solution, load(tmp_path / "with", game), load(tmp_path / "without", game)):
        assert each.how.notes == (NONE_ENDS,)
        assert f", notes=['{NONE_ENDS}']" in repr(each.how)
        assert repr(each).endswith(f": endless draw, 12 positions; {NONE_ENDS}>")
        assert NONE_ENDS in each._repr_html_()
        assert NONE_ENDS in each.how._repr_html_()


@pytest.mark.parametrize("indexed", [False, True])
def test_one_end_among_endless_draws_is_seen(indexed):
    """A compiled game with one terminal position has no note, at any index of that position."""
    for end in range(12):
        moves = tuple(
            () if node == end else (((node + 1) % 12, False), (0 if end else 1, False))
            for node in range(12)
        )
        ends = tuple(0 if node == end else None for node in range(12))
        drawing = Drawing(moves, ends, (None,) * 12, (1, *range(2, 12), 0))
        assert solve(GraphGame(drawing, way="alone", indexed=indexed)).how.notes == ()


def test_the_command_line_states_that_no_position_ends(ring):
    """``check``, ``solve`` and ``stats`` print the note."""
    assert answered("check", ring).splitlines()[1:] == [
        "12 positions, all of them, with 12 moves and 0 ends of play",
        capital(NONE_ENDS + FORGOTTEN),
        capital(PASSES),
    ]
    assert capital(NONE_ENDS) in answered("solve", ring, "--no-estimate").splitlines()
    assert capital(NONE_ENDS) in answered("stats", ring).splitlines()


def test_programs_are_reported_that_no_position_ends(ring):
    """JSON has the notes. For a game that ends, their list is empty."""
    assert called("check", ring, "--json").answer["notes"] == [
        {"about": "ends", "message": NONE_ENDS + FORGOTTEN, "position": None}
    ]
    assert called("solve", ring, "--json").answer["how"]["notes"] == [NONE_ENDS]
    assert called("stats", ring, "--json").answer["notes"] == [NONE_ENDS]
    assert called("solve", "tic-tac-toe", "--json").answer["how"]["notes"] == []


def test_the_explorer_states_that_no_position_ends():
    """The page and the API of the explorer have the note."""
    explorer, other = app(solve(Ring())), app(solve(TicTacToe()))

    assert fetch(explorer, "/api/game").json["how"]["notes"] == [NONE_ENDS]
    assert fetch(other, "/api/game").json["how"]["notes"] == []
    verdict = [each["text"] for each in Page(fetch(explorer, "/").text).elements]
    assert f"N{NONE_ENDS[1:]}" in verdict
    assert "ends: play" not in fetch(other, "/").text


# ── methods that are spelled nearly as rules ───────────────────────────────


class Misspelt(Strip):
    """Two methods with nearly the name of a rule, and one with an unrelated name."""

    def candidate(self, position):
        return None

    def preferences(self):
        return None

    def helper(self):
        return None


def test_a_method_that_is_nearly_a_rule_is_noted():
    """A method with nearly the name of a rule is noted with the name that may be meant."""
    notes = check_game(Misspelt()).notes

    assert notes == (
        Note("names", "no rule is called candidate: should it be candidates?"),
        Note("names", "no rule is called preferences: should it be preference?"),
    )


class MisspeltBoardGame(BoardGame):
    """Names that are nearly those of a rule and of three declarations."""

    eech = 3
    mark = True
    stuk = LOSS

    def __init__(self):
        self.board = Grid(2, 2)

    def actions(self, at):
        for place in at.empty & at.mine:
            yield at.put(place)

    def results(self, at):
        return LOSS


def test_misspelt_names_of_a_board_game_are_noted():
    """Misspelt rules and declarations of a board game are noted."""
    noted = [each.message.removeprefix("no rule is called ") for each in names_of_board_game()]
    assert noted == [
        "eech: should it be each?",
        "mark: should it be marks?",
        "results: should it be result?",
        "stuk: should it be stuck?",
    ]


def names_of_board_game():
    """Return the notes on names of the board game above."""
    return list(notes_on_names(MisspeltBoardGame()))


class StartIsTheEnd(Strip):
    """Play has ended at the start."""

    def moves(self, position):
        return []

    def terminal_value(self, position):
        return Value.LOSS


def test_a_start_without_a_move_is_noted():
    """A start that is terminal is noted, because this is rarely intended."""
    notes = check_game(StartIsTheEnd()).notes
    assert [note.about for note in notes] == ["start"]
    assert notes[0].message.endswith("is terminal and the only position; is a move missing?")


def test_no_game_of_the_shelf_has_such_a_method():
    """No built-in game has a method that is noted as misspelt."""
    noted = {name: list(notes_on_names(find_game(name)())) for name in registered_games()}

    assert {name: notes for name, notes in noted.items() if notes} == {}


# ── positions that cannot be read back ────────────────────────────────────────


class Unread(Boards):
    """A heap of objects, with the default ``parse`` and ``format``."""

    parse = Game.parse
    format = Game.format

    def terminal_value(self, position):
        return Value.LOSS if position == Board(0) else None


WHY = (
    "positions of type Board, such as Board(stones=3), cannot be read back from text: parse is "
    "not written"
)


def test_a_game_without_a_parse_is_solved_and_verified():
    """A game without ``parse`` is solved and verified, because neither needs texts."""
    solution = solve(Unread())

    assert str(solution.outcome) == "win in 1"
    assert solution.verify(full=True).positions == 4
    assert solution.best_moves(Board(3)) == (3,)


def test_saving_without_a_parse_states_what_is_missing(tmp_path):
    """Saving without ``parse`` is refused with the reason, and leaves no file behind."""
    for name in ("file", "file.values"):
        with pytest.raises(GameContractError) as caught:
            (solve(Unread()).save if name == "file" else solve(Unread()).export)(tmp_path / name)

        assert str(caught.value) == (
            f"Unread cannot be saved: {WHY}; make parse the inverse of format"
        )
        assert list(tmp_path.iterdir()) == []


class Shrunk(Boards):
    """A game whose ``parse`` is removed after its solution was saved."""

    def format(self, position):
        return f"{position.stones} stones"

    def parse(self, text):
        return Board(int(text.split()[0]))


def test_a_file_whose_game_lost_its_parse_states_so(tmp_path, monkeypatch):
    """Loading states that ``parse`` is missing, and that the rules have changed."""
    path = tmp_path / "file"
    solve(Shrunk()).save(path)
    monkeypatch.setattr(Shrunk, "parse", Game.parse)

    with pytest.raises(FileError) as caught:
        load(path, Shrunk())

    assert str(caught.value) == (
        f"{path} was saved under other rules than those of Shrunk(): its start cannot be read: "
        "positions of type Board, such as Board(stones=3) with the text '3 stones', cannot be read "
        "back from text: parse is not written"
        "; solve the game again"
    )


def test_a_text_without_a_parse_is_refused_in_words(boards):
    """Without ``parse``, a position on the command line is refused with advice."""
    message = f"{WHY}, so that no position can be named here; write parse and format"

    assert refused("show", boards, "Board(stones=2)") == message
    assert refused("solve", boards, "--start", "Board(stones=2)") == message
    assert answered("show", boards).startswith("Board(stones=3)")


def test_the_command_line_notes_it(boards):
    """``check`` passes, and its note states what is impossible without ``parse``."""
    verdict = called("check", boards, "--json").answer

    assert verdict["holds"]
    assert "parse" not in verdict["laws"]
    assert [(note["about"], note["position"]) for note in verdict["notes"]] == [
        ("parse", "Board(stones=3)")
    ]
    assert answered("check", boards).splitlines()[-2] == capital(
        f"{WHY}; the solution cannot be saved, and no position can be named on the command line "
        "or in an address; write parse and format if that is wanted"
    )


def test_an_address_without_a_parse_is_refused_in_words():
    """Without ``parse``, an address cannot name a position, but can name moves from the start."""
    explorer = app(solve(Unread()))

    refusal = fetch(explorer, f"/api/position{at('Board(stones=2)')}")
    assert (refusal.code, refusal.json) == (
        400,
        {"error": f"{WHY}; an address can name the moves from the start instead, with 'move'"},
    )
    assert fetch(explorer, "/api/position?move=1").json["position"] == "Board(stones=2)"


def test_comparing_without_a_parse_states_what_to_pass():
    """Without ``parse``, ``compare`` requires ``translate``."""
    solution = solve(Unread())

    with pytest.raises(InvalidArgumentError) as caught:
        compare(solution, solution)

    assert str(caught.value) == (
        "Unread and Unread cannot be compared: position 'Board(stones=3)' of the first is not "
        f"one of the second ({WHY}); translate=... carries positions of the first over to "
        "the second"
    )
    assert compare(solution, solution, translate=lambda position: position).agree == 4


class Worded(Strip):
    """A game with texts that the default ``parse`` cannot read."""

    parse = Game.parse

    def format(self, position):
        return f"<{position}>"


class WordedBits(PairedBits):
    """Compiled rules whose texts come from plain ones without a parse."""

    plain = Worded()


def test_compiled_rules_go_without_the_parse_of_plain_ones(tmp_path):
    """The note names the plain rules without ``parse``, but the solution can be saved."""
    (note,) = check_game(WordedBits(), laws=["parse"]).notes
    assert note.message == (
        "positions of type str, such as '...' with the text '<...>', cannot be read back from "
        "text: parse is not written in the plain rules; no position can be named on the command "
        "line or in an address; write parse and format if that is wanted"
    )

    solve(WordedBits()).save(tmp_path / "file")
    assert load(tmp_path / "file", WordedBits()).outcome == solve(Strip()).outcome


def test_a_literal_of_another_kind_is_no_position_of_compiled_rules():
    """The text of a number is refused if plain positions are strings."""
    with pytest.raises(PositionTextError) as caught:
        WordedBits().parse("12")

    assert str(caught.value) == (
        "no position of WordedBits() in '12': expected a position as repr writes it"
    )


# ── whose turn it is ────────────────────────────────────────────────────────────────────────────


@attrs.frozen
class ForgottenPlayer(Game[tuple[int, int], int]):
    """Dots and Boxes with one box, without the ``player`` that keeps the turn."""

    def start(self) -> tuple[int, int]:
        return (0, 0)

    def moves(self, position: tuple[int, int]) -> list[int]:
        return list(range(4 - position[0]))

    def play(self, position: tuple[int, int], move: int) -> tuple[int, int]:
        lines = position[0] + 1
        return lines, position[1] if lines == 4 else 1 - position[1]

    def terminal_value(self, position: tuple[int, int]) -> Value | None:
        return Value.WIN if position[0] == 4 else None


@attrs.frozen
class DotsAndBoxes(ForgottenPlayer):
    """Variant whose ``player`` returns the player to move."""

    def player(self, position: tuple[int, int]) -> int:
        return position[1]


def test_a_game_without_player_is_reported_that_the_turn_passes() -> None:
    """Without ``player``, every form of the report states that the turn passes with each move."""
    report = check_game(ForgottenPlayer())
    assert (report.turns, report.notes) == (PASSES, ())
    assert str(report).splitlines()[-1] == PASSES
    assert PASSES in report._repr_html_()
    assert report.shape()["turns"] == PASSES
    assert answered("check", "nim").splitlines()[-1] == capital(PASSES)


def test_a_solution_states_that_the_turn_passed() -> None:
    """``how`` states that the turn passes, in every form; the repr of the solution does not."""
    solution = solve(ForgottenPlayer())
    assert solution.how.turns == PASSES
    assert repr(solution.how).endswith(f", turns={PASSES!r})")
    assert PASSES in solution.how._repr_html_()
    assert solution.shape()["how"]["turns"] == PASSES
    assert PASSES not in repr(solution)


def test_a_game_with_player_is_reported_nothing_of_turns() -> None:
    """A game with ``player`` has no such statement, and its outcome differs."""
    report = check_game(DotsAndBoxes())
    assert (report.turns, PASSES in str(report)) == ("", False)
    solution = solve(DotsAndBoxes())
    assert solution.how.turns == ""
    assert str(solution.outcome) == "loss in 4"
    assert str(solve(ForgottenPlayer()).outcome) == "win in 4"


def test_a_loaded_solution_states_that_the_turn_passed(tmp_path: Path) -> None:
    """A loaded solution has the statement, because it follows from the rules."""
    solve(ForgottenPlayer()).save(tmp_path / "dots.solution")
    with load(tmp_path / "dots.solution", ForgottenPlayer()) as solution:
        assert solution.how.turns == PASSES


# ── a player who never moves ───────────────────────────────────────────────


class FirstAlone(Heap):
    """Variant in which the first player is always to move."""

    def player(self, position):
        return 0


class NobodyNamed(Heap):
    """Variant whose ``player`` returns None everywhere."""

    def player(self, position):
        return None


ALONE = (
    "player returned 0 at each of the 4 positions, so the other player never moves; is a "
    "change of turn missing in player?"
)


def test_a_player_who_never_moves_is_noted():
    """A game whose ``player`` always returns the same player passes, with a note."""
    report = check_game(FirstAlone())
    assert report.notes == (Note("one player", ALONE),)
    assert "player" in report.laws
    assert ALONE in str(report)


@pytest.mark.parametrize("game", [Heap(), NobodyNamed(), TicTacToe(), Drawn()])
def test_games_of_two_players_have_no_such_note(game):
    """Games in which players take turns, or are not named, have no such note."""
    assert "one player" not in {note.about for note in check_game(game).notes}


def test_one_position_states_nothing_of_turns():
    """A game of one position has no note on players, but one on the terminal start."""

    class Over(FirstAlone):
        def start(self):
            return 0

    assert [note.about for note in check_game(Over()).notes] == ["start"]


# ── a picture that is not shown ────────────────────────────────────────────


@pytest.mark.parametrize(
    "picture",
    ["<svg", "", "a board", "<p/>", "<svg><g></svg>", "<svg/><svg/>", "<svg><!-- --></svg>"],
)
def test_a_picture_that_is_not_shown_is_noted(picture):
    """A picture that is not valid is noted, and a page shows the board as text."""

    class Drawing(Heap):
        def svg(self, position):
            return picture

    (note,) = check_game(Drawing()).notes
    assert note == Note(
        "pictures",
        f"svg(3) returned {picture!r}, which is not a picture that is shown, and the board is "
        "shown as text: expected one <svg> element in well-formed XML, without <!",
        3,
    )
    page = fetch(app(solve(Drawing())), "/")
    assert '<pre class="text' in page.text


def test_pictures_that_are_shown_are_not_remarked_on():
    """Valid pictures and None are not noted, but an invalid picture at a later position is."""

    class Half(Heap):
        def svg(self, position):
            return "<svg/>" if position > 1 else None if position else "<svg"

    assert [note.position for note in check_game(Half()).notes] == [0]
    assert check_game(TicTacToe()).notes == ()


@attrs.frozen
class WithRoots(Heap):
    """A heap with ``many`` additional positions, or with infinitely many."""

    many: int | None = None

    def positions(self):
        return (1 for _ in (count() if self.many is None else range(self.many)))


def test_positions_without_end_are_noted():
    """Positions that go on beyond 1,000,000 are noted, and 60,000 positions are not."""
    report = check_game(WithRoots())
    assert report.notes == (
        Note("roots", "positions() gave 1,000,000 positions and goes on; does it end?"),
    )
    assert check_game(WithRoots(many=60_000)).notes == ()
