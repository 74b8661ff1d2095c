"""Command ``prove``: the outcome of one position, or the bounds known so far."""

from __future__ import annotations

import pytest

from games import Nim, TicTacToe
from gamesolver import ProofInfo, load_proof, prove, solve
from tests.support.at_the_terminal import ROOT, called, refused

BOARD = ". . .   places: 0 1 2\n. . .           3 4 5\n. . .           6 7 8\n"


def output(*words):
    """Return the output of the command without its last line, which contains the time."""
    lines = called("prove", *words).out.splitlines(keepends=True)
    assert "positions visited in" in lines[-1]
    return "".join(lines[:-1])


def test_a_resolved_outcome_is_shown_with_its_line():
    """A proved outcome is printed with the title and the boards of best play."""
    assert output("tic-tac-toe", "xx.oo....") == (
        "Tic-Tac-Toe\nx wins in 1 ply\n\n"
        "start   1. 2\nx x .   x x x\no o .   o o .\n. . .   . . .\n\n"
    )


def test_who_wins_is_found_by_itself():
    """``--value-only`` prints the value without plies, and one board instead of a line."""
    assert output("tic-tac-toe", "--value-only") == f"Tic-Tac-Toe\nA draw\n\n{BOARD}\n"


def test_a_score_is_requested():
    """``--at-least`` takes a score, which may be negative."""
    rest = ["dots-and-boxes", "--rows", "1", "--columns", "2", "--at-least=-1"]
    assert called("prove", *rest, "--json").answer["bounds"]["at_least"]["score"] == -1
    answered = called("prove", *rest)
    assert answered.out.startswith("At least loss by 1 for A: yes\n")
    assert answered.code == 0


@pytest.mark.parametrize(
    ("queried", "answer", "bound", "code"),
    [
        (["--at-least", "win"], "no", "at most draw", 1),
        (["--at-least", "draw"], "yes", "at least draw", 0),
        (["--at-least", "win", "--seconds", "0"], "not resolved", "nothing is known", 4),
    ],
)
def test_a_question_is_answered_yes_or_no(queried, answer, bound, code):
    """``--at-least`` is answered with yes, no or not resolved, and the matching exit code."""
    answered = called("prove", "tic-tac-toe", *queried)
    question = f"At least {queried[1]} for x: {answer}\n\n"
    assert answered.out.startswith(f"{question}Tic-Tac-Toe\nFor x: {bound}\n\n{BOARD}\n")
    assert (answered.code, answered.err) == (code, "")
    as_json = called("prove", "tic-tac-toe", *queried, "--json")
    assert (as_json.code, as_json.err) == (code, "")


def test_stopped_it_states_what_is_known_and_why_no_more():
    """A proof without time prints no outcome, but the reason why it stopped."""
    out = called("prove", "tic-tac-toe", "--seconds", "0").out
    assert out.startswith(f"Tic-Tac-Toe\nFor x: nothing is known\n\n{BOARD}\n")
    assert out.endswith("; stopped: the time limit was reached\n")


def test_a_line_that_breaks_off_states_so(tmp_path):
    """A line that stops before the end of play is printed with the reason."""
    game, file = TicTacToe(), str(tmp_path / "won.proof")
    proof = prove(game, game.parse("xo......."), seconds=0)
    with proof.within(60):
        proof.best_move()
    proof.save(file)
    line = load_proof(file).mainline()
    assert 0 < len(line) < proof.outcome.remoteness
    *_, reported, empty, how = called("prove", file).out.splitlines()
    assert (reported, empty) == ("Stopped: the time limit was reached", "")
    assert how.endswith("; stopped: the time limit was reached")
    answer = called("prove", file, "--json").answer
    assert len(answer["line"]) == len(line)
    assert answer["line_stopped"] == "the time limit was reached"


def test_where_play_has_ended_the_end_is_shown():
    """For a terminal position the result and its board are printed, and no line."""
    out = output("tic-tac-toe", "xxxoo....")
    assert out == "Tic-Tac-Toe\nx has won\n\nstart\nx x x\no o .\n. . .\n\n"


