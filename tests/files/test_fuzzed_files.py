"""Files changed on purpose, part by part: they are refused or give right answers.

A file opened with ``check=True`` gives the answers of the saved solution, or is refused with a
``GameSolverError``. If all hashes were made again, only ``verify`` can find the change: it
refuses every file whose answers differ from the solve that the file claims to be. Values alone
have no certificate. With forged hashes they may be wrong, but no other error is raised.
"""

from functools import cache
from random import Random

import attrs
import pytest
import zstandard

from games import ConnectFour, Nim, Quixo
from gamesolver import GameSolverError, load, load_values, solve
from gamesolver.files import entry_tables, tables, values
from tests.attacks.compiled_graphs import OnGraph, RandomGraph
from tests.attacks.forged_files import EDITS, Contents
from tests.attacks.graph_games import DrawnGame
from tests.oracles.unfolded import unfolded_size
from tests.support.engine_solving import chain, random_drawing
from tests.support.scale import scaled

SIZES = [
    (entry_tables, "ENTRIES_A_BLOCK", 7),
    (entry_tables, "ENUMERATED_A_BLOCK", 5),
    (tables, "ENTRIES_A_BLOCK", 7),
    (tables, "KEYS_A_BLOCK", 3),
    (tables, "TEXTS_A_BLOCK", 4),
    (values, "ENUMERATED_A_BLOCK", 5),
    (values, "VALUES_A_BLOCK", 10),
]
"""Small blocks, so that small files have guides with several numbers."""


@attrs.frozen
class Line(OnGraph):
    """A line of forced moves: outcomes that take more than a byte."""

    plies: int = 85
    indexed: bool = False
    way = "alone"
    staged = False
    on_slate = True

    @property
    def drawing(self):
        """The line of moves, which begins at the far end."""
        return line(self.plies)


@cache
def line(plies):
    """Return a line of the given number of moves, always the same object."""
    return chain(plies, -1)


class Looping(DrawnGame):
    """Plain rules with cycles, whose parameters are numbers alone."""

    def __init__(self, nodes=25, seed=1):
        super().__init__(random_drawing(nodes, seed, roots=2))
        object.__setattr__(self, "nodes", nodes)
        object.__setattr__(self, "seed", seed)


GRAPH = RandomGraph(20, 3, "alone", on_slate=True)
SOLVES = {
    "plain": (Nim(heaps=(2, 3)), {}),
    "plain, several roots": (Nim(heaps=(2, 2)), {"positions": [(1, 4), (0, 3)]}),
    "plain, loops": (Looping(), {}),
    "plain, compiled rules": (ConnectFour(2, 2), {"method": "minimax"}),
    "enumerated": (ConnectFour(2, 3), {}),
    "enumerated, several roots": (GRAPH, {}),
    "enumerated, wide": (Line(), {}),
    "indexed": (Quixo(size=2), {}),
    "indexed, long": (Line(indexed=True), {}),
}


@pytest.fixture(scope="module", params=SOLVES)
def files(request, tmp_path_factory):
    """A game, its solve options, a folder with its files and another game's, and its answers."""
    folder = tmp_path_factory.mktemp("files")
    game, options = SOLVES[request.param]
    other = ConnectFour(2, 2) if "plain" not in request.param else Nim(heaps=(1, 3))
    with pytest.MonkeyPatch.context() as patch:
        for module, name, size in SIZES:
            patch.setattr(module, name, size)
        for name, solution in (("other", solve(other)), ("own", solve(game, **options))):
            solution.save(folder / name)
            solution.export(folder / f"{name}.values")
    again = load(folder / "own", game)
    assert again.verify(full=True).positions == unfolded_size(again)
    expected_answers = answers(again)
    assert expected_answers == answers(solve(game, **options)) | {"how": expected_answers["how"]}
    return game, options, folder, expected_answers


