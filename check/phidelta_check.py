#!/usr/bin/env python3
"""A second checker of certificates: `phidelta_check.py FILE`.

It reads what docs/certificate.md describes, with plain rules of its own for each game (rules/), and shares
nothing with the solver nor with the first checker, `phidelta-check`. Exit codes: 0 a valid certificate of
what is printed, 1 not, 2 wrong usage.
"""

import re
import sys

import form
from rules import GAMES
from rules.game import Wrong

# Positions told within each other.
DEEPEST = 64


def check(data):
    """What a certificate shows, as a dictionary; raises Wrong."""
    lines = Lines(data)
    name, rules, position, question, answer = lines.heading
    if name not in GAMES:
        raise Wrong(f"line 2: game '{name}', expected one of {', '.join(GAMES)}")
    try:
        game = GAMES[name](rules, position)
    except Wrong as wrong:
        raise Wrong(f"line 3: rules or position: {wrong}") from None
    claims = parts_of(game, question, answer)
    if claims is None:
        raise Wrong(f"line 5: '{question}' and '{answer}' are no question and answer of this game")
    parts = [Part(game, lines, *claim) for claim in claims]
    positions, moves, deepest = 0, 0, 0
    for part in parts:
        part.check()
        positions, moves = positions + part.positions, moves + part.moves
        deepest = None if part.deepest is None or deepest is None else max(deepest, part.deepest)
    if lines.next() is not None:
        raise lines.wrong("something follows the last part that the answer needs")
    return {"game": name, "rules": rules, "position": position, "answer": f"{question} {answer}",
            "parts": len(parts), "positions": positions, "moves": moves, "deepest": deepest}


class Lines:
    """The lines of a certificate, and where we are."""

    def __init__(self, data):
        self.number = 0
        self.source = form.lines(data)
        self.heading = self.next()
        self.number = 5

    def next(self):
        self.number += 1
        try:
            return next(self.source, None)
        except Wrong as wrong:
            raise self.wrong(wrong) from None

    def wrong(self, reason):
        return Wrong(f"line {self.number}: {reason}")


NEEDS = {"win": 1, "draw": 0}


def parts_of(game, question, answer):
    """The parts that an answer needs: (question, what it needs, proved). None if the game has no such
    question, or the question no such answer."""
    def score(text):
        number = int(text) if re.fullmatch("0|-?[1-9][0-9]?", text, re.ASCII) else None
        return number if number is not None and game.score_exists(number) else None

    if question == "value" and "value" in game.questions:
        return {"win": [("win", 1, True)], "draw": [("win", 1, False), ("draw", 0, True)],
                "loss": [("draw", 0, False)]}.get(answer)
    if question == "score" and "score" in game.questions:
        found = score(answer)
        return found if found is None else [
            (f"score>={found}", found, True), (f"score>={found + 2}", found + 2, False)]
    if answer not in ("proved", "disproved"):
        return None
    if question in NEEDS and question in game.questions:
        return [(question, NEEDS[question], answer == "proved")]
    if question.startswith("score>=") and "score" in game.questions:
        found = score(question[7:])
        return found if found is None else [(question, found, answer == "proved")]
    return None


