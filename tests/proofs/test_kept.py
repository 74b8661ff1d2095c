"""Proofs that are stopped and resumed from a folder, and checkpoints that are refused."""

import json
from unittest.mock import patch

import pytest

from games import ConnectFour, Dodgem, Nim, TicTacToe
from gamesolver import FileError, InvalidArgumentError, Value, prove, solve
from gamesolver.proofs.budget import Budget
from gamesolver.proofs.compiled_proof_numbers import CompiledProofNumbers
from gamesolver.proofs.compiled_search import CompiledSearch
from tests.attacks.graph_games import IS_PLAIN
from tests.support.at_the_terminal import called, refused

ABOUT = "gamesolver-checkpoint"


def interrupted(budget, visited, forgotten):
    """Raise KeyboardInterrupt after some visited positions, in place of the time check."""
    if visited > 1_000:
        raise KeyboardInterrupt


def stopped(game, folder, **question):
    """Return a proof whose search is interrupted after some visited positions."""
    with patch.object(Budget, "__call__", interrupted):
        return prove(game, folder=folder, **question)


GAMES = {
    "proof numbers": (Dodgem(), {}),
    "a draw": (TicTacToe(), {}),
}


@pytest.mark.parametrize("name", GAMES)
def test_the_same_call_goes_on(name, tmp_path):
    """A resumed proof counts earlier visits, has the right outcome, and leaves no files."""
    game, question = GAMES[name]
    first = stopped(game, tmp_path / "f", **question)
    assert first.how.stopped == "it was interrupted"
    assert first.outcome is None
    assert (tmp_path / "f" / ABOUT).exists()
    again = prove(game, folder=tmp_path / "f", **question)
    whole = prove(game, **question)
    assert again.bounds == whole.bounds
    assert again.how.visited > first.how.visited
    assert list((tmp_path / "f").iterdir()) == []
    assert again.verify().bounds == whole.verify().bounds


@pytest.mark.skipif(IS_PLAIN, reason="in plain Python a kernel takes a minute for this board")
def test_a_compiled_game_goes_on(tmp_path):
    """A compiled proof is resumed with a table that has grown, and can grow further."""
    game = ConnectFour(6, 4)
    first = stopped(game, tmp_path, memory="100 MB")
    assert first.how.stopped == "it was interrupted"
    again = prove(game, folder=tmp_path, memory="50 MB")
    assert str(again.outcome) == "loss in 24"
    assert again.how.visited > first.how.visited > 0
    assert list(tmp_path.iterdir()) == []


def test_what_was_forgotten_counts_too(tmp_path):
    """Lost entries are counted over all calls, like visited positions."""
    memory = 16 * 250  # for 16 positions; a table of 64 may not meet lost entries again so soon
    first, again = (stopped(TicTacToe(), tmp_path, memory=memory) for _ in range(2))
    assert again.how.visited >= first.how.visited
    assert again.how.forgotten >= first.how.forgotten > 0
    assert again.how.met_again >= first.how.met_again > 0


@pytest.mark.parametrize("kind", [CompiledSearch, CompiledProofNumbers])
def test_tables_are_taken(kind):
    """A search that takes over the tables of another one finds the same answer faster."""
    game = ConnectFour(4, 3) if IS_PLAIN else ConnectFour(4, 4)
    first, again = (kind(game, 5_000, lambda visited, forgotten: None) for _ in range(2))
    answer = first.decide(game.start(), 0)
    again.take(first.tables())
    assert (again.visited, again.forgotten) == (first.visited, first.forgotten)
    assert IS_PLAIN or first.forgotten.entries
    assert again.decide(game.start(), 0) == answer
    assert again.visited - first.visited < first.visited / 2


def test_of_no_seconds_nothing_is_lost(tmp_path):
    """A proof that is resumed again and again with little time comes to an end."""
    game, calls = Dodgem(), 0
    while not (proof := prove(game, folder=tmp_path, seconds=0.05)).outcome:
        calls += 1
        assert calls < 1_000
    assert proof.outcome == solve(game).outcome


def left(folder):
    """Return a folder with the checkpoint of a stopped proof of tic-tac-toe."""
    assert stopped(TicTacToe(), folder).how.stopped
    return folder


def verdict(folder, game=None, **question):
    """Return the error message for a folder that is refused."""
    with pytest.raises(FileError) as refusal:
        prove(game or TicTacToe(), folder=folder, **question)
    return str(refusal.value)


