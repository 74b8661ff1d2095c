"""Parameters of a game identify it, whether or not it is an attrs class."""

import attrs
import pytest

import games
from games import MNK, GobbletGobblers, Nim, PongHauKi, Subtraction, TicTacToe
from gamesolver import GameContractError, Outcome, Value, check_game, explore, solve
from gamesolver.rules.parameters import is_literal, read_parameter, titled
from gamesolver.shapes import game_shape
from tests.support.small_games import Countdown


class Plain(Countdown):
    """Ordinary class with an attribute in addition to its parameters."""

    def __init__(self, size=3, names=("a",)):
        self.size = size
        self.names = names
        self.queried = 0


@attrs.frozen(repr=False)
class Frozen(Countdown):
    """Frozen attrs class."""

    size: int = 3
    names: tuple[str, ...] = ("a",)


@attrs.define
class Defined(Countdown):
    """Mutable attrs class with all methods that attrs writes."""

    size: int = 3
    names: list[str] = attrs.Factory(lambda: ["a"])


@attrs.frozen(repr=False)
class Private(Countdown):
    """Attrs class whose fields have other names than its parameters."""

    _size: int = 3
    shown: str = attrs.field(default="a", alias="name")
    made: int = attrs.field(default=7, init=False)

    @property
    def size(self):
        return self._size


class Forgetful(Countdown):
    """Game that does not store one of its parameters."""

    def __init__(self, size, colour="red"):
        self.size = size


class Gathering(Countdown):
    """Game with any number of parameters."""

    def __init__(self, *sizes, **more):
        self.size = max(sizes)


class Odd(Countdown):
    """Game with a parameter that is not a literal."""

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
    """``parameters`` maps the constructor's names, in order, to the stored values."""
    assert game.parameters == parameters
    assert list(game.parameters) == list(parameters)


@pytest.mark.parametrize("kind", games.__all__)
def test_parameters_build_an_equal_game(kind):
    """Each game of the library equals the game built from its parameters."""
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
    """The repr is the constructor call without default values."""
    assert repr(game) == text


@pytest.mark.parametrize("kind", NAMED)
def test_equality_and_hash(kind):
    """Games of one class with equal parameters are equal, whatever other attributes they have."""
    one, same, other = kind(4), kind(4), kind(5)
    assert one == same
    assert one != other
    assert len({one, same, other}) == 2
    assert hash(one) == hash(same)
    if kind is Plain:
        same.queried = 12
        assert one == same
        assert hash(one) == hash(same)


def test_games_of_different_classes_differ():
    """Games of different classes differ even if their parameters are equal."""
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
    """A game whose parameters are not stored or not literals has no hash and equals only itself."""
    with pytest.raises(GameContractError) as caught:
        hash(game)
    assert str(caught.value) == f"{type(game).__name__} cannot be hashed: {fault}"
    assert [each.message for each in caught.value.faults] == [fault]
    assert game == game
    assert game != type(game)(3)


@pytest.mark.parametrize("game", [Forgetful(3), Odd(), Gathering(3, 2, shade="red")], ids=repr)
def test_solving_needs_no_parameters(game):
    """``solve``, ``explore``, ``verify`` and the export do not need the parameters."""
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
    """``parameters`` names a parameter that the game does not store."""
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
    """A value that can be read back from its repr is a literal."""
    assert is_literal(value)
    assert read_parameter(repr(value)) == value
    assert type(read_parameter(repr(value))) is type(value)


@pytest.mark.parametrize(
    "text", ["Value.TIE", "Value", "value.WIN", "Value.WIN.name", "Value.WIN()"]
)
def test_no_other_name_is_read(text):
    """A text with any other name is refused, and nothing in it is called."""
    with pytest.raises(ValueError, match="malformed node or string"):
        read_parameter(text)


def test_a_value_is_a_parameter_like_any_other():
    """A ``Value`` parameter is in repr and title, distinguishes games, and rebuilds the game."""
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
    """A value whose repr does not restore its value and type is not a literal."""
    assert not is_literal(value)
