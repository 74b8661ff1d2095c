"""Tests of the adapter for OpenSpiel: its own solver agrees, and unsuitable games are refused."""

from __future__ import annotations

import pickle
import sys

import pytest

from games import DotsAndBoxes, Nim, PongHauKi, TicTacToe
from gamesolver import (
    FileError,
    InvalidArgumentError,
    PositionTextError,
    SizeLimitError,
    Value,
    check_game,
    load,
    solve,
)
from gamesolver.adapters import histories
from gamesolver.players import audit, keeping
from tests.support.at_the_terminal import answered, refused

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed here")

from open_spiel.python.algorithms.minimax_solver import MinimaxSolver  # noqa: E402

from gamesolver.adapters import openspiel  # noqa: E402

SMALL = (
    "tic_tac_toe",
    "clobber(rows=3,columns=3)",
    "connect_four(rows=3,columns=3,x_in_row=3)",
    "hex(num_cols=2,num_rows=3)",
    "mnk(m=3,n=2,k=2)",
)
"""Games whose texts show everything: players alternate, so the board implies the player to move."""


def by_their_solver(name):
    """Return the value of each text by OpenSpiel's own solver, for the player to move."""
    solved = MinimaxSolver(name).solve()
    values = {text.rstrip("\n"): round(entry.value) for text, entry in solved.items()}
    assert len(values) == len(solved)
    return values


def going_on(solution):
    """Return the positions that are not terminal."""
    return [each for each in solution if solution.game.terminal_value(each) is None]


@pytest.mark.parametrize("name", SMALL)
def test_all_values_are_those_of_their_own_solver(name):
    """Our solver and OpenSpiel's own find the same texts with the same values."""
    solution = solve(openspiel.Game(name))
    ours = {
        solution.game.render(position): int(solution[position].value)
        for position in going_on(solution)
    }
    assert ours == by_their_solver(name)


def test_tic_tac_toe_is_ours():
    """Tic-tac-toe has the same outcomes by OpenSpiel's rules as by ours, ends included."""
    ours = solve(TicTacToe()).counts(symmetric=True)
    assert solve(openspiel.Game("tic_tac_toe")).counts() == ours


def judged(name):
    """Return the value of each text and player, by a full search of OpenSpiel's own states."""
    values = {}

    def value(state):
        here = str(state).rstrip("\n"), state.current_player()
        if here not in values:
            results = []
            for action in state.legal_actions():
                after = state.child(action)
                if after.is_terminal():
                    results.append(round(after.player_return(here[1])))
                else:
                    kept = after.current_player() == here[1]
                    results.append(value(after) if kept else -value(after))
            values[here] = max(results)
        return values[here]

    value(pyspiel.load_game(name).new_initial_state())
    return values


def test_where_their_solver_differs_it_forgets_who_is_to_move():
    """In breakthrough a text can occur with either player to move; OpenSpiel's solver keeps one."""
    name = "breakthrough(rows=4,columns=2)"
    game = openspiel.Game(name)
    solution = solve(game)
    ours = {
        (game.render(position), game.player(position)): int(solution[position].value)
        for position in going_on(solution)
    }
    right = judged(name)
    assert ours == right
    theirs = by_their_solver(name)
    differing = {text for (text, seat), value in right.items() if theirs.get(text, value) != value}
    met_with_either = {text for text, seat in right if (text, 1 - seat) in right}
    assert differing & met_with_either
    assert len(theirs) < len({text for text, _ in right})  # and it never reaches the rest


@pytest.mark.parametrize("name", ["tic_tac_toe", "dots_and_boxes(num_rows=1,num_cols=2)"])
def test_the_laws_hold(name):
    """Games of OpenSpiel pass ``check_game`` at each position, also if moves keep the turn."""
    report = check_game(openspiel.Game(name), thorough=True)
    assert report.exhaustive
    assert report.positions > 100


