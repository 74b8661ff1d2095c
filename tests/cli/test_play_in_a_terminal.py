"""Matches in a real pseudo-terminal: input, errors, interrupts, resizing and colours."""

from __future__ import annotations

import re
import sys

import pytest

from games import Nim, TicTacToe
from gamesolver import Value, solve
from tests.support.at_the_terminal import answered, called

if sys.platform == "win32":
    pytest.skip("pseudo-terminals are of Unix", allow_module_level=True)

from tests.support.pseudo_terminal import Terminal

PLAY = "play", "tic-tac-toe", "--seat", "x", "--seed", "3"


def test_a_match_is_played_to_its_end():
    """Best moves against a perfect opponent give a draw; every board is shown."""
    solution = solve(TicTacToe())
    game, here = solution.game, solution.start
    with Terminal(*PLAY) as terminal:
        assert "You are x. Your opponent is o. Type ? for help." in terminal.until("Your move: ")
        while True:
            move = solution.best_moves(here)[0]
            here = game.play(here, move)
            terminal.type(move)
            terminal.until("As good as any: draw in ")
            if game.terminal_value(here) is not None:
                break
            terminal.until("o plays ")
            reply = int(terminal.until("\n"))
            assert reply in solution.best_moves(here)
            here = game.play(here, reply)
            board = game.render(here)
            assert board in terminal.until("Your move: ")
        terminal.until("A draw: play has ended\nYou made no mistake\n")
        assert terminal.end() == 0


def test_wrong_entries_are_answered_with_what_is_possible_and_queried_again():
    """A wrong entry gets a message with the possible moves, and the question is repeated."""
    with Terminal(*PLAY) as terminal:
        terminal.until("Your move: ")
        possible = "0, 1, 2, 3, 4, 5, 6, 7, 8, or ? for help"
        assert f"Type a move: {possible}" in terminal.enter("")
        for wrong in ("9", "-1", "four", "4 5", "解", "x" * 900):
            assert f"ossible moves: {possible}" in " ".join(terminal.enter(wrong).split())
        assert "No move 'hitn' here. Did you mean hint? Possible moves:" in terminal.enter("hitn")
        assert "As good as any: draw in 9" in terminal.enter("4")
        assert "No move '4' here" in terminal.enter("4")
        assert "Traceback" not in terminal.seen


def test_what_can_be_typed_in_addition_moves():
    """The words ``?``, ``hint``, ``moves``, ``board`` and ``undo`` are understood."""
    with Terminal(*PLAY) as terminal:
        terminal.until("Your move: ")
        for word in ("a move", "hint", "moves", "undo", "board", "resign", "quit"):
            assert re.search(rf"\n{word} ", terminal.enter("?"))
        assert "0, 1, 2, 3, 4, 5, 6, 7, 8: draw in 9" in terminal.enter("hint")
        assert "You have no move to take back" in terminal.enter("undo")
        terminal.enter("4")
        assert len(re.findall(r"\d +(?:draw|loss) in \d", terminal.enter("moves"))) == 7
        assert "Your last move was taken back\n\n. . .\n. . .\n. . .\n" in terminal.enter("undo")
        assert ". . .   places: 0 1 2\n" in terminal.enter("/board")


def test_a_mistake_is_reported_when_it_is_made_and_at_the_end():
    """A move that loses a draw is reported with the move that would have kept it."""
    with Terminal("play", "tic-tac-toe", "--seat", "o", "--start", "....x....") as terminal:
        terminal.until("Your move: ")
        terminal.type("1")
        terminal.until("A mistake: loss in 6, and it was draw in 8 with 0\n")
        terminal.until("x plays ")
        terminal.until("Your move: ")
        terminal.type("resign")
        terminal.until("You resign: x wins\nPly 1: 1 gave draw in 8 for loss in 6; 0 kept it\n")
        assert terminal.end() == 0


def test_the_end_of_input_leaves_the_match():
    """Ctrl-D and the end of an input file end the match."""
    with Terminal(*PLAY) as terminal:
        terminal.until("Your move: ")
        terminal.press("\x04")
        terminal.until("You left the match\n")
        assert terminal.end() == 0
    output = answered(*PLAY, typed="4\n")
    assert output.endswith("Your move: \nYou left the match\n")


