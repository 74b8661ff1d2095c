"""The explorer from inside: addresses, marks and opponents by themselves, and limits lowered."""

from gamesolver.web import addresses, packed_page, serving
from gamesolver.web.opponents import choice
