"""Showing from inside: sentences, bars, colours, and what of a picture is let through."""

from gamesolver.show import bars
from gamesolver.show.colours import APPEARANCES
from gamesolver.show.sanitizing import ATTRIBUTES, ELEMENTS, safe
from gamesolver.show.sentences import lasting, many, sentence
