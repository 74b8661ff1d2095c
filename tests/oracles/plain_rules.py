"""Compare compiled rules with plain rules, position by position."""

from importlib import import_module
from pathlib import Path

import games
from gamesolver import NO_POSITION, CompiledGame, Game, registered_games
from gamesolver.boardgames import BoardGame
from tests.support.scale import IS_PLAIN


def plain_versions_of_the_shelf():
    """Return the public games of all modules ``plain``, sorted by name."""
    found = {}
    for file in Path(games.__file__).parent.glob("*/plain.py"):
        module = import_module(f"games.{file.parent.name}.plain")
        found |= {
            name: kind
            for name, kind in vars(module).items()
            if isinstance(kind, type) and issubclass(kind, Game)
            if kind.__module__ == module.__name__ and not name.startswith("_")
        }
    return [found[name] for name in sorted(found)]


BY_HAND = {
    kind
    for kind in registered_games().values()
    if issubclass(kind, CompiledGame) and not issubclass(kind, BoardGame)
}
"""Compiled games of the library whose kernels are written by hand."""

PLAIN_VERSIONS = plain_versions_of_the_shelf()
"""Plain Python versions of the library's compiled games."""


def assert_alike(game, position):
    """Assert that a game and its plain version agree at a position; return its successors."""
    plain, board = game.plain, game.to_plain(position)
    assert game.from_plain(board) == position
    assert 0 <= position < NO_POSITION
    for queried in ("terminal_value", "player", "stage", "render"):
        assert getattr(game, queried)(position) == getattr(plain, queried)(board), queried
    if game.rules.is_scored:
        assert game.terminal_score(position) == plain.terminal_score(board)
    orbit = {position, *game.symmetries(position)}
    assert {game.to_plain(image) for image in orbit} == {board, *plain.symmetries(board)}
    assert_folds(game, orbit)
    if plain.terminal_value(board) is not None:
        return []
    moves = game.moves(position)
    texts = [game.format_move(move) for move in moves]
    assert texts == [plain.format_move(move) for move in plain.moves(board)]
    assert len(moves) <= game.rules.max_moves
    successors = [game.play(position, move) for move in moves]
    plain_moves = [game.to_plain_move(move) for move in moves]
    assert list(map(game.to_plain, successors)) == [plain.play(board, each) for each in plain_moves]
    gains = [plain.gain(board, each) for each in plain_moves]
    assert [game.gain(position, move) for move in moves] == gains
    return successors


def assert_folds(game, orbit):
    """Assert that an orbit has one canonical position and, in an indexed game, one index."""
    canonical = {game.canonical(image) for image in orbit}
    assert len(canonical) == 1
    assert canonical <= orbit
    if game.rules.is_indexed:
        indexes = {game.rules.calls.call("index", image) for image in orbit}
        assert len(indexes) == 1
        assert 0 <= min(indexes) < game.rules.num_indexes
        assert {index_position(game, index) for index in indexes} == canonical


def index_position(game, index):
    """Return the canonical position of an index."""
    return int(game.rules.calls.position_at(index))


def assert_alike_everywhere(game):
    """Compare both at every raw position that the start reaches; return the number of positions."""
    found = {game.start()}
    waiting = list(found)
    assert game.to_plain(game.start()) == game.plain.start()
    while waiting:
        position = waiting.pop()
        assert game.parse(game.format(position)) == position
        new = set(assert_alike(game, position)) - found
        found |= new
        waiting.extend(new)
    return len(found)


def assert_alike_at_random(game, chance, games=20, plies=100):
    """Compare both along random games; plain Python plays only a quarter of ``games``."""
    for _ in range(-(-games // 4) if IS_PLAIN else games):
        position = game.start()
        for _ in range(plies):
            assert game.parse(game.format(position)) == position
            successors = assert_alike(game, position)
            if not successors:
                break
            position = chance.choice(successors)
