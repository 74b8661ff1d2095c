"""Output of the commands at a terminal, compared with the results of the library."""

from __future__ import annotations

import re

import attrs
import pytest

import games.hex
from games import Hexapawn, Nim, PongHauKi, ScoringHeaps, TicTacToe
from gamesolver import Range, Value, estimate, load, registered_games, solve, solving
from gamesolver.cli.commands import solve as solve_command
from tests.support.at_the_terminal import answered, called

RULES = """
from gamesolver import Game, Value

class TakeAway(Game):
    def __init__(self, counters=10):
        self.counters = counters
    def start(self):
        return self.counters
    def moves(self, position):
        return [take for take in (1, 2, 3) if take <= position]
    def play(self, position, move):
        return position - move
    def terminal_value(self, position):
        return Value.LOSS if position == 0 else None
"""


@pytest.fixture
def rules(tmp_path):
    """File with a user-written game."""
    path = tmp_path / "my rules.py"
    path.write_text(RULES)
    return f"{path}:TakeAway"


class Rooted(Nim):
    """Game that names an additional position to solve from."""

    def positions(self):
        """Return one position that the start does not reach."""
        return [(4,)]


BESIDE = """\
. o .   places: 0 1 2
. x .           3 4 5
. . .           6 7 8"""


def test_solve_states_who_wins_and_shows_the_line_and_the_counts():
    """``solve`` prints the outcome, the ten boards of the line, and the counts by value."""
    output = called("solve", "tic-tac-toe")
    assert output.code == 0
    lines = output.out.splitlines()
    assert lines[:3] == ["Tic-Tac-Toe", "A draw in 9 plies", ""]
    assert len(re.findall(r"^start|\d\. \d", output.out, re.MULTILINE)) == 10
    assert lines[-5:] == [
        "765 positions up to symmetry that the start reaches, for the player to move:",
        "  390 win",
        "  151 draw",
        "  224 loss",
        f"Spot check: {solve(TicTacToe()).how.spot_check}",
    ]
    assert output.err == ""


def test_a_small_game_of_known_size_is_solved_without_an_estimate(monkeypatch):
    """An estimate is made only if the published number of positions is above the limit."""
    estimated = []

    def noted(game, **more):
        estimated.append(game)
        return estimate(game, **more)

    monkeypatch.setattr("gamesolver.estimate", noted)
    monkeypatch.setattr(solve_command, "solve_if_short", lambda game, **more: None)
    for most, times in ((1_456, 0), (1_455, 1)):
        monkeypatch.setattr(solve_command, "MOST_UNESTIMATED", most)
        assert "1,456 positions" in answered("solve", "kalah")
        assert len(estimated) == times


@pytest.mark.parametrize(("seconds", "is_shown"), [(1.9, False), (2.1, True)])
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_an_estimate_is_shown_that_is_more_than_two_seconds(monkeypatch, seconds, is_shown, more):
    """A shorter estimate is not printed, and with ``--no-estimate`` none is printed."""
    expected = attrs.evolve(estimate(TicTacToe()), seconds=Range(0.1, seconds, "timed"))
    monkeypatch.setattr("gamesolver.estimate", lambda game, **more: expected)
    reported = f"Estimate for {expected}\n" if is_shown else ""
    assert called("solve", "tic-tac-toe", *more).err == reported
    assert called("solve", "tic-tac-toe", *more, "--no-estimate").err == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nim", "--heaps", "1,2"], "The first player wins in 3 plies"),
        (["nim", "--heaps", "1,1"], "The second player wins in 2 plies"),
        (["nim", "--heaps", "0"], "The second player has won"),
        (["nim", "--heaps=0", "--misere"], "The first player has won"),
        (["nim", "--heaps", "3,4,5", "--start", "(0,0,1)"], "The player to move wins in 1 ply"),
        (["nim", "--start", "(0, 1, 1)"], "The other player wins in 2 plies"),
        (["pong-hau-ki"], "A draw: play goes on for ever"),
        (["tic-tac-toe", "--start", "xoxxoxoxo"], "A draw: play has ended"),
        (["tic-tac-toe", "--start", "xxxoo...."], "x has won"),
        (["hexapawn"], "Black wins in 6 plies"),
    ],
)
def test_who_wins_is_stated_by_the_names_of_the_players(words, sentence):
    """The winner is named by the game's player name if there is one, else by the turn.

    At the start of the game that is the first or second player, elsewhere the player to move
    or the other player.
    """
    assert answered("solve", *words).splitlines()[1] == sentence


