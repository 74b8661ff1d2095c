"""Slow, obvious match odds: exact fractions, one equation per node, without the library.

A node is a pair (position, mover), with mover 0 for the player named first. ``rows`` lists the
successors of each node, all equally likely. ``ends`` has the value of each terminal node for the
player named first.
"""

from fractions import Fraction
from itertools import product

KINDS = (1, 0, -1)


def chances(start, rows, ends):
    """Return the chances (win, draw, loss, endless) of the player named first, from a node."""
    open_nodes = sorted(_that_can_end(rows, ends), key=repr)
    if start in ends:
        return (*(Fraction(ends[start] == kind) for kind in KINDS), Fraction(0))
    if start not in open_nodes:
        return Fraction(0), Fraction(0), Fraction(0), Fraction(1)
    places = {node: place for place, node in enumerate(open_nodes)}
    matrix = []
    for node in open_nodes:
        row = [Fraction(0)] * (len(places) + len(KINDS))
        row[places[node]] += 1
        for ahead in rows[node]:
            share = Fraction(1, len(rows[node]))
            if ahead in ends:
                row[len(places) + KINDS.index(ends[ahead])] += share
            elif ahead in places:
                row[places[ahead]] -= share
        matrix.append(row)
    _eliminate(matrix)
    found = matrix[places[start]][len(places) :]
    return (*found, 1 - sum(found))


def _that_can_end(rows, ends):
    """Return the nodes from which some path leads to an end."""
    found = set()
    grows = True
    while grows:
        more = {
            node
            for node, ahead in rows.items()
            if node not in found and any(each in found or each in ends for each in ahead)
        }
        found |= more
        grows = bool(more)
    return found


def _eliminate(matrix):
    """Apply Gauss-Jordan elimination in fractions, in place."""
    for place in range(len(matrix)):
        pivot = next(row for row in range(place, len(matrix)) if matrix[row][place])
        matrix[place], matrix[pivot] = matrix[pivot], matrix[place]
        matrix[place] = [each / matrix[place][place] for each in matrix[place]]
        for row, line in enumerate(matrix):
            if row != place and line[place]:
                factor = line[place]
                matrix[row] = [a - factor * b for a, b in zip(line, matrix[place], strict=True)]


def rows_of(game, first, second, start=None):
    """Return the start node, the successors of each node that two players reach, and the ends.

    ``first`` and ``second`` return the list of moves that a player may choose.
    """
    opened = (game.start() if start is None else start), 0
    rows, ends, waiting = {}, {}, [opened]
    while waiting:
        position, mover = node = waiting.pop()
        if node in rows or node in ends:
            continue
        value = game.terminal_value(position)
        if value is not None:
            ends[node] = int(value) * (-1 if mover else 1)
            continue
        rows[node] = []
        for move in (second if mover else first)(position):
            ahead = game.play(position, move)
            kept = game.player(position) == game.player(ahead) is not None
            rows[node].append((ahead, mover if kept else 1 - mover))
        waiting += rows[node]
    return opened, rows, ends


def every_player(game, start, rows, ends, allowed):
    """Yield the chances of every strategy of the first player with one move per position.

    ``rows`` contains all moves. ``allowed`` returns the indices in the row that may be chosen at a
    position.
    """
    ours = [node for node in rows if node[1] == 0]
    for choice in product(*(allowed(node[0]) for node in ours)):
        chosen = dict(zip(ours, choice, strict=True))
        narrowed = {
            node: [row[chosen[node]]] if node in chosen else row for node, row in rows.items()
        }
        yield chances(start, narrowed, ends)


# ── scores ─────────────────────────────────────────────────────────────────


def score_chances(game, first, second, start=None):
    """Return the chance of each score of the player named first, and of infinite play.

    A node is (position, mover, points the first player has won). If play can neither end nor win
    points any more, the score so far is final.
    """
    start = game.start() if start is None else start
    payoff = int(game.endless) * (-1 if game.player(start) else 1)
    opened, rows, ends = _scored_rows(game, first, second, start)
    for_ever = set(rows) - _that_lead_to(rows, lambda node: node in ends)
    for_ever -= _that_lead_to(rows, lambda node: _gains(rows, node))
    totals = ends | {node: node[2] + payoff for node in for_ever}
    narrowed = {node: row for node, row in rows.items() if node not in for_ever}
    by_score = {
        total: chances(
            opened, narrowed, {node: int(each == total) for node, each in totals.items()}
        )[0]
        for total in set(totals.values())
    }
    endless = chances(opened, narrowed, {node: int(node in for_ever) for node in totals})[0]
    return {total: chance for total, chance in by_score.items() if chance}, endless


def _gains(rows, node):
    return any(ahead[2] != node[2] for ahead in rows.get(node, ()))


def _that_lead_to(rows, is_there):
    """Return the nodes with a path to a node that satisfies ``is_there``, including these nodes."""
    found = {node for node in rows if is_there(node)}
    found |= {ahead for row in rows.values() for ahead in row if is_there(ahead)}
    while True:
        more = {node for node, row in rows.items() if found.intersection(row)} - found
        if not more:
            return found
        found |= more


def _scored_rows(game, first, second, start):
    opened = start, 0, 0
    rows, ends, waiting = {}, {}, [opened]
    while waiting:
        position, mover, won = node = waiting.pop()
        if node in rows or node in ends:
            continue
        side = -1 if mover else 1
        score = game.terminal_score(position)
        if score is not None:
            ends[node] = won + side * score
            continue
        rows[node] = []
        for move in (second if mover else first)(position):
            ahead = game.play(position, move)
            kept = game.player(position) == game.player(ahead) is not None
            then = won + side * game.gain(position, move)
            rows[node].append((ahead, mover if kept else 1 - mover, then))
        waiting += rows[node]
    return opened, rows, ends
