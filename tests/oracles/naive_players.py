"""Slow, obvious versions of the functions of ``gamesolver.players``; they use only the solution.

Everything is played on raw positions, straight from the definitions.
"""

from gamesolver import Value

# ── puzzles and traps ──────────────────────────────────────────────────────


def backs(solution, position):
    """Return the backed-up outcome of every legal move; empty at a terminal position."""
    game, found = solution.game, {}
    if game.terminal_value(position) is None:
        for move in game.moves(position):
            successor = game.play(position, move)
            seat = game.player(position)
            kept = seat is not None and seat == game.player(successor)
            found[move] = solution[successor].backed_up(kept)
    return found


def wins_alone(solution, position):
    """Return True if the winner always has one winning move, after every longest defence."""
    game, moves = solution.game, backs(solution, position)
    if not moves:
        return True
    if solution[position].value is Value.WIN:
        right = [move for move, back in moves.items() if back.value is Value.WIN]
        if len(right) > 1:
            return False
    else:
        right = [move for move, back in moves.items() if back == solution[position]]
    return all(wins_alone(solution, game.play(position, move)) for move in right)


def kind_of_puzzle(solution, position):
    """Return ``"win"``, ``"rescue"`` or ``None``."""
    values = [back.value for back in backs(solution, position).values()]
    if len(values) < 2:
        return None
    if Value.WIN in values:
        return "win" if wins_alone(solution, position) else None
    is_rescue = values.count(Value.DRAW) == 1
    return "rescue" if is_rescue else None


def reached(solution):
    """Return the canonical positions that are reachable from the start."""
    game, seen = solution.game, set()
    waiting = [solution.start]
    while waiting:
        here = game.canonical(waiting.pop())
        if here not in seen:
            seen.add(here)
            waiting += [game.play(here, move) for move in backs(solution, here)]
    return seen


def all_puzzles(solution):
    """Return the kind of every puzzle, by canonical position."""
    kinds = {each: kind_of_puzzle(solution, each) for each in reached(solution)}
    return {each: kind for each, kind in kinds.items() if kind}


def all_traps(solution):
    """Return the distance of every trap on a line of best moves, by canonical position."""
    game, found, seen = solution.game, {}, set()
    level, plies = {solution.start}, 0
    while level:
        ahead = set()
        for here in level:
            values = [back.value for back in backs(solution, here).values()]
            is_drawn = solution[here].value is Value.DRAW
            if is_drawn and 2 * values.count(Value.LOSS) > len(values):
                found.setdefault(game.canonical(here), plies)
            ahead.update(game.play(here, move) for move in solution.best_moves(here))
        seen |= level
        level, plies = ahead - seen, plies + 1
    return found


# ── strategies ─────────────────────────────────────────────────────────────


def seat_to_move(solution, position, plies):
    """Return the player to move after some plies: from the game, or else by alternation."""
    seat = solution.game.player(position)
    return plies % 2 if seat is None else seat


def met_by(player, solution, seat):
    """Return the positions and ends that a player can meet in its seat, against every reply.

    Each end is given as its value for this seat. A cycle is given as ``None``.
    """
    game = solution.game
    queried, ends, on_the_way = set(), set(), set()
    done = set()

    def play(here, parity):
        if (here, parity) in on_the_way:
            ends.add(None)
            return
        if (here, parity) in done:
            return
        mover = seat_to_move(solution, here, parity)
        ended = game.terminal_value(here)
        if ended is not None:
            ends.add(ended if mover == seat else -ended)
            return
        moves = list(game.moves(here))
        if mover == seat:
            queried.add(here)
            chosen = player(here)
            assert chosen in moves, "a strategy must know every position that it meets"
            moves = [chosen]
        on_the_way.add((here, parity))
        for move in moves:
            play(game.play(here, move), 1 - parity)
        on_the_way.discard((here, parity))
        done.add((here, parity))

    play(solution.start, 0)
    return queried, ends


def keeps(value, ends):
    """Return True if all ends are at least ``value``; a win also allows no cycle (``None``)."""
    if value is Value.WIN:
        return ends == {Value.WIN}
    return all(end is None or end >= value for end in ends)


def fewest_positions(solution, seat, value):
    """Return the size of the smallest strategy, by trying all choices of moves.

    One move per orbit is enough, as the documentation of strategies explains.
    """
    game = solution.game
    best = [10**9]

    def role_after(here, is_ours, successor):
        """Return the canonical successor, and True if it is our turn there."""
        player = game.player(here)
        kept = player is not None and player == game.player(successor)
        return game.canonical(successor), is_ours if kept else not is_ours

    def steps(node):
        here, is_ours = node
        return [role_after(here, is_ours, game.play(here, move)) for move in game.moves(here)]

    def is_bad_end(node):
        ended = game.terminal_value(node[0])
        seen = None if ended is None else (ended if node[1] else -ended)
        return seen is not None and seen < value

    def grow(edges, waiting):
        """Choose moves node by node; ``edges`` contains the nodes resolved so far."""
        waiting = [node for node in waiting if node not in edges]
        ours = {node for node in [*edges, *waiting] if node[1] and goes_on(node)}
        if len(ours) >= best[0] or any(is_bad_end(node) for node in waiting):
            return
        if not waiting:
            if value is not Value.WIN or not has_loop(edges):
                best[0] = len(ours)
            return
        node, *others = waiting
        if not goes_on(node):
            grow(edges | {node: []}, others)
        elif not node[1]:
            ahead = steps(node)
            grow(edges | {node: ahead}, others + ahead)
        else:
            for target in steps(node):
                grow(edges | {node: [target]}, [*others, target])

    def goes_on(node):
        return game.terminal_value(node[0]) is None

    start = solution.start
    mover = seat_to_move(solution, start, 0)
    grow({}, [(game.canonical(start), mover == seat)])
    return best[0]


def has_loop(edges):
    """Return True if the graph has a cycle."""
    left = dict(edges)
    while True:
        free = [node for node, ahead in left.items() if not any(each in left for each in ahead)]
        if not free:
            return bool(left)
        for node in free:
            del left[node]


# ── comparisons ────────────────────────────────────────────────────────────


def pairs_of(one, other, translate):
    """Count each pair of outcomes: for positions of the first, then for those only in the other."""
    counts, met = {}, set()
    for position in one:
        carried = translate(position)
        if carried in other:
            met.add(other.game.canonical(carried))
        pair = one[position], other.get(carried)
        counts[pair] = counts.get(pair, 0) + 1
    for position in other:
        if position not in met:
            pair = None, other[position]
            counts[pair] = counts.get(pair, 0) + 1
    return counts


def plies_to_a_change(one, other, translate):
    """Return the distance of the nearest position with another value; ``None`` if there is none."""
    game, seen, level, plies = one.game, set(), {one.start}, 0
    while level:
        ahead = set()
        for here in level:
            carried = translate(here)
            if carried in other and one[here].value is not other[carried].value:
                return plies
            ahead.update(game.play(here, move) for move in backs(one, here))
        seen |= level
        level, plies = ahead - seen, plies + 1
    return None
