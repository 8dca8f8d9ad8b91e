"""Limits as people write them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Optional, TypedDict, Union

from ._errors import OptionError

#: Bytes, or a text such as ``"256M"`` or ``"1.5G"``.
Size = Union[int, str]
#: A count, or a text such as ``"10M"`` or ``"1e6"``.
Count = Union[int, str, None]
#: Seconds.
Seconds = Union[float, int, timedelta, None]

_BINARY = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
_DECIMAL = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
_MOST = 2**64 - 1
#: As of the command: far more than it has been tried with.
_MOST_THREADS = 1024


def _scaled(name: str, text: str, units: "dict[str, int]", expected: str) -> int:
    plain = text.strip().upper()
    for end in ("IB", "B"):
        if units is _BINARY and plain.endswith(end):
            plain = plain[: -len(end)]
            break
    unit = plain[-1:] if plain[-1:] in units and plain[-1:] else ""
    digits = plain[: len(plain) - len(unit)]
    try:
        value = int(digits) if digits.replace("_", "").isdigit() else float(digits)
        scaled = value * units[unit]
        if scaled != int(scaled):
            raise ValueError
    except (ValueError, OverflowError):
        raise OptionError(f"{name}: {text!r}, expected {expected}") from None
    return int(scaled)


def size(value: Size) -> int:
    """
    >>> size("256M"), size("1.5GiB"), size(1 << 20)
    (268435456, 1610612736, 1048576)
    """
    expected = "bytes, or a text such as 64M or 1.5G"
    if isinstance(value, str):
        value = _scaled("memory", value, _BINARY, expected)
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"memory: {value!r}, expected {expected}")
    if not 0 <= value <= _MOST:
        raise OptionError(f"memory: {value}, expected {expected}")
    return value


def count(name: str, value: Count) -> Optional[int]:
    """
    >>> count("nodes", "10M"), count("nodes", "1e6"), count("nodes", None)
    (10000000, 1000000, None)
    """
    expected = "a whole number, or a text such as 10M or 1e6"
    if value is None:
        return None
    if isinstance(value, str):
        value = _scaled(name, value, _DECIMAL, expected)
    if isinstance(value, float) and value == int(value):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name}: {value!r}, expected {expected}")
    if not 0 <= value <= _MOST:
        raise OptionError(f"{name}: {value}, expected {expected}")
    return value


def seconds(value: Seconds) -> Optional[float]:
    if value is None:
        return None
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"time: {value!r}, expected seconds or a timedelta")
    if not value >= 0:
        raise OptionError(f"time: {value}, expected seconds from 0 on")
    # What is longer than the clock counts is no limit.
    return None if value > 1e9 else float(value)


class Limits(TypedDict, total=False):
    """How a search is made and what it may take: the arguments that every question has, as in `solve`."""

    algorithm: Optional[str]
    memory: Size
    nodes: Count
    time: Seconds
    threads: int


@dataclass
class Wish:
    """How to search: made of what people write, taken by the native part."""

    algorithm: Optional[str] = None
    memory: Size = "256M"
    nodes: Count = None
    time: Seconds = None
    threads: int = 1
    interval: float = 0.25
    lines: bool = True
    verify: bool = False
    #: ``True`` is the binary form.
    certificate: Union[bool, str, None] = None
    shortest: bool = False
    all: bool = False
    futile: Optional[str] = None

    def __post_init__(self) -> None:
        if type(self.threads) is not int or not 1 <= self.threads <= _MOST_THREADS:
            raise OptionError(f"threads: {self.threads!r}, expected a whole number from 1 to {_MOST_THREADS}")
        if self.algorithm is not None and not isinstance(self.algorithm, str):
            raise TypeError(f"algorithm: {self.algorithm!r}, expected a name such as 'df-pn+tca'")
        self.certificate = "binary" if self.certificate is True else self.certificate or None
        # The usual size is not read again for each of a million calls.
        self.memory = 268435456 if self.memory == "256M" else size(self.memory)
        self.nodes = count("nodes", self.nodes)
        self.time = seconds(self.time)
        self.interval = float(self.interval)
        self.lines, self.verify = bool(self.lines), bool(self.verify)