@pytest.mark.parametrize(
    ("words", "counted"),
    [
        ("tic-tac-toe", "765 positions up to symmetry that the start reaches"),
        ("tic-tac-toe --start xx.oo....", "66 positions up to symmetry that xx.oo.... reaches"),
        ("fibonacci-nim", "67 positions that the start reaches"),
        ("quixo --size 2", "81 positions, reachable or not"),
        (
            "gobblet-gobblers --sizes 1 --copies 3",
            "971 positions up to symmetry, reachable or not",
        ),
        (
            f"{__name__}:Rooted",
            "53 positions up to symmetry that the start reaches, or another root of the game",
        ),
    ],
)
def test_solve_and_stats_state_which_positions_they_count(words, counted):
    """Counts are labelled as up to symmetry or not, and as reachable positions or all."""
    assert f"\n{counted}, for the player to move:\n" in answered("solve", *words.split())
    assert f"\n{counted}\n" in answered("stats", *words.split())


def test_games_state_which_positions_are_published():
    """Published numbers are marked if they are up to symmetry or include unreachable positions."""
    output = answered("games")
    assert re.search(r"^quixo .* 847,288,609,443 \+ +draw$", output, re.MULTILINE)
    assert re.search(r"^gobblet-gobblers .* 341,024,631 \* +win in 13$", output, re.MULTILINE)
    assert "* up to symmetry, + reachable or not" in output
    one = answered("games", "quixo")
    assert "Default: draw (published; not found here), 847,288,609,443 positions, reach" in one
    one = answered("games", "gobblet-gobblers")
    assert "341,024,631 positions up to symmetry that the start reaches" in one
    assert "\n--size 5: draw (published; not found here) [" in answered("games", "dodgem")


def test_games_state_who_states_an_outcome_and_how_it_was_found_here():
    """Each outcome is labelled with its source and with "solved", "proved" or "not found here"."""
    four = answered("games", "connect-four")
    assert "Default: win in 41 (published; proved here), 4,531,985,219,092 positions" in four
    assert "\n--width 12 --height 4: loss in 48 (published; not found here) [" in four
    assert "--width 4 --height 4: draw in 16 (published; solved here), 161,029 positions" in four
    assert "\nPublished: from a publication. Recomputed: computed again" in four
    hexes = answered("games", "hex")
    assert "Default: win in 5 (win published, the rest recomputed; solved here)" in hexes
    assert "Default: win by 4 in 8 (ours alone; solved here)" in answered("games", "kalah")


def test_games_state_what_is_published_of_other_positions():
    """For a chess endgame the published figures of other positions are listed by name."""
    output = answered("games", "chess-endgame")
    assert (
        "\n  also published: white to move (won, drawn, lost), black to move (won, drawn, lost, "
        "longest loss) ["
    ) in output
    assert output.count("] R. de Man, statistics of the Syzygy tables\n") == 1
    assert output.count("positions, reachable or not") == 3
    assert output.count("positions up to symmetry, reachable or not") == 3
    assert answered("games", "teeko").count("positions, reachable or not (") == 4


def test_games_are_found_by_their_titles():
    """A title is found with or without capitals and diacritics."""
    assert answered("games", "Mu Torere") == answered("games", "Mū Tōrere")
    assert answered("games", "m,n,k-game").startswith("M,n,k-game (mnk)\n")


