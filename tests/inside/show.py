"""Showing from inside: sentences, bars, pictures, and what of a picture is let through."""

from gamesolver.show import bars as bars_module
from gamesolver.show import reports, sentences
from gamesolver.show.bars import in_notebook, in_terminal, progress_html, progress_text
from gamesolver.show.colours import APPEARANCES
from gamesolver.show.html import bars, by_score, score_bars
from gamesolver.show.markup import Html
from gamesolver.show.pictures import text_svg
from gamesolver.show.sanitizing import ATTRIBUTES, ELEMENTS, picture_of, safe
from gamesolver.show.sentences import Voice, capital, endless_in_words, lasting, many, sentence
from gamesolver.show.winnings import Winnings, line_told
