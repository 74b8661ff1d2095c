"""Exports that are read back by other programs agree with the solution."""

import csv
import json

import duckdb
import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pytest

from games import ConnectFour, Nim
from gamesolver import Value, load, solve
from tests.support.exported import ALL_KINDS, SELECTIONS, SOLUTIONS, chosen_of
from tests.support.scored_games import Coins

OUTCOME = ("value", "remoteness", "score")
"""The columns of an outcome."""
SCORE = {True: ["score"], False: []}
"""The column that only games with scores have."""


@pytest.fixture(scope="module", params=ALL_KINDS)
def solution(request):
    """A solution of each kind."""
    return solve(ALL_KINDS[request.param]())


@pytest.fixture(params=SELECTIONS, ids=["whole", "chosen"])
def queried(request, solution):
    """Arguments of ``export``, and the positions that it must choose."""
    return request.param, chosen_of(solution, request.param)


def expected(solution, positions):
    """Yield the rows of these positions, from other methods of the solution."""
    game, numbers = solution.game, {each: number for number, each in enumerate(solution)}
    for position in positions:
        yield {
            "position": game.format(position),
            "code": position if isinstance(position, int) else numbers[position],
            **indexed(solution[position]),
            "best_moves": [game.format_move(move) for move in solution.best_moves(position)],
            "orbit_size": len({position, *game.symmetries(position)}),
            "moves": [
                {
                    "move": game.format_move(row.move),
                    **indexed(row.outcome),
                    **({} if row.outcome.score is None else {"gain": row.gain}),
                }
                for row in solution.moves(position)
            ],
        }


def in_json(solution, rows):
    """Yield rows as in JSON, with outcomes as objects and the position after each move."""
    game = solution.game
    for row in rows:
        position = game.parse(row["position"])
        reported = {name: row[name] for name in row if name not in OUTCOME}
        moves = [
            {
                "move": game.format_move(each.move),
                "outcome": worded(each.outcome),
                "is_best": each.is_best,
                "position": game.format(each.position),
                **({} if each.outcome.score is None else {"gain": each.gain}),
            }
            for each in solution.moves(position)
        ]
        yield reported | {"outcome": worded(solution[position]), "moves": moves}


def worded(outcome):
    """Return an outcome as in JSON."""
    return {
        "value": outcome.value.name.lower(),
        "remoteness": outcome.remoteness,
        "score": outcome.score,
    }


def indexed(outcome):
    """Return an outcome as in columns, with a score only if there is one."""
    score = {} if outcome.score is None else {"score": outcome.score}
    return {"value": int(outcome.value), "remoteness": outcome.remoteness} | score


def without_moves(rows):
    """Return the rows without their moves."""
    return [{name: row[name] for name in row if name != "moves"} for row in rows]


# ── tables ─────────────────────────────────────────────────────────────────


def test_json_lines(solution, queried, tmp_path):
    """JSON Lines have an object for each position, with all moves if requested."""
    options, positions = queried
    rows = list(in_json(solution, expected(solution, positions)))
    solution.export(tmp_path / "a.jsonl", **options, moves=True)
    assert list(map(json.loads, (tmp_path / "a.jsonl").read_text("utf-8").splitlines())) == rows
    solution.export(tmp_path / "b.jsonl", **options)
    reported = (tmp_path / "b.jsonl").read_text("utf-8").splitlines()
    assert list(map(json.loads, reported)) == without_moves(rows)


def test_comma_separated_values(solution, queried, tmp_path):
    """CSV has lists as JSON and no remoteness for endless draws, and pandas reads the file."""
    options, positions = queried
    rows = list(expected(solution, positions))
    path = tmp_path / "a.csv"
    solution.export(path, **options, moves=True)
    with path.open(encoding="utf-8", newline="") as file:
        read = list(csv.DictReader(file))
    for row in read:
        for name in ("best_moves", "moves"):
            row[name] = json.loads(row[name])
        for name in {"code", "value", "orbit_size", "score"} & row.keys():
            row[name] = int(row[name])
        row["remoteness"] = int(row["remoteness"]) if row["remoteness"] else None
    moves = [each["moves"] for each in in_json(solution, rows)]
    assert read == [row | {"moves": reported} for row, reported in zip(rows, moves, strict=True)]
    frame = pd.read_csv(path)
    for name in ["value", *SCORE[solution.outcome.score is not None]]:
        assert frame[name].tolist() == [row[name] for row in rows]


def test_parquet(solution, queried, tmp_path):
    """Polars reads every field of Parquet, and counts of pandas and DuckDB are right."""
    options, positions = queried
    rows = list(expected(solution, positions))
    path = tmp_path / "a.parquet"
    solution.export(path, **options, moves=True)
    assert pl.read_parquet(path).to_dicts() == rows
    frame = pd.read_parquet(path)
    assert frame["orbit_size"].sum() == sum(row["orbit_size"] for row in rows)
    won = duckdb.sql(f"SELECT count(*) FROM '{path}' WHERE value = 1").fetchall()[0]
    assert won == (sum(row["value"] == 1 for row in rows),)
    solution.export(path, **options)
    assert pl.read_parquet(path).to_dicts() == without_moves(rows)