@pytest.mark.parametrize("pause", [5, 0.05], ids=["once", "again and again"])
def test_control_c_stops_at_once(pause):
    """Ctrl-C, pressed once or repeatedly, ends the match with code 130 and no traceback."""
    with Terminal(*PLAY) as terminal:
        terminal.until("Your move: ")
        terminal.press_until("\x03", "gamesolver: stopped", pause)
        assert terminal.end() == 130
        assert "Traceback" not in terminal.seen


@pytest.mark.parametrize("pause", [5, 0.05], ids=["once", "again and again"])
def test_control_c_while_a_game_is_solved_stops_too(pause):
    """Ctrl-C during a solve with a progress bar ends it with code 130 and no traceback."""
    with Terminal("solve", "games.in_a_row.plain:PlainConnectFour", "--no-estimate") as terminal:
        terminal.until("explore")
        terminal.press_until("\x03", "gamesolver: stopped", pause)
        assert terminal.end() == 130
        assert "Traceback" not in terminal.seen


def test_the_window_may_be_resized():
    """The match goes on after a resize, and tables fit the new width."""
    with Terminal(*PLAY) as terminal:
        terminal.until("Your move: ")
        for columns, longest in ((80, 45), (30, 30), (120, 45)):
            terminal.resize(24, columns)  # readline may then write its prompt again
            terminal.type("?")
            terminal.until("type ")
            table = terminal.until("this list").split("\n")
            assert 20 < max(map(len, table)) <= longest
        terminal.type("4")
        terminal.until("As good as any: draw in 9\n\n. . .\n. x .\n. . .\n")
        terminal.type("quit")
        assert terminal.end() == 0


@pytest.mark.parametrize("columns", [30, 44, 79])
@pytest.mark.parametrize("typed", ["?", "zzz", "", "hint"])
def test_lists_of_moves_break_between_moves_alone(columns, typed):
    """Every line of a list of moves fits in the window, and no line breaks inside a move."""
    with Terminal("play", "nim", "--seat", "first", size=(24, columns)) as terminal:
        terminal.until("Your move: ")
        lines = terminal.enter(typed).removesuffix("Your move: ").split("\n")
        assert max(map(len, lines)) <= columns
        listed = [move for line in lines for move in re.findall(r"take \d from heap [abc]", line)]
        texts = [Nim().format_move(move) for move in Nim().moves(Nim().start())]
        assert listed == texts or (typed == "hint" and 0 < len(set(listed) & set(texts)) < 12)
        assert not any(re.search(r"take \d( from( heap)?)?$", line) for line in lines)


