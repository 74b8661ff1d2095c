"""Games of the library rewritten as board games, to compare them with those in ``games``."""

from gamesolver.boardgames import DRAW, LOSS, WIN, BoardGame, Counter
from gamesolver.boards import ALL_DIRECTIONS, STRAIGHT, Graph, Grid


class TicTacToe(BoardGame):
    """Three in a row win."""

    def __init__(self):
        self.board = Grid(3, 3)
        self.lines = self.board.lines(3)

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)

    def result(self, at):
        if any(line <= at.theirs for line in self.lines):
            return LOSS
        return None if at.empty else DRAW


class ThreeMensMorris(BoardGame):
    """Place three men each, then move them along the lines; three in a row win."""

    each, stuck = 3, LOSS

    def __init__(self):
        self.board = Grid(3, 3)
        self.lines = self.board.lines(3)
        middle = self.board.set(["b2"])
        steps = self.board.steps(*STRAIGHT)
        self.near = tuple(
            ~middle if place in middle else steps[place] | middle for place in self.board.places
        )

    def actions(self, at):
        if len(at.mine) < self.each:
            for place in at.empty:
                yield at.put(place)
        else:
            for man in at.mine:
                for to in self.near[man] & at.empty:
                    yield at.slide(man, to)

    def result(self, at):
        if any(line <= at.theirs for line in self.lines):
            return LOSS
        if any(line <= at.mine for line in self.lines):
            return WIN
        return None


class Breakthrough(BoardGame):
    """Pawns step ahead, straight or diagonally, and take diagonally; the first one across wins."""

    signs = "wb"

    def __init__(self, rows=5, columns=2, ranks=2):
        self.rows, self.columns, self.ranks = rows, columns, ranks
        self.board = board = Grid(rows, columns)
        self.straight = board.steps((-1, 0)), board.steps((1, 0))
        self.slanting = board.steps((-1, -1), (-1, 1)), board.steps((1, -1), (1, 1))
        self.far = board.row(0), board.row(rows - 1)
        self.each = ranks * columns

    def setup(self):
        size, pawns = self.board.size, self.each
        places = self.board.places
        return self.board.set(places[size - pawns :]), self.board.set(places[:pawns])

    def actions(self, at):
        for pawn in at.mine:
            ahead, aslant = self.straight[at.mover][pawn], self.slanting[at.mover][pawn]
            for to in (ahead | aslant) & at.empty:
                yield at.slide(pawn, to)
            for to in aslant & at.theirs:
                yield at.slide(pawn, to).take(to)

    def result(self, at):
        if at.theirs & self.far[at.waiter] or not at.mine:
            return LOSS
        if at.mine & self.far[at.mover] or not at.theirs:
            return WIN
        return None


class Teeko(BoardGame):
    """Four men in a row or in a square win; with ``drops`` the men are put down first."""

    each = 4

    def __init__(self, drops=False):
        self.drops = drops
        self.board = Grid(5, 5)
        self.near = self.board.steps(*ALL_DIRECTIONS)
        self.goals = self.board.lines(4) + self.board.shapes([(0, 0), (0, 1), (1, 0), (1, 1)])

    def setup(self):
        if self.drops:
            return None
        places = self.board.places
        first = self.board.set([places[0], places[4], places[21], places[23]])
        return first, self.board.set([places[1], places[3], places[20], places[24]])

    def actions(self, at):
        if len(at.mine) < self.each:
            for place in at.empty:
                yield at.put(place)
        else:
            for man in at.mine:
                for to in self.near[man] & at.empty:
                    yield at.slide(man, to)

    def result(self, at):
        if any(goal <= at.theirs for goal in self.goals):
            return LOSS
        if any(goal <= at.mine for goal in self.goals):
            return WIN
        return None


class Domineering(BoardGame):
    """Put a domino upright, or flat; if none fits you lose."""

    stuck, kinds, marks, signs = LOSS, 0, True, "VH"

    def __init__(self, rows=4, columns=4):
        self.rows, self.columns = rows, columns
        self.board = Grid(rows, columns)
        self.upright = self.board.lines(2, [(1, 0)])
        self.flat = self.board.lines(2, [(0, 1)])

    def actions(self, at):
        if at.mover == 0:
            yield from self.dominoes(at, self.upright)
        else:
            yield from self.dominoes(at, self.flat)

    def dominoes(self, at, all_of_them):
        """Yield the dominoes that fit."""
        for domino in all_of_them:
            if domino <= at.empty:
                yield at.mark(domino)


class ConnectFour(BoardGame):
    """Discs fall to the lowest empty place; four in a row win."""

    def __init__(self, width=4, height=4, line=4):
        self.width, self.height, self.line = width, height, line
        self.board = Grid(height, width)
        self.under, self.lines = self.board.steps((1, 0)), self.board.lines(line)

    def actions(self, at):
        for place in at.empty:
            if self.under[place] <= at.taken:
                yield at.put(place)

    result = TicTacToe.result


