"""AND/OR graphs. The rules are the graph, JSON in one line; a position is the name of a node, a move the name
of the node it leads to. In both, `%` and two hexadecimal digits stand for a byte of a control character or
of `%` itself.
"""

import json
import unicodedata

from .game import Game, Wrong

WORTH = {"win": 1, "draw": 0, "loss": -1}
REPETITION = {"attacker-fails": -1, "draw": 0, "defender-fails": 1}


def escaped(name):
    def sign(char):
        if unicodedata.category(char) == "Cc" or char == "%":
            return "".join("%%%02x" % byte for byte in char.encode())
        return char
    return "".join(map(sign, name))


class Pairs(list):
    """An object of JSON: its keys and values in order."""


def fields(pairs, known, what):
    """An object as a dictionary, with no key twice and none unknown."""
    if not isinstance(pairs, Pairs):
        raise Wrong(f"{what} is no object")
    found = dict(pairs)
    if len(found) != len(pairs) or set(found) - set(known):
        raise Wrong(f"{what} has a key twice or an unknown one")
    return found


def word(value, known, what):
    if not isinstance(value, str) or value not in known:
        raise Wrong(f"{what} is none of {', '.join(known)}")
    return value


def no_number(text):
    raise ValueError(text)


class Graph(Game):
    def __init__(self, rules, position):
        try:
            # Numbers do not matter: as texts they cannot be too large.
            parsed = json.loads(rules, object_pairs_hook=Pairs, parse_int=str, parse_float=str,
                                parse_constant=no_number)
            rules.encode()
        except (ValueError, RecursionError) as error:
            raise Wrong(f"the graph is no JSON: {error}") from None
        graph = fields(parsed, ["root", "nodes", "repetition", "name", "note", "goal", "layers"], "the graph")
        self.repetition = REPETITION[word(graph.get("repetition", "attacker-fails"), REPETITION, "repetition")]
        nodes = graph.get("nodes")
        self.nodes = fields(nodes, [name for name, _ in nodes] if isinstance(nodes, Pairs) else [], "nodes")
        self.types, self.children, self.values = {}, {}, {}
        for name, node in self.nodes.items():
            node = fields(node, ["type", "children", "value", "init"], "a node")
            self.types[name] = word(node.get("type"), ["OR", "AND"], "a node's type")
            children = node.get("children", [])
            if isinstance(children, Pairs) or not isinstance(children, list):
                raise Wrong("children are no list")
            self.children[name] = [word(child, self.nodes, "a child") for child in children]
            if len(set(children)) != len(children):
                raise Wrong("a child is there twice")
            if "value" in node:
                self.values[name] = WORTH[word(node["value"], WORTH, "a node's value")]
                if children:
                    raise Wrong("a node has a value and children")
        self.names = {escaped(name): name for name in self.nodes}
        self.attacker = "OR"
        self.root = self.read(position)
        if self.root != graph.get("root"):
            raise Wrong("the position is not the root of the graph")

    def read(self, text):
        if text not in self.names:
            raise Wrong("no node of the graph")
        return self.names[text]

    def side(self, node):
        return self.types[node]

    def worth(self, node):
        return self.values.get(node)

    def moves(self, node):
        return {escaped(child): child for child in self.children[node]}
