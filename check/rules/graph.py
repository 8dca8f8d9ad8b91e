"""AND/OR graphs. The rules are the graph, JSON in one line and in one way; a position is the name of a node, a
move the name of the node it leads to. In both, `%` and two hexadecimal digits stand for a byte of a hidden
character or of `%` itself.
"""

import json

from .game import HIDDEN, Game, Wrong

WORTH = {"win": 1, "draw": 0, "loss": -1}
REPETITION = {"attacker-fails": -1, "draw": 0, "defender-fails": 1}


def escaped(name):
    """A name as a position."""
    def sign(char):
        hidden = char == "%" or HIDDEN.match(char)
        return "".join("%%%02x" % byte for byte in char.encode()) if hidden else char
    return "".join(map(sign, name))


def quoted(text):
    """A text as the rules have it."""
    def sign(char):
        return "\\" + char if char in '"\\' else f"\\u{ord(char):04x}" if HIDDEN.match(char) else char
    return '"' + "".join(map(sign, text)) + '"'


def written(repetition, root, nodes):
    """The one way to write a graph."""
    def node(name, kind, value, children):
        rest = f',"value":"{value}"' if value else ""
        if children:
            rest = f',"children":[{",".join(map(quoted, children))}]'
        return f'{quoted(name)}:{{"type":"{kind}"{rest}}}'
    return (f'{{"repetition":"{repetition}","root":{quoted(root)},'
            f'"nodes":{{{",".join(node(*each) for each in nodes)}}}}}')


class Graph(Game):
    """A position is the name of a node."""

    def __init__(self, rules, position):
        try:
            graph = json.loads(rules, object_pairs_hook=lambda pairs: pairs)
            (_, repetition), (_, root), (_, nodes) = graph
            nodes = [self.node(name, dict(node)) for name, node in nodes]
            same = written(repetition, root, nodes) == rules
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            same = False
        if not same or repetition not in REPETITION:
            raise Wrong("the rules are no graph, or not written as they must be")
        self.repetition = REPETITION[repetition]
        self.types = {name: kind for name, kind, _, _ in nodes}
        self.values = {name: value for name, _, value, _ in nodes}
        self.children = {name: children for name, _, _, children in nodes}
        if len(self.types) != len(nodes) or root not in self.types or not nodes:
            raise Wrong("names of nodes are there twice, or the root is none")
        for name, kind, value, children in nodes:
            if kind not in ("OR", "AND") or value is not None and value not in WORTH:
                raise Wrong("a type or a value that is none")
            if len(set(children)) != len(children) or not set(children) <= set(self.types):
                raise Wrong("a child that is no node, or is there twice")
        self.names = {escaped(name): name for name in self.types}
        self.attacker = "OR"
        self.root = self.read(position)
        if self.root != root:
            raise Wrong("the position is not the root of the graph")

    def node(self, name, fields):
        return name, fields["type"], fields.get("value"), fields.get("children", [])

    def read(self, text):
        if text not in self.names:
            raise Wrong("no node of the graph")
        return self.names[text]

    def side(self, node):
        return self.types[node]

    def worth(self, node):
        value = self.values[node]
        return None if value is None else WORTH[value]

    def moves(self, node):
        return {escaped(child): child for child in self.children[node]}
