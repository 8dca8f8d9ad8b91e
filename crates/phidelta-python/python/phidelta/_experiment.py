"""Grids of runs: every algorithm on every problem."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Dict, Iterable, List, Mapping, Optional, Union

from . import _native
from ._report import frame_of, row_of
from ._solve import PositionLike, _problem, run_all
from ._wish import Count, Seconds, Size, Wish


class Experiment:
    """What a grid of runs gave: a row for each algorithm and problem."""

    def __init__(self, rows: List[Dict[str, Any]], interrupted: bool = False) -> None:
        self._rows = rows
        self.interrupted = interrupted

    @classmethod
    def read(cls, folder: Any) -> "Experiment":
        """The results of ``phidelta experiment NAME``: of its folder, or of the file ``results.jsonl`` in it.

        Each row has what was to be done and what came out (docs/experiments.md); runs that an experiment has not
        finished yet are not there.
        """
        path = Path(folder)
        rows = []
        for line in (path / "results.jsonl" if path.is_dir() else path).read_bytes().splitlines():
            # What a broken off command was writing last is no run.
            if line.endswith(b"}"):
                row = json.loads(line)
                machine = row.pop("machine")
                rows.append({**row, **{f"machine_{name}": what for name, what in machine.items()}})
        return cls(rows)

    def rows(self) -> List[Dict[str, Any]]:
        return [dict(row) for row in self._rows]

    def frame(self, library: Optional[str] = None) -> Any:
        """A data frame of pandas or polars, whichever is installed."""
        return frame_of(self.rows(), library)

    def solved(self) -> Dict[str, int]:
        """How many problems each algorithm has decided."""
        found: Dict[str, int] = {}
        for row in self._rows:
            found[row["algorithm"]] = found.get(row["algorithm"], 0) + (row["verdict"] != "unknown")
        return found

    def pairs(self, x: str, y: str, what: str = "nodes") -> List["tuple[Any, Any]"]:
        """For a scatter plot as in the papers: of each problem the figure with algorithm `x` and with `y`, where
        both have decided it."""
        found: Dict[str, Dict[str, Any]] = {}
        for row in self._rows:
            if row["verdict"] != "unknown":
                found.setdefault(row["problem"], {})[row["algorithm"]] = row[what]
        x, y = _native.algorithm_name(x), _native.algorithm_name(y)
        return [(by[x], by[y]) for by in found.values() if x in by and y in by]

    def scatter(self, x: str, y: str, what: str = "nodes", ax: Any = None) -> Any:
        """That plot, with matplotlib: below the diagonal `y` needs less."""
        if ax is None:
            import matplotlib.pyplot as pyplot

            _, ax = pyplot.subplots(figsize=(5, 5))
        pairs = [(max(a, 1e-9), max(b, 1e-9)) for a, b in self.pairs(x, y, what)]
        ax.scatter([a for a, _ in pairs], [b for _, b in pairs], s=12)
        ends = [min(map(min, pairs)), max(map(max, pairs))] if pairs else [1, 10]
        ax.plot(ends, ends, linewidth=0.8, color="grey")
        ax.set(xscale="log", yscale="log", xlabel=f"{what}, {x}", ylabel=f"{what}, {y}")
        return ax

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        solved = ", ".join(f"{name} {n}" for name, n in self.solved().items())
        return f"<Experiment: {len(self)} runs; solved: {solved}>"


def experiment(
    game: Any,
    problems: Union[Mapping[str, PositionLike], Iterable[PositionLike]],
    algorithms: Iterable[str],
    *,
    question: Optional[str] = None,
    memory: Size = "256M",
    nodes: Count = None,
    time: Seconds = None,
    rules: Optional[Mapping[str, str]] = None,
    workers: Optional[int] = None,
    progress: Any = None,
    stop: "Optional[_native.Stop]" = None,
) -> Experiment:
    """Runs every algorithm on every problem, on all cores; nodes do not depend on how many there are, times do.

    `problems` is a dict of names and positions, or a list of positions.

    >>> import phidelta
    >>> graphs = {f"g{n}": phidelta.graph.random("dag", nodes=60, seed=n) for n in range(5)}
    >>> phidelta.experiment("graph", graphs, ["pn", "df-pn"])
    <Experiment: 10 runs; solved: pn 5, df-pn 5>
    """
    if isinstance(problems, Mapping):
        named = list(problems.items())
    else:
        named = [(p if isinstance(p, str) else f"{n}", p) for n, p in enumerate(problems, 1)]
    how = Wish(memory=memory, nodes=nodes, time=time, lines=False)
    names = [_native.algorithm_name(name) for name in algorithms]
    # A problem is played on while it is searched: each run has one of its own.
    runs = [(name, position, algorithm) for name, position in named for algorithm in names]
    jobs = [
        (_problem(game, position, question, rules), replace(how, algorithm=algorithm))
        for _, position, algorithm in runs
    ]
    reports = run_all(jobs, workers, progress, stop, str(game))
    rows = [{"problem": name, **row_of(report)} for (name, _, _), report in zip(runs, reports)]
    return Experiment(rows, reports.interrupted)
