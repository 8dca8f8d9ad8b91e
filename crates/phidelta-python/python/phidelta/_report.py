"""Answers: one, and many of them."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Union

from . import _draw, _native

if TYPE_CHECKING:
    from ._proof import Proof


@dataclass(frozen=True)
class Stats:
    """More counters of a search."""

    expansions: int = 0
    revisits: int = 0
    table_hits: int = 0
    collections: int = 0
    loops_cut: int = 0
    merges_found: int = 0
    max_depth: int = 0


@dataclass(frozen=True)
class Lengths:
    """What is known of the shortest mate, in plies."""

    #: It takes at least so many.
    least: int
    #: There is one within so many.
    most: Optional[int]
    #: The same by composition counting.
    counted_least: Optional[int]
    counted_most: Optional[int]
    counted_line: List[str]
    futile: str
    #: Why something is left open.
    open: Optional[str]

    @property
    def plies(self) -> Optional[int]:
        """The length, where it is decided."""
        return self.least if self.least == self.most else None


@dataclass(frozen=True)
class FirstMove:
    """A first move and what it does."""

    move: str
    verdict: Optional[str]
    value: Optional[str]
    score: Optional[int]
    least: Optional[int]
    most: Optional[int]
    line: List[str]


def _number(value: Union[int, float, str]) -> Union[int, float]:
    if value == "inf":
        return float("inf")
    return int(value) if value != float("inf") else value  # type: ignore[arg-type, return-value]


class Report:
    """The answer to one question, and what it took.

    It is true where the answer is yes: the side to move mates, the attacker reaches the goal. ``unknown`` is
    not true either; `decided` tells it from no.

    >>> import phidelta
    >>> report = phidelta.solve("connect4", "4x4k4:")
    >>> report.verdict, report.value, bool(report)
    ('disproved', 'draw', False)
    >>> stopped = phidelta.solve("synthetic", "depth=40 seed=1", nodes=1000)
    >>> stopped.verdict, stopped.reason, stopped.decided
    ('unknown', 'node limit', False)
    """

    __slots__ = ("_data", "_solved")

    def __init__(
        self, solved: "Optional[_native.Solved]" = None, data: Optional[Dict[str, Any]] = None
    ) -> None:
        self._solved = solved
        self._data = data

    @property
    def _fields(self) -> Dict[str, Any]:
        # Read when someone asks: of a thousand answers most are asked for their verdict alone.
        if self._data is None:
            assert self._solved is not None
            self._data = json.loads(self._solved.json())
        return self._data

    @property
    def verdict(self) -> str:
        """``"proved"``, ``"disproved"`` or ``"unknown"``."""
        return self._solved.verdict if self._solved is not None else self._fields["verdict"]

    @property
    def proved(self) -> bool:
        return self.verdict == "proved"

    @property
    def disproved(self) -> bool:
        return self.verdict == "disproved"

    @property
    def decided(self) -> bool:
        return self.verdict != "unknown"

    @property
    def value(self) -> Optional[str]:
        """``"win"``, ``"draw"`` or ``"loss"`` for the side to move, where the value was asked for. Of a game
        of your own: for the attacker."""
        return self._fields.get("value")

    @property
    def score(self) -> Optional[int]:
        """The exact score, where it was asked for."""
        return self._fields.get("score")

    @property
    def reason(self) -> Optional[str]:
        """Why the verdict is unknown."""
        return self._fields["reason"]

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the search."""
        return self._solved.interrupted if self._solved is not None else bool(self._fields.get("interrupted"))

    @property
    def line(self) -> List[Any]:
        """Moves that show the verdict: texts, or of a game of your own its moves."""
        return self._fields["line"]

    @property
    def line_complete(self) -> bool:
        """Whether the line goes to the end of the game, or to a repetition."""
        return self._fields["line_complete"]

    @property
    def notation(self) -> List[str]:
        """The line in a notation for people, where the game has one."""
        return self._solved.notation if self._solved is not None else []

    @property
    def pn(self) -> Union[int, float]:
        """The proof number at the end; infinity is ``float("inf")``."""
        return _number(self._fields["pn"])

    @property
    def dn(self) -> Union[int, float]:
        """The disproof number at the end."""
        return _number(self._fields["dn"])

    @property
    def nodes(self) -> int:
        """Positions entered: the measure that is the same for every algorithm."""
        return self._fields["nodes"]

    @property
    def counted(self) -> int:
        """What the algorithm's own paper counts; `counts` says what that is."""
        return self._fields["counted"]

    @property
    def counts(self) -> str:
        return self._fields["counts"]

    @property
    def seconds(self) -> float:
        """Wall time of the search."""
        return self._fields["seconds"]

    @property
    def nodes_per_second(self) -> int:
        return self._fields["nodes_per_second"]

    @property
    def table_bytes(self) -> int:
        return self._fields["table_bytes"]

    @property
    def table_used(self) -> float:
        return self._fields["table_used"]

    @property
    def algorithm(self) -> str:
        """The full name of the algorithm."""
        return self._fields["algorithm"]

    @property
    def stats(self) -> Stats:
        return Stats(**self._fields["stats"])

    @property
    def game(self) -> str:
        return self._fields.get("game", "own")

    @property
    def rules(self) -> str:
        return self._fields.get("rules", "-")

    @property
    def position(self) -> str:
        """The one text for the position."""
        return self._fields.get("position", "")

    @property
    def given(self) -> str:
        """The position as it was given."""
        return self._fields.get("given", "")

    @property
    def question(self) -> str:
        return self._fields["question"]

    @property
    def verified(self) -> bool:
        """Whether a certificate of the answer passed the independent checker."""
        return bool(self._fields.get("verified"))

    @property
    def failure(self) -> Optional[str]:
        """Why an answer that was to be certified or verified is not."""
        return self._solved.failure if self._solved is not None else None

    @property
    def certificate(self) -> Optional[bytes]:
        """The certificate, with ``certificate=True``."""
        return self._solved.certificate if self._solved is not None else None

    @property
    def shortest(self) -> Optional[Lengths]:
        """What is known of the shortest mate, from `phidelta.shortest`."""
        found = self._fields.get("shortest")
        return None if found is None else Lengths(**found)

    @property
    def moves(self) -> Optional[List[FirstMove]]:
        """Every first move, from `phidelta.all_solutions`."""
        found = self._fields.get("moves")
        return None if found is None else [FirstMove(**move) for move in found]

    @property
    def drawing(self) -> Optional[str]:
        """The board in several rows."""
        return self._solved.drawing if self._solved is not None else None

    @property
    def kif(self) -> Optional[str]:
        """Position and line for shogi programs."""
        return self._solved.kif if self._solved is not None else None

    @property
    def keys_met(self) -> Optional[str]:
        """The two positions of a game of your own that were found to have one key."""
        return self._fields.get("keys_met")

    def proof(self, memory: int = 8 << 30) -> "Proof":
        """The proof, to be walked through; needs ``solve(..., certificate=True)``."""
        from ._proof import Proof

        if self.certificate is None:
            why = self.failure or "ask for it with solve(..., certificate=True)"
            raise ValueError(f"there is no certificate: {why}")
        return Proof(self.certificate, memory=memory)

    def page(self, language: str = "en") -> str:
        """For people, in English or (``"ja"``) Japanese."""
        return self._solved.page(language) if self._solved is not None else repr(self)

    def to_dict(self) -> Dict[str, Any]:
        """All of it as plain data: the fields of docs/json.md, with infinity as a float."""
        data = dict(self._fields)
        data["pn"], data["dn"] = self.pn, self.dn
        data["interrupted"] = self.interrupted
        return data

    def __bool__(self) -> bool:
        return self.verdict == "proved"

    def __str__(self) -> str:
        return self.page() if self._solved is not None else repr(self)

    def __repr__(self) -> str:
        answer = self.value or self.verdict
        if self.reason:
            answer += f" ({self.reason})"
        shown = " ".join(map(str, self.line[:8])) + (" …" if len(self.line) > 8 else "")
        line = f", line={shown!r}" if self.line else ""
        return f"<Report {self.game}: {answer}{line}, nodes={self.nodes:,}>"

    def _repr_html_(self) -> str:
        answer = self.value or self.verdict
        rows = [
            ("answer", answer + (f" ({self.reason})" if self.reason else "") + (" ✓" if self.verified else "")),
            ("question", self.question),
            ("line", " ".join(self.notation or map(str, self.line[:60])) or "–"),
            ("nodes", f"{self.nodes:,} in {self.seconds:.3g} s"),
            ("algorithm", self.algorithm),
        ]
        cells = "".join(
            f"<tr><th style='text-align:left'>{name}</th>"
            f"<td style='text-align:left'>{html.escape(text)}</td></tr>"
            for name, text in rows
        )
        board = _draw.board(self.game, self.position, self.drawing)
        return f"<div>{board or ''}<table>{cells}</table></div>"


