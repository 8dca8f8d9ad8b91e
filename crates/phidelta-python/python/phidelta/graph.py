"""AND/OR graphs: random ones, figures of papers, dicts, networkx.

>>> from phidelta import graph
>>> small = graph.from_dict({
...     "root": "A",
...     "nodes": {
...         "A": {"type": "OR", "children": ["B", "C"]},
...         "B": {"type": "AND", "value": "loss"},
...         "C": {"type": "AND", "value": "win"},
...     },
... })
>>> small.solve().line
['C']
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Tuple

from . import _native as native

if TYPE_CHECKING:
    from ._report import Report


class Graph:
    """An AND/OR graph with a root. The format is docs/graph-format.md's."""

    __slots__ = ("_native",)

    def __init__(self, made: "native.Graph") -> None:
        self._native = made

    @property
    def title(self) -> Optional[str]:
        return self._native.title

    @property
    def root(self) -> str:
        return self._native.root

    @property
    def goal(self) -> str:
        """What the attacker wants: ``"win"``, or ``"draw"`` for at least a draw."""
        return self._native.goal

    def __len__(self) -> int:
        return len(self._native)

    def __repr__(self) -> str:
        return f"<Graph {self.title or ''}: {len(self)} nodes, root {self.root}>"

    def solve(self, **options: Any) -> "Report":
        """`phidelta.solve` of its root."""
        from ._solve import solve

        return solve(self, **options)

    def truth(self) -> Dict[str, Optional[bool]]:
        """Whether the attacker reaches the goal, for each node taken as the root, found backwards from the ends
        and without a search; None where that depends on open leaves.

        >>> sum(random("cyclic", nodes=100, seed=1).truth().values())
        52
        """
        return dict(self._native.truth())

    def to_json(self) -> str:
        return self._native.to_json()

    def to_dict(self) -> Dict[str, Any]:
        return json.loads(self.to_json())

    def to_networkx(self) -> Any:
        """A ``networkx.DiGraph`` with the fields of each node as attributes, and the root as its own."""
        import networkx

        data = self.to_dict()
        nodes = data.pop("nodes")
        made = networkx.DiGraph(**data)
        for name, node in nodes.items():
            made.add_node(name, **{key: value for key, value in node.items() if key != "children"})
        for name, node in nodes.items():
            made.add_edges_from((name, child) for child in node.get("children", ()))
        return made

    def to_dot(self) -> str:
        """For Graphviz: boxes where the attacker moves, ellipses where the defender does."""
        rows = [f"digraph {json.dumps(self.title or 'graph')} {{"]
        for name, node in self.to_dict()["nodes"].items():
            shape = "box" if node["type"] == "OR" else "ellipse"
            label = name + (f"\\n{node['value']}" if "value" in node else "")
            rows.append(f'  "{_dot(name)}" [shape={shape}, label="{_dot(label)}"];')
            rows.extend(f'  "{_dot(name)}" -> "{_dot(child)}";' for child in node.get("children", ()))
        return "\n".join([*rows, "}", ""])

    def _repr_svg_(self) -> Optional[str]:
        # More than that is a smear.
        return _layers(self.to_dict()) if len(self) <= 60 else None


def _dot(text: str) -> str:
    return text.replace('"', '\\"')


def random(
    kind: str = "cyclic",
    *,
    nodes: int = 12,
    children: Tuple[int, int] = (1, 3),
    leaf: float = 0.3,
    draw: float = 0.0,
    open: float = 0.0,
    largest_init: int = 1,
    span: Optional[int] = None,
    goal: str = "win",
    repetition: str = "attacker-fails",
    seed: int = 1,
) -> Graph:
    """A random graph: ``"tree"``, ``"dag"`` or ``"cyclic"``. The same arguments give the same graph, for ever.

    children
        The fewest and the most of an inner node.
    leaf, draw, open
        How likely a node is a leaf, a leaf a draw, and a leaf one of which nothing will ever be known.
    span
        How far away a child may be in the order of nodes: a small one makes deep graphs.

    >>> random("dag", nodes=20, seed=3)
    <Graph dag-20-3: 20 nodes, root n0>
    """
    made = native.Graph.random(
        kind, nodes, tuple(children), leaf, draw, open, largest_init, span, goal, repetition, seed
    )
    return Graph(made)


def uniform(depth: int, branching: int, *, seed: int = 1) -> Graph:
    """A tree in which every leaf is `depth` moves away and every other node has `branching` children."""
    return Graph(native.Graph.uniform(depth, branching, seed))