class Othello(BoardGame):
    """Enclose men of the other player to turn them over; the most men win."""

    all_symmetries = True

    def __init__(self, rows=4, columns=4):
        self.rows, self.columns = rows, columns
        self.board = Grid(rows, columns)
        self.rays = self.board.rays(*ALL_DIRECTIONS)
        self.alone = tuple(self.board.set([place]) for place in self.board.places)
        self.scores = -rows * columns, rows * columns

    def setup(self):
        board, row, column = self.board, self.rows // 2, self.columns // 2
        first = board.set([board.at[row - 1, column], board.at[row, column - 1]])
        return first, board.set([board.at[row - 1, column - 1], board.at[row, column]])

    def turned(self, place, mine, theirs):
        """Return the men that a disc on this place turns over."""
        found = self.board.none
        for ray in self.rays[place]:
            run = self.board.none
            for each in ray:
                if each in theirs:
                    run |= self.alone[each]
                else:
                    if each in mine:
                        found |= run
                    break
        return found

    def can(self, at, mine, theirs):
        """Return True if a man on some empty place turns men over."""
        return any(self.turned(place, mine, theirs) for place in at.empty)

    def actions(self, at):
        for place in at.empty:
            turned = self.turned(place, at.mine, at.theirs)
            if turned:
                yield at.put(place).flip(turned)
        if not self.can(at, at.mine, at.theirs):
            yield at.pass_turn()

    def result(self, at):
        if self.can(at, at.mine, at.theirs) or self.can(at, at.theirs, at.mine):
            return None
        return len(at.mine) - len(at.theirs)


class Achi(BoardGame):
    """Four men each on the points of a square with diagonals; three in a row win."""

    each, stuck = 4, LOSS

    def __init__(self):
        names = "abcdefghi"
        spots = [(place // 3, place % 3) for place in range(9)]
        edges = [
            (names[one], names[other])
            for one in range(9)
            for other in range(one)
            if abs(spots[one][0] - spots[other][0]) + abs(spots[one][1] - spots[other][1]) == 1
            or (4 in (one, other) and {one, other} & {0, 2, 6, 8})
        ]
        self.board = Graph(names, edges)
        lines = ["abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg"]
        self.lines = tuple(self.board.set(list(line)) for line in lines)
        self.near = self.board.neighbours

    actions = ThreeMensMorris.actions
    result = ThreeMensMorris.result


class Nim(BoardGame):
    """Take any number from one heap. The player who cannot take loses."""

    kinds, stuck = 0, LOSS

    def __init__(self, heaps=(3, 4, 5)):
        self.heaps = heaps
        self.board = Grid(1, len(heaps))
        self.counters = (Counter("heaps", 0, max(heaps), of="places", start=heaps),)

    def actions(self, at):
        for heap in self.board.everywhere:
            for taken in range(1, at.heaps[heap] + 1):
                yield at.choose(heap).choose(taken).add("heaps", heap, -taken)


class MenInHand(ThreeMensMorris):
    """Three Men's Morris in which a counter holds the number of men not yet on the board."""

    counters = (Counter("hand", 0, 3, of="players", start=3),)

    def actions(self, at):
        if at.hand.mine:
            for place in at.empty:
                yield at.put(place).add("hand", -1)
        else:
            for man in at.mine:
                for to in self.near[man] & at.empty:
                    yield at.slide(man, to)


class Kalah(BoardGame):
    """Sow the seeds of a house, and bring more seeds into your store."""

    kinds = 0
    signs = "SN"

    def __init__(self, houses=3, seeds=2, empty_captures=False):
        self.houses, self.seeds, self.empty_captures = houses, seeds, empty_captures
        self.board = board = Grid(2, houses)
        most = 2 * houses * seeds
        half_turn = tuple(reversed(board.places))
        self.counters = (Counter("seeds", 0, most, "places", start=seeds, turned=half_turn),)
        self.scores = -most, most
        theirs, mine = board.rows_of(board.places)
        circle = [*mine, *reversed(theirs)]
        self.mine, self.theirs, self.last = board.set(mine), board.set(theirs), mine[-1]
        self.next = tuple(circle[circle.index(each) - len(circle) + 1] for each in board)
        self.opposite = tuple(board.at[1 - each.spot[0], each.spot[1]] for each in board)
        self.nearness = tuple(circle.index(each) % houses for each in board)
        self.most = most

    def actions(self, at):
        for house in self.mine:
            if at.seeds[house]:
                seeds = at.seeds.copy()
                seeds[house] = stored = 0
                here, in_store = house, False
                for _ in range(at.seeds[house]):
                    in_store = here == self.last and not in_store
                    if in_store:
                        stored += 1
                    else:
                        here = self.next[here]
                        seeds[here] += 1
                other = self.opposite[here]
                is_caught = here in self.mine and not in_store and seeds[here] == 1
                if is_caught and (seeds[other] or self.empty_captures):
                    stored += 1 + seeds[other]
                    seeds[here] = seeds[other] = 0
                yield at.choose(house).set("seeds", seeds).gain(stored).again(in_store)

    def result(self, at):
        mine = sum(at.seeds[house] for house in self.mine)
        theirs = sum(at.seeds[house] for house in self.theirs)
        return None if mine and theirs else mine - theirs

    def progress(self, at):
        """Return a number that grows with the stored seeds, and as others get nearer to a store."""
        stored = self.most - sum(at.seeds[house] for house in self.board.everywhere)
        near = sum(self.nearness[house] * at.seeds[house] for house in self.board.everywhere)
        return stored * self.houses * self.most + near
