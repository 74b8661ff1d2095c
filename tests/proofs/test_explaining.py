"""Explanations of outcomes: moves that hold, and all replies, followed to the end."""

import networkx as nx
import pytest

from games import ConnectFour, Dodgem, Nim, TicTacToe
from games.sowing.plain import PlainKalah
from gamesolver import (
    InvalidArgumentError,
    NotProvedError,
    Outcome,
    Value,
    find_game,
    load_proof,
    prove,
    solve,
)
from gamesolver.players import RandomPlayer, SteadyPlayer, audit, match
from gamesolver.rules.guard import Rules
from gamesolver.tables.claims import LEAF_PLIES
from tests.attacks.graph_games import DrawnGame, many_drawings
from tests.proofs.test_proving import assert_holds
from tests.support.explorer_calls import Page
from tests.support.scale import scaled


def followed(proof, solution, start=None):
    """Check an explanation and all that follow from it, and return their number."""
    rules, met = Rules(proof.game), set()
    waiting = [solution.start if start is None else start]
    while waiting:
        here = waiting.pop()
        if here in met:
            continue
        met.add(here)
        why = proof.explain(here)
        assert_holds(why.bounds, solution[here])
        assert why.bounds.value is solution[here].value
        waiting += assert_explains(rules, solution, here, why)
    return len(met)


def assert_explains(rules, solution, here, why):
    """Check that an explanation is complete, and return the positions to explain next."""
    value, after = solution[here].value, here
    if rules.ending(here) is not None:
        assert (why.move, why.after, why.replies) == (None, None, ())
        return []
    if value is Value.LOSS:
        assert (why.move, why.after) == (None, None)
    else:
        after = why.after
        assert after == rules.play(here, why.move)
        row = next(each for each in solution.moves(here) if each.move == why.move)
        assert row.outcome.value is value
        if rules.ending(after) is not None or rules.turn_kept(here, after):
            assert why.replies == ()
            return [after]
    assert [reply.move for reply in why.replies] == list(rules.moves(after))
    for reply in why.replies:
        assert_answers(rules, solution, after, reply, value)
    return [reply.position for reply in why.replies]


def assert_answers(rules, solution, after, reply, value):
    """Check that the bounds of a reply hold and that its response preserves the value."""
    row = next(each for each in solution.moves(after) if each.move == reply.move)
    assert reply.position == row.position
    assert_holds(reply.bounds, row.outcome)
    goes_on = rules.ending(reply.position) is None
    if not goes_on or rules.turn_kept(after, reply.position):
        assert reply.answer is None
    else:
        held = -value if value is Value.LOSS else value
        best = {each.move: each.outcome.value for each in solution.moves(reply.position)}
        assert best[reply.answer] >= held


@pytest.mark.parametrize("name", ["tic-tac-toe", "three-mens-morris", "pong-hau-ki", "hexapawn"])
def test_a_game_is_explained_to_its_ends(name):
    """From the start on each move preserves the value, whatever the other player replies."""
    game = find_game(name)()
    solution = solve(game)
    assert followed(prove(game), solution) > 10
    assert followed(prove(game, exact=False), solution) > 10


def test_drawn_graphs_are_explained():
    """Random graphs with cycles and kept turns are explained from the start."""
    for number, drawing in enumerate(many_drawings(scaled(30, 2_000), seed=41)):
        game = DrawnGame(drawing, folded=bool(number % 2))
        followed(prove(game), solve(game))


@pytest.mark.compiled(why="without a compiler the search of this size takes a minute")
def test_a_compiled_game_is_explained_as_far_as_one_goes():
    """A line of Connect Four 4x4, a draw, is explained from the start to its end."""
    game = ConnectFour(width=4, height=4)
    proof, solution = prove(game, exact=False), solve(game)
    here, steps = solution.start, 0
    while Rules(game).ending(here) is None:
        why = proof.explain(here)
        assert_explains(Rules(game), solution, here, why)
        here = why.replies[-1].position if why.replies else why.after
        steps += 1
    assert steps > 5


