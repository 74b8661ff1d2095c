"""The command line from inside: what is handed to a bot's process and back, and what typer is told.

Tests of commands type them (``support/at_the_terminal.py``); these try what no terminal shows.
"""

from gamesolver.cli import failures
from gamesolver.cli.app import COMMANDS, _function
from gamesolver.cli.bots import player
from gamesolver.cli.bots.handed import (
    PICKLE,
    TEXT,
    game_in,
    handed_game,
    handed_position,
    position_in,
)
from gamesolver.cli.bots.player import Bot
from gamesolver.cli.bots.printed import MOST_SHOWN
from gamesolver.cli.bots.process import answer_questions
from gamesolver.cli.bots.wire import HEAD, MOST, NoAnswerError, Wire, read_texts, written_texts
from gamesolver.cli.commands import games
from gamesolver.cli.commands import solve as solve_command
from gamesolver.cli.commands.games import known_about
from gamesolver.cli.commands.solve import say_why_it_went_on
from gamesolver.cli.for_typer import _flags
from gamesolver.cli.game_options import game_with, options_of
from gamesolver.cli.main import main
from gamesolver.cli.named_players import Setting, at_the_table
from gamesolver.cli.subjects import Subject
from gamesolver.cli.tool_server import Tools, server
