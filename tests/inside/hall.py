"""The library's own modules from inside: texts that are told apart."""

from gamesolver.texts import (
    all_apart,
    apart,
    apart_from_all,
    none_of,
    texts_apart,
)