def test_bad_figures_of_one_game_leave_the_others_on_the_list(tmp_path, monkeypatch):
    """The list has every game, and a note names the figures that cannot be read, and why."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "__init__.py").touch()
    (tmp_path / "elsewhere" / "hex.toml").write_text("[[hex]]\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(games.hex.__spec__, "name", "elsewhere.hex")
    monkeypatch.setattr(games.hex.__spec__, "submodule_search_locations", None)
    output = called("games")
    assert output.code == 0
    assert output.err.strip() == (
        "bad figures of hex in hex.toml: [[hex]] number 1 has no source: expected who found the "
        "figures"
    )
    assert re.search(r"^hex +rows, columns *$", output.out, re.MULTILINE)
    assert re.search(r"^hexapawn .* loss in \d+$", output.out, re.MULTILINE)


def test_a_game_is_headed_by_its_title_and_its_sizes_are_stated_as_one_types_them():
    """A game is headed by its title and name, sizes are options, and no markup is left."""
    output = answered("games", "animal-shogi")
    assert output.startswith("Animal Shogi (animal-shogi)\nAnimal shogi (dobutsu shogi): capture ")
    assert "\n--pieces LC: win in 14 (recomputed; solved here), " in output
    assert "='" not in output
    about = {each["name"]: each["about"] for each in called("games", "--json").answer}
    assert about["animal-shogi"].startswith("Animal shogi with some of its pieces: ")
    assert not any("`" in each for each in about.values())


@pytest.mark.parametrize("command", ["solve", "stats", "check", "games"])
def test_a_title_at_the_head_begins_with_a_capital(command):
    """A title that begins with a small letter elsewhere is capitalised."""
    size = () if command == "games" else ("--m", "2", "--n", "2", "--k", "2")
    assert answered(command, "mnk", *size).startswith("M,n,k-game ")


def test_show_lists_every_move_best_first():
    """Rows have the order, outcomes and best moves of the library, below the board."""
    game = TicTacToe()
    rows = solve(game).moves(game.parse(".o..x...."))
    output = answered("show", "tic-tac-toe", ".o..x....")
    assert output.startswith(f"{BESIDE}\n\nx is to move: x wins in 5 plies\n\n")
    found = re.findall(r"^(\d) +(\w+ in \d+)( +best)?  ", output, re.MULTILINE)
    reported = [(game.format_move(row.move), str(row.outcome), row.is_best) for row in rows]
    assert [(move, outcome, bool(best)) for move, outcome, best in found] == reported


def test_show_without_a_position_shows_the_start_and_at_an_end_there_are_no_moves():
    """The start is the default, and a terminal position has a sentence and no table."""
    assert answered("show", "tic-tac-toe").startswith(". . .   places: 0 1 2\n")
    assert answered("show", "tic-tac-toe", "xxxoo....").endswith("\n\nx has won\n\n")


SECOND = """\
x-x-o   players: x is the first player and o is the second player
|\\|/|   places: a3-b3-c3
.-.-o           |\\ |/ |
|/|\\|           a2-b2-c2
.-.-.           |/ |\\ |
                a1-b1-c1

