"""Showing from inside: sentences, bars, pictures, and what of a picture is let through."""

from gamesolver.show import bars, reports
from gamesolver.show.colours import APPEARANCES
from gamesolver.show.sanitizing import ATTRIBUTES, ELEMENTS, safe
from gamesolver.show.sentences import lasting, many, sentence
