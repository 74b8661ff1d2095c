"""Compiled rules held against plain ones, a position at a time."""

from gamesolver import NO_POSITION


def assert_alike(game, position):
    """At one position a compiled game says what its plain twin says; its successors."""
    plain, board = game.plain, game.to_plain(position)
    assert game.from_plain(board) == position
    assert 0 <= position < NO_POSITION
    assert game.parse(game.format(position)) == position
    for asked in ("terminal_value", "player", "stage", "render"):
        assert getattr(game, asked)(position) == getattr(plain, asked)(board), asked
    orbit = {position, *game.symmetries(position)}
    assert {game.to_plain(twin) for twin in orbit} == {board, *plain.symmetries(board)}
    assert {game.canonical(twin) for twin in orbit} == {min(orbit)}
    if plain.terminal_value(board) is not None:
        return []
    moves = game.moves(position)
    texts = [game.format_move(move) for move in moves]
    assert texts == [plain.format_move(move) for move in plain.moves(board)]
    assert len(moves) <= game.rules.max_moves
    successors = [game.play(position, move) for move in moves]
    plain_moves = [game.to_plain_move(move) for move in moves]
    assert list(map(game.to_plain, successors)) == [plain.play(board, each) for each in plain_moves]
    return successors


def assert_alike_everywhere(game):
    """The same at every raw position that the start reaches; how many there are."""
    found = {game.start()}
    waiting = list(found)
    assert game.to_plain(game.start()) == game.plain.start()
    while waiting:
        new = set(assert_alike(game, waiting.pop())) - found
        found |= new
        waiting.extend(new)
    return len(found)


def assert_alike_at_random(game, chance, games=20):
    """The same along games of random play."""
    for _ in range(games):
        position = game.start()
        while successors := assert_alike(game, position):
            position = chance.choice(successors)
