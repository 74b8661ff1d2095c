"""Forms: what the hashes of a file cover, by the number of its schema.

======  ===============================================================================
number  its files
======  ===============================================================================
1       leave the bounds out of the hashes of blocks, and ``how`` out of the root. Their
        guides are not believed: what is asked first makes them again from the columns
2       cover all that they say
======  ===============================================================================

A file goes by one number, which stands in its header, in its identity, and so under all of its
hashes: one of either form under the number of the other is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from gamesolver.files.blocks import WHERE, Seal, hash_of
from gamesolver.files.guides import Guide, root_of
from gamesolver.files.schema import SCHEMA


class SealWithoutBounds(Seal):
    """Hashes of blocks as schema 1 has them."""

    def hash(self, number: int, size: int, content: bytes, bounds: bytes) -> bytes:
        hashed = self._begun.copy()
        hashed.update(WHERE.pack(8, number, 8, size, len(content)))
        hashed.update(content)
        return hashed.digest()


def root_without_how(identity: str, shape: str, how: str, guides: Mapping[str, Guide]) -> str:
    """The root as schema 1 has it."""
    parts = [identity.encode(), shape.encode()]
    for name in sorted(guides):
        parts += [name.encode(), guides[name].hashes, guides[name].firsts]
    return hash_of(*parts).hexdigest()


@attrs.frozen
class Form:
    """What the hashes of files of one number cover."""

    number: int
    seal: Callable[[bytes, str], Seal] = Seal
    root_of: Callable[[str, str, str, Mapping[str, Guide]], str] = root_of
    is_guided: bool = True
    """Whether the guides to columns in order may be believed."""


FORMS = {
    1: Form(1, SealWithoutBounds, root_without_how, is_guided=False),
    SCHEMA: Form(SCHEMA),
}
"""By the number in the header."""