def okabe(layers: int, last: Optional[str] = "win") -> Graph:
    """Diamonds in a row (Okabe 2005): plain proof numbers double with each."""
    return Graph(native.Graph.okabe(layers, last))


def chain(plies: int) -> Graph:
    """A single line of so many moves."""
    return Graph(native.Graph.chain(plies))


def figure(name: str) -> Graph:
    """A figure of a paper (`figures()`).

    >>> figure("kishimoto_fig1").solve().verdict
    'proved'
    """
    return Graph(native.Graph.figure(name))


def figures() -> Dict[str, str]:
    """The names of all figures, and what each shows."""
    return dict(native.Graph.figures())


def from_json(text: str, name: str = "graph") -> Graph:
    """Reads a graph; `name` is how the text is called in errors."""
    return Graph(native.Graph.from_json(text, name))


def from_dict(data: Mapping[str, Any]) -> Graph:
    """A graph of a dict as docs/graph-format.md has it: ``{"root": …, "nodes": {name: {"type": …, …}}}``."""
    if "nodes" not in data:
        raise ValueError('a graph needs "root" and "nodes": {name: {"type": "OR" or "AND", …}}')
    return from_json(json.dumps(data), "dict")


def from_networkx(made: Any, root: Any = None) -> Graph:
    """A graph of a ``networkx.DiGraph`` whose nodes have a ``type`` (``"OR"``, ``"AND"``) and, at the ends, a
    ``value`` (``"win"``, ``"draw"``, ``"loss"``). The root is the attribute ``root`` of the graph, or given."""
    root = made.graph.get("root") if root is None else root
    if root is None:
        raise ValueError("root: a graph needs one, as an argument or as the graph's attribute 'root'")
    names = {node: str(node) for node in made.nodes}
    if len(set(names.values())) != len(names):
        raise ValueError("nodes: two of them have one text")
    nodes: Dict[str, Any] = {}
    for node, fields in made.nodes(data=True):
        kept = {key: fields[key] for key in ("type", "value", "init") if key in fields}
        below: List[str] = [names[child] for child in made.successors(node)]
        if below:
            kept["children"] = below
        nodes[names[node]] = kept
    data = {key: made.graph[key] for key in ("name", "note", "goal", "repetition") if made.graph.get(key)}
    return from_dict({**data, "root": str(root), "nodes": nodes})


def as_graph(thing: Any) -> Graph:
    """A graph of whatever stands for one."""
    if isinstance(thing, Graph):
        return thing
    if isinstance(thing, Mapping):
        return from_dict(thing)
    if hasattr(thing, "successors") and hasattr(thing, "nodes"):
        return from_networkx(thing)
    raise TypeError(f"graph: {type(thing).__name__}, expected a Graph, a dict or a networkx.DiGraph")


_COLOURS = {"win": "#9fd89f", "loss": "#eda7a7", "draw": "#dddddd"}


def _layers(data: Dict[str, Any]) -> str:
    """A small graph as SVG: nodes in rows by their distance from the root."""
    nodes = data["nodes"]
    level = {data["root"]: 0}
    queue = [data["root"]]
    for name in queue:
        for child in nodes[name].get("children", ()):
            if child not in level:
                level[child] = level[name] + 1
                queue.append(child)
    rows: Dict[int, List[str]] = {}
    for name in queue:
        rows.setdefault(level[name], []).append(name)
    width = 64 * max(len(row) for row in rows.values()) + 16
    place = {}
    for depth, row in rows.items():
        for i, name in enumerate(row):
            place[name] = (width * (i + 0.5) / len(row), 24.0 + 60 * depth)
    from html import escape

    parts = []
    for name in queue:
        for child in nodes[name].get("children", ()):
            (x, y), (u, v) = place[name], place[child]
            parts.append(f'<path d="M{x:g} {y:g}L{u:g} {v:g}" stroke="#888" fill="none"/>')
    for name in queue:
        (x, y), node = place[name], nodes[name]
        fill = _COLOURS.get(node.get("value", ""), "white")
        radius = 2 if node["type"] == "OR" else 12
        parts.append(
            f'<rect x="{x - 24:g}" y="{y - 12:g}" width="48" height="24" rx="{radius}" fill="{fill}" '
            f'stroke="black"/><text x="{x:g}" y="{y:g}" font-size="11" font-family="sans-serif" '
            f'text-anchor="middle" dominant-baseline="central">{escape(name[:8])}</text>'
        )
    height = 60 * len(rows) + 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">' + "".join(parts) + "</svg>"
    )