"""


@pytest.mark.parametrize("option", [[], ["--start"]])
def test_show_names_the_player_that_a_text_names(option):
    """A text that ends with the player to move shows that player, their letters and the board."""
    output = answered("show", "three-mens-morris", *option, "xxo..o... o")
    assert output.startswith(SECOND)
    assert "The second player is to move: the second player wins in 1 ply\n" in output
    shown = called("show", "three-mens-morris", *option, "xxo..o... o", "--json").answer
    assert (shown["position"], shown["seat"]) == ("xxo..o... o", 1)
    assert shown["player"] == "second player"
    assert shown["sentence"] == "the second player wins in 1 ply"


def test_solve_names_the_player_that_a_start_names():
    """The sentence and the boards of ``solve`` begin with the player that the start names."""
    output = answered("solve", "three-mens-morris", "--start", "xxo..o... o")
    assert "The second player wins in 1 ply\n" in output
    assert "\nx-x-o   x-x-o\n" in output


def test_colours_of_discs_are_explained_next_to_a_board():
    """A board of Connect Four has the colour of each letter in its legend."""
    output = answered("show", "connect-four", "--width", "3", "--height", "2")
    assert output.startswith(". . .   players: x is red and o is yellow\n")
    assert "\nRed is to move: " in output


def test_show_plays_the_line_board_by_board():
    """There is a caption for each move of the mainline, and the last board is its end."""
    game = Hexapawn()
    line = solve(game).mainline()
    output = answered("show", "hexapawn", "--line")
    assert len(re.findall(r"\d+\. ", output)) == len(line)
    last = [text.split()[-1] for text in game.render(line[-1].position).splitlines()]
    assert [text.split()[-1] for text in output.splitlines()[-4:]] == last


def test_stats_count_as_the_library_does():
    """Counts, the longest win and the move statistics equal those of the library."""
    solution = solve(TicTacToe())
    output = answered("stats", "tic-tac-toe")
    for outcome, count in solution.counts().items():
        assert re.search(rf"^{outcome} +{count} +[.xo]{{9}}$", output, re.MULTILINE)
    assert "The longest win takes 5 plies:" in output
    rows = [solution.moves(position) for position in solution]
    choices = [each for each in rows if len(each) > 1]
    only = sum(sum(row.is_best for row in each) == 1 for each in choices)
    assert f"Exactly one move is best in {only} of {len(choices)} positions" in output
    mean = sum(map(len, rows)) / sum(map(bool, rows))
    assert f"\n{mean:.1f} moves per position, at most 9, as in ........." in output


def test_stats_of_more_than_the_limit_state_that_they_are_a_sample():
    """Counts stay exact, each outcome has an example, and equal seeds give equal output."""
    words = "stats", "tic-tac-toe", "--limit", "20"
    output = answered(*words, "--seed", "4")
    assert "Moves: of 20 positions of random play" in output
    solution = solve(TicTacToe())
    for outcome, count in solution.counts().items():
        found = re.search(rf"^{outcome} +{count} +([.xo]{{9}})$", output, re.MULTILINE)
        assert solution[solution.game.parse(found[1])] == outcome
    assert "The longest win takes 5 plies:" in output
    assert output == answered(*words, "--seed", "4")


def test_a_file_is_shown_verified_and_exported_without_solving_again(path, monkeypatch):
    """``show``, ``verify`` and ``export`` of a saved file work without the solver."""
    answered("solve", "hexapawn", "--columns", "4", "--save", path)
    assert load(path).game == Hexapawn(columns=4)
    monkeypatch.delattr(solving, "solve")
    monkeypatch.setattr("gamesolver.solve", None)
    assert "win in 5" in answered("show", path)
    assert answered("verify", path).startswith(f"{path} is right\n")
    out = path.with_suffix(".csv")
    assert answered("export", path, out, "--value", "draw") == f"{out}: 54 bytes\n"


def test_a_game_of_ones_own_comes_from_a_file(rules, path):
    """The constructor gives the options, and the saved file opens with the rules alone."""
    words = rules, "--counters", "8"
    output = answered("solve", *words, "--save", path)
    assert output.startswith("Take Away (counters 8)\nThe second player wins in 4 plies\n")
    assert "Take Away (counters 8)\n" in answered("stats", path, "--game", rules)
    assert "Take Away (counters 8)\n" in answered("stats", path, "--game", rules, "--counters", "8")


def test_a_game_of_a_module_is_found_by_its_name():
    """``module:MyGame`` is the same game as the one in the game library."""
    shelf, module = (answered("solve", each) for each in ("pong-hau-ki", "games:PongHauKi"))
    assert shelf == module
    assert shelf.startswith(f"{PongHauKi.title}\n")


def test_estimate_states_what_the_library_states():
    """The first lines are those of the library's estimate."""
    output = answered("estimate", "nim", "--heaps", "2,3,4").splitlines()
    assert output[:2] == str(estimate(Nim(heaps=(2, 3, 4)))).splitlines()[:2]


def test_games_lists_the_shelf():
    """There is a row for each registered game; a named game has its parameters and figures."""
    output = answered("games")
    for name in registered_games():
        assert re.search(rf"^{name}( |$)", output, re.MULTILINE)
    one = answered("games", "tic-tac-toe")
    assert "--misere/--no-misere     no        a line loses" in one
    assert "5,478 positions that the start reaches (765 up to symmetry)" in one


def test_exports_take_a_choice_of_positions(tmp_path):
    """Only the positions that the options choose are written."""
    out = tmp_path / "some.jsonl"
    answered("export", "tic-tac-toe", out, "--value", "win", "--remoteness", "3-5", "--moves")
    counts = solve(TicTacToe()).counts()
    wins = [counts[each] for each in counts if each.value is Value.WIN and each.remoteness > 1]
    assert len(out.read_text().splitlines()) == sum(wins)
    answered("export", "pong-hau-ki", out, "--remoteness", "endless", "--reachable")
    endless = sum(count for each, count in solve(PongHauKi()).counts().items() if each.is_endless)
    assert len(out.read_text().splitlines()) == endless
    heaps = ("export", "scoring-heaps", out, "--heaps", "3,4", "--takes", "1,2")
    counts = solve(ScoringHeaps(heaps=(3, 4), takes=(1, 2))).counts()
    for typed, scores in {"+2": [2], "-3-0": [0], "0-1": [0, 1], "-5--1": []}.items():
        answered(*heaps, "--score", typed)
        wanted = sum(count for each, count in counts.items() if each.score in scores)
        assert len(out.read_text().splitlines()) == wanted
