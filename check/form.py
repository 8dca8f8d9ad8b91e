"""The two forms of a certificate, text and binary: both give the same lines.

A line is a tuple: ("part", question, proved, ranked), ("line", number, position, moves),
("forget", numbers) or ("end", target, positions, moves). Moves are pairs of a name and a target; a target is
(sign, number), the sign one of `.`, `!`, `:`, `~` and `#` for a plain number.
"""

import re
import zlib

from rules.game import HIDDEN, Wrong

MAGIC = b"\x89PDC\r\n\x1a\n"
# The most bytes of a block, packed and unpacked.
PACKED, UNPACKED = 512 << 10, 256 << 10
NUMBER = re.compile("0|[1-9][0-9]*", re.ASCII)


def lines(data):
    """The heading, a tuple of five texts, then the lines."""
    return binary_lines(data) if data[:1] == MAGIC[:1] else text_lines(data)


def field(data):
    """The text of a field."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Wrong("not UTF-8") from None
    if HIDDEN.search(text):
        raise Wrong("a hidden character")
    return text


# -- text ----------------------------------------------------------------------------------------------------

def text_lines(data):
    rows = data.split(b"\n")
    if rows.pop():
        # What is before it is read first, so that the first thing wrong is what is said.
        rows.append(None)
    rows = iter(rows)

    def fields():
        for row in rows:
            if row is None:
                raise Wrong("the line has no end")
            yield [field(each) for each in row.split(b"\t")]

    heading = []
    for name in "phidelta-certificate", "game", "rules", "position", "answer":
        found = next(fields(), [])
        if found[:1] != [name] or len(found) != (3 if name == "answer" else 2):
            raise Wrong(f"expected the line '{name}'")
        if name == "phidelta-certificate" and found[1] != "2":
            raise Wrong("expected version 2")
        heading += found[1:]
    yield tuple(heading[1:])
    for found in fields():
        yield text_line(*found)


def text_line(first, *rest):
    if first == "part":
        if len(rest) != 3 or rest[1] not in ("proved", "disproved") or rest[2] not in ("ranked", "closed"):
            raise Wrong("expected 'part', a question, proved or disproved, ranked or closed")
        return "part", rest[0], rest[1] == "proved", rest[2] == "ranked"
    if first == "end":
        if len(rest) != 3:
            raise Wrong("expected 'end', the root and two counts")
        return "end", target(rest[0]), number(rest[1]), number(rest[2])
    if first == "forget":
        if not rest:
            raise Wrong("nothing to be forgotten")
        return "forget", [number(field) for field in rest]
    if len(rest) % 2 == 0:
        raise Wrong("expected a number, a position, and moves, each with what it leads to")
    return "line", number(first), rest[0], [(name, target(to)) for name, to in zip(rest[1::2], rest[2::2])]


def number(text):
    if not NUMBER.fullmatch(text) or len(text) > 20 or int(text) >= 1 << 64:
        raise Wrong(f"'{text}', expected a number")
    return int(text)


def target(text):
    if text in (".", "!"):
        return text, None
    if text[:1] in ("~", ":"):
        return text[0], number(text[1:])
    return "#", number(text)


# -- binary --------------------------------------------------------------------------------------------------

def blocks(data):
    """The unpacked bytes of all blocks, block by block."""
    if data[:8] != MAGIC or data[8:9] != b"\x02":
        raise Wrong("neither a text nor a binary certificate of version 2")
    at, count = 9, 0
    while True:
        count += 1
        if len(data) < at + 12:
            raise Wrong("the certificate ends early")
        packed, length, checksum = (int.from_bytes(data[at + i:at + i + 4], "little") for i in (0, 4, 8))
        bytes_ = data[at + 12:at + 12 + packed]
        at += 12 + packed
        if packed > PACKED or length > UNPACKED or len(bytes_) != packed:
            raise Wrong(f"block {count} is too long or cut off")
        last = packed == length == 0
        raw = b"" if last else unpacked(bytes_, length, count)
        if zlib.crc32(count.to_bytes(8, "little") + raw) != checksum:
            raise Wrong(f"block {count} does not have its checksum")
        if last:
            if at != len(data):
                raise Wrong("something follows the last block")
            return
        yield raw


def unpacked(bytes_, length, count):
    inflate = zlib.decompressobj(-15)
    try:
        # One byte more than is right would show that it is too long.
        raw = inflate.decompress(bytes_, length + 1)
    except zlib.error:
        raise Wrong(f"block {count} cannot be unpacked") from None
    if not length or len(raw) != length or not inflate.eof or inflate.unused_data:
        raise Wrong(f"block {count} cannot be unpacked")
    return raw


class Bytes:
    """Bytes of blocks, taken one after the other."""

    def __init__(self, data):
        self.blocks = blocks(data)
        self.raw, self.at = b"", 0

    def is_at_end(self):
        while self.at == len(self.raw):
            self.raw, self.at = next(self.blocks, None), 0
            if self.raw is None:
                self.raw = b""
                return True
        return False

    def take(self, count):
        found = []
        while count:
            if self.is_at_end():
                raise Wrong("the certificate ends early")
            part = self.raw[self.at:self.at + count]
            self.at += len(part)
            count -= len(part)
            found.append(part)
        return b"".join(found)

    def number(self):
        value = 0
        for shift in range(0, 64, 7):
            byte = self.take(1)[0]
            if shift and byte == 0:
                break
            value |= (byte & 127) << shift
            if byte < 128:
                if value >> 64:
                    break
                return value
        raise Wrong("a number that is none")

    def signed(self):
        return unfolded(self.number())

    def bytes(self):
        return self.take(self.number())

    def text(self):
        return field(self.bytes())


def unfolded(value):
    return value >> 1 if value % 2 == 0 else -(value >> 1) - 1


def plain(value):
    """A number of a line; those that are none are refused."""
    if not 0 <= value < 1 << 64:
        raise Wrong("a number that is none")
    return value


def common(old, new):
    """How many bytes two texts have in common at the beginning."""
    count = 0
    while count < min(len(old), len(new)) and old[count] == new[count]:
        count += 1
    return count


def binary_lines(data):
    source = Bytes(data)
    yield tuple(source.text() for _ in range(5))
    last, position = 0, b""

    def read_target():
        code = source.number()
        if code < 3:
            return ".!:"[code], source.number() if code == 2 else None
        return "~" if code % 2 == 0 else "#", plain(last - unfolded((code - 3) >> 1))

    while not source.is_at_end():
        kind = source.take(1)
        if kind == b"P":
            question, flags = source.text(), source.take(1)[0]
            if flags > 3:
                raise Wrong("unknown signs of a part")
            last = 0
            yield "part", question, flags & 1 == 1, flags & 2 == 2
        elif kind == b"L":
            last = plain(last + 1 + source.signed())
            front, back = source.number(), source.number()
            if front + back > len(position):
                raise Wrong("more of the last position than it has")
            old, position = position, position[:front] + source.bytes() + position[len(position) - back:]
            # As much as there is must be kept, or there would be many ways to say the same.
            rests = old[front:][::-1], position[front:][::-1]
            if front != common(old, position) or back != common(*rests):
                raise Wrong("not all that is like the last position is kept")
            moves = [(source.text(), read_target()) for _ in range(source.number())]
            yield "line", last, field(position), moves
        elif kind == b"F":
            numbers = []
            for _ in range(source.number()):
                numbers.append(plain((numbers or [last])[-1] - source.signed()))
            if not numbers:
                raise Wrong("nothing to be forgotten")
            yield "forget", numbers
        elif kind == b"E":
            yield "end", read_target(), source.number(), source.number()
        else:
            raise Wrong("a record of an unknown kind")
