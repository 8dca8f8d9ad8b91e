"""Read by mypy alone: what a caller writes has types."""

import pathlib
from typing import List, Optional

import phidelta

report: phidelta.Report = phidelta.solve("shogi", "9/8k/9/8P/9/9/9/9/9 b 2G 1", nodes="1M", time=1.5)
verdict: str = report.verdict
value: Optional[str] = report.value
line: List[str] = report.line
proof: phidelta.Proof = report.proof()
node: Optional[phidelta.ProofNode] = proof.root
names: List[str] = [entry.name for entry in phidelta.algorithms()]
many: phidelta.Reports = phidelta.solve_many("graph", [phidelta.graph.random(nodes=10)])
first: phidelta.Report = many[0]
shortest: phidelta.Report = phidelta.shortest("9/8k/9/8P/9/9/9/9/9 b 2G 1", nodes="1M", memory=1 << 20)
one: phidelta.CompositionReport = phidelta.compose_check("9/8k/9/8P/9/9/9/9/9 b 2G 1", time=1)
several: List[phidelta.CompositionReport] = phidelta.compose_check(pathlib.Path("problems.sfen"))
