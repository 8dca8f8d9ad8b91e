"""What can be wrong, as exceptions."""

from __future__ import annotations

from typing import Optional


class Error(Exception):
    """All that this package raises of its own."""


class PositionError(Error, ValueError):
    """A text that is no position, with the place in it.

    >>> import phidelta
    >>> try:
    ...     phidelta.solve("shogi", "9/8x/9/8P/9/9/9/9/9 b 2G 1")
    ... except phidelta.PositionError as error:
    ...     print(error.line, error.column)
    1 4
    """

    #: The row of the text or the file, from 1.
    line: Optional[int]
    #: The column in it, counted in characters from 1.
    column: Optional[int]
    #: The text, and marks under the place.
    marked: Optional[str]
    #: Where the text comes from: a file, or ``POSITION``.
    place: Optional[str]
    #: What was found and what was expected, without the place.
    reason: str

    def __init__(
        self,
        message: str,
        *,
        line: Optional[int] = None,
        column: Optional[int] = None,
        marked: Optional[str] = None,
        place: Optional[str] = None,
        reason: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.line, self.column, self.marked, self.place = line, column, marked, place
        self.reason = message if reason is None else reason


class OptionError(Error, ValueError):
    """Something that was asked for and cannot be: an unknown game, a goal that the game does not have."""


class AlgorithmError(OptionError):
    """A name that is no algorithm, or parts that do not go together."""


class CertificateError(Error, ValueError):
    """A certificate that is not valid, with the line at which the checker refused it."""

    #: The line of the certificate, from 1.
    line: Optional[int]

    def __init__(self, message: str, *, line: Optional[int] = None) -> None:
        super().__init__(message)
        self.line = line


class InternalError(Error, RuntimeError):
    """A fault of this package. Please report it; nothing that it found is to be believed."""
