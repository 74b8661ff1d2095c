"""The oracle of Gobblet Gobblers: independent rules, and the three readings."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamesolver import CycleError, Game, IllegalMoveError, Value, solve
from tests.oracles.gobblet import PlainGobbletGobblers
from tests.support.scale import scaled

READINGS = ["final-board", "lift-loses", "mover-wins"]
LINES, PLACED = ["012", "345", "678", "036", "147", "258", "048", "246"], -1
BY_NAME = pytest.mark.parametrize("reading", READINGS)

games = st.builds(
    PlainGobbletGobblers,
    reading=st.sampled_from(READINGS),
    sizes=st.integers(1, 3),
    copies=st.integers(1, 3),
    placing_only=st.booleans(),
)
chances = st.randoms(use_true_random=False)


@BY_NAME
def test_minimax_refuses_the_way_round(reading):
    """Minimax refuses the game and names a real cycle, and ``auto`` does not use minimax."""
    game = PlainGobbletGobblers(reading=reading, sizes=1, copies=3)
    with pytest.raises(
        CycleError, match=r"^minimax needs a game without cycles: position '"
    ) as caught:
        solve(game, method="minimax")
    cycle = caught.value.cycle
    for here, ahead in zip(cycle, cycle[1:] + cycle[:1], strict=True):
        assert ahead in {game.canonical(game.play(here, move)) for move in game.moves(here)}
    assert solve(game).how.method == "retrograde"


# ── independent rules ──────────────────────────────────────────────────────


def layers_of(game, position):
    """Return nine of '.', 'm' and 'w' for each size, the largest first."""
    return game.format(position).split("/")


def has_line(layers, who):
    """Return True if a player has three in a row, seen from above."""
    seen = [next((layer[at] for layer in layers if layer[at] != "."), ".") for at in range(9)]
    return any(all(seen[int(at)] == who for at in line) for line in LINES)


def without(layers, size, at):
    """Return the layers after a piece was lifted."""
    lifted = layers[size][:at] + "." + layers[size][at + 1 :]
    return [*layers[:size], lifted, *layers[size + 1 :]]


def is_on_top(layers, size, at):
    """Return True if no piece of that size or larger is on the square."""
    return all(layer[at] == "." for layer in layers[: size + 1])


def legal_moves(game, position):
    """Return every legal move in the promised order: placings, then lifts, large pieces first."""
    layers, found = layers_of(game, position), []
    for size, target in product(range(game.sizes), range(9)):
        if layers[size].count("m") < game.copies and is_on_top(layers, size, target):
            found.append((size, PLACED, target))
    for size, source, target in product(range(game.sizes), range(9), range(9)):
        if layers[size][source] != "m" or not is_on_top(layers[:size], size, source):
            continue
        pinned = game.reading == "lift-loses" and has_line(without(layers, size, source), "w")
        if is_on_top(layers, size, target) and not pinned and not game.placing_only:
            found.append((size, source, target))
    return found


def after(game, position, move):
    """Return the layers after a move, as seen by the other player."""
    size, source, target = move
    layers = layers_of(game, position)
    if source != PLACED:
        layers = without(layers, size, source)
    layers[size] = layers[size][:target] + "m" + layers[size][target + 1 :]
    return [layer.translate(str.maketrans("mw", "wm")) for layer in layers]


def ending(game, position):
    """Return the value at the end of play, or ``None`` before it."""
    layers = layers_of(game, position)
    mine, theirs = has_line(layers, "m"), has_line(layers, "w")
    if mine and theirs:
        return Value.LOSS if game.reading == "mover-wins" else Value.WIN
    if mine or theirs:
        return Value.WIN if mine else Value.LOSS
    if legal_moves(game, position):
        return None
    return Value.DRAW if game.placing_only else Value.LOSS


@settings(max_examples=scaled(200, 3_000))
@given(games, chances)
def test_every_step_of_random_play(game, chance: random.Random):
    """At each step ends, moves, their order and their results are those of independent rules."""
    position = game.start()
    for _ in range(chance.randint(1, 25)):
        assert game.parse(game.format(position)) == position
        assert game.terminal_value(position) is ending(game, position)
        if ending(game, position) is not None:
            break
        moves = game.moves(position)
        assert moves == legal_moves(game, position)
        texts = [game.format_move(each) for each in moves]
        assert len(set(texts)) == len(moves)
        move = chance.choice(moves)
        assert game.parse_move(position, game.format_move(move)) == move
        successor = game.play(position, move)
        assert layers_of(game, successor) == after(game, position, move)
        position = successor


@settings(max_examples=scaled(40, 400))
@given(games, chances)
def test_any_other_move_is_illegal(game, chance: random.Random):
    """``play`` refuses all moves that are not legal, including those with squares off the board."""
    position = game.start()
    for _ in range(chance.randint(0, 8)):
        if game.terminal_value(position) is None:
            position = game.play(position, chance.choice(game.moves(position)))
    legal = set(game.moves(position))
    for move in product(range(-1, game.sizes + 1), range(-2, 10), range(-1, 10)):
        if move in legal:
            game.play(position, move)
        else:
            with pytest.raises(IllegalMoveError):
                game.play(position, move)


@given(st.lists(st.integers(0, 3**9 - 1), min_size=1, max_size=3))
def test_canonical_is_the_least_of_the_orbit(layers):
    """The fast ``canonical`` returns the board that the default method returns, for any board."""
    game, position = PlainGobbletGobblers(sizes=len(layers)), tuple(layers)
    orbit = {position, *game.symmetries(position)}
    assert len(orbit) in (1, 2, 4, 8)
    least = Game.canonical(game, position)
    assert {game.canonical(image) for image in orbit} == {least} == {min(orbit)}


# ── the three readings, on boards made by hand ─────────────────────────────

COVERS = "m.w....../ww......."  # the large m on square 0 hides the third w of the first row
CROSSES = "m.wm...../ww..m...."  # the same, and lifting it to 5 makes a row of m


def reported(reading, text, move):
    """Return the result of a move under a reading: an end, ``None``, or "illegal"."""
    game = PlainGobbletGobblers(reading=reading, sizes=2)
    position = game.parse(text)
    if move not in game.moves(position):
        return "illegal"
    return game.terminal_value(game.play(position, move))


@pytest.mark.parametrize(
    ("text", "move", "answers"),
    [
        (COVERS, (0, 0, 8), [Value.WIN, "illegal", Value.WIN]),
        (COVERS, (0, 0, 1), [None, "illegal", None]),  # covers another piece of that line
        (COVERS, (0, -1, 1), [None, None, None]),
        (CROSSES, (0, 0, 5), [Value.WIN, "illegal", Value.LOSS]),
        (CROSSES, (0, 0, 6), [Value.WIN, "illegal", Value.WIN]),
        (CROSSES, (0, 0, 1), [None, "illegal", None]),
        (CROSSES, (1, -1, 5), [Value.LOSS, Value.LOSS, Value.LOSS]),
    ],
)
def test_lifting_that_uncovers_a_line(text, move, answers):
    """Uncovering a line loses, is illegal, or loses unless the mover has a line too."""
    assert [reported(reading, text, move) for reading in READINGS] == answers


def test_a_player_who_can_only_lift_what_must_stay():
    """If every lift uncovers a line, play ends in lift-loses; in other readings one move saves."""
    text = "m.w....../.wm....../wm......."
    stuck = PlainGobbletGobblers(reading="lift-loses", copies=1)
    position = stuck.parse(text)
    assert stuck.terminal_value(position) is Value.LOSS
    assert stuck.moves(position) == []
    for reading in ("final-board", "mover-wins"):
        game = PlainGobbletGobblers(reading=reading, copies=1)
        ends = {m: game.terminal_value(game.play(position, m)) for m in game.moves(position)}
        uncovers = {(0, 0, target): Value.WIN for target in (3, 4, 5, 6, 7, 8)}
        assert ends == {(0, 0, 1): None} | uncovers


@BY_NAME
@pytest.mark.parametrize(("only", "value"), [(False, Value.LOSS), (True, Value.DRAW)])
def test_a_full_board_without_a_line(reading, only, value):
    """A player who cannot move loses; if pieces are only placed, it is a draw."""
    game = PlainGobbletGobblers(reading=reading, sizes=1, copies=5, placing_only=only)
    assert game.terminal_value(game.parse("mwmwwmmmw")) is value


def test_order_of_moves():
    """Placings by size and square come first, then lifts by size, source and target."""
    game = PlainGobbletGobblers(sizes=2, copies=1)
    position = game.parse("m......../.........")
    squares = ["b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
    placings = [f"S{square}" for square in squares]
    lifts = [f"La3-{square}" for square in squares]
    assert [game.format_move(each) for each in game.moves(position)] == [*placings, *lifts]