def test_returns_of_more_than_one_are_scores():
    """If OpenSpiel returns margins, they are scores; plain wins and losses are values."""
    solution = solve(openspiel.Game("dots_and_boxes(num_rows=1,num_cols=2,utility_margin=true)"))
    assert {outcome.score for outcome in solution.counts()} == {-2, 0, 2}
    assert solution.outcome.score == 0
    plain = solve(openspiel.Game("dots_and_boxes(num_rows=1,num_cols=2)"))
    assert plain.outcome.score is None
    assert plain.outcome.value is Value.DRAW
    assert plain.outcome.remoteness == solution.outcome.remoteness


def test_a_state_of_theirs_is_at_the_position():
    """The state has the text and moves of the position; playing on does not affect the game."""
    game = openspiel.Game("breakthrough(rows=4,columns=2)")
    position = game.play(game.start(), game.moves(game.start())[0])
    state = game.state(position)
    assert str(state).rstrip("\n") == game.render(position)
    assert [state.action_to_string(action) for action in state.legal_actions()] == game.moves(
        position
    )
    state.apply_action(state.legal_actions()[0])
    assert str(game.state(position)).rstrip("\n") == game.render(position)


def test_positions_are_read_from_keys_and_from_moves():
    """A position can be given as a line of text, as moves by name, or as moves by number."""
    game = openspiel.Game("breakthrough(rows=4,columns=3)")
    position = game.play(game.play(game.start(), "a4a3"), "a1a2")
    line = "0:4.bb/3b../2w../1.ww/ abc/"
    assert game.format(position) == line
    fresh = openspiel.Game("breakthrough(rows=4,columns=3)")  # which has not visited the position
    assert fresh.parse(line) == position
    assert fresh.moves(fresh.parse(line)) == game.moves(position)
    assert game.parse('["a4a3", "a1a2"]') == position
    assert game.parse(str(fresh.line(position))) == position
    assert fresh.words(position) == ["a4a3", "a1a2"]


def test_the_shortest_history_is_kept():
    """The history of a position leads to it, and breadth-first search finds it first."""
    game = openspiel.Game("nine_mens_morris")
    assert game.line(game.start()) == []
    small = openspiel.Game("nim(pile_sizes=3;2)")
    solution = solve(small)
    for position in going_on(solution):
        state = small.replayed(small.history(position))
        assert str(state).rstrip("\n") == small.render(position)
        assert len(small.line(position)) <= 5
    emptied = next(key for key in going_on(solution) if small.render(key).endswith("0 2"))
    assert len(small.line(emptied)) == 1


def test_texts_that_are_no_positions_are_refused():
    """The error message describes a valid text, or the mistake in a list of moves."""
    game = openspiel.Game("tic_tac_toe")
    shape = (
        "no position of openspiel.Game(name='tic_tac_toe') in {}: expected the player to move and "
        "the board, such as '0:.../.../...', or its moves as a list, such as [0, 2]"
    )
    for text in ("x", "[1", "2:x"):
        with pytest.raises(PositionTextError) as caught:
            game.parse(text)
        assert str(caught.value) == shape.format(repr(text))
    with pytest.raises(PositionTextError) as caught:
        game.parse("[0, 0]")
    assert "expected legal moves, such as 'o(0,1)' (1), " in str(caught.value)
    assert str(caught.value).endswith(", and 0 is not legal")
    with pytest.raises(PositionTextError) as caught:
        game.parse("[0, 3, 1, 4, 2, 5]")
    assert "expected no more than 5 moves, with which play ends" in str(caught.value)
    with pytest.raises(PositionTextError) as caught:
        game.parse("0:xxx/xxx/xxx")
    assert "expected a position reachable from the start" in str(caught.value)


def test_what_is_foreign_is_unknown():
    """A solution contains neither objects that are not keys nor keys that play does not reach."""
    solution = solve(openspiel.Game("tic_tac_toe"))
    for foreign in (b"0no", "0:...", 5, None, (), b""):
        assert foreign not in solution
        assert solution.get(foreign) is None


def test_illegal_moves_are_refused():
    """The message for an illegal move lists the legal ones."""
    game = openspiel.Game("tic_tac_toe")
    with pytest.raises(
        ValueError, match=r"^illegal move 'x\(9,9\)' in position '0:\.\.\./"
    ) as reported:
        game.play(game.start(), "x(9,9)")
    assert reported.value.legal_moves[0] == "x(0,0)"