def test_arrays(solution, queried, tmp_path):
    """NumPy files have an array for each column, with lists joined, and need no pickle."""
    options, positions = queried
    rows = list(expected(solution, positions))
    path = tmp_path / "a.npz"
    solution.export(path, **options, moves=True)
    with np.load(path, allow_pickle=False) as arrays:
        reported = {name: arrays[name].tolist() for name in arrays.files}
    endless = [-1 if row["remoteness"] is None else row["remoteness"] for row in rows]
    assert reported["remoteness"] == endless
    score = SCORE[solution.outcome.score is not None]
    for name in ("position", "code", "value", "orbit_size", *score):
        assert reported[name] == [row[name] for row in rows]
    begin = {"best_moves": 0, "moves": 0}
    for place, row in enumerate(rows):
        best = slice(begin["best_moves"], reported["best_moves_end"][place])
        moves = slice(begin["moves"], reported["moves_end"][place])
        begin = {"best_moves": best.stop, "moves": moves.stop}
        assert reported["best_move"][best] == row["best_moves"]
        assert reported["move"][moves] == [move["move"] for move in row["moves"]]
        for name in ("value", *score, *("gain" for _ in score)):
            assert reported[f"move_{name}"][moves] == [move[name] for move in row["moves"]]
        plies = [-1 if move["remoteness"] is None else move["remoteness"] for move in row["moves"]]
        assert reported["move_remoteness"][moves] == plies
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".jsonl", ".npz", ".dot", ".graphml"])
def test_nothing_chosen(suffix, tmp_path):
    """An empty selection gives an empty file of the right kind."""
    path = tmp_path / f"nothing{suffix}"
    solve(Nim(heaps=(1, 2))).export(path, where=lambda position, outcome: False, moves=True)
    read = {
        ".parquet": lambda: pl.read_parquet(path).height,
        ".csv": lambda: len(path.read_text().splitlines()) - 1,
        ".jsonl": lambda: len(path.read_text()),
        ".npz": lambda: sum(len(each) for each in np.load(path).values()),
        ".dot": lambda: path.read_text().count("->"),
        ".graphml": lambda: len(nx.read_graphml(path)),
    }
    assert read[suffix]() == 0


def test_texts_of_any_script(tmp_path):
    """Quotes, commas, line ends and signs of any script come back as they were."""

    class Odd(Nim):
        """Nim whose positions have awkward texts."""

        def format(self, position):
            return f'= "{position}",\n\t\\ 将棋 \U0001f3b2'

    solution = solve(Odd(heaps=(1, 2)))
    texts = [solution.game.format(each) for each in solution]
    for suffix, read in {
        ".csv": lambda path: pd.read_csv(path)["position"].tolist(),
        ".jsonl": lambda path: pd.read_json(path, lines=True)["position"].tolist(),
        ".parquet": lambda path: pd.read_parquet(path)["position"].tolist(),
        ".npz": lambda path: np.load(path)["position"].tolist(),
        ".graphml": lambda path: list(nx.read_graphml(path, force_multigraph=True)),
    }.items():
        solution.export(tmp_path / f"odd{suffix}")
        assert read(tmp_path / f"odd{suffix}") == texts, suffix


@pytest.mark.parametrize("name", SOLUTIONS)
def test_a_loaded_solution_exports_the_same(name, tmp_path):
    """A loaded solution exports the same bytes as the solution in memory."""
    solution = solve(SOLUTIONS[name]())
    solution.save(tmp_path / "kept")
    solution.export(tmp_path / "one.jsonl", moves=True)
    load(tmp_path / "kept", solution.game).export(tmp_path / "two.jsonl", moves=True)
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()


# ── selections ─────────────────────────────────────────────────────────────


def exported(solution, path, **options):
    """Return the codes of the selected positions."""
    solution.export(path, **options)
    return [json.loads(line)["code"] for line in path.read_text("utf-8").splitlines()]


def test_selections(solution, tmp_path):
    """Positions are selected by value, plies, reachability or a function, or by several."""
    path, codes = tmp_path / "a.jsonl", exported(solution, tmp_path / "all.jsonl")
    every = list(zip(codes, [(each, solution[each]) for each in solution], strict=True))

    def where(query):
        return [code for code, (position, outcome) in every if query(position, outcome)]

    for value in Value:
        assert exported(solution, path, value=value) == where(lambda _, o, v=value: o.value is v)
    assert exported(solution, path, remoteness=0) == where(lambda _, o: o.remoteness == 0)
    several = exported(solution, path, remoteness={None, 2})
    assert several == where(lambda _, o: o.remoteness in (None, 2))
    reached = exported(solution, path, reachable=True)
    assert len(reached) == sum(solution.counts(reachable=True).values())
    odd = exported(solution, path, where=lambda position, outcome: hash(position) % 2)
    assert odd == where(lambda position, _: hash(position) % 2)
    both = exported(solution, path, value=Value.WIN, remoteness=range(2), reachable=True)
    assert set(both) == set(reached) & set(
        where(lambda _, o: o.value is Value.WIN and o.remoteness in (0, 1))
    )


def test_a_score_is_chosen(tmp_path):
    """Positions are selected by one score, by several, and by scores together with plies."""
    solution, path = solve(Coins()), tmp_path / "a.jsonl"
    scores = {number: solution[each].score for number, each in enumerate(solution)}

    def having(*wanted):
        return [code for code, score in scores.items() if score in wanted]

    for wanted in set(scores.values()):
        assert exported(solution, path, score=wanted) == having(wanted) != []
    assert exported(solution, path, score={7, -6}) == having(7, -6)
    assert exported(solution, path, score=range(-9, 0)) == having(*range(-9, 0))
    both = exported(solution, path, score=range(9), remoteness=2)
    in_two = [number for number, each in enumerate(solution) if solution[each].remoteness == 2]
    assert both == [number for number in having(*range(9)) if number in in_two] != []
    assert exported(solution, path, score=99) == []
    assert len(solution.to_pandas(score={7, -6})) == len(having(7, -6))


def test_a_stage_is_chosen(tmp_path):
    """Positions of Connect Four are selected by their number of stones."""
    solution = solve(ConnectFour(3, 3))
    codes = exported(solution, tmp_path / "a.jsonl", stage=3)
    assert codes == [each for each in solution if solution.game.stage(each) == 3]
    assert codes
