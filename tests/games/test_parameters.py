"""Every game on the shelf, made with what makes no game: refused in words, at once, and briefly."""

import attrs
import pytest

from gamesolver import InvalidArgumentError, registered_games
from tests.support.twin_rules import TWINS

KINDS = [*registered_games().values(), *TWINS]
HUGE = 10**5_000
"""More digits than Python would write."""
BY_TYPE = {
    bool: [0, 1, None, "x", "x" * 10_000],
    int: [-1, -HUGE, 10**9, 10**30, HUGE, 2.5, None, "x", True, (1,)],
    str: ["", "x", "x" * 100_000, "☃", 5, None, ("a",)],
    tuple: [
        (),
        (-1,),
        (10**9,),
        (10**30, 1),
        (HUGE,),
        (1,) * 100_000,
        (2.5,),
        ("x",),
        5,
        None,
        "x",
    ],
}
OTHERS = [None, 5, "x", "x" * 100_000, (1,)]
PARAMETERS = [(kind, field) for kind in KINDS for field in attrs.fields(kind) if field.init]
SHORT = 450
"""Letters of a message that names each word that there is, and shortens what came."""


@pytest.mark.parametrize(
    ("kind", "field"),
    PARAMETERS,
    ids=[f"{kind.__name__}.{field.name}" for kind, field in PARAMETERS],
)
def test_impossible_parameters(kind, field):
    """Numbers that are too small or huge, long texts, and other types make no game."""
    usual = getattr(kind(), field.name)
    for value in BY_TYPE.get(type(usual), OTHERS):
        with pytest.raises(InvalidArgumentError) as caught:
            kind(**{field.name: value})
        message = str(caught.value)
        assert message.startswith("bad ")
        assert f" of {kind.__name__}: expected " in message
        assert len(message) < SHORT
