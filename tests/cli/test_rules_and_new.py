"""Commands ``rules`` and ``new`` at a terminal."""

from __future__ import annotations

import json

from gamesolver import check_game
from gamesolver.boardgames.derivation import derivation
from gamesolver.cli.modules import module_at
from tests.support.at_the_terminal import called, refused


def made(folder, monkeypatch, name="LineUp"):
    """Write a template into a folder and return its game."""
    monkeypatch.chdir(folder)
    output = called("new", "board-game", name)
    assert output.code == 0
    module = module_at(str(folder / "line_up.py"), "line_up.py", "game", ValueError)
    return getattr(module, name)()


def test_the_template_runs_and_obeys_the_laws(tmp_path, monkeypatch):
    """The written template passes ``check_game`` without notes and is solved."""
    game = made(tmp_path, monkeypatch)
    report = check_game(game.lowered, most=500, walks=10)
    assert report.notes == ()
    output = called("solve", "line_up.py")
    assert output.out.splitlines()[:2] == ["Line Up", "The first player wins in 9 plies"]


def test_a_file_is_not_overwritten(tmp_path, monkeypatch):
    """A template that exists is not overwritten; a wrong name or kind is refused."""
    made(tmp_path, monkeypatch)
    before = (tmp_path / "line_up.py").read_text()
    assert refused("new", "board-game", "LineUp") == (
        "line_up.py exists: choose another name, or remove it"
    )
    assert (tmp_path / "line_up.py").read_text() == before
    assert refused("new", "board-game", "line-up") == (
        "bad name 'line-up': expected the name of a class, such as LineUp"
    )
    assert refused("new", "card-game", "LineUp") == "bad kind 'card-game': expected board-game"


def test_rules_are_reported(tmp_path, monkeypatch):
    """The table, the JSON and the lowered module are those of the library."""
    found = derivation(made(tmp_path, monkeypatch))
    table = called("rules", "line_up.py").out
    for part in found.parts:
        assert f"{part.name} " in table
    assert called("rules", "line_up.py", "--json").answer == json.loads(found.as_json())
    lowered = called("rules", "line_up.py", "--lowered").out
    assert lowered.rstrip("\n") == found.lowered.rstrip("\n")


def test_only_board_games_are_lowered():
    """``rules --lowered`` refuses a game that is not a board game."""
    assert called("rules", "quixo").out.splitlines()[0] == "quixo: compiled rules by hand"
    assert refused("rules", "nim", "--lowered") == (
        "bad --lowered: nim is not a board game, but has plain Python"
    )


def test_a_board_game_is_solved_in_each_mode(tmp_path, monkeypatch):
    """The three modes give one outcome, and wrong uses of ``--mode`` are refused."""
    made(tmp_path, monkeypatch)
    first = {
        "\n".join(called("solve", "line_up.py", "--mode", mode).out.splitlines()[:2])
        for mode in ("plain", "lowered", "compiled")
    }
    assert len(first) == 1
    assert refused("solve", "line_up.py", "--mode", "fast") == (
        "bad --mode 'fast': expected plain, lowered or compiled"
    )
    assert refused("solve", "nim", "--mode", "plain") == (
        "bad --mode 'plain': Nim is not a board game, and has one mode"
    )
    assert refused("solve", "line_up.py", "--mode", "plain", "--save", "line_up.game") == (
        "bad --save: a solution of --mode plain is not saved"
    )


def test_a_check_states_how_many_positions_it_examined():
    """``check`` samples up to 100 positions by default and all of them with ``--thorough``."""
    line = called("check", "tic-tac-toe").out.splitlines()[1]
    assert "met in random play (--thorough looks at more), with" in line
    assert int(line.partition(" ")[0]) <= 100
    line = called("check", "nim", "--thorough").out.splitlines()[1]
    assert line.startswith("120 positions, all of them, with")
