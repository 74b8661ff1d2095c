"""Parameters of a game: its name among games, whether or not it is an attrs class."""

import attrs
import pytest

import games
from games import MNK, GobbletGobblers, Nim, PongHauKi, Subtraction, TicTacToe
from gamesolver import GameContractError, Outcome, Value, check_game, explore, solve
from gamesolver.rules.parameters import is_literal, read_parameter, titled
from gamesolver.shapes import game_shape
from tests.support.small_games import Countdown


class Plain(Countdown):
    """An ordinary class, with an attribute of its own beside its parameters."""

    def __init__(self, size=3, names=("a",)):
        self.size = size
        self.names = names
        self.queried = 0


@attrs.frozen(repr=False)
class Frozen(Countdown):
    """Variant as a frozen attrs class."""

    size: int = 3
    names: tuple[str, ...] = ("a",)


@attrs.define
class Defined(Countdown):
    """Variant as a mutable attrs class, with all methods that attrs writes."""

    size: int = 3
    names: list[str] = attrs.Factory(lambda: ["a"])


@attrs.frozen(repr=False)
class Private(Countdown):
    """An attrs class whose fields have other names than its parameters."""

    _size: int = 3
    shown: str = attrs.field(default="a", alias="name")
    made: int = attrs.field(default=7, init=False)

    @property
    def size(self):
        return self._size


class Forgetful(Countdown):
    """A game that does not keep what it was made with."""

    def __init__(self, size, colour="red"):
        self.size = size


class Gathering(Countdown):
    """A game made with any number of parameters."""

    def __init__(self, *sizes, **more):
        self.size = max(sizes)


class Odd(Countdown):
    """A game made with what is no literal."""

    def __init__(self, size=3, rule=len):
        self.size, self.rule = size, rule


NAMED = [Plain, Frozen, Defined]
FORGOTTEN = (
    "parameter 'colour' is not stored: expected it as the attribute 'colour', "
    "and a constructor that takes it by name"
)
NOT_LITERAL = (
    "parameter 'rule' is not a literal: expected numbers, text, None, a Value, or tuples, lists, "
    f"sets and dictionaries of them, got {len!r}"
)


@pytest.mark.parametrize(
    ("game", "parameters"),
    [
        (Plain(), {"size": 3, "names": ("a",)}),
        (Frozen(4), {"size": 4, "names": ("a",)}),
        (Defined(names=["b"]), {"size": 3, "names": ["b"]}),
        (Private(5, name="b"), {"size": 5, "name": "b"}),
        (Odd(), {"size": 3, "rule": len}),
        (Countdown(), {}),
        (Nim([1, 2]), {"heaps": (1, 2), "misere": False}),
        (Subtraction(takes=[3, 1]), {"heap": 21, "takes": (1, 3)}),
        (TicTacToe(misere=True), {"misere": True, "play_on": False}),
    ],
    ids=lambda each: type(each).__name__,
)
def test_parameters(game, parameters):
    """Parameters are the constructor's names with what the game keeps, in their order."""
    assert game.parameters == parameters
    assert list(game.parameters) == list(parameters)


@pytest.mark.parametrize("kind", games.__all__)
def test_parameters_build_an_equal_game(kind):
    """Every game of ours is built again from its parameters, and equals itself."""
    game = getattr(games, kind)()
    again = type(game)(**game.parameters)
    assert again == game
    assert hash(again) == hash(game)
    assert all(is_literal(each) for each in game.parameters.values())


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (Plain(), "Plain()"),
        (Plain(4, ("b", "c")), "Plain(size=4, names=('b', 'c'))"),
        (Frozen(names=()), "Frozen(names=())"),
        (Private(5), "Private(size=5)"),
        (Private(name="b"), "Private(name='b')"),
        (Forgetful(3), "Forgetful(size=3, colour=?)"),
        (Odd(4), f"Odd(size=4, rule={len!r})"),
        (Countdown(), "Countdown()"),
        (MNK(3, 5, 3), "MNK(n=5)"),
        (GobbletGobblers(), "GobbletGobblers()"),
    ],
)
def test_repr(game, text):
    """A game is shown as it would be made, leaving out what is as usual."""
    assert repr(game) == text


