"""Proof-number search: who wins, with a proof.

>>> import phidelta
>>> report = phidelta.solve("shogi", "9/8k/9/8P/9/9/9/9/9 b 2G 1")
>>> report.verdict, report.line
('proved', ['G*1c', '1b1a', 'G*1b'])

A verdict is never a guess: what a limit, a full memory or Ctrl-C ends is ``unknown``, with the reason.

What is here
    `solve`, `solve_many`          one position, many of them
    `shortest`, `all_solutions`    how long a mate is, which first moves mate
    `compose_check`                the composer's check of a mate problem
    `check`, `Proof`               certificates: checked by other rules, walked through
    `Position`                     a board with its moves
    `algorithms`, `games`          what there is
    `graph`                        AND/OR graphs: random ones, figures of papers, dicts, networkx
    `generate`, `experiment`       suites of positions, and grids of runs over them
    `Game`, `check_game`           a game of your own, in Python
"""

from __future__ import annotations

from . import graph
from ._catalogue import Algorithm, Goal, GameInfo, Rule, algorithms, games
from ._compose import CompositionReport, Fault, compose_check
from ._errors import (
    AlgorithmError,
    CertificateError,
    Error,
    InternalError,
    OptionError,
    PositionError,
)
from ._experiment import Experiment, experiment
from ._generate import Suite, generate
from ._native import Stop, __version__
from ._own import ATTACKER, DEFENDER, Game, check_game
from ._position import Position
from ._progress import Progress
from ._proof import Checked, Proof, ProofNode, Reply, check
from ._report import FirstMove, Lengths, Report, Reports, Stats
from ._solve import all_solutions, read_file, shortest, solve, solve_many

__all__ = [
    "ATTACKER",
    "DEFENDER",
    "Algorithm",
    "AlgorithmError",
    "CertificateError",
    "Checked",
    "CompositionReport",
    "Error",
    "Experiment",
    "Fault",
    "FirstMove",
    "Game",
    "GameInfo",
    "Goal",
    "InternalError",
    "Lengths",
    "OptionError",
    "Position",
    "PositionError",
    "Progress",
    "Proof",
    "ProofNode",
    "Reply",
    "Report",
    "Reports",
    "Rule",
    "Stats",
    "Stop",
    "Suite",
    "__version__",
    "algorithms",
    "all_solutions",
    "check",
    "check_game",
    "compose_check",
    "experiment",
    "games",
    "generate",
    "graph",
    "read_file",
    "shortest",
    "solve",
    "solve_many",
]