REFUSED = {
    "kuhn_poker": "kuhn_poker of OpenSpiel does not fit: chance plays a part, something is hidden",
    "matching_pennies_3p": "matching_pennies_3p of OpenSpiel does not fit: it has 3 players, "
    "players move at the same time, something is hidden, what one wins the other need not lose",
    "nosuchgame": "OpenSpiel has no game 'nosuchgame': pyspiel.registered_names() lists all",
    "tic_tac": "OpenSpiel has no game 'tic_tac': did you mean 'tic_tac_toe'?",
    "clobber(rows=0)": "OpenSpiel cannot make 'clobber(rows=0)': expected rows_ >= 1",
    "connect_four(rows=0)": "OpenSpiel cannot make 'connect_four(rows=0)': its parameters are out "
    "of range, which ends the process",
    "breakthrough(foo=1)": "OpenSpiel cannot make 'breakthrough(foo=1)': Unknown parameter 'foo'. "
    "Available parameters are: columns, rows",
    "hex(": "OpenSpiel cannot make 'hex(': Missing closing bracket ')'.",
    5: "bad name 5: expected a text, such as 'breakthrough(rows=4,columns=3)'",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_does_not_fit_is_refused_by_name(name):
    """For unsuitable games, unknown names and bad parameters, one line gives the reason."""
    with pytest.raises(InvalidArgumentError) as caught:
        openspiel.Game(name)
    assert str(caught.value) == REFUSED[name]


def test_rules_that_look_at_what_the_text_hides_are_refused():
    """Go is refused, with two histories of one text after which the rules differ."""
    with pytest.raises(InvalidArgumentError) as caught:
        openspiel.Game("go(board_size=2)")
    message = str(caught.value)
    refused_for = "its rules depend on history that its text omits; "
    assert message.startswith(f"go(board_size=2) of OpenSpiel does not fit: {refused_for}")
    texts = set()
    for history in caught.value.histories:
        assert str(list(history)) in message
        state = pyspiel.load_game("go(board_size=2)").new_initial_state()
        for action in history:
            state.apply_action(action)
        texts.add((str(state), state.current_player()))
    assert len(texts) == 1


def test_an_installed_framework_is_named_with_its_extra(monkeypatch):
    """If OpenSpiel is missing or too old, the error message says how to install it."""
    with monkeypatch.context() as patched:
        patched.setitem(sys.modules, "pyspiel", None)
        with pytest.raises(InvalidArgumentError) as caught:
            openspiel.Game("tic_tac_toe")
    assert str(caught.value) == (
        'open_spiel is not installed: pip install "solved-games[openspiel]"'
    )
    monkeypatch.setattr(openspiel, "LEAST", "9999")
    with pytest.raises(InvalidArgumentError) as caught:
        openspiel.Game("tic_tac_toe")
    assert str(caught.value).endswith(
        ' is too old: expected 9999 or newer; pip install --upgrade "solved-games[openspiel]"'
    )


def test_solutions_are_kept_and_opened_again(tmp_path):
    """A saved solution names its game, so that ``load`` needs only OpenSpiel to open it."""
    path = tmp_path / "breakthrough.solution"
    game = openspiel.Game("breakthrough(rows=4,columns=2)")
    solved = solve(game)
    solved.save(path)
    with load(path) as opened:
        assert opened.game == game
        assert {key: opened[key] for key in opened} == {key: solved[key] for key in solved}
        assert opened.verify().positions == len(solved)
        assert [row.move for row in opened.mainline()] == [row.move for row in solved.mainline()]


def test_a_file_of_a_framework_that_is_not_there(tmp_path, monkeypatch):
    """If OpenSpiel is missing, opening a file fails with a message that says how to install it."""
    path = tmp_path / "nim.solution"
    solve(openspiel.Game("nim(pile_sizes=1;2)")).save(path)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(FileError) as caught:
        load(path)
    assert str(caught.value) == (
        f'{path}: open_spiel is not installed: pip install "solved-games[openspiel]"'
    )


def test_the_game_travels():
    """A pickled and unpickled game is equal to the first, and has the moves of its positions."""
    game = openspiel.Game("nim(pile_sizes=1;2)")
    position = game.play(game.start(), game.moves(game.start())[0])
    other = pickle.loads(pickle.dumps(game))
    assert other == game
    assert other.moves(position) == game.moves(position)


def test_at_the_command_line():
    """The prefix selects OpenSpiel; positions are typed as they are printed, or as moves."""
    name = "openspiel:breakthrough(rows=4,columns=3)"
    assert "The first player wins in 9 plies" in answered("solve", name)
    assert "The second player is to move" in answered("show", name, '["a4a3"]')
    assert answered("show", name, "0:4.bb/3b../2w../1.ww/ abc/") == answered(
        "show", name, '["a4a3", "a1a2"]'
    )
    assert refused("solve", "openspiel:nosuchgame") == REFUSED["nosuchgame"]
    assert refused("solve", "openspeil:tic_tac_toe") == (
        "no game in 'openspeil:tic_tac_toe': there is no module 'openspeil'; did you mean "
        "openspiel:?"
    )
    assert refused("solve", "openspiel:connect_four(rows=0)") == REFUSED["connect_four(rows=0)"]


OURS = {
    "our_tic_tac_toe": TicTacToe(),
    "our_nim": Nim(heaps=(1, 2, 3)),
    "our_pong_hau_ki": PongHauKi(),
    "our_dots_and_boxes": DotsAndBoxes(),
}
"""Plain and compiled games, one with cycles, one with scores, gains and kept turns."""


@pytest.mark.parametrize("name", OURS)
def test_our_games_pass_openspiels_own_test(name):
    """A game registered with OpenSpiel passes its random simulation test."""
    assert openspiel.register(OURS[name], name=name) == name
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)
    with pytest.raises(InvalidArgumentError) as caught:
        openspiel.register(OURS[name], name=name)
    assert str(caught.value) == f"OpenSpiel has a game {name!r} already: choose another name"