def test_json_has_bounds_and_the_line():
    """JSON has bounds, line and sentence, and no outcome if it is not resolved."""
    answer = called("prove", "tic-tac-toe", "xx.oo....", "--json").answer
    bound = {"value": "win", "remoteness": 1, "score": None}
    assert answer["bounds"] == {"at_least": bound, "at_most": bound}
    assert answer["line"] == [{"move": "2", "position": "xxxoo...."}]
    assert answer["line_stopped"] == ""
    assert answer["sentence"] == "x wins in 1 ply"
    open_answer = called("prove", "tic-tac-toe", "--at-least", "win", "--json").answer
    assert (open_answer["outcome"], open_answer["line"]) == (None, [])
    assert open_answer["bounds"] == {
        "at_least": None,
        "at_most": {"value": "draw", "remoteness": None, "score": None},
    }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nim", "--at-least", "loss"], "bad --at-least 'loss': expected win or draw"),
        (
            ["nim", "--at-least", "win", "--value-only"],
            "--value-only and --at-least exclude each other: leave out one of them",
        ),
        (
            ["dots-and-boxes", "--at-least", "two"],
            "bad --at-least 'two': expected win or draw, or a score, such as --at-least=-1",
        ),
        (["nim", "--seconds", "-1"], "bad seconds -1.0: expected a number, 0 or more"),
        (
            ["nim", "--memory", "10B"],
            "bad memory '10B': expected 1000 bytes at least, for a table of 4 positions",
        ),
        (
            ["some.solution"],
            "some.solution names a file: expected a game; gamesolver show reads files",
        ),
    ],
)
def test_a_wrong_call_is_refused_in_words(words, message):
    """A wrong call is refused with a message that says what was expected."""
    assert refused("prove", *words) == message


def test_one_of_a_thing_is_one():
    """A count of one is followed by a singular noun."""
    assert str(ProofInfo("alpha-beta", visited=1, entries=4, seconds=0.0)) == (
        "alpha-beta: 1 position visited in 0.00 s, a table for 4 positions"
    )


def test_tables_of_a_solve_are_requested_at_once():
    """``--table`` is refused for a game without stages before the file is opened."""
    assert refused("solve", "nim", "--table", "nowhere").startswith(
        "bad tables: Nim() has no stages: expected a compiled game"
    )


def test_a_way_that_takes_no_tables_is_refused_in_options(tmp_path):
    """If a method does not use tables, the message names the option for one that does."""
    call = "solve", "nine-mens-morris", "--no-placing", "--table", "nowhere", "--method", "minimax"
    assert refused(*call, "--checkpoint", str(tmp_path)) == (
        'bad tables: method="minimax" does not use tables; --method retrograde solves it'
    )


def test_tables_are_files(tmp_path):
    """``--table`` is repeatable, and files of another game and missing files are refused."""
    files = [str(tmp_path / name) for name in ("whole.solution", "other.solution")]
    solve(TicTacToe()).save(files[0])
    solve(Nim()).save(files[1])
    out = called("prove", "tic-tac-toe", "--table", files[0], "--table", files[0]).out
    assert "A draw in 9 plies" in out
    assert " 0 positions visited" in out
    assert refused("prove", "tic-tac-toe", "--table", files[1]) == (
        f"{files[1]} contains a solution of games.nim:Nim, not of games.tictactoe:TicTacToe"
    )
    missing = str(tmp_path / "none")
    assert missing in refused("prove", "tic-tac-toe", "--table", missing)


def test_why_is_explained_by_a_move_and_its_replies():
    """``--explain`` prints the best move, both boards and a line for each reply, also as JSON."""
    assert output("tic-tac-toe", "xo..x...o", "--explain") == (
        "Tic-Tac-Toe\nx wins in 3 plies\n\n"
        "position   3\nx o .      x o .\n. x .      x x .\n. . o      . . o\n\n"
        "Text of the position: xo..x...o; after 3: xo.xx...o\n\n"
        "Replies of o, answers of x, and the outcome for o:\n"
        "2  then 5  (loss in 2)\n5  then 6  (loss in 2)\n"
        "6  then 5  (loss in 2)\n7  then 5  (loss in 2)\n\n"
    )
    answer = called("prove", "tic-tac-toe", "xo..x...o", "--explain", "--json").answer
    assert (answer["move"], [each["answer"] for each in answer["replies"]]) == (
        "3", ["5", "6", "5", "5"]
    )  # fmt: skip


def test_threads_are_an_option():
    """Two threads prove the same outcome, and 0 threads are refused."""
    assert "A draw in 9 plies" in called("prove", "tic-tac-toe", "--threads", "2").out
    assert refused("prove", "tic-tac-toe", "--threads", "0") == (
        "bad threads 0: expected a whole number from 1 to 1024"
    )


COINS = f"{ROOT}/tests/support/scored_games.py:Coins"


