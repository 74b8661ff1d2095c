"""``rules`` and ``plain`` of a compiled game are computed once and then cached."""

from __future__ import annotations

import copy
import gc
import pickle
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any, ClassVar

import attrs
import pytest

from gamesolver import CompiledGame, CompiledRules, GameContractError, check_game, solve
from gamesolver.rules.parameters import titled
from tests.attacks.spoilt_compiled_rules import RULES, Bits, PairedBits
from tests.attacks.spoilt_rules import Strip


class NamedStrip(Strip):
    """``Strip`` with a title of its own."""

    title = "Stones on a Strip"


class CountedBits(PairedBits):
    """Game of three bits that records each computation of ``rules`` and ``plain``."""

    made: ClassVar[list[str]] = []

    def __init__(self, stones: int = 3) -> None:
        self.stones = stones

    @property
    def rules(self) -> CompiledRules:  # type: ignore[override]  # the others have one for all
        self.made.append("rules")
        return RULES

    @property
    def plain(self) -> Strip:  # type: ignore[override]  # same
        self.made.append("plain")
        return NamedStrip()


class DeeperBits(CountedBits):
    """Variant whose ``plain`` calls that of its base class."""

    @property
    def plain(self) -> Any:
        above = super().plain
        return above, self.made.append("deeper")


def made_by(*steps: Any) -> list[str]:
    """Return the properties that a new game computes during some steps, sorted."""
    CountedBits.made.clear()
    game = CountedBits()
    for step in steps:
        step(game)
    return sorted(CountedBits.made)


def test_a_check_queries_once() -> None:
    """``check_game`` computes each property once, and ``rules`` once more for a rebuilt game."""
    assert made_by(check_game) == ["plain", "rules", "rules"]


def test_solving_and_showing_query_once() -> None:
    """Solving, showing boards, moves and texts, and verifying compute each property once in all."""

    def show(game: CountedBits) -> None:
        solution = solve(game)
        assert len(solution.board()._repr_html_()) > 10
        for position in solution:
            game.render(position), game.format(position), solution.moves(position)
        solution.verify()

    assert made_by(show, show) == ["plain", "rules"]


def test_threads_query_once() -> None:
    """Eight threads that access ``rules`` at the same time get one object, computed once."""

    class Slow(PairedBits):
        @property
        def rules(self) -> CompiledRules:  # type: ignore[override]  # as above
            made.append("rules")
            time.sleep(0.05)
            return attrs.evolve(RULES)

    made: list[str] = []
    game, ready = Slow(), Barrier(8)

    def queried(_: int) -> int:
        ready.wait(10)
        return id(game.rules)

    with ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(queried, range(8)))) == 1
    assert made == ["rules"]
    assert Slow().rules is not game.rules


def test_what_fails_is_queried_again() -> None:
    """A property that raised is computed again at the next access."""

    class Failing(PairedBits):
        @property
        def plain(self) -> Any:
            made.append("plain")
            if len(made) == 1:
                raise OSError("not yet")
            return NamedStrip()

    made: list[str] = []
    game = Failing()
    with pytest.raises(OSError, match="not yet"):
        game.plain.start()
    assert game.plain is game.plain
    assert made == ["plain", "plain"]


class Mixed:
    """Mixin with ``rules`` and ``plain``, not a game itself."""

    made: ClassVar[list[str]] = []

    @property
    def rules(self) -> CompiledRules:
        self.made.append("rules")
        return RULES

    @property
    def plain(self) -> Any:
        self.made.append("plain")
        return NamedStrip()


class MixedBits(Mixed, PairedBits):
    """Game of three bits with both properties from the mixin."""


class OwnMixed(Mixed):
    """Variant of the mixin with another ``plain``."""

    @property
    def plain(self) -> Any:
        return super().plain, self.made.append("own")


class OwnMixedBits(MixedBits, OwnMixed):
    """Game with both mixins; ``OwnMixed`` is between the two bases in the resolution order."""