def test_a_win_is_explained_in_words():
    """The text shows the move, and for each reply a line with the answer and the bounds."""
    game = TicTacToe()
    why = prove(game, game.parse("xo..x...o")).explain()
    assert str(why).splitlines()[:2] == ["win in 3: 3, and then", "  2: 5, loss in 2"]
    assert repr(why) == "<win in 3: 3, and then 4 replies>"
    shape = why.shape()
    assert (shape["move"], shape["leads_to"], shape["stopped"]) == ("3", "xo.xx...o", "")
    assert shape["replies"][0] == {
        "move": "2",
        "position": "xooxx...o",
        "bounds": {
            "at_least": {"value": "loss", "remoteness": 2, "score": None},
            "at_most": {"value": "loss", "remoteness": 2, "score": None},
        },
        "answer": "5",
    }
    assert "<table" in why._repr_html_()


def test_a_lost_position_has_replies_alone():
    """The explanation of a lost position has no move, but all replies with an answer to each."""
    why = prove(Nim(heaps=(1, 1))).explain()
    assert (why.move, why.after, str(why.bounds)) == (None, None, "loss in 2")
    assert [reply.answer for reply in why.replies] == [(1, 1), (0, 1)]
    assert repr(why) == "<loss in 2: 2 replies>"


def test_moves_are_stated_with_what_they_gain():
    """If moves gain, the text and the data show what the move, the replies and the answers gain."""
    game = PlainKalah(houses=2, seeds=2)
    why = prove(game).explain()
    assert [(reply.gain, reply.gain_of_answer) for reply in why.replies] == [(1, 0), (1, 1)]
    assert "house b (+1): house a (+1), " in str(why)
    assert [reply["gain"] for reply in why.shape()["replies"]] == [1, 1]
    assert "gain" not in why.shape()
    held = prove(game).explain(why.replies[1].position)
    assert held.shape()["gain"] == held.gain == 1
    assert "house a (+1)" in held._repr_html_()
    assert "gain" not in prove(Nim()).explain().shape()


def test_a_kept_proof_states_how_soon_where_the_replies_do(tmp_path):
    """A loaded proof finds the plies of a win from the replies, as the file has no last claims."""
    game = TicTacToe()
    prove(game, game.parse("xo......."), exact=False).save(tmp_path / "won.proof")
    kept = load_proof(tmp_path / "won.proof")
    why = kept.explain(kept.explain().after)
    assert {str(reply.bounds) for reply in why.replies} == {"loss in 2 to 4", "loss in 4"}
    verdict = {str(kept.explain(reply.position).bounds) for reply in why.replies}
    assert (str(why.bounds), verdict) == ("loss in 4", {"win in 1", "win in 3"})
    prove(Dodgem(), exact=False).save(tmp_path / "dodgem.proof")
    kept = load_proof(tmp_path / "dodgem.proof")
    far = kept.explain(kept.explain().after)
    assert {str(reply.bounds) for reply in far.replies} == {str(far.bounds)} == {"loss in 2 to 37"}


def test_where_nothing_is_known_nothing_is_stated():
    """Without any time an explanation has no move and no replies, and names the reason."""
    why = prove(TicTacToe(), seconds=0).explain()
    assert (why.move, why.replies, why.stopped) == (None, (), "the time limit was reached")
    assert str(why) == "nothing is known\nstopped: the time limit was reached"
    assert repr(why) == "<nothing is known; the time limit was reached>"


def test_where_play_has_ended_nothing_has_stopped():
    """The explanation of a terminal position has an outcome, and no reason for a stop."""
    game = TicTacToe()
    why = prove(game, game.parse("xxxoo....")).explain()
    assert (str(why), repr(why), why.stopped) == ("loss in 0", "<loss in 0>", "")


