"""Export a solved game to networkx, compute figures of the graph, and draw a winning strategy.

In the position of the strategy, x has opened tic-tac-toe in the centre, and o has replied on an
edge. The strategy has one move of x for each reply of o. Symmetric boards are drawn once.

    python examples/draw_graph.py strategy.png

Without a path, the picture is written to a new temporary folder. Drawing requires matplotlib:
``pip install matplotlib``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any, TypeAlias

import networkx as nx

from games import TicTacToe
from gamesolver import Solution, solve

try:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.patches import Circle, FancyBboxPatch
except ImportError:
    sys.exit("matplotlib is not installed: pip install matplotlib")

Network: TypeAlias = "nx.MultiDiGraph[Any]"
Place = tuple[float, float]

INK, PAPER, GRID = "#22303c", "#fbfaf7", "#c9c4b8"
PIECES = {"x": "#b5432a", "o": "#2a6f97"}
TINTS = {"ours": "#fdf3e7", "theirs": "#eaf2f7", "won": "#dcefd9"}
LEGEND = "red: the one move x needs; blue: every reply of o, up to symmetry; green: x has won"
LAYER = 1.75  # from one ply to the next, where a board is 1 wide


def analyse(solution: Solution[str, int]) -> None:
    """Print figures of the graph of the whole game."""
    network = solution.to_networkx()
    moves = network.number_of_edges()
    print(f"{len(network)} positions, {moves} moves, {moves / len(network):.2f} a position")
    busiest = max(degree for _, degree in network.in_degree())
    print(f"most ways into one position: {busiest}")
    print(f"longest game: {nx.dag_longest_path_length(network)} plies")
    perfect = solution.to_networkx(moves="best")
    print(f"under perfect play: {len(perfect)} positions, {perfect.number_of_edges()} moves")
    print(f"traps, drawn boards on which some move loses: {count_traps(network)}")


def count_traps(network: Network) -> int:
    """Count the drawn positions with a move to a position that the other player wins."""
    value = nx.get_node_attributes(network, "value")
    return sum(
        value[position] == 0 and any(value[after] == 1 for after in network.successors(position))
        for position in network
    )


def boards(game: TicTacToe, strategy: Network, root: Any, board: str) -> dict[Any, str]:
    """Return the board of each node, oriented so that one move leads to it from the board above."""
    drawn = {root: board}
    for before, after in nx.bfs_edges(strategy, root):
        played = (game.play(drawn[before], move) for move in game.moves(drawn[before]))
        drawn[after] = next(each for each in played if game.canonical(each) == after[0])
    return drawn


def places(network: Network) -> dict[Any, Place]:
    """Return the place of each node: a row for each ply, nodes close to their neighbours."""
    rows = [list(row) for row in nx.topological_generations(network)]
    across = {node: float(place) for row in rows for place, node in enumerate(row)}
    for upward in (True, False) * 4:
        for row in reversed(rows) if upward else rows:
            near = network.successors if upward else network.predecessors
            pull = {node: mean([across[each] for each in near(node)], across[node]) for node in row}
            row.sort(key=lambda node: pull[node])
            across |= {node: place - (len(row) - 1) / 2 for place, node in enumerate(row)}
    widest = max(len(row) for row in rows)
    return {
        node: (across[node] * widest / (len(row) + 0.4) * 1.35, -LAYER * ply)
        for ply, row in enumerate(rows)
        for node in row
    }


def mean(numbers: list[float], default: float) -> float:
    """Return the mean, or a default if there are no numbers."""
    return sum(numbers) / len(numbers) if numbers else default


def draw(network: Network, drawn: dict[Any, str], title: str, path: Path) -> None:
    """Draw a strategy, every node as a board."""
    where = places(network)
    xs, ys = zip(*where.values(), strict=True)
    width, height = max(xs) - min(xs) + 2, max(ys) - min(ys) + 2.6
    figure = Figure(figsize=(width, height), facecolor=PAPER)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(min(xs) - 1, max(xs) + 1), ylim=(min(ys) - 1, max(ys) + 1.6), aspect="equal")
    axes.axis("off")
    centred: dict[str, Any] = {"color": INK, "ha": "center"}
    axes.text((min(xs) + max(xs)) / 2, max(ys) + 1.15, title, size=17, **centred)
    axes.text((min(xs) + max(xs)) / 2, max(ys) + 0.85, LEGEND, size=11, **centred)
    for before, after in network.edges():
        draw_move(axes, where[before], where[after], is_ours=before[1] == "ours")
    for node, place in where.items():
        is_over = network.nodes[node]["terminal"]
        draw_board(axes, place, drawn[node], TINTS["won" if is_over else node[1]])
    figure.savefig(path, dpi=110)


def draw_move(axes: Axes, above: Place, below: Place, is_ours: bool) -> None:
    """Draw an arrow between boards, bold if x makes the move."""
    arrow = {
        "arrowstyle": "-|>",
        "color": PIECES["x"] if is_ours else PIECES["o"],
        "linewidth": 2.2 if is_ours else 1.1,
        "shrinkA": 0,
        "shrinkB": 0,
    }
    tail, head = (above[0], above[1] - 0.5), (below[0], below[1] + 0.5)
    axes.annotate("", xy=head, xytext=tail, arrowprops=arrow)


def draw_board(axes: Axes, place: Place, board: str, tint: str) -> None:
    """Draw nine squares with their pieces on a tinted card."""
    x, y = place
    card = FancyBboxPatch(
        (x - 0.42, y - 0.42), 0.84, 0.84, boxstyle="round,pad=0.08", facecolor=tint, edgecolor=INK
    )
    axes.add_patch(card)
    for line in (-0.14, 0.14):
        axes.plot([x + line, x + line], [y - 0.4, y + 0.4], color=GRID, linewidth=1.2)
        axes.plot([x - 0.4, x + 0.4], [y + line, y + line], color=GRID, linewidth=1.2)
    for square, piece in enumerate(board[:9]):
        draw_piece(axes, piece, x + (square % 3 - 1) * 0.28, y - (square // 3 - 1) * 0.28)


def draw_piece(axes: Axes, piece: str, x: float, y: float) -> None:
    """Draw a cross, a ring, or nothing."""
    style: dict[str, Any] = {"color": PIECES.get(piece), "linewidth": 2.4}
    if piece == "x":
        for slope in (-0.08, 0.08):
            axes.plot([x - 0.08, x + 0.08], [y - slope, y + slope], **style, solid_capstyle="round")
    elif piece == "o":
        axes.add_patch(Circle((x, y), 0.085, fill=False, **style))


def main() -> None:
    """Analyse the whole game, then draw one strategy."""
    path = Path(sys.argv[1]) if sys.argv[1:] else Path(tempfile.mkdtemp()) / "strategy.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    solution = solve(TicTacToe())
    analyse(solution)
    board = solution.game.parse(".o..x....")
    strategy = solution.to_networkx(around=board, moves="strategy")
    ends = sum(strategy.nodes[node]["terminal"] for node in strategy)
    print(f"strategy: {len(strategy)} positions, {ends} ends, all won by x")
    root = next(node for node, entered in strategy.in_degree() if entered == 0)
    title = "Centre taken, answer on an edge: x wins, whatever o replies"
    draw(strategy, boards(TicTacToe(), strategy, root, board), title, path)
    print(f"drawn to {path}")


if __name__ == "__main__":
    main()
