"""Every example runs as its reader would run it, and says what it should."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(name: str, *arguments: str) -> str:
    """What an example prints, from a folder that is not its own."""
    done = call(name, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def call(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """One run of an example to its end."""
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def test_tictactoe_is_solved_and_shown() -> None:
    """The first example tells who wins, in how many plies, and shows all ten boards."""
    said = run("solve_tictactoe.py")
    assert "x is to move and draws in 9 plies:" in said
    assert said.count("move ") == 9 + 1  # nine captions, and "to move" in the first line
    assert "765 positions up to symmetry" in said
    assert "390 win for the player to move" in said
    assert "151 draw for the player to move" in said
    assert "224 loss for the player to move" in said


def test_three_boards_are_solved_without_being_asked_for() -> None:
    """After an opening in the centre: an edge loses, a corner draws, a second move wins."""
    said = run("solve_from_any_board.py")
    assert "answered on an edge: x is to move and wins in 5 plies" in said
    assert "answered in a corner: x is to move and draws in 7 plies" in said
    assert "is to move again: x is to move and wins in 5 plies" in said


def test_each_line_is_shown_board_by_board() -> None:
    """The line from the centre and an edge ends with three x in the middle row."""
    said = run("solve_from_any_board.py", ".o..x....").splitlines()
    assert said[2].split("   ")[0] == "start"
    assert said[-5:] == ["move 5", "x o o", "x x x", ". . o", ""]


@pytest.mark.parametrize(
    ("board", "verdict"),
    [
        ("........o x", "x is to move and draws in 8 plies"),
        ("xx.oo....", "x is to move and wins in 1 ply"),
        ("xxxoo....", "o is to move and loses in 0 plies"),
        ("e010020000", "o is to move and wins in 5 plies"),
    ],
)
def test_any_board_may_be_given(board: str, verdict: str) -> None:
    """A board on the command line is solved, whether or not a game can come to it."""
    assert run("solve_from_any_board.py", board).startswith(f"{board}: {verdict}\n")


def test_a_text_that_is_no_board_is_refused_in_words() -> None:
    """A wrong board ends the example with the library's own message."""
    done = call("solve_from_any_board.py", "xoxo")
    assert done.returncode == 1
    assert done.stderr.startswith("no position of TicTacToe() in 'xoxo': expected nine of")


def test_a_new_game_is_checked_solved_and_exported(tmp_path: Path) -> None:
    """Pong Hau K'i has 56 positions: 8 won, 4 lost and 44 drawn by endless play."""
    said = run("new_game.py", str(tmp_path))
    assert "check_game found no fault in 56 positions" in said
    assert "play can run in loops; red moves first: endless draw" in said
    assert " 8 positions: win in 1" in said
    assert "44 positions: endless draw" in said
    assert " 4 positions: loss in 0" in said
    graph = nx.read_graphml(tmp_path / "pong-hau-ki.graphml", force_multigraph=True)
    assert graph.nodes["rr.bb r"]["is_start"] is True


def test_the_graph_is_analysed_and_drawn(tmp_path: Path) -> None:
    """The picture is a PNG of some size, and the figures of the whole graph are right."""
    pytest.importorskip("matplotlib")
    path = tmp_path / "strategy.png"
    said = run("draw_graph.py", str(path))
    assert "765 positions" in said
    assert "longest game: 9 plies" in said
    assert "strategy: 22 positions, 9 ends, all won by x" in said
    assert path.read_bytes().startswith(b"\x89PNG")
    assert path.stat().st_size > 20_000


def test_pictures_and_files_go_to_a_new_folder_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a path nothing is written where the reader happens to be."""
    pytest.importorskip("matplotlib")
    for variable in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.setenv(variable, str(tmp_path))
    for name, ending in (("new_game.py", ".graphml"), ("draw_graph.py", ".png")):
        written = Path(run(name).splitlines()[-1].split(" to ")[1])
        assert written.is_file()
        assert written.suffix == ending
        assert written.parents[1] == tmp_path