class Part:
    """One part: the strategy of the side that has won, the attacker if it is *proved*."""

    def __init__(self, game, lines, question, need, proved):
        self.game, self.lines, self.question, self.need, self.proved = game, lines, question, need, proved
        self.positions, self.moves, self.deepest = 0, 0, None
        # By number: the position and the longest play from it; and those referred to before their line.
        self.shown, self.wanted = {}, {}
        # Lines so far.
        self.count = 0

    def check(self):
        opening = self.lines.next()
        if opening is None or opening[:3] != ("part", self.question, self.proved):
            raise self.lines.wrong(f"expected a part '{self.question}', proved: {self.proved}")
        self.ranked = opening[3]
        # A closed part may go round for ever: only where that is what its side wants.
        again = self.game.repetition
        if not self.ranked and (again is None or (again >= self.need) != self.proved):
            raise self.lines.wrong("a closed part, but a repetition does not help the side that has won")
        while True:
            line = self.lines.next()
            try:
                if line is None or line[0] == "part":
                    raise Wrong("expected a position or the end of the part")
                if line[0] == "end":
                    return self.end(*line[1:])
                self.forget(line[1]) if line[0] == "forget" else self.line(*line[1:])
            except Wrong as wrong:
                raise self.lines.wrong(wrong) from None

    def line(self, number, text, moves):
        position = self.game.read(text)
        identity = self.game.identity(position)
        depth = self.position(position, moves, 0)
        if self.ranked and number != self.count + 1 or not 0 < number < 1 << 32 or number in self.shown:
            raise Wrong(f"the number {number} is not the next one, or is there twice")
        self.count += 1
        if self.wanted.pop(number, identity) != identity:
            raise Wrong(f"{number} was referred to as another position")
        self.shown[number] = position, depth

    def forget(self, numbers):
        for number in numbers:
            if not self.ranked or self.shown.pop(number, None) is None:
                raise Wrong(f"{number} is not here to be forgotten")

    def end(self, root, positions, moves):
        if (positions, moves) != (self.positions, self.moves):
            raise Wrong(f"{self.positions} positions and {self.moves} moves were read, not so many")
        if root[0] == ":":
            raise Wrong("the root needs a line")
        depth = self.leads(root, self.game.root, [], 0)
        if self.wanted:
            raise Wrong(f"no line has the number {min(self.wanted)}")
        self.deepest = depth if self.ranked else None

    def position(self, position, moves, within):
        """Checks a position with its moves; the longest play from there."""
        if not moves:
            raise Wrong("expected moves")
        if self.game.worth(position) is not None:
            raise Wrong("the game has ended in this position")
        winner = self.game.attacks(position) == self.proved
        legal = None if winner else self.game.moves(position)
        named, depth, at = set(), 0, 0
        while at < len(moves):
            name, target = moves[at]
            inner = target[1] if target[0] == ":" else 0
            below = moves[at + 1:at + 1 + inner]
            if len(below) != inner:
                raise Wrong(f"move {name}: the line has not so many moves")
            at += 1 + inner
            after = self.game.after(position, name) if winner else legal.get(name)
            if after is None or name in named:
                raise Wrong(f"the move {name} is not legal, or there twice")
            named.add(name)
            try:
                depth = max(depth, self.leads(target, after, below, within))
            except Wrong as wrong:
                raise Wrong(f"move {name}: {wrong}") from None
        if len(named) != (1 if winner else len(legal)):
            raise Wrong(f"{len(named)} moves, expected {1 if winner else len(legal)}")
        self.positions += 1
        self.moves += len(named)
        return depth + 1

    def leads(self, target, position, inner, within):
        """Checks what a move leads to; the longest play from there."""
        sign, number = target
        if sign == ":":
            if within == DEEPEST:
                raise Wrong("positions within positions, too deep")
            return self.position(position, inner, within + 1)
        if sign in ".!":
            worth = self.game.worth(position)
            if sign == "!" and (worth is not None or not self.game.settled(position, self.need, self.proved)):
                raise Wrong("the rules do not settle this position")
            if sign == "." and (worth is None or (worth >= self.need) != self.proved):
                raise Wrong("the game does not end there in favour of the side that has won")
            return 0
        if number in self.shown:
            line, depth = self.shown[number]
            if sign == "~" and not self.game.follows(position, line, self.proved):
                raise Wrong(f"it does not follow from {number}")
            if sign == "#" and self.game.identity(line) != self.game.identity(position):
                raise Wrong(f"{number} is another position")
            return depth
        if sign == "~" or self.ranked:
            raise Wrong(f"{number} is not here: not shown before, or forgotten")
        identity = self.game.identity(position)
        if self.wanted.setdefault(number, identity) != identity:
            raise Wrong(f"{number} was referred to as another position")
        return 0


def report(shown):
    rules = shown["rules"]
    rules = rules[:120] + ("…" if len(rules) > 120 else "")
    parts = "1 part" if shown["parts"] == 1 else f"{shown['parts']} parts"
    deep = "" if shown["deepest"] is None else f", {shown['deepest']} plies deep"
    return (f"valid      {shown['answer']}\ngame       {shown['game']}\nrules      {rules}\n"
            f"position   {shown['position']}\n"
            f"checked    {parts}, {shown['positions']} positions, {shown['moves']} moves{deep}")


def main(arguments):
    if arguments == ["--batch"]:
        return batch()
    if len(arguments) != 1 or arguments[0].startswith("--"):
        print("usage: phidelta_check.py FILE    (- is the standard input; see docs/certificate.md)",
              file=sys.stderr)
        return 2
    name = arguments[0]
    try:
        if name == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(name, "rb") as file:
                data = file.read()
    except OSError as error:
        print(f"error: {name}: {error.strerror}", file=sys.stderr)
        return 1
    try:
        print(report(check(data)))
        return 0
    except Wrong as wrong:
        print(f"not valid: {name}: {wrong}", file=sys.stderr)
        return 1


def batch():
    """Many certificates on the standard input, each as its length in bytes on a line and then the bytes; an
    answer of one line for each: `valid` with what is shown, or `refused` with the reason."""
    while True:
        length = sys.stdin.buffer.readline()
        if not length:
            return 0
        data = sys.stdin.buffer.read(int(length))
        try:
            shown = check(data)
            counts = [str(shown[key]) for key in ("positions", "moves", "deepest")]
            print("\t".join(["valid", shown["answer"], *counts]), flush=True)
        except Wrong as wrong:
            print("refused", ascii(str(wrong)), sep="\t", flush=True)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
    sys.exit(main(sys.argv[1:]))
