"""Solutions in files, served while something happens to the file."""

import os

from games import Nim, TicTacToe
from gamesolver import load, solve
from gamesolver.web import app
from tests.support.explorer_calls import fetch

SOLUTION = solve(TicTacToe())


def test_a_file_replaced_while_served_is_still_the_old_one(tmp_path):
    """A file that another takes the place of is open still: answers do not change."""
    path, other = tmp_path / "file", tmp_path / "other"
    SOLUTION.save(path)
    solve(Nim()).save(other)
    explorer = app(load(path))
    before = fetch(explorer, "/?move=4")
    os.replace(other, path)
    assert fetch(explorer, "/?move=4").body == before.body
    assert fetch(explorer, "/?move=0&move=1").code == 200


def test_a_file_overwritten_while_served_never_lies(tmp_path):
    """A file spoilt in its place answers as before, or states that it is broken; never wrongly."""
    path = tmp_path / "file"
    SOLUTION.save(path)
    explorer, whole = app(load(path)), app(SOLUTION)
    path.write_bytes(b"\xff" * path.stat().st_size)
    for square in range(9):
        answer = fetch(explorer, f"/api/position?move={square}")
        if answer.code == 200:
            assert answer.json == fetch(whole, f"/api/position?move={square}").json
        else:
            assert answer.code == 500
            assert str(path) in answer.json["error"]
