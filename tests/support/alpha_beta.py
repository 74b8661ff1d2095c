"""Scores by search: another way to the score of the start, where the table would be too large.

Each position keeps the bounds that were proved for its score, from there on. That of the start is
closed in on by asking whether it is at least so much (A. Plaat and others, MTD(f), 1996). For games
in plain Python whose play cannot loop.
"""

INFINITE = 10**6


def score_by_search(game):
    """The score of the start."""
    search, low, high, guess = Search(game), -INFINITE, INFINITE, 0
    while low < high:
        asked = max(guess, low + 1)
        guess = search.score(game.start(), asked)
        low, high = (guess, high) if guess >= asked else (low, guess)
    return low


class Search:
    """What is known of the positions that the search came to."""

    def __init__(self, game):
        self.game, self.bounds, self.best_moves = game, {}, {}

    def score(self, position, asked):
        """A score of at least as much as asked that is sure, or one below that it cannot exceed."""
        end = self.game.terminal_score(position)
        if end is not None:
            return end
        least, most = self.bounds.get(position, (-INFINITE, INFINITE))
        if least >= asked or most < asked:
            return least if least >= asked else most
        best = self.greatest_back(position, asked)
        self.bounds[position] = (best, most) if best >= asked else (least, best)
        return best

    def greatest_back(self, position, asked):
        """Of the moves, as far as they are needed to answer."""
        best = -INFINITE
        for move, successor, gain, moves_again in self.ordered(position):
            if moves_again:
                back = gain + self.score(successor, asked - gain)
            else:
                back = gain - self.score(successor, gain - asked + 1)
            best = max(best, back)
            if back >= asked:
                self.best_moves[position] = move
                break
        return best

    def ordered(self, position):
        """The moves: what was good before, those that move again, those that gain most."""
        game, seat = self.game, self.game.player(position)
        rows = [(move, game.play(position, move)) for move in game.moves(position)]
        whole = [
            (move, successor, game.gain(position, move), game.player(successor) == seat)
            for move, successor in rows
        ]
        good = self.best_moves.get(position)
        return sorted(whole, key=lambda row: (row[0] != good, not row[3], -row[2]))
