"""News of a search on the way, in terminals and notebooks."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional, Union


@dataclass(frozen=True)
class Progress:
    """How a search stands."""

    #: ``"search"``, ``"line"``, ``"certificate"`` or ``"check"``.
    phase: str = "search"
    #: What is being asked now, of searches that ask several questions.
    stage: str = ""
    nodes: int = 0
    seconds: float = 0.0
    nodes_per_second: float = 0.0
    pn: float = 1.0
    dn: float = 1.0
    #: Share of the table in use, 0 to 1.
    table_used: float = 0.0
    line: List[str] = field(default_factory=list)
    #: While a certificate is checked: bytes read, of all.
    done: int = 0
    of: int = 0

    def __str__(self) -> str:
        if self.of:
            return f"{self.phase}: {100 * self.done // self.of} %"
        pn, dn = (f"{n:,.0f}" if n < float("inf") else "∞" for n in (self.pn, self.dn))
        parts = [f"{self.nodes:,} nodes", f"{self.seconds:.1f} s", f"pn {pn}", f"dn {dn}"]
        if self.phase != "search":
            parts.insert(0, self.phase)
        if self.stage:
            parts.append(self.stage)
        return "  ".join(parts)


#: Called with a `Progress` now and then; True for a line on the screen.
ProgressLike = Union[None, bool, Callable[[Progress], Any]]


class Teller:
    """Turns what the native part tells into what was asked for. Use as a context."""

    def __init__(self, wanted: ProgressLike) -> None:
        self._show: Optional[Callable[[Progress], Any]] = None
        self._screen: Optional[_Screen] = None
        if wanted is True:
            self._screen = _Screen()
            self._show = self._screen
        elif callable(wanted):
            self._show = wanted
        elif wanted not in (None, False):
            raise TypeError(f"progress: {wanted!r}, expected True, None or something to call")

    @property
    def callback(self) -> Optional[Callable[[Dict[str, Any]], None]]:
        show = self._show
        return None if show is None else lambda news: show(Progress(**news))

    def __enter__(self) -> "Teller":
        return self

    def __exit__(self, *_: object) -> None:
        if self._screen is not None:
            self._screen.close()


class _Screen:
    """One line that is written again and again: in a notebook as its own output, else on the error stream."""

    def __init__(self) -> None:
        self._handle: Any = None
        self._display: Any = None
        self._width = 0
        if _in_notebook():
            from IPython.display import Pretty, display

            self._pretty = Pretty
            self._display = display

    def __call__(self, progress: Progress) -> None:
        text = str(progress)
        if self._display is not None:
            page = self._pretty(text)
            if self._handle is None:
                self._handle = self._display(page, display_id=True)
            else:
                self._handle.update(page)
            return
        if sys.stderr is None or not sys.stderr.isatty():
            return
        self._width = max(self._width, len(text))
        print("\r" + text.ljust(self._width), end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self._width:
            print("\r" + " " * self._width + "\r", end="", file=sys.stderr, flush=True)


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


class Bar:
    """A bar over many problems: tqdm's protocol, with tqdm itself where it is installed."""

    def __init__(self, wanted: Any, total: int, what: str) -> None:
        self._bar: Any = None
        if wanted in (None, False):
            return
        if wanted is True:
            try:
                from tqdm.auto import tqdm

                wanted = tqdm
            except ImportError:
                wanted = _PlainBar
        if hasattr(wanted, "update") and not isinstance(wanted, type):
            # A bar that the caller has made.
            self._bar, self._own = wanted, False
        elif callable(wanted):
            self._bar, self._own = wanted(total=total, desc=what), True
        else:
            raise TypeError(f"progress: {wanted!r}, expected True, a bar, or tqdm or something like it")

    def update(self, n: int = 1) -> None:
        if self._bar is not None:
            self._bar.update(n)

    def close(self) -> None:
        if self._bar is not None and self._own:
            self._bar.close()


class _PlainBar:
    def __init__(self, total: int, desc: str) -> None:
        self.total, self.desc, self.n = total, desc, 0

    def update(self, n: int = 1) -> None:
        self.n += n
        if sys.stderr is not None and sys.stderr.isatty():
            print(f"\r{self.desc}: {self.n} of {self.total}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if sys.stderr is not None and sys.stderr.isatty():
            print(file=sys.stderr)
