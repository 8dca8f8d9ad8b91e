"""Asking."""

from __future__ import annotations

import os
import threading
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, List, Mapping, Optional, Union

from . import _native
from ._errors import OptionError
from ._own import is_game
from ._position import Position, _rules
from ._progress import Bar, ProgressLike, Teller
from ._report import Report, Reports
from ._wish import Count, Limits, Seconds, Size, Wish
from .graph import Graph, as_graph

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: A position: its text, or one that has been read, or for graphs anything that `phidelta.graph.as_graph` takes.
PositionLike = Any


def _problem(
    game: Any, position: PositionLike, question: Optional[str], rules: Optional[Mapping[str, str]]
) -> "_native.Problem":
    if isinstance(position, _native.Problem):
        return position
    if isinstance(position, Position):
        position = position.given if position.game == "connect4" else position.text
    if isinstance(position, str):
        return _native.read(game, position, question, _rules(rules))
    if game == "graph":
        return as_graph(position)._native.problem(question)
    raise TypeError(f"position: {type(position).__name__}, expected its text")


def _split(game: Any, position: PositionLike) -> "tuple[Any, PositionLike]":
    """Lets `solve(graph)` and `solve(position)` stand for themselves."""
    if isinstance(game, Position):
        return game.game, game
    if position is None and (isinstance(game, Graph) or _is_graph_like(game)):
        return "graph", game
    if isinstance(game, str) and position is None:
        raise TypeError(f"solve({game!r}, …): the position is missing")
    return game, position


def _is_graph_like(thing: Any) -> bool:
    return isinstance(thing, Mapping) or (hasattr(thing, "successors") and hasattr(thing, "nodes"))


def solve(
    game: Any,
    position: PositionLike = None,
    *,
    question: Optional[str] = None,
    algorithm: Optional[str] = None,
    memory: Size = "256M",
    nodes: Count = None,
    time: Seconds = None,
    threads: int = 1,
    verify: bool = False,
    progress: ProgressLike = None,
    certificate: Union[bool, str, None] = None,
    rules: Optional[Mapping[str, str]] = None,
    stop: "Optional[_native.Stop]" = None,
    interval: float = 0.25,
    lines: bool = True,
    distrust_keys: bool = False,
) -> Report:
    """Answers the question about a position.

    game, position
        A game by name (`phidelta.games()`) and the text of a position; a `Position`; a graph as a dict, a
        networkx graph or a `phidelta.graph.Graph`; or a game of your own (`phidelta.Game`).
    question
        ``"win"``, ``"draw"`` for at least a draw, ``"value"`` for all of it, or a goal of the game's own. If
        nothing is said: the value in games with draws, otherwise a win.
    algorithm
        Such as ``"df-pn+tca+snda"`` (`phidelta.algorithms()`); otherwise the game's usual one.
    memory, nodes, time
        Limits: ``"256M"`` or bytes for all a search keeps; nodes, ``"10M"``; seconds. What they end is unknown.
    threads
        How many one search may use, where its algorithm can (`df-pn` and its kin); with more than one, counts differ
        from run to run. `solve_many` runs several searches at once instead.
    verify, certificate
        Have the answer checked by an independent checker; keep the certificate (``True`` or ``"binary"``, or
        ``"text"``).
    progress
        ``True`` for a line on the screen, or something to call with a `Progress` every `interval` seconds. What
        it raises ends the search and comes out.
    stop
        A `Stop`: another thread that sets it ends the search.

    Ctrl-C ends the search, and the report has what was found so far (`Report.interrupted`). Other Python
    threads run meanwhile.

    >>> import phidelta
    >>> phidelta.solve("graph", "kishimoto_fig1")
    <Report graph: proved, line='C F H L N O P', nodes=21>
    >>> phidelta.solve("shogi", "9/8k/9/8P/9/9/9/9/9 b 2G 1", verify=True).verified
    True
    """
    game, position = _split(game, position)
    how = Wish(
        algorithm=algorithm, memory=memory, nodes=nodes, time=time, threads=threads, verify=verify,
        certificate=certificate, interval=interval, lines=lines,
    )  # fmt: skip
    if not isinstance(game, str):
        return _own(game, position, question, how, progress, stop, distrust_keys)
    problem = _problem(game, position, question, rules)
    if progress is None:
        return Report(_native.solve(problem, how, stop, None))
    with Teller(progress) as teller:
        return Report(_native.solve(problem, how, stop, teller.callback))


