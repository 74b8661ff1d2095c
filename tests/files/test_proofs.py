"""Proofs in files: their answers when they are opened again, and refusals."""

import json
import sqlite3
from contextlib import closing

import attrs
import numpy as np
import pytest

from games import ConnectFour, Dodgem, Nim, PongHauKi, TicTacToe
from gamesolver import (
    FileError,
    InvalidArgumentError,
    NotProvedError,
    Value,
    VerificationError,
    load,
    load_proof,
    prove,
    solve,
)
from gamesolver.files import claims as in_files
from gamesolver.proofs import grounds
from tests.attacks.forged_files import Contents
from tests.attacks.graph_games import IS_PLAIN
from tests.support.at_the_terminal import called, refused

PROOFS = {
    "drawn": (TicTacToe(), {}),
    "lost": (Nim(heaps=(1, 2, 3)), {}),
    "value alone": (TicTacToe(), {"exact": False}),
    "one question": (TicTacToe(), {"at_least": Value.WIN}),
    "endless": (PongHauKi(), {}),
    "won late": (Dodgem(), {}),
    "nothing": (TicTacToe(), {"seconds": 0}),
    "compiled": (ConnectFour(4, 3), {"exact": False, "memory": "1 MB"}),
}


@pytest.fixture(scope="module", params=["compiled", "nothing"] if IS_PLAIN else PROOFS)
def saved(request, tmp_path_factory):
    """A proof, and its file."""
    game, question = PROOFS[request.param]
    proof = prove(game, **question)
    path = tmp_path_factory.mktemp("saved") / "a.proof"
    proof.save(path)
    return proof, path


def test_all_is_there_again(saved):
    """A loaded proof has the same bounds, ``how``, claims and report of ``verify``."""
    proof, path = saved
    again = load_proof(path)
    assert (again.bounds, again.outcome, again.value) == (proof.bounds, proof.outcome, proof.value)
    assert (again.game, again.position, again.how) == (proof.game, proof.position, proof.how)
    assert repr(again) == repr(proof)
    assert list(again.claims) == list(proof.claims)
    report, before = again.verify(), proof.verify()
    assert attrs.evolve(report, seconds=before.seconds) == before


def test_moves_are_there_again(saved):
    """A loaded proof has a best move and a line of the right length, or the right error."""
    proof, path = saved
    again = load_proof(path)
    if proof.how.stopped:
        with pytest.raises(NotProvedError, match="no best move is proved"):
            again.best_move()
        return
    assert again.best_move() in proof.best_moves()
    if proof.outcome is not None and proof.outcome.remoteness is not None:
        assert len(again.mainline()) == proof.outcome.remoteness


def test_claims_answer_without_a_search(tmp_path):
    """A loaded proof decides the question that it answers from its claims, without a search."""
    game = ConnectFour(4, 3)
    proof = prove(game, exact=False, memory="1 MB")
    search = in_files_search(proof, tmp_path / "drawn.proof")
    assert proof.value is Value.DRAW
    assert search.decide(game.start(), 0) == 0
    assert search.visited == 0


def in_files_search(proof, path):
    """Save and load a proof, and return its search, which has an empty table."""
    proof.save(path)
    return load_proof(path)._questions.search


def test_more_is_searched_for(tmp_path):
    """Outcomes outside of the claims are found on request: here, those of all moves."""
    game = TicTacToe()
    prove(game).save(tmp_path / "p")
    rows = load_proof(tmp_path / "p").moves()
    expected = solve(game).moves(game.start())
    assert [str(row.outcome) for row in rows] == [str(row.outcome) for row in expected]


# ── refusals ────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def path(tmp_path):
    """A file with the proof that Nim is lost."""
    prove(Nim(heaps=(1, 2, 3))).save(tmp_path / "nim.proof")
    return tmp_path / "nim.proof"


def output(path, *arguments, **options):
    """Return the error message of a file that is refused."""
    with pytest.raises(FileError) as refusal:
        load_proof(path, *arguments, **options)
    return str(refusal.value)


def test_other_games_and_parameters(path):
    """A proof of another game or of other parameters is refused, and the message names both."""
    assert output(path, TicTacToe()).startswith(
        f"{path} contains a proof of games.nim:Nim, not of games.tictactoe:TicTacToe"
    )
    assert output(path, Nim(heaps=(1, 2))) == (
        f"{path} contains a proof of Nim(heaps=(1, 2, 3), misere=False), not of "
        "Nim(heaps=(1, 2)): pass a game with the parameters that the file names"
    )


