"""The library's own modules from inside: texts that are told apart, and how values compare."""

from gamesolver.proving import _solved_by
from gamesolver.texts import (
    all_apart,
    apart,
    apart_from_all,
    least,
    literal,
    none_of,
    read_literal,
    several,
    shorten,
    spelled,
    texts_apart,
)
from gamesolver.value import Preference