def strangers(game):
    """Return objects, most of which are not positions of a small game."""
    return [None, "x", -1, 2**64 - 1, 0, 1, 2, 7, (9, 9), (0, 9), (True, 0), 1.5, (), 2**40 + 1]


def answers(solution):
    """Return all answers of a small solution."""
    positions = list(solution)
    objects = positions + strangers(solution.game)
    probes = solution.probe_many(objects)
    return {
        "outcomes": [(each, solution[each]) for each in positions],
        "probes": [column.tolist() for column in (probes.known, probes.values, probes.remoteness)],
        "known": [each in solution for each in objects],
        "start": (solution.start, solution.outcome, len(solution)),
        "counts": list(solution.counts().items()),
        "reachable": list(solution.counts(reachable=True).items()),
        "line": [(row.move, row.position, row.outcome) for row in solution.mainline()],
        "how": (solution.how.method, solution.how.why, solution.how.seconds, solution.how.bytes),
    }


CLAIMS = {}


def claimed(solution):
    """Return the answers of the solve that a file claims to be; its method is not checked."""
    key = solution.game, tuple(map(repr, solution._roots))
    if key not in CLAIMS:
        options = {"method": "minimax"} if solution.game == ConnectFour(2, 2) else {}
        start, *more = solution._roots
        again = solve(solution.game, start=start, positions=more, **options)
        CLAIMS[key] = answers(again)
    return CLAIMS[key]


HASHES = ("left", "anew", "root", "left", "anew, guides too", "anew", "left")


def edited(contents, number, luck, other):
    """Apply an edit and a treatment of the hashes, and return the names of both, or None.

    Successive numbers combine each edit with each treatment.
    """
    edit, hashes = EDITS[number % len(EDITS)], HASHES[number % len(HASHES)]
    try:
        edit(contents, luck, other)
    except (IndexError, KeyError, ValueError):
        return None  # the file has no such thing
    if hashes.startswith("anew"):
        contents.made_anew(firsts_too="guides" in hashes)
    elif hashes == "root":
        contents.root_anew()
    return edit.__name__, hashes


IN_BLOCKS = ("a_first_number", "an_entry", "all_of_a_block", "blocks_exchanged")
"""Edits that the hashes of the blocks reveal, whatever the root hash is."""

NUMBER = scaled(20, 700)
"""Number of edits of the solution of each kind of solve; a third of it for values."""


def test_solutions_changed_thing_by_thing(files, tmp_path):
    """A changed solution is refused or right, by ``load`` or, if its hashes are new, ``verify``."""
    game, options, folder, expected_answers = files
    right, other = Contents.read(folder / "own"), Contents.read(folder / "other")
    old = aged(right)
    refused, first = 0, NUMBER * [*SOLVES.values()].index((game, options))
    for number in range(first, first + NUMBER):
        luck = Random(f"{number} {game}")
        contents = copied(luck.choice([right, right, old]))
        done = edited(contents, number, luck, other)
        if done is None:
            continue
        path = tmp_path / f"{number}"
        contents.write(path)
        try:
            solution = load(path, game)
            if done[1] == "left" or (done[1] == "root" and done[0] in IN_BLOCKS):
                expected = expected_answers
            else:
                solution.verify()
                expected = claimed(solution)
            reported = answers(solution)
            if contents.version == 1 or done[1] != "left":
                reported["how"] = expected["how"]  # which no hash of a file of schema 1 covers
            assert reported == expected
        except GameSolverError:
            refused += 1
        except Exception as error:
            raise AssertionError(f"number {number}, {done}") from error
        path.unlink()
    assert refused > NUMBER / 3