def _own(
    game: Any,
    position: PositionLike,
    question: Optional[str],
    how: Wish,
    progress: ProgressLike,
    stop: "Optional[_native.Stop]",
    distrust: bool,
) -> Report:
    if position is not None or not is_game(game):
        raise TypeError(f"game: {game!r}, expected a name, a graph, or a game with side, moves, play, …")
    if how.threads != 1:
        raise OptionError(f"threads: {how.threads}, but a game of your own has one: Python runs one thread at a time")
    if how.verify or how.certificate:
        raise OptionError("verify: a game of your own has no certificates; a second checker would need its rules")
    repetition = getattr(game, "repetition", "attacker-fails")
    with Teller(progress) as teller:
        found = _native.solve_own(
            game, question or "win", repetition, distrust, how, stop, teller.callback
        )
    found.update(game=type(game).__name__, rules="-", position="", given=type(game).__name__, score=None,
                 version=_native.__version__, verified=False, shortest=None, moves=None)  # fmt: skip
    return Report(data=found)


def read_file(
    game: str,
    path: Any,
    *,
    question: Optional[str] = None,
    rules: Optional[Mapping[str, str]] = None,
    ply: Optional[int] = None,
) -> "List[_native.Problem]":
    """The problems of a file, as `solve` takes them: one position a row, a graph, or game records.

    `path` is a path or an open file. All of it is read before anything is solved; a slip is a `PositionError`
    with its line and column.
    """
    bytes_, name = content(path)
    return _native.read_file(game, bytes_, name, question, _rules(rules), ply)


def content(path: Any) -> "tuple[bytes, str]":
    """What a path or an open file has, and what it is called."""
    if not hasattr(path, "read"):
        return Path(path).read_bytes(), os.fspath(path)
    found = path.read()
    return found.encode() if isinstance(found, str) else found, str(getattr(path, "name", "file"))


def solve_many(
    game: Any,
    positions: Union[Iterable[PositionLike], "os.PathLike[str]", Any],
    *,
    question: Optional[str] = None,
    algorithm: Optional[str] = None,
    memory: Size = "256M",
    nodes: Count = None,
    time: Seconds = None,
    verify: bool = False,
    certificate: Union[bool, str, None] = None,
    rules: Optional[Mapping[str, str]] = None,
    workers: Optional[int] = None,
    progress: Any = None,
    stop: "Optional[_native.Stop]" = None,
    lines: bool = True,
) -> Reports:
    """Answers many positions, on all cores.

    positions
        A list (or anything to go through) of what `solve` takes, or a file: a path object or an open file.
    workers
        Searches at once, otherwise as many as there are cores. Each has `memory` of its own.
    progress
        ``True`` for a bar (tqdm's where it is installed), or ``tqdm`` itself, or a bar that has ``update``.

    Answers come in the order of the positions, whatever order they are found in. Ctrl-C ends it; what is not
    done then is unknown (``stopped``) and `Reports.interrupted` is true.

    >>> import phidelta
    >>> phidelta.solve_many("graph", [phidelta.graph.random(nodes=50, seed=n) for n in range(4)])
    <Reports: 2 proved, 2 disproved, 0 unknown>
    """
    how = Wish(algorithm=algorithm, memory=memory, nodes=nodes, time=time, verify=verify,
               certificate=certificate, lines=lines)  # fmt: skip
    if isinstance(positions, os.PathLike) or hasattr(positions, "read"):
        listed: List[Any] = list(read_file(game, positions, question=question, rules=rules))
    elif isinstance(positions, str):
        raise TypeError("positions: a text; expected a list of texts, or a file as pathlib.Path")
    else:
        listed = [_problem(game, position, question, rules) for position in positions]
    return run_all([(problem, how) for problem in listed], workers, progress, stop, str(game))