@pytest.mark.parametrize(
    ("surroundings", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
    ids=["colours", "NO_COLOR", "dumb"],
)
def test_colours_are_for_terminals_that_want_them(surroundings, coloured):
    """Outcomes are coloured unless ``NO_COLOR`` is set or the terminal is dumb."""
    with Terminal("show", "tic-tac-toe", "xo.......", **surroundings) as terminal:
        assert terminal.end() == 0
        assert "win in 5" in terminal.seen
        assert (
            any(each.startswith(("\x1b[38;", "\x1b[36m")) for each in terminal.colours) is coloured
        )
    with Terminal(*PLAY, **surroundings) as terminal:
        terminal.until("Your move: ")
        terminal.enter("4")
        assert bool(terminal.colours) is coloured


def test_a_terminal_has_a_bar():
    """Progress is drawn on standard error while the work goes on."""
    with Terminal("check", "tic-tac-toe", "--thorough") as terminal:
        terminal.until("Tic-Tac-Toe obeys all ")
        assert "━" in terminal.seen


def test_who_begins_is_left_to_chance_or_chosen():
    """The user's side depends on the seed, or ``--seat`` chooses it by name or order."""
    begun = {answered("play", "hexapawn", "--seed", str(seed)).split(".")[0] for seed in range(8)}
    assert begun == {"You are white", "You are black"}
    for seat, name in (("first", "white"), ("second", "black"), ("Black", "black")):
        assert answered("play", "hexapawn", "--seat", seat).startswith(f"You are {name}. ")


def test_players_without_a_name_are_the_first_and_the_second():
    """A game without player names has a first and a second player."""
    output = called(
        "play", "nim", "--heaps", "1,1", "--seat", "second", "--seed", "1", typed="0,1\n1,1\n"
    )
    assert output.out.startswith("You are the second player. Your opponent is the first player. ")
    assert output.out.endswith("The second player has won\nYou made no mistake\n")


def test_a_match_may_run_in_circles():
    """A message appears if a position of Pong Hau K'i occurs again."""
    game = "play", "pong-hau-ki", "--seat", "red", "--seed", "2"
    typed = "hint\n"
    output = ""
    for _ in range(12):
        output = answered(*game, typed=typed)
        best = re.findall(r"Your move: ([^,:\n]+)[^:\n]*: endless draw\n", output)[-1]
        typed = f"{typed}{best}\nhint\n"
    assert "This position occurred before. Type quit to end a match that repeats itself" in output


def test_what_is_typed_may_come_from_a_file():
    """Each line of input from a file gets its answer."""
    lines = ["?", "board", "hint", "moves", "undo", "", "9", "hitn", "1", "undo", "1", "resign"]
    words = "play", "tic-tac-toe", "--seat", "o", "--start", "....x....", "--seed", "1"
    reported = answered(*words, typed="\n".join(lines) + "\n").split("Your move: ")
    assert len(reported) == len(lines) + 1
    assert reported[1].startswith(
        "type     for\na move   0, 1, 2, 3, 5, 6, 7, 8\nhint     the best moves\n"
    )
    assert (
        reported[2] == "\n. . .   places: 0 1 2\n. x .           3 4 5\n. . .           6 7 8\n\n"
    )
    assert reported[3] == "0, 2, 6, 8: draw in 8\n"
    assert len(reported[4].splitlines()) == 9
    assert reported[5] == "You have no move to take back\n"
    assert reported[6].startswith("Type a move: 0, 1, 2, 3, 5, 6, 7, 8, ")
    assert reported[7].startswith("No move '9' here. Possible moves: 0, 1, ")
    assert reported[8].startswith("No move 'hitn' here. Did you mean hint? ")
    assert reported[9].startswith("A mistake: loss in 6, and it was draw in 8 with 0\n")
    assert reported[10].startswith("Your last move was taken back\n")
    assert reported[12].endswith("1 gave draw in 8 for loss in 6; 0 kept it\n")


def test_a_match_that_is_over_at_once_has_no_moves_to_judge():
    """A match from a terminal position prints the result and no remark on moves."""
    output = answered("play", "tic-tac-toe", "--seat", "x", "--start", "xxxoo....")
    assert output.endswith("\nx has won\n")
    assert "gave" not in output


def test_a_slower_win_is_no_mistake():
    """A slower win is reported as not the best move, but not as a mistake."""
    solution = solve(TicTacToe())
    here, slow = next(
        (position, row)
        for position in solution
        for row in solution.moves(position)
        if row.outcome.value is solution[position].value is Value.WIN and not row.is_best
    )
    game = solution.game
    seat = game.seats[game.player(here)]
    typed = f"{slow.move}\nresign\n"
    where = "--start", game.format(here)
    output = answered("play", "tic-tac-toe", "--seat", seat, *where, typed=typed)
    assert f"Not the best: {slow.outcome}, and it was {solution[here]} with " in output
    assert "\nYou give up win in " in output
    assert "kept it" not in output


def test_a_match_begins_with_the_player_that_a_start_names():
    """A start that names the second player is played by them first, in their own colour."""
    words = "play", "three-mens-morris", "--seat", "second", "--start", "xxo..o... o"
    output = answered(*words, typed="c1\n")
    assert "\nx-x-o   players: x is the first player and o is the second player\n" in output
    assert output.endswith("\nThe second player has won\nYou made no mistake\n")


def test_resigning_what_is_not_lost_gives_it_up():
    """Resigning a drawn position is reported as giving up the draw."""
    words = "play", "tic-tac-toe", "--seat", "x", "--start", "x...o....", "--seed", "1"
    output = answered(*words, typed="1\nresign\n")
    assert output.endswith("You resign: o wins\nYou give up draw in 5\n")