def test_a_proof_of_a_game_of_ones_own_is_opened_by_its_rules(tmp_path):
    """A proof of a user's game opens with ``--game``, and without it the message says so."""
    file = str(tmp_path / "coins.proof")
    called("prove", COINS, "--save", file)
    assert "--game file.py:MyGame opens it" in refused("prove", file)
    assert "Left wins by 12 in 5 plies" in output(file, "--game", COINS)
    assert called("prove", file, "--game", COINS, "--json").answer["outcome"]["score"] == 12


def test_a_line_shows_what_moves_gain():
    """The captions of the boards show each move with its gain."""
    assert "1. last (+6)    2. last (+4)    3. last (+1)    4. last (+7)" in output(COINS)


def test_a_kept_proof_is_explained_at_a_position(tmp_path):
    """A saved proof takes a position only with ``--explain``, for either player to move."""
    file = str(tmp_path / "tic-tac-toe.proof")
    called("prove", "tic-tac-toe", "xo..x....", "--save", file)
    assert output(file, "xo..x...o", "--explain") == output("tic-tac-toe", "xo..x...o", "--explain")
    assert called("prove", file, "xo..x...o", "--explain", "--json").answer["move"] == "3"
    for more in ([], ["--page", str(tmp_path / "out.html")]):
        assert refused("prove", file, "xo..x...o", *more) == (
            f"{file} is a saved proof: expected no position without --explain, and no option "
            "but --explain, --game, --page, --table and --json; name the game instead"
        )
    assert "no position" in refused("prove", file, "x", "--explain")
    assert refused("solve", file) == (
        f"{file} names a file: expected a game to solve; gamesolver prove reads proofs"
    )


def test_plies_stand_between_two_numbers():
    """If the plies of a reply are known only by bounds, both bounds are printed."""
    assert "c1  then b1  (loss in 2 to 4)" in output("hex", "--explain")


def test_a_proof_in_a_file_has_its_scores(tmp_path):
    """``verify`` refuses ``--no-scores`` for a saved proof, and the message says why."""
    file = str(tmp_path / "coins.proof")
    called("prove", COINS, "--save", file)
    assert refused("verify", file, "--game", COINS, "--no-scores") == (
        f"bad --no-scores: {file} is a file, and proved already; name the game instead"
    )


def test_where_nothing_is_answered_it_is_stated_why():
    """An explanation says if a player moves again or a reply ends play."""
    size = "--houses", "2", "--explain", "--seeds"
    one, two = output("games.sowing.plain:PlainKalah", *size, "1"), output("kalah", *size, "2")
    assert one.endswith(
        "Text of the position: '1 1/1 1 S'; after house b: '1 0/1 1 S'\n\n"
        "South moves again; explain the position after this move for the rest\n\n"
    )
    assert two.endswith(
        "Text of the position: '2 2/2 2 S'\n\n"
        "Replies of South, answers of North, and the outcome for South:\n"
        "house a (+1)  and South moves again  (at most loss by 4)\n"
        "house b (+1)  then house a (+1)  (loss by 2)\n\n"
    )
    ended = output("nim", "(1, 2)", "--heaps", "1,2", "--misere", "--explain")
    assert ended.endswith("take 1 from heap a  and play has ended  (loss in 1)\n\n")


def test_what_is_as_it_is_typed_is_not_shown_twice(tmp_path):
    """A game without boards shows the text of a position once."""
    (tmp_path / "rules.py").write_text(
        "from gamesolver import Game, Value\n"
        "class Heap(Game):\n"
        "    def start(self): return 3\n"
        "    def moves(self, position): return [1]\n"
        "    def play(self, position, move): return position - move\n"
        "    def terminal_value(self, position): return None if position else Value.LOSS\n"
    )
    assert output(tmp_path / "rules.py", "--explain").endswith(
        "position   1\n3          2\n\nReplies of the second player, answers of the first player, "
        "and the outcome for the second player:\n1  then 1  (loss in 2)\n\n"
    )


def test_files_are_reported_beside_an_explanation(tmp_path):
    """The saved proof and the size of the page are reported below a line or an explanation.

    JSON output has neither report.
    """
    file, page = str(tmp_path / "a.proof"), str(tmp_path / "a.html")
    words = ["tic-tac-toe", "xo..x...o", "--save", file, "--page", page]
    for more in (["--explain"], []):
        *_, last, written = called("prove", *words, *more).out.splitlines()
        assert last == f"Saved in {file}"
        assert written.startswith(f"{page}: ")
        assert written.endswith(" KB")
    assert called("prove", *words, "--json").answer["outcome"]["value"] == "win"
    assert called("prove", file, "--page", page).out.splitlines()[-1] == written
    assert refused("show", file) == (
        f"{file} contains a proof, not a solution; gamesolver prove FILE opens it"
    )
