"""The command line from inside: what is handed to a bot's process and back.

Tests of commands type them (``support/at_the_terminal.py``); these try what no terminal shows.
"""

from gamesolver.cli import failures, tool_answers, tool_server
from gamesolver.cli.bots import handed, player, wire
from gamesolver.cli.bots.player import Bot
from gamesolver.cli.bots.process import answer_questions
from gamesolver.cli.commands import solve as solve_command
from gamesolver.cli.endings import MEANINGS, NO, STOPPED, TERMINATED, UNSETTLED
from gamesolver.cli.game_options import game_with, options_of
from gamesolver.cli.main import main
from gamesolver.cli.named_players import Setting, at_the_table
from gamesolver.cli.subjects import Subject
from gamesolver.cli.tool_server import GRACE, Tools, server