NAME_ANOTHER = "finish that proof, remove the files gamesolver-* there, or name another folder"


def test_other_games_positions_and_questions(tmp_path):
    """A checkpoint of another game, position or question is refused, with its owner and advice."""
    folder = left(tmp_path)
    start = f"{folder} contains a checkpoint of games.tictactoe:TicTacToe"
    assert verdict(folder, Nim()) == f"{start}, not of games.nim:Nim: {NAME_ANOTHER}"
    assert verdict(folder, TicTacToe(misere=True)) == (
        f"{folder} contains a checkpoint of TicTacToe(misere=False, play_on=False), not of "
        f"TicTacToe(misere=True, play_on=False): {NAME_ANOTHER}"
    )
    board = TicTacToe().play(TicTacToe().start(), 0)
    assert verdict(folder, position=board) == f"{start} from other positions: {NAME_ANOTHER}"
    for question in ({"exact": False}, {"at_least": Value.WIN}, {"tables": [solve(TicTacToe())]}):
        assert verdict(folder, **question) == f"{start}, for another question: {NAME_ANOTHER}"


@pytest.mark.skipif(IS_PLAIN, reason="only compiled games are solved with checkpoints")
def test_a_solve_refuses_the_checkpoint_of_a_proof(tmp_path):
    """A folder with the checkpoint of a proof is refused by ``solve``."""
    proof = stopped(TicTacToe(), tmp_path / "p")
    assert proof.how.stopped
    with pytest.raises(
        FileError, match="contains a checkpoint of a proof of one position of games"
    ):
        solve(ConnectFour(4, 3), folder=tmp_path / "p")


def test_a_folder_that_is_a_file_is_refused(tmp_path):
    """The path of a file is refused in place of a folder."""
    path = tmp_path / "file"
    path.touch()
    with pytest.raises(InvalidArgumentError) as caught:
        prove(TicTacToe(), folder=path)
    assert str(caught.value) == f"bad folder {str(path)!r}: expected a folder, got a file"


def test_broken_checkpoints(tmp_path):
    """A checkpoint that is truncated, changed, incomplete or of another version is refused."""
    about = left(tmp_path) / ABOUT
    hashed, _, text = about.read_text().partition("\n")
    about.write_text(f"{hashed}\n{text[:-9]}")
    broken = f"the checkpoint in {tmp_path} is broken: "
    assert verdict(tmp_path) == (
        f"{broken}its description does not match its checksum; remove it to begin again"
    )
    from gamesolver.files.checkpoints import hash_of

    newer = json.dumps(json.loads(text) | {"format": 99})
    about.write_text(f"{hash_of(newer)}\n{newer}")
    assert "contains a checkpoint of another version of gamesolver" in verdict(tmp_path)
    about.write_text(f"{hashed}\n{text}")
    (column,) = tmp_path.glob("gamesolver-rank-0-entries-*")
    column.write_bytes(column.read_bytes()[:-1])
    assert verdict(tmp_path).startswith(f"{broken}{column.name} has a wrong checksum")
    column.unlink()
    assert verdict(tmp_path).startswith(f"{broken}{column.name} is missing")


def test_less_memory_than_before(tmp_path):
    """A checkpoint whose tables exceed the memory is refused with the size they need."""
    left(tmp_path)
    message = verdict(tmp_path, memory=1000)
    assert message.startswith(f"{tmp_path} contains a checkpoint with tables of ")
    assert message.endswith(
        " bytes: expected at least this memory, got 1,000; pass more, or name another folder"
    )


def test_at_the_terminal(tmp_path):
    """The option ``--checkpoint`` resumes a proof that its time limit has stopped."""
    words = "prove", "tic-tac-toe", "--checkpoint", tmp_path
    assert "nothing is known" in called(*words, "--seconds", "0").out
    assert (tmp_path / ABOUT).exists()
    assert "A draw in 9 plies" in called(*words).out
    assert list(tmp_path.iterdir()) == []
    left(tmp_path)
    assert "for another question" in refused(*words, "--value-only")


def test_ctrl_c_at_the_terminal(tmp_path):
    """Interrupted, the command shows what is known, leaves a checkpoint, and ends with 130."""
    with patch.object(Budget, "__call__", interrupted):
        verdict = called("prove", "tic-tac-toe", "--checkpoint", tmp_path)
    assert verdict.code == 130
    assert verdict.out.endswith("; stopped: it was interrupted\n")
    assert (tmp_path / ABOUT).exists()