def run_all(
    jobs: "List[tuple[Any, Wish]]", workers: Optional[int], progress: Any,
    stop: "Optional[_native.Stop]", what: str,
) -> Reports:  # fmt: skip
    """Runs jobs side by side: threads, because the searches do not hold the interpreter's lock."""
    workers = workers or os.cpu_count() or 1
    given, stop = stop, _native.Stop()
    bar = Bar(progress, len(jobs), what)
    done: List[Optional[Report]] = [None] * len(jobs)
    lock, upcoming = threading.Lock(), iter(range(len(jobs)))
    interrupted = False

    def work() -> None:
        # Each takes the next one: a thousand small problems need no thousand futures.
        while True:
            with lock:
                index = next(upcoming, None)
            if index is None:
                return
            problem, how = jobs[index]
            done[index] = Report(_native.solve(problem, how, stop, None))
            with lock:
                bar.update(1)

    with ThreadPoolExecutor(max_workers=max(1, min(workers, len(jobs)))) as pool:
        running: "set[Future[None]]" = {pool.submit(work) for _ in range(min(workers, len(jobs)))}
        try:
            while running:
                # Not for ever: Ctrl-C and the caller's flag are looked at in between.
                ended, running = wait(running, timeout=0.05, return_when=FIRST_COMPLETED)
                if given is not None and given.is_set():
                    stop.set()
                for future in ended:
                    future.result()
        except KeyboardInterrupt:
            interrupted = True
        except BaseException:
            with lock:
                upcoming = iter(())
            raise
        finally:
            stop.set() if running or interrupted else None
            bar.close()
    return Reports([report for report in done if report is not None], interrupted)


def shortest(
    position: PositionLike,
    game: str = "shogi",
    *,
    futile: Optional[str] = None,
    progress: ProgressLike = None,
    stop: "Optional[_native.Stop]" = None,
    **limits: "Unpack[Limits]",
) -> Report:
    """The shortest mate: `Report.shortest` has its length in plies, also by composition counting.

    `futile` says which interpositions composers do not count: ``"exact"``, ``"strict"``, ``"loose"``, ``"off"``.
    `limits` are `algorithm`, `memory`, `nodes`, `time` and `threads`, as of `solve`.

    >>> import phidelta
    >>> phidelta.shortest("9/8k/9/8P/9/9/9/9/9 b 2G 1").shortest.plies
    3
    """
    return _told(game, position, Wish(shortest=True, futile=futile, **limits), progress, stop)


def all_solutions(
    position: PositionLike,
    game: str = "shogi",
    *,
    lengths: bool = False,
    futile: Optional[str] = None,
    progress: ProgressLike = None,
    stop: "Optional[_native.Stop]" = None,
    **limits: "Unpack[Limits]",
) -> Report:
    """Every first move and whether it mates: `Report.moves`; with `lengths` also how long each takes.

    `limits` are `algorithm`, `memory`, `nodes`, `time` and `threads`, as of `solve`.

    >>> import phidelta
    >>> report = phidelta.all_solutions("9/8k/9/8P/9/9/9/9/9 b 2G 1")
    >>> [move.move for move in report.moves if move.verdict == "proved"]
    ['G*1c']
    """
    how = Wish(all=True, shortest=lengths, futile=futile, **limits)
    return _told(game, position, how, progress, stop)


def _told(
    game: str, position: PositionLike, how: Wish, progress: ProgressLike, stop: "Optional[_native.Stop]"
) -> Report:
    with Teller(progress) as teller:
        return Report(_native.solve(_problem(game, position, None, None), how, stop, teller.callback))
