"""Files identify moves by stored texts, which stay the same when ``format_move`` changes."""

from games import ConnectFour, Nim
from gamesolver import CompiledGame, load, registered_games, solve


def test_a_file_is_read_when_the_words_have_changed(tmp_path, monkeypatch):
    """A file is opened although the game's ``format_move`` has changed."""
    path = tmp_path / "nim.solution"
    solve(Nim(heaps=(1, 2))).save(path)
    monkeypatch.setattr(Nim, "format_move", lambda game, move: f"{move[1]} off {move[0]}")
    assert load(path).best_moves((1, 2)) == ((1, 1),)


def test_each_game_has_a_text_of_its_own_for_each_move():
    """At the start of every registered game all moves have different stored texts.

    A compiled game takes them from its plain version (test below), so nothing is compiled.
    """
    for kind in registered_games().values():
        game = kind()
        game = game.plain if isinstance(game, CompiledGame) else game
        moves = list(game.moves(game.start()))
        assert len({game.stored_move(move) for move in moves}) == len(moves), game


def test_compiled_rules_and_their_plain_version_have_the_same_texts():
    """A compiled game stores the texts of its plain version, or of its own ``format_move``."""
    game = ConnectFour(width=3, height=2)
    assert isinstance(game, CompiledGame)
    assert [game.stored_move(move) for move in game.moves(game.start())] == ["0", "1", "2"]

    class Loud(ConnectFour):
        def format_move(self, move):
            return f"{move}!"

    assert Loud(width=3, height=2).stored_move(1) == "1!"