def test_values_changed_thing_by_thing(files, tmp_path):
    """Changed values with unchanged hashes are refused or right, and never raise other errors."""
    game, _, folder, _ = files
    right = Contents.read(folder / "own.values")
    other, old = Contents.read(folder / "other.values"), aged(right)
    solution = load(folder / "own", game)
    objects = [*solution, *strangers(game)]
    expected_answers = all_reported(load_values(folder / "own.values", game), objects)
    refused = 0
    for number in range(NUMBER // 3):
        luck = Random(f"values {number} {game}")
        contents = copied(luck.choice([right, right, old]))
        done = edited(contents, number, luck, other)
        if done is None:
            continue
        path = tmp_path / f"{number}"
        contents.write(path)
        try:
            again = all_reported(load_values(path, game), objects)
            assert done[1] != "left" or again == expected_answers, (number, done)
        except GameSolverError:
            refused += 1
        except Exception as error:
            raise AssertionError(f"number {number}, {done}") from error
        path.unlink()
    assert refused


def test_blocks_that_are_some_bytes_short(files, tmp_path):
    """A truncated first or last block with new hashes is refused, or the solution is right."""
    game, _, folder, expected_answers = files
    expected_values = all_reported(load_values(folder / "own.values", game), strangers(game))
    for name, expected in (("own", expected_answers), ("own.values", expected_values)):
        right = Contents.read(folder / name)
        for column, number, missing in cuts(right):
            for made in (lambda contents: contents, aged):
                contents = made(copied(right))
                cut_short(contents, column, number, missing)
                contents.write(tmp_path / "short")
                require_refused(tmp_path / "short", name, game, expected)


MISSING = range(1, 11)


def cuts(contents):
    """Yield column, number and missing bytes of each truncated block to try."""
    for column, blocks in contents.blocks.items():
        for number in {min(blocks), max(blocks)}:
            size = zstandard.frame_content_size(blocks[number])
            for missing in sorted({*MISSING, size - 1, size}):
                if missing <= size:
                    yield column, number, missing


def cut_short(contents, column, number, missing):
    """Remove the last bytes of a block, and make the hashes again."""
    raw = zstandard.ZstdDecompressor().decompress(contents.blocks[column][number])
    short = raw[: len(raw) - missing]
    contents.blocks[column][number] = zstandard.ZstdCompressor().compress(short)
    contents.made_anew()


def require_refused(path, name, game, expected_answers):
    """Check that a file is refused, or that a solution in it gives the expected answers."""
    try:
        if name == "own":
            solution = load(path, game)
            solution.verify()
            assert answers(solution) | {"how": 0} == expected_answers | {"how": 0}
        else:
            assert all_reported(load_values(path, game), strangers(game)) == expected_answers
    except GameSolverError:
        pass


def all_reported(values, objects):
    """Return all answers of values alone."""
    probes = values.probe_many(objects)
    return [
        values.game,
        len(values),
        list(values.counts().items()),
        probes.known.tolist(),
        probes.values.tolist(),
        [each in values for each in objects],
    ]


def aged(contents):
    """Return the file as the first version would have written it."""
    old = copied(contents)
    old.made_old()
    return old


def copied(contents):
    """Return an independent copy of the contents."""
    return attrs.evolve(
        contents,
        texts=dict(contents.texts),
        attached=dict(contents.attached),
        guides={name: list(each) for name, each in contents.guides.items()},
        blocks={name: dict(each) for name, each in contents.blocks.items()},
        more=[],
    )


def test_files_of_schema_1_answer_and_are_verified(files, tmp_path):
    """Files of schema 1 with several blocks give the same answers, and are verified."""
    game, _, folder, expected_answers = files
    aged(Contents.read(folder / "own")).write(tmp_path / "old")
    aged(Contents.read(folder / "own.values")).write(tmp_path / "old.values")
    again = load(tmp_path / "old", game)
    assert again.verify(full=True).positions == unfolded_size(again)
    assert answers(again) == expected_answers
    objects = [*again, *strangers(game)]
    one, other = (
        load_values(f"{place}.values", game) for place in (folder / "own", tmp_path / "old")
    )
    assert all_reported(one, objects) == all_reported(other, objects)
