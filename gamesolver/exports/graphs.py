"""Exports as graphs: ``.graphml``, ``.gexf`` and ``.dot``.

Nodes are the selected positions by their texts, edges the moves among them. The module ``network``
describes the attributes of both. If moves are included, an edge also has the ``value``,
``remoteness`` and ``score`` of the move for the player making it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import networkx as nx

from gamesolver.errors import MORE, InvalidArgumentError, SizeLimitError
from gamesolver.exports.rows import Source
from gamesolver.graph.network import Builder, outcome_data
from gamesolver.show.colours import APPEARANCES

if TYPE_CHECKING:
    from gamesolver.solution import Solution
from gamesolver.texts import NO_XML, spelled
from gamesolver.value import Outcome, Value

COLOURS = {int(value): appearance.light.tint for value, appearance in APPEARANCES.items()}
"""Colours of nodes in a DOT file, by value; labels on them are black."""


def network_of(solution: Solution[Any, Any], source: Source, limit: int) -> nx.MultiDiGraph[Any]:
    """Return a graph of the selected positions and the moves among them."""
    entries = source.selection.chosen(source.rules, source.table, source.report)
    chosen = dict.fromkeys(position for _, position, _ in islice(entries, limit + 1))
    if len(chosen) > limit:
        message = f"more than {limit} positions are selected: expected fewer, or a .parquet file"
        raise SizeLimitError(message, limit).advised(MORE)
    start = {source.rules.canonical(solution.start)}
    builder = Builder(source.rules, solution, start, text=True)
    for position in chosen:
        builder.add_node((position, None))
    for position in chosen:
        for edge in builder.edges_of(position):
            if edge.target in chosen:
                builder.add_edge((position, None), (edge.target, None), edge)
                if source.with_moves:
                    _add_outcome(builder, position, edge)
    return builder.network


def _add_outcome(builder: Builder, position: Any, edge: Any) -> None:
    ends = (builder.name((endpoint, None)) for endpoint in (position, edge.target))
    builder.network.edges[(*ends, edge.key)].update(outcome_data(edge.outcome))


def write_graphml(network: nx.MultiDiGraph[Any], path: Path) -> None:
    """Write a file for yEd, Gephi and igraph; networkx reads it with ``force_multigraph=True``."""
    _require_xml(network)
    nx.write_graphml(network, path)


def write_gexf(network: nx.MultiDiGraph[Any], path: Path) -> None:
    """Write a file for Gephi."""
    _require_xml(network)
    nx.write_gexf(network, path)


def write_dot(network: nx.MultiDiGraph[Any], path: Path) -> None:
    """Write a file for Graphviz: losses red, draws yellow, wins green; best moves bold."""
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write("digraph game {\n  node [shape=box, style=filled];\n")
        for node, data in network.nodes(data=True):
            attributes = {
                "label": f"{data['label']}\n{_outcome(data)}",
                "fillcolor": COLOURS[data["value"]],
                "peripheries": 2 if data["terminal"] else 1,
            }
            file.write(f"  {_quoted(node)} [{_attributes(attributes | _plain(data))}];\n")
        for node, target, data in network.edges(data=True):
            attributes = {"label": data["move"], "style": "bold" if data["best"] else "dashed"}
            attributes |= _plain(data)
            file.write(f"  {_quoted(node)} -> {_quoted(target)} [{_attributes(attributes)}];\n")
        file.write("}\n")


WRITERS: dict[str, Callable[[nx.MultiDiGraph[Any], Path], None]] = {
    ".graphml": write_graphml,
    ".gexf": write_gexf,
    ".dot": write_dot,
}


def _outcome(data: dict[str, Any]) -> str:
    return str(Outcome(Value(data["value"]), data.get("remoteness"), data.get("score")))


def _plain(data: dict[str, Any]) -> dict[str, Any]:
    return {name: entry for name, entry in data.items() if name not in ("label", "move")}


def _attributes(attributes: dict[str, Any]) -> str:
    return ", ".join(f"{name}={_quoted(str(entry))}" for name, entry in attributes.items())


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _require_xml(network: nx.MultiDiGraph[Any]) -> None:
    """Raise if a text has a character that XML files cannot contain."""
    texts = [*network, *(data["move"] for _, _, data in network.edges(data=True))]
    for text in texts:
        if NO_XML.search(text):
            raise InvalidArgumentError(
                f"{spelled(text)} has a character that XML files cannot contain: export as "
                ".dot or .jsonl"
            )