def test_there_and_back_again():
    """A game exported to OpenSpiel and imported again has the same outcome."""
    game = DotsAndBoxes(rows=1, columns=2)
    openspiel.register(game, name="there_and_back")
    back, ours = solve(openspiel.Game("there_and_back")), solve(game)
    assert back.outcome.score == ours.outcome.score
    assert back.outcome.remoteness == ours.outcome.remoteness
    assert MinimaxSolver("there_and_back").solve()


def test_too_many_positions_to_number_the_moves():
    """A game with more positions than the limit is refused, and the message names the option."""
    with pytest.raises(SizeLimitError) as caught:
        openspiel.register(TicTacToe(), name="never", limit=100)
    assert str(caught.value) == (
        "TicTacToe() has more than 100 positions to explore; limit=... allows more"
    )


def test_a_bot_of_theirs_is_audited_as_it_is():
    """A randomised bot of OpenSpiel is queried once per position, so two reports on it agree."""
    game = openspiel.Game("nim(pile_sizes=1;2;3)")
    solution = solve(game)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game.spiel, evaluator, 2.0, 20, 1, False, 1, False)
    player = openspiel.Player(game, bot)
    report, found = audit(player, solution), keeping(player, solution)
    assert report.by_value.positions == found.value.positions > 10
    assert report.by_value.right == found.value.kept


def test_observations_may_be_planes():
    """A game registered with ``observe`` has its result as observation."""
    made = openspiel.register(
        Nim(heaps=(1, 2)), name="nim_in_numbers", observe=lambda position: position
    )
    state = pyspiel.load_game(made).new_initial_state()
    assert state.observation_tensor(0) == [1.0, 2.0]