#: The columns of tables, in this order.
COLUMNS = [
    "game", "given", "question", "verdict", "value", "score", "reason", "nodes", "counted", "seconds",
    "pn", "dn", "line", "algorithm", "verified", "table_used",
]  # fmt: skip


def row_of(report: Report) -> Dict[str, Any]:
    """A report as a row of a table."""
    row = {name: getattr(report, name) for name in COLUMNS}
    row["plies"] = len(report.line) if report.decided else None
    return row


def frame_of(rows: List[Dict[str, Any]], library: Optional[str]) -> Any:
    """Rows as a data frame of pandas or polars, whichever is there."""
    libraries = [library] if library else ["pandas", "polars"]
    for name in libraries:
        if name not in ("pandas", "polars"):
            raise ValueError(f"library: {name!r}, expected pandas or polars")
        try:
            module = __import__(name)
        except ImportError:
            continue
        if name == "pandas":
            return module.DataFrame(rows)
        return module.DataFrame(rows, infer_schema_length=None)
    raise ImportError(f"data frames need {' or '.join(libraries)}; .rows() has the same as plain data")


class Reports(List[Report]):
    """Answers in the order of their questions: a list that makes tables.

    >>> import phidelta
    >>> reports = phidelta.solve_many("synthetic", ["depth=4 seed=1", "depth=4 seed=2"])
    >>> [report.verdict for report in reports]
    ['proved', 'proved']
    >>> reports.summary()
    '2 proved, 0 disproved, 0 unknown'
    """

    def __init__(self, reports: Iterable[Report] = (), interrupted: bool = False) -> None:
        super().__init__(reports)
        #: Whether Ctrl-C ended it; what was not done is ``unknown (stopped)``.
        self.interrupted = interrupted

    def rows(self) -> List[Dict[str, Any]]:
        """One dict for each answer."""
        return [row_of(report) for report in self]

    def frame(self, library: Optional[str] = None) -> Any:
        """A data frame of pandas or polars, whichever is installed."""
        return frame_of(self.rows(), library)

    def summary(self) -> str:
        verdicts = [report.verdict for report in self]
        return ", ".join(f"{verdicts.count(word)} {word}" for word in ("proved", "disproved", "unknown"))

    def __repr__(self) -> str:
        return f"<Reports: {self.summary()}>"

    def _repr_html_(self) -> str:
        shown = ["given", "verdict", "value", "nodes", "seconds", "line"]
        head = "".join(f"<th>{name}</th>" for name in shown)
        body = ""
        for report in self[:100]:
            row = row_of(report)
            row["line"] = " ".join(map(str, row["line"][:12]))
            cells = "".join(f"<td>{html.escape(str(_blank(row[name])))}</td>" for name in shown)
            body += f"<tr>{cells}</tr>"
        rest = f"<p>and {len(self) - 100} more</p>" if len(self) > 100 else ""
        return f"<table><tr>{head}</tr>{body}</table>{rest}<p>{self.summary()}</p>"


def _blank(value: Any) -> Any:
    return "" if value is None else value