def test_files_of_other_kinds(path, tmp_path):
    """Solutions, texts and missing files are refused, and so is loading a proof as a solution."""
    solve(Nim(heaps=(1, 2))).save(tmp_path / "s")
    assert output(tmp_path / "s") == (
        f"{tmp_path / 's'} contains a solution, not a proof; gamesolver.load opens it"
    )
    with pytest.raises(FileError, match="contains a proof, not a solution"):
        load(path)
    (tmp_path / "t").write_text("win in 5\n")
    assert output(tmp_path / "t") == (
        f"{tmp_path / 't'} does not contain a proof: expected a file that proof.save wrote"
    )
    assert output(tmp_path / "none") == (
        f"cannot read {tmp_path / 'none'}: No such file or directory"
    )


def test_a_newer_schema(path):
    """A file of a later schema is refused, and the message names its number."""
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA user_version = 9")
    assert output(path) == (
        f"{path} was written under schema 9: this version reads schemas 1 to 2; "
        "a newer gamesolver may read it"
    )


def test_truncated_files(path):
    """A truncated file is refused, wherever it ends."""
    content = path.read_bytes()
    short = (len(content) - missing for missing in (*range(1, 11), 2047, 2048, 2049))
    for size in (0, 50, 200, len(content) // 2, *short):
        path.write_bytes(content[:size])
        assert output(path).startswith(str(path))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE numbers SET content = zeroblob(length(content))",
        "DELETE FROM numbers",
        "UPDATE texts SET content = zeroblob(9)",
        "UPDATE about SET content = replace(content, '-524282', '-524281') WHERE name = 'shape'",
        "UPDATE attached SET content = replace(content, 'proof numbers', 'magic')",
        "DELETE FROM attached",
        "CREATE TABLE more (name TEXT)",
    ],
)
def test_tampered_files(path, change):
    """A file with any changed part is refused as broken, because a hash does not match."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute(change)
    message = output(path)
    assert message.startswith(f"{path} is broken: ")
    assert message.endswith("; prove it again")


def forged(path, name, change):
    """Change a text of a file, and make its root hash again."""
    from gamesolver.files.format import Guide, root_of

    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        texts = dict(file.execute("SELECT name, content FROM about"))
        texts |= dict(file.execute("SELECT name, content FROM attached"))
        guides = {each: Guide(*rest) for each, *rest in file.execute("SELECT * FROM guides")}
        texts[name] = json.dumps(json.loads(texts[name]) | change, sort_keys=True)
        root = root_of(texts["identity"], texts["shape"], texts["how"], guides)
        table = "attached" if name == "how" else "about"
        file.execute(f"UPDATE {table} SET content = ? WHERE name = ?", (texts[name], name))
        file.execute("UPDATE about SET content = ? WHERE name = 'root'", (root,))


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("shape", {"mover": 1 << 30}),
        ("shape", {"mover": "much"}),
        ("shape", {"leaf_plies": 10}),
        ("shape", {"is_drawn": True}),
        ("shape", {"roots": []}),
        ("shape", {"kind": "found"}),
        ("shape", {"columns": {"numbers": [3, 512], "texts": [2, 512]}}),
        ("shape", {"more": 1}),
        ("how", {"bounds": [5, 5]}),
        ("how", {"seconds": "many"}),
        ("how", {"how": {}}),
    ],
)
def test_forged_texts_that_cannot_be(path, name, change):
    """An invalid description is refused although its hashes are right."""
    forged(path, name, change)
    assert output(path).startswith(f"{path} is broken: ")


@pytest.mark.parametrize("places", [[0, 0], [1, 0]])
def test_forged_claims_of_positions_that_are_not_in_order(places, tmp_path):
    """A proof with two claims about one position, or with two positions exchanged, is refused."""
    path = tmp_path / "p"
    prove(ConnectFour(3, 3)).save(path)
    contents = Contents.read(path)
    (keys,) = contents.entries("keys", 0)
    keys[:2] = keys[places]
    contents.put("keys", 0, [keys])
    contents.made_anew(firsts_too=True)
    contents.write(path)
    assert output(path) == f"{path} is broken: its positions are not sorted; prove it again"


def test_a_forged_statement_is_refused_by_verify(path):
    """A forged file with right hashes can claim that Nim is won, but ``verify`` refuses it."""
    forged(path, "shape", {"mover": (1 << 19) - 7, "other": 7 - (1 << 19)})
    forged(path, "how", {"bounds": [(1 << 19) - 7, (1 << 19) - 7]})
    proof = load_proof(path)
    assert proof.value is Value.WIN
    with pytest.raises(VerificationError):
        proof.verify()


# ── proofs that rest on tables ──────────────────────────────────────────────────────────────────


def sliding(empty=3):
    """Return a solution of the positions of tic-tac-toe with the given number of empty squares."""
    game = TicTacToe()
    start, *others = (each for each in solve(game) if game.format(each).count(".") == empty)
    return solve(game, start=start, positions=others)


@pytest.fixture(scope="module")
def resting(tmp_path_factory):
    """A proof that rests on a table, the proof's file, the table, and the table's file."""
    folder = tmp_path_factory.mktemp("resting")
    table = sliding()
    proof = prove(TicTacToe(), tables=[table])
    proof.save(folder / "a.proof")
    table.save(folder / "a.solution")
    return proof, folder / "a.proof", table, folder / "a.solution"


def test_a_proof_that_rests_on_a_table_is_opened_with_it(resting, tmp_path):
    """A proof is opened with its table in memory, solved in another order, or from a file."""
    proof, path, table, of_table = resting
    start, *others = reversed([each for each in table if TicTacToe().format(each).count(".") == 3])
    anew = solve(TicTacToe(), start=start, positions=others)
    with load(of_table) as opened:
        for each in (table, anew, opened):
            again = load_proof(path, tables=[each])
            report = again.verify()
            assert (again.bounds, report.reused) == (proof.bounds, proof.verify().reused)
            assert report.reused
    again = load_proof(path, tables=[table])
    again.save(tmp_path / "again.proof")
    assert load_proof(tmp_path / "again.proof", tables=[table]).bounds == proof.bounds


def test_other_tables_than_the_file_names_are_refused(resting, path):
    """Missing, other and additional tables are refused, each with a message of its own."""
    _, of_proof, table, _ = resting
    first = min(map(TicTacToe().format, table._roots))
    named = f"{len(table)} positions from {first!r} and {len(table._roots) - 1} more"
    rests = (
        f"{of_proof} contains a proof that rests on a solution of TicTacToe(), {named}: expected "
    )
    opens = "; gamesolver.load_proof(path, tables=...) opens it"
    assert output(of_proof) == f"{rests}that, got none{opens}"
    whole = solve(TicTacToe())
    other = "765 positions from '.........'"
    assert output(of_proof, tables=[whole]) == f"{rests}that, got {other}{opens}"
    too_many = f"{of_proof} contains a proof of TicTacToe(), which rests on tables: expected "
    assert output(of_proof, tables=[table, whole]) == (
        f"{too_many}one of {named}, got a solution with {other}"
    )
    nim = solve(Nim(heaps=(1, 2, 3)))
    assert output(path, tables=[nim]).endswith(
        ", which rests on no table: expected none, got a solution with 14 positions "
        "from '(1, 2, 3)'"
    )


def test_what_is_no_table_is_refused(resting, path):
    """A table of another game is refused, and so is an argument that is not a list of solutions."""
    _, of_proof, table, _ = resting
    with pytest.raises(InvalidArgumentError, match="bad table: "):
        load_proof(path, tables=[table])
    with pytest.raises(InvalidArgumentError, match="expected a list of solutions of"):
        load_proof(of_proof, tables="a.solution")


def test_a_table_with_other_outcomes_is_refused(resting, tmp_path):
    """A table with the same positions and other outcomes than the file names is refused."""
    _, of_proof, table, _ = resting
    copy = tmp_path / "copy.proof"
    copy.write_bytes(of_proof.read_bytes())
    with closing(sqlite3.connect(copy)) as file:
        ((how,),) = file.execute("SELECT content FROM attached WHERE name = 'how'")
    named = [each | {"digest": "0"} for each in json.loads(how)["tables"]]
    forged(copy, "how", {"tables": named})
    assert "got a solution with the same number of positions, and with other outcomes; " in (
        output(copy, tables=[table])
    )


@pytest.mark.parametrize("tables", [7, [7], [{}], [{"positions": "many"}]])
def test_forged_names_of_tables(resting, tmp_path, tables):
    """An invalid list of tables is refused although its hashes are right."""
    copy = tmp_path / "copy.proof"
    copy.write_bytes(resting[1].read_bytes())
    forged(copy, "how", {"tables": tables})
    assert output(copy).startswith(f"{copy} is broken: ")


def test_wrong_calls(path, tmp_path):
    """Bad arguments are refused with a message."""
    with pytest.raises(InvalidArgumentError, match="check"):
        load_proof(path, check=1)
    with pytest.raises(FileError, match="cannot write"):
        prove(Nim(heaps=(1,))).save(tmp_path / "none" / "p")


@pytest.mark.parametrize("numbers", [[], [in_files.NOTHING], [1 << 19, 0, -5]])
def test_words_of_bounds(numbers):
    """Two bounds packed into one machine word are read back."""
    column = np.array(numbers, np.int64)
    words = in_files._words(column, column[::-1])
    assert in_files._bounds_in(words).tolist() == numbers
    assert in_files._bounds_in(words >> np.uint64(in_files.BOUND_BITS)).tolist() == numbers[::-1]


# ── at the terminal ─────────────────────────────────────────────────────────────────────────────


def test_saved_and_opened_at_the_terminal(tmp_path):
    """``prove --save`` writes a file, ``prove`` shows it, and ``verify`` checks it."""
    path = str(tmp_path / "nim.proof")
    first = called("prove", "nim", "--heaps", "(1, 2, 3)", "--save", path).out
    assert first.endswith(f"Saved in {path}\n")
    assert called("prove", path).out == first.removesuffix(f"Saved in {path}\n")
    checked = called("verify", path)
    assert checked.out.startswith(f"{path} is right\nloss in 6: 16 claims hold, by the rules alone")
    answer = called("verify", path, "--json").answer
    assert (answer["subject"], answer["holds"], answer["shown"]) == (path, True, "loss in 6")
    assert refused("prove", path, "--seconds", "1") == (
        f"{path} is a saved proof: expected no position without --explain, and no "
        "option but --explain, --game, --page, --table and --json; name the game instead"
    )
    assert refused("verify", path, "--full") == (
        f"bad --full: {path} contains a proof, which is always checked in full; leave it out"
    )
    assert "contains a proof, not a solution" in refused("show", path)


def test_a_proof_that_rests_on_a_table_at_the_terminal(resting, tmp_path):
    """A proof that rests on a table is opened by ``prove`` and ``verify`` only with ``--table``."""
    *_, of_table = (str(each) for each in resting)
    path = str(tmp_path / "resting.proof")
    call = "prove", "tic-tac-toe", "--table", of_table
    first = called(*call, "--save", path).out
    assert called("prove", path, "--table", of_table).out == first.removesuffix(
        f"Saved in {path}\n"
    )
    assert called("verify", path, "--table", of_table).out.startswith(f"{path} is right\ndraw in 9")
    for command in ("prove", "verify"):
        output = refused(command, path)
        assert output.endswith(": expected that, got none; --table TABLE opens it")
        assert "=..." not in output
    assert refused("verify", of_table, "--table", path) == (
        f"bad --table {path}: {of_table} does not contain a proof; leave it out"
    )


def test_a_broken_file_at_the_terminal(path):
    """``verify`` reports a broken file with exit code 1, as a negative answer."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("DELETE FROM numbers")
    checked = called("verify", path)
    assert checked.code == 1
    assert checked.out.startswith(f"{path} is broken: ")


@pytest.mark.skipif(IS_PLAIN, reason="in plain Python a solve of this board takes a minute")
def test_a_compiled_proof_with_leaves(tmp_path, monkeypatch):
    """Claims that a proof leaves to the verifier are left to it in the file, too."""
    monkeypatch.setattr(grounds, "FEW", 1)
    game = ConnectFour(4, 4)
    solution = solve(game)
    won = (each for each in solution if solution[each].value is Value.WIN)
    position = max(won, key=lambda each: (solution[each].remoteness, each))
    prove(game, position, memory="1 MB").save(tmp_path / "p")
    proof = load_proof(tmp_path / "p")
    assert proof.claims.leaf_plies > 2
    assert proof.verify().bounds.outcome == proof.outcome == solution[position]
    assert len(proof.mainline()) == proof.outcome.remoteness