def test_a_line_in_a_notebook_states_how_it_ends():
    """A line in a notebook shows the end of play, or the reason for which it stopped."""
    game = TicTacToe()
    ended = Page(prove(game, game.parse("xxxoo....")).mainline()._repr_html_())
    assert [each["text"] for each in ended.all("figcaption")] == ["the end"]
    assert "x has won" in ended.all("div")[0]["text"]
    stopped = Page(prove(game, seconds=0).mainline()._repr_html_())
    assert [each["text"] for each in stopped.all("figcaption")] == ["start"]
    assert "the time limit was reached" in stopped.all("div")[0]["text"]
    whole = Page(prove(game, game.parse("xx.oo....")).mainline()._repr_html_())
    assert "time limit" not in whole.all("div")[0]["text"]


def test_foreign_positions_are_refused():
    """Every query that takes a position refuses a foreign object."""
    proof = prove(TicTacToe())
    for query in (proof.explain, proof.player()):
        with pytest.raises(
            InvalidArgumentError, match=r"bad position 7 in position=\.\.\.: expected"
        ):
            query(7)


# ── players ─────────────────────────────────────────────────────────────────────────────────────


def test_a_player_that_proves_is_weak_and_more():
    """The player of a proof never errs in an audit, as it proves each of its moves."""
    game = find_game("three-mens-morris")()
    report = audit(prove(game).player(), solve(game))
    assert (report.weak, report.strong, report.fastest) == (True, True, True)
    by_value = audit(prove(TicTacToe(), exact=False).player(), solve(TicTacToe()))
    assert (by_value.weak, by_value.strong) == (True, True)


def test_a_player_that_proves_plays_matches():
    """The player of a proof is a steady player, and wins all games from a won start."""
    game = Nim(heaps=(1, 2))
    player = prove(game).player()
    assert isinstance(player, SteadyPlayer)
    assert match(game, player, RandomPlayer(game), games=20, seed=1).win == 20


def test_a_player_out_of_time_makes_no_guess():
    """The player raises an error if its time is over, or if play has ended."""
    player = prove(TicTacToe(), seconds=0).player()
    with pytest.raises(NotProvedError):
        player(TicTacToe().start())
    with pytest.raises(InvalidArgumentError) as caught:
        prove(TicTacToe()).player()(TicTacToe().parse("xxxoo...."))
    assert str(caught.value) == (
        "play has ended in position 'xxxoo....': expected a position that is not terminal"
    )


# ── claims as a graph ───────────────────────────────────────────────────────────────────────────


def test_claims_as_a_graph():
    """The graph of claims has a node for each claim, with edges to the positions it rests on."""
    game = TicTacToe()
    proof = prove(game, game.parse("x...o...."))
    network = proof.to_networkx()
    claimed = {game.canonical(position) for position, *_ in proof.claims.entries()}
    assert claimed <= set(network)
    start = next(node for node, data in network.nodes(data=True) if data["is_start"])
    assert (network.nodes[start]["at_least"], network.nodes[start]["at_most"]) == ("draw", "draw")
    for node in set(network) - claimed:
        assert not network.out_degree(node)
    for node in claimed:
        assert network.out_degree(node)
    texts = proof.to_networkx(text=True)
    assert set(texts) == set(map(game.format, network))
    assert sorted(texts.edges()) == sorted(nx.relabel_nodes(network, game.format).edges())


def test_what_a_win_rests_on_is_all_there_is():
    """If no draw is claimed, every node of the graph can be reached from the start."""
    proof = prove(find_game("hexapawn")())
    network = proof.to_networkx()
    start = next(node for node, data in network.nodes(data=True) if data["is_start"])
    assert set(network) - {start} == nx.descendants(network, start)


def test_a_line_as_a_graph():
    """The graph of nine heaps of one is a line with one position beyond the last claim."""
    network = prove(Nim(heaps=(1,) * 9)).to_networkx()
    assert len(network) == 9 - LEAF_PLIES + 1
    words = {data["at_least"] for _, data in network.nodes(data=True) if "at_least" in data}
    assert words == {str(Outcome(Value.of(1 if n % 2 else -1), n)) for n in range(3, 10)}
