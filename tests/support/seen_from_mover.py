"""Games whose positions are seen by the player to move, and others with an unusual turn order."""

from gamesolver import Game, Value

PLACES = 5


class Circling(Game[tuple[int, int], int]):
    """Two men on a ring of five, which move one or two places; a man that is caught has lost.

    Play can be infinite. Pictures and boards show the man of the first player as x.
    """

    def start(self):
        return 0, 2

    def moves(self, position):
        return [1, 2]

    def play(self, position, move):
        mine, theirs = position
        return theirs, (mine + move) % PLACES

    def terminal_value(self, position):
        mine, theirs = position
        return Value.LOSS if mine == theirs else None

    def render(self, position):
        return self.render_for(position, 0)

    def render_for(self, position, mover):
        ring = ["."] * PLACES
        ring[position[1]], ring[position[0]] = "xo"[1 - mover], "xo"[mover]
        return "".join(ring)

    def svg(self, position):
        return self.svg_for(position, 0)

    def svg_for(self, position, mover):
        men = "".join(
            f'<circle cx="{100 * place + 50}" cy="50" r="30" class="man-{"xo"[seat]}"/>'
            for place, seat in zip(position, (mover, 1 - mover), strict=True)
        )
        goals = "".join(
            f'<rect x="{(position[0] + move) % PLACES * 100}" width="100" height="100" '
            f'data-move="{move}"/>'
            for move in (1, 2)
        )
        return f'<svg viewBox="0 0 500 100"><g>{goals}</g>{men}</svg>'


class Unturned(Circling):
    """Variant drawn as the player to move sees it."""

    render_for = Game.render_for
    svg_for = Game.svg_for

    def render(self, position):
        return Circling.render_for(self, position, 0)

    def svg(self, position):
        return Circling.svg_for(self, position, 0)


class TwiceEach(Game[tuple[int, int], int]):
    """A heap of nine; players take one or two, two moves a turn; taking the last one wins."""

    def start(self):
        return 9, 0

    def moves(self, position):
        return [take for take in (1, 2) if take <= position[0]]

    def play(self, position, move):
        return position[0] - move, (position[1] + 1) % 4

    def player(self, position):
        return position[1] // 2

    def terminal_value(self, position):
        heap, turn = position
        if heap:
            return None
        return Value.WIN if turn % 2 else Value.LOSS


class Ring(Game[int, str]):
    """Three places in a ring, on which only the second player moves, for ever."""

    def start(self):
        return 0

    def moves(self, position):
        return ["on"]

    def play(self, position, move):
        return (position + 1) % 3

    def player(self, position):
        return 1

    def terminal_value(self, position):
        return None