def test_late_positions_are_solved_as_early_ones_are(monkeypatch):
    """Outcomes, lines and keys are the same if almost all histories are stored in columns."""
    name = "clobber(rows=3,columns=3)"
    solution = solve(openspiel.Game(name))
    for module in (openspiel, histories):
        monkeypatch.setattr(module, "EARLY", 5)
    late = solve(openspiel.Game(name))
    assert list(late) == list(solution)
    assert [late[each] for each in late] == [solution[each] for each in solution]
    kept = going_on(late)[::7]
    assert all(late.game.words(each) == solution.game.words(each) for each in kept)


def test_what_is_no_bot_is_refused():
    """An object that is not a bot, or a game that is not OpenSpiel's, is refused at once."""
    game = openspiel.Game("tic_tac_toe")
    with pytest.raises(InvalidArgumentError, match="bad bot 5: expected an OpenSpiel bot"):
        openspiel.Player(game, 5)
    with pytest.raises(InvalidArgumentError, match=r"bad game 5: expected an openspiel\.Game"):
        openspiel.Player(5, 5)


# ── a user's game, which is registered with OpenSpiel in this process only ──────────────────────

TAKING = "python_taking"


def taking():
    """Register a game in Python: take one or two of a heap of at most 9."""
    if TAKING in pyspiel.registered_names():
        return
    types = pyspiel.GameType
    kind = types(
        short_name=TAKING,
        long_name="Taking",
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.DETERMINISTIC,
        information=types.Information.PERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={"heap": 3},
    )
    about = {
        "num_distinct_actions": 3,
        "max_chance_outcomes": 0,
        "num_players": 2,
        "min_utility": -1.0,
        "max_utility": 1.0,
        "utility_sum": 0.0,
        "max_game_length": 10,
    }

    class Taking(pyspiel.Game):
        """The rules."""

        def __init__(self, params=None):
            self.heap = (params or {}).get("heap", 3)
            if self.heap > 9:
                raise ValueError("a heap of at most 9 is expected")
            super().__init__(kind, pyspiel.GameInfo(**about), params or {})

        def new_initial_state(self):
            """The whole heap."""
            return Heap(self)

    class Heap(pyspiel.State):
        """A heap and the player to move."""

        def __init__(self, game):
            super().__init__(game)
            self.left, self.seat = game.heap, 0

        def current_player(self):
            return self.seat if self.left else pyspiel.PlayerId.TERMINAL

        def _legal_actions(self, player):
            return [action for action in (1, 2) if action <= self.left]

        def _apply_action(self, action):
            self.left, self.seat = self.left - action, 1 - self.seat

        def _action_to_string(self, player, action):
            return f"take {action}"

        def is_terminal(self):
            return not self.left

        def returns(self):
            lost = 0.0 if self.left else 1.0
            return [-lost, lost] if self.seat == 0 else [lost, -lost]

        def __str__(self):
            return f"{self.left} for {self.seat}"

    pyspiel.register_game(kind, Taking)


@pytest.mark.parametrize(
    ("name", "outcome"),
    [(TAKING, "loss in 2"), (f"{TAKING}(heap=4)", "win in 3"), (f"{TAKING}(heap=6)", "loss in 4")],
)
def test_a_game_of_ones_own_takes_parameters(name, outcome):
    """A game that the user registered with OpenSpiel accepts its parameters."""
    taking()
    solution = solve(openspiel.Game(name))
    assert str(solution.outcome) == outcome
    assert pickle.loads(pickle.dumps(solution)).outcome == solution.outcome


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        ("heap=12", "a heap of at most 9 is expected"),
        ("stones=2", "Unknown parameter 'stones'. Available parameters are: heap"),
        ("heap=many", "Wrong type for parameter heap. Expected type: kInt, got kString with many"),
        ("heap=2", ""),
    ],
)
def test_bad_parameters_of_ones_own_are_refused_in_words(parameters, complaint):
    """An error of the user's constructor, or of OpenSpiel, is reported in one line."""
    taking()
    name = f"{TAKING}({parameters})"
    if not complaint:
        assert openspiel.Game(name).name == name
        return
    with pytest.raises(InvalidArgumentError) as caught:
        openspiel.Game(name)
    message = str(caught.value)
    assert message.startswith(f"OpenSpiel cannot make {name!r}: ")
    assert message.endswith(complaint)
