"""Graphs: against networkx and against the truth found backwards."""

import pytest

import phidelta
from phidelta import graph

networkx = pytest.importorskip("networkx")


def truth_by_networkx(made):
    """Which nodes the attacker wins: the least set with a move into it for him, all moves into it for the
    other side. Written with networkx alone."""
    won = {node for node, value in made.nodes(data="value") if value == "win"}
    while True:
        more = {
            node
            for node in set(made.nodes) - won
            if made.out_degree(node)
            and (any if made.nodes[node]["type"] == "OR" else all)(next_ in won for next_ in made.successors(node))
        }
        if not more:
            return won
        won |= more


@pytest.mark.parametrize("kind", ["tree", "dag", "cyclic"])
def test_searches_agree_with_networkx(kind):
    for seed in range(60):
        made = graph.random(kind, nodes=40, seed=seed)
        other = made.to_networkx()
        assert networkx.is_directed_acyclic_graph(other) or kind == "cyclic"
        won = truth_by_networkx(other)
        assert {name for name, reached in made.truth().items() if reached} == won
        for algorithm in ("df-pn+tca+snda", "pn", "alpha-beta"):
            report = made.solve(algorithm=algorithm)
            assert report.proved == (made.root in won) and report.decided, (kind, seed, algorithm)
            here = made.root
            for move in report.line:
                assert other.has_edge(here, move)
                here = move


def test_dicts_and_networkx_are_graphs():
    made = networkx.DiGraph(root=1)
    made.add_node(1, type="OR")
    made.add_node(2, type="AND", value="loss")
    made.add_node(3, type="AND", value="win")
    made.add_edges_from([(1, 2), (1, 3)])
    assert phidelta.solve(made).line == ["3"] == phidelta.solve("graph", made).line
    assert graph.from_networkx(made, root=2).solve().disproved
    again = graph.from_networkx(graph.from_networkx(made).to_networkx())
    assert again.to_dict()["nodes"] == graph.from_networkx(made).to_dict()["nodes"]
    data = graph.figure("kishimoto_fig1").to_dict()
    assert phidelta.solve(data).verdict == phidelta.solve("graph", "kishimoto_fig1").verdict
    with pytest.raises(ValueError):
        phidelta.solve({"A": ["B"]})
    with pytest.raises(ValueError):
        graph.from_networkx(networkx.DiGraph())
    with pytest.raises(phidelta.PositionError):
        phidelta.solve({"root": "A", "nodes": {"A": {"type": "XOR"}}})


def test_a_graph_as_a_game_of_ones_own_has_the_same_answer():
    class Walk(phidelta.Game):
        def __init__(self, made):
            self.nodes = made.to_dict()["nodes"]
            self.path = [made.root]

        def side(self):
            return self.nodes[self.path[-1]]["type"]

        def moves(self):
            return self.nodes[self.path[-1]]["children"]

        def play(self, move):
            self.path.append(move)

        def undo(self, move):
            self.path.pop()

        def outcome(self):
            return self.nodes[self.path[-1]].get("value")

        def key(self):
            return self.path[-1]

    for seed in range(40):
        made = graph.random("cyclic", nodes=60, seed=seed)
        for algorithm in ("df-pn+tca+snda", "pn", "pds+r"):
            assert phidelta.solve(Walk(made), algorithm=algorithm).verdict == made.solve(algorithm=algorithm).verdict


def test_proofs_become_networkx():
    report = graph.random("dag", nodes=80, seed=5).solve(certificate=True)
    made = report.proof().to_networkx()
    assert made.number_of_nodes() >= report.proof().size
    winners = [node for node, data in made.nodes(data=True) if data.get("winner_moves")]
    assert all(made.out_degree(node) == 1 for node in winners)


def test_graphs_show_themselves():
    made = graph.random("dag", nodes=12, seed=1)
    assert made._repr_svg_().startswith("<svg") and made.to_dot().startswith("digraph")
    assert graph.random(nodes=1000)._repr_svg_() is None
    assert len(graph.uniform(3, 2)) == 15 and len(graph.okabe(4)) == 13 and len(graph.chain(5)) == 6
    assert set(graph.figures()) >= {"wpns_fig1", "ghi_min"}
