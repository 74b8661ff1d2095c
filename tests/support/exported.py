"""Common parts of the tests of exports: solutions of each kind, and a selection."""

from games import ConnectFour, TicTacToe
from gamesolver import Value
from tests.files.test_saving import Drawn, Sheet
from tests.support.scored_games import Coins, Treasure

SOLUTIONS = {
    "plain": lambda: TicTacToe(),
    "loops": lambda: Drawn("random"),
    "found": lambda: ConnectFour(3, 3),
    "indexed": lambda: Sheet("random", indexed=True, back=True),
}
SCORED = {
    "scored": lambda: Coins(),
    "endless": lambda: Treasure(endless=-1),
}
ALL_KINDS = SOLUTIONS | SCORED

SELECTIONS = ({}, {"value": Value.WIN, "remoteness": range(1, 4, 2)})


def chosen_of(solution, options):
    """Return the positions that these options select."""
    if not options:
        return list(solution)
    won = (each for each in solution if solution[each].value is Value.WIN)
    return [each for each in won if solution[each].remoteness in (1, 3)]
