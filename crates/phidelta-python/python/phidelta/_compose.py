"""The composer's check of a mate problem."""

from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, Dict, List, Optional, Union, overload

from . import _draw, _native
from ._progress import ProgressLike, Teller
from ._solve import content
from ._wish import Count, Limits, Wish, count

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True)
class Fault:
    """Something that is wrong with a problem."""

    kind: str
    #: The number of the move at which it stands, from 1.
    move: int
    line: List[str]
    line_complete: bool
    length: Optional[int]
    piece: Optional[str]


class CompositionReport:
    """What a check found. It is true where the problem is sound."""

    __slots__ = ("_data", "_native")

    def __init__(self, found: "_native.CheckedComposition") -> None:
        self._native = found
        self._data: Dict[str, Any] = json.loads(found.json())

    @property
    def verdict(self) -> str:
        """Whether it is sound, in a word."""
        return self._data["verdict"]

    @property
    def position(self) -> str:
        return self._data["position"]

    @property
    def solution(self) -> List[str]:
        return self._data["solution"]

    @property
    def plies(self) -> int:
        return self._data["plies"]

    @property
    def faults(self) -> List[Fault]:
        return [Fault(**fault) for fault in self._data["faults"]]

    @property
    def undecided(self) -> List[Dict[str, Any]]:
        return self._data["undecided"]

    @property
    def nodes(self) -> int:
        return self._data["nodes"]

    @property
    def seconds(self) -> float:
        return self._data["seconds"]

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the check; what was not looked at is undecided."""
        return self._native.interrupted

    def page(self, language: str = "en") -> str:
        """For people, in English or (``"ja"``) Japanese."""
        return self._native.page(language)

    def to_kif(self, language: str = "en") -> str:
        """The solution as main line, faults as variations."""
        return self._native.kif(language)

    def to_html(self, language: str = "en") -> str:
        """A page with diagrams that can be printed."""
        return self._native.html(language)

    def to_dict(self) -> Dict[str, Any]:
        return dict(self._data)

    def __bool__(self) -> bool:
        return self.verdict == "sound"

    def __str__(self) -> str:
        return self.page()

    def __repr__(self) -> str:
        return f"<CompositionReport: {self.verdict}, {self.plies} plies, {len(self.faults)} faults>"

    def _repr_html_(self) -> str:
        board = _draw.board("shogi", self.position, None) or ""
        return f"<div>{board}<pre>{html.escape(self.page())}</pre></div>"


class CheckOptions(Limits, total=False):
    """What `compose_check` takes beside the problem."""

    futile: Optional[str]
    question_nodes: Count
    pieces: bool
    progress: ProgressLike
    stop: "Optional[_native.Stop]"


@overload
def compose_check(
    position: str, solution: Optional[str] = None, **options: "Unpack[CheckOptions]"
) -> CompositionReport: ...


@overload
def compose_check(
    position: "os.PathLike[str] | IO[Any]", **options: "Unpack[CheckOptions]"
) -> List[CompositionReport]: ...


def compose_check(
    position: Any,
    solution: Optional[str] = None,
    *,
    futile: Optional[str] = None,
    question_nodes: Count = "1M",
    pieces: bool = True,
    progress: ProgressLike = None,
    stop: "Optional[_native.Stop]" = None,
    **limits: Any,
) -> Union[CompositionReport, List[CompositionReport]]:
    """Checks a mate problem as composers do: other solutions, other lengths, pieces that do nothing.

    position
        An SFEN; or a file of them or of game records (KIF, CSA …), as a path object or an open file: then a list
        of reports, one for each problem. A record's moves are its solution.
    solution
        In USI (``"G*1c 1b1a G*1b"``) or in Japanese notation; otherwise the solver's own main line is checked.
    question_nodes
        Nodes for each question, at most.
    limits
        `algorithm`, `memory`, `nodes`, `time` and `threads`, as of `solve`, for each problem.

    Ctrl-C ends it: what was not looked at is undecided, and the problems of a file behind it are left out.

    >>> import phidelta
    >>> report = phidelta.compose_check("9/8k/9/8P/9/9/9/9/9 b 2G 1")
    >>> bool(report), report.plies, report.faults[0].kind
    (False, 3, 'equal-defence')
    """
    how, each = Wish(futile=futile, **limits), count("question_nodes", question_nodes)

    def checked(problem: "_native.Composition") -> CompositionReport:
        with Teller(progress) as teller:
            return CompositionReport(problem.check(how, each, pieces, stop, teller.callback))

    if isinstance(position, str):
        return checked(_native.Composition.read(position, solution))
    if solution is not None:
        raise TypeError("solution: a file has the solutions of its problems itself")
    reports: List[CompositionReport] = []
    for problem in _native.Composition.read_file(*content(position)):
        reports.append(checked(problem))
        if reports[-1].interrupted:
            break
    return reports
