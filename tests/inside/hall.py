"""The library's own modules from inside: how a solve begins, and texts that are told apart."""

from gamesolver import solving
from gamesolver.texts import (
    all_apart,
    apart,
    apart_from_all,
    none_of,
    texts_apart,
)
from gamesolver.value import shows