@pytest.mark.parametrize("kind", NAMED)
def test_equality_and_hash(kind):
    """Games of one class with equal parameters are one game, whatever else they keep."""
    one, same, other = kind(4), kind(4), kind(5)
    assert one == same
    assert one != other
    assert len({one, same, other}) == 2
    assert hash(one) == hash(same)
    if kind is Plain:
        same.asked = 12
        assert one == same
        assert hash(one) == hash(same)


def test_games_of_different_classes_differ():
    """Equal parameters do not make two classes one game."""
    assert Plain(4) != Frozen(4)
    assert Plain(4) != 4
    assert type("Plain", (Plain,), {})(4) != Plain(4)


@pytest.mark.parametrize("kind", NAMED)
@pytest.mark.parametrize("names", [["a"], {"a": {1, 2}}], ids=repr)
def test_collections_are_hashable_parameters(kind, names):
    """A literal parameter may be a list, a set or a dictionary, and the game can be hashed."""
    assert hash(kind(3, names)) == hash(kind(3, names))
    assert kind(3, names) == kind(3, names)


@pytest.mark.parametrize(
    ("game", "fault"), [(Forgetful(3), FORGOTTEN), (Odd(), NOT_LITERAL)], ids=repr
)
def test_a_game_without_a_name(game, fault):
    """An object that cannot name the game is refused by hash, and equals only itself."""
    with pytest.raises(GameContractError) as caught:
        hash(game)
    assert str(caught.value) == f"{type(game).__name__} cannot be hashed: {fault}"
    assert [each.message for each in caught.value.faults] == [fault]
    assert game == game
    assert game != type(game)(3)


@pytest.mark.parametrize("game", [Forgetful(3), Odd(), Gathering(3, 2, shade="red")], ids=repr)
def test_solving_needs_no_parameters(game):
    """Solve, explore, verify and the export never query what the game was made with."""
    solution = solve(game)
    assert str(solution.outcome) == "loss in 2"
    assert solution.verify().positions == len(explore(game)) == 4
    assert len(solution.to_networkx()) == len(explore(game).to_networkx()) == 4
    assert repr(solution).startswith(f"<Solution of {game!r}: loss in 2")


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (Forgetful(3), f"Forgetful breaks its contract: {FORGOTTEN}"),
        (Gathering(3), "Gathering breaks its contract: parameter 'sizes' is not stored: expected "
         "it as the attribute 'sizes', and a constructor that takes it by name"),
    ],
    ids=repr,
)  # fmt: skip
def test_parameters_that_are_not_stored(game, words):
    """A parameter that the game does not keep is named when parameters are requested."""
    with pytest.raises(GameContractError) as caught:
        _ = game.parameters
    assert str(caught.value) == words


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        1,
        -2.5,
        1j,
        "a",
        b"a",
        (),
        (1, "a"),
        [1, [2]],
        {1, 2},
        {"a": (1,)},
        Value.WIN,
        {"a": [Value.LOSS]},
    ],
)
def test_literals(value):
    """A value that its repr gives back, with values in it, is a literal."""
    assert is_literal(value)
    assert read_parameter(repr(value)) == value
    assert type(read_parameter(repr(value))) is type(value)


@pytest.mark.parametrize(
    "text", ["Value.TIE", "Value", "value.WIN", "Value.WIN.name", "Value.WIN()"]
)
def test_no_other_name_is_read(text):
    """Whatever else a text names is no literal, and nothing of it is called."""
    with pytest.raises(ValueError, match="malformed node or string"):
        read_parameter(text)


def test_a_value_is_a_parameter_like_any_other():
    """It is in the repr, reports games apart, and makes the game again."""
    game, other = PongHauKi(endless=Value.WIN), PongHauKi(endless=Value.LOSS)
    assert repr(game) == "PongHauKi(endless=Value.WIN)"
    assert titled(game) == "Pong Hau K'i (endless win)"
    assert game == PongHauKi(**game.parameters) != other
    assert hash(game) == hash(PongHauKi(**game.parameters))
    assert PongHauKi(endless=Value.DRAW) == PongHauKi()
    assert game_shape(game)["parameters"] == {"endless": "win"}
    check_game(game)


@pytest.mark.parametrize(
    "value",
    [len, object(), float("nan"), float("inf"), -float("inf"), complex("nan"), (len,), {1: len},
     {len: 1}, frozenset({1}), range(3), Outcome(Value.WIN, 1), type("Number", (int,), {})(3)],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_what_is_no_literal(value):
    """A value whose repr does not give back value and type is not a literal."""
    assert not is_literal(value)