def test_properties_of_a_mixin_are_queried_once() -> None:
    """A mixin's property is cached in a game, but not in an object that is not a game."""
    Mixed.made.clear()
    game = MixedBits()
    solve(game), solve(game), game.render(0)
    assert sorted(Mixed.made) == ["plain", "rules"]
    assert Mixed().plain is not Mixed().plain
    assert Mixed.made.count("plain") == 3


def test_mixins_override_as_they_stand() -> None:
    """A mixin later in the method resolution order still precedes the base that it overrides."""
    Mixed.made.clear()
    game = OwnMixedBits()
    assert game.plain is game.plain
    assert type(game.plain[0]) is NamedStrip
    assert Mixed.made == ["plain", "own"]


def test_what_stands_above_is_queried_once_too() -> None:
    """A property and the base property that it calls by ``super`` are cached separately."""
    CountedBits.made.clear()
    game = DeeperBits()
    assert game.plain is game.plain
    assert type(super(DeeperBits, game).plain) is NamedStrip
    assert game.plain[0] is super(DeeperBits, game).plain
    assert CountedBits.made == ["plain", "deeper"]


def test_answers_are_no_part_of_the_game() -> None:
    """Cached properties change neither equality, hash, pickle nor copies of a game."""
    game, fresh = CountedBits(), CountedBits()
    check_game(game)
    assert game == fresh
    assert hash(game) == hash(fresh)
    assert pickle.dumps(game) == pickle.dumps(fresh)
    assert vars(copy.copy(game)) == vars(fresh) == {"stones": 3}
    assert pickle.loads(pickle.dumps(game)) == game


class OwnState(CountedBits):
    """Game whose own ``__getstate__`` returns all of its attributes."""

    def __getstate__(self) -> dict[str, Any]:
        return vars(self)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]  # made again


class OwnReduction(CountedBits):
    """Game whose own ``__reduce__`` passes all of its attributes."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(vars(self).values())


@pytest.mark.parametrize("kind", [OwnState, OwnReduction])
def test_games_with_a_pickle_of_their_own_travel(kind: type[CountedBits]) -> None:
    """After a solve, a game with its own pickle methods can still be pickled and copied."""
    game = kind(stones=2)
    solve(game)
    for again in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        assert again == game
        assert vars(again) == {"stones": 2}
        assert again.plain is not game.plain


def test_answers_go_with_their_game() -> None:
    """The cached results of a game are freed with the game."""
    game = CountedBits()
    ends = [weakref.ref(game), weakref.ref(game.plain)]
    del game
    gc.collect()
    assert [end() for end in ends] == [None, None]


def test_seats_are_those_of_the_plain_rules() -> None:
    """A compiled game has the seats of its plain rules, unless it names its own."""

    class OwnSeats(PairedBits):
        seats = ("ebony", "ivory")

    assert CountedBits().seats == PairedBits().seats == ("black", "white")
    assert OwnSeats().seats == ("ebony", "ivory")
    assert (
        Bits().seats == PairedBits.seats == CompiledGame.seats == ("first player", "second player")
    )
    assert CountedBits().seats[solve(CountedBits()).game.player(1)] == "white"


def test_the_title_is_that_of_the_plain_rules() -> None:
    """A compiled game has the title of its plain rules, unless it has its own."""

    class OwnTitle(CountedBits):
        title = "Bits"

    assert titled(CountedBits(stones=2)) == "Stones on a Strip (stones 2)"
    assert titled(OwnTitle()) == "Bits"
    assert titled(PairedBits()) == "Paired Bits"
    assert CountedBits.title == "Counted Bits"


@pytest.mark.parametrize("name", ["title", "seats"])
def test_a_plain_version_that_is_no_game_is_a_fault(name: str) -> None:
    """If ``plain`` is not a game, ``title`` and ``seats`` raise an error."""
    odd = type("Odd", (Bits,), {"plain": 3, "__doc__": "Odd."})()
    with pytest.raises(GameContractError, match=r"^Odd breaks .*: plain is 3: expected a Game$"):
        getattr(odd, name)
