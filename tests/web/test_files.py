"""Serving a solution from a file that is replaced or overwritten."""

import os

from games import Nim, TicTacToe
from gamesolver import load, solve
from gamesolver.web import app
from tests.support.explorer_calls import fetch

SOLUTION = solve(TicTacToe())


def test_a_file_replaced_while_served_is_still_the_old_one(tmp_path):
    """After another file replaces a served file, responses still come from the old file."""
    path, other = tmp_path / "file", tmp_path / "other"
    SOLUTION.save(path)
    solve(Nim()).save(other)
    explorer = app(load(path))
    before = fetch(explorer, "/?move=4")
    os.replace(other, path)
    assert fetch(explorer, "/?move=4").body == before.body
    assert fetch(explorer, "/?move=0&move=1").code == 200


def test_a_file_overwritten_while_served_never_lies(tmp_path):
    """A file overwritten in place gives the same responses or an error that names the file."""
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
