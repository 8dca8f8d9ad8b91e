"""Games written in Python."""

import itertools
import random
import signal
import threading
import time

import pytest

import phidelta
from phidelta import ATTACKER, DEFENDER

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(phidelta.Game):
    def __init__(self, board="." * 9):
        self.board = list(board)

    def turn(self):
        return "XO"[(9 - self.board.count(".")) % 2]

    def side(self):
        return ATTACKER if self.turn() == "X" else DEFENDER

    def moves(self):
        return [i for i, square in enumerate(self.board) if square == "."]

    def play(self, move):
        self.board[move] = self.turn()

    def undo(self, move):
        self.board[move] = "."

    def outcome(self):
        for a, b, c in LINES:
            if self.board[a] != "." and self.board[a] == self.board[b] == self.board[c]:
                return "win" if self.board[a] == "X" else "loss"
        return None if "." in self.board else "draw"

    def key(self):
        return "".join(self.board)


def minimax(game):
    ended = game.outcome()
    if ended is not None:
        return {"win": 1, "draw": 0, "loss": -1}[ended]
    found = []
    for move in list(game.moves()):
        game.play(move)
        found.append(minimax(game))
        game.undo(move)
    return max(found) if game.side() == ATTACKER else min(found)


@pytest.mark.parametrize("algorithm", [entry.name for entry in phidelta.algorithms()])
def test_every_algorithm_solves_it(algorithm):
    start = TicTacToe("X...O....")
    assert phidelta.solve(start, algorithm=algorithm).disproved
    assert phidelta.solve(start, question="draw", algorithm=algorithm).proved
    report = phidelta.solve(TicTacToe("XO......."), algorithm=algorithm)
    assert report.proved and report.line_complete
    game = TicTacToe("XO.......")
    for move in report.line:
        game.play(move)
    assert game.outcome() == "win"
    assert start.board == list("X...O....")


def test_values_are_those_of_minimax():
    dice = random.Random(1)
    for _ in range(30):
        game = TicTacToe()
        for _ in range(dice.randrange(3, 7)):
            if game.outcome() is None:
                game.play(dice.choice(game.moves()))
        value = {1: "win", 0: "draw", -1: "loss"}[minimax(game)]
        assert phidelta.solve(game, question="value").value == value


def test_the_rules_can_be_checked():
    assert phidelta.check_game(TicTacToe()) is None

    class Forgetful(TicTacToe):
        def key(self):
            return self.board.count(".")

    assert phidelta.check_game(Forgetful()) is not None
    report = phidelta.solve(Forgetful(), distrust_keys=True)
    assert report.verdict == "unknown" and report.keys_met


class Trouble(Exception):
    pass


@pytest.mark.parametrize("method", ["side", "moves", "play", "undo", "outcome", "key"])
@pytest.mark.parametrize("calls", [1, 2, 50, 400])
def test_what_it_raises_comes_out(method, calls):
    count = itertools.count(1)

    class Bad(TicTacToe):
        pass

    def raises(self, *args):
        if next(count) == calls:
            raise Trouble(method)
        return getattr(TicTacToe, method)(self, *args)

    setattr(Bad, method, raises)
    for algorithm in ("df-pn+tca", "pn", "alpha-beta", "pn2", "pds-pn"):
        count = itertools.count(1)
        game = Bad()
        with pytest.raises(Trouble, match=method):
            phidelta.solve(game, algorithm=algorithm)
        if method not in ("play", "undo"):
            assert game.board == ["."] * 9, "what was played is taken back"


def test_moves_may_raise_on_the_way():
    class Half(TicTacToe):
        def moves(self):
            yield 0
            raise Trouble("half")

    with pytest.raises(Trouble):
        phidelta.solve(Half())


def test_wrong_answers_are_refused():
    def with_method(name, value):
        return type("Odd", (TicTacToe,), {name: lambda self, *args: value})()

    for name, value, error in [
        ("side", "white", ValueError),
        ("side", None, ValueError),
        ("outcome", True, ValueError),
        ("outcome", "won", ValueError),
        ("moves", 7, TypeError),
        ("moves", [[1]], TypeError),
        ("key", [1], TypeError),
        ("estimate", (0, 1), ValueError),
        ("estimate", 5, Exception),
    ]:
        with pytest.raises(error):
            phidelta.solve(with_method(name, value))
    report = phidelta.solve(with_method("moves", []))
    assert report.reason == "a position has neither moves nor an outcome"

    class Nothing:
        def moves(self):
            return []

        def play(self, move):
            pass

    with pytest.raises(TypeError, match="side"):
        phidelta.solve(Nothing())
    with pytest.raises(phidelta.OptionError):
        phidelta.solve(TicTacToe(), question="score")
    with pytest.raises(phidelta.OptionError):
        phidelta.solve(TicTacToe(), verify=True)


class Keyed(TicTacToe):
    """Its key is whatever it is told."""

    def __init__(self, of):
        super().__init__()
        self.of = of

    def key(self):
        return self.of(super().key())


@pytest.mark.parametrize(
    "of",
    [
        lambda text: text.encode(),
        lambda text: tuple(text),
        lambda text: frozenset(enumerate(text)),
        lambda text: int.from_bytes(text.encode() * 9, "big"),
        lambda text: (None, (text, -1), -2, 2**200),
    ],
)
def test_keys_of_any_kind(of):
    assert phidelta.solve(Keyed(of)).disproved
    assert phidelta.check_game(Keyed(of)) is None


def test_minus_one_is_not_minus_two():
    """Python's own hash has them as one."""

    class Two(phidelta.Game):
        def __init__(self):
            self.at = 0

        def side(self):
            return True

        def moves(self):
            return [-1, -2]

        def play(self, move):
            self.at = move

        def undo(self, move):
            self.at = 0

        def outcome(self):
            return {0: None, -1: "loss", -2: "win"}[self.at]

        def key(self):
            return (self.at,)

    report = phidelta.solve(Two())
    assert report.proved and report.line == [-2]


def test_repetitions_are_worth_what_the_game_says():
    class Round(phidelta.Game):
        def __init__(self, worth):
            self.repetition, self.at = worth, 0

        def side(self):
            return self.at == 0

        def moves(self):
            return ["go"]

        def play(self, move):
            self.at = 1 - self.at

        def undo(self, move):
            self.at = 1 - self.at

        def outcome(self):
            return None

        def key(self):
            return self.at

    assert phidelta.solve(Round("attacker-fails")).disproved
    assert phidelta.solve(Round("defender-fails")).proved
    assert phidelta.solve(Round("draw"), question="value").value == "draw"
    with pytest.raises(ValueError):
        phidelta.solve(Round("win"))


class Endless(phidelta.Game):
    """A game that is never over: numbers count up."""

    def __init__(self):
        self.path = [1]

    def side(self):
        return len(self.path) % 2 == 1

    def moves(self):
        return [0, 1, 2]

    def play(self, move):
        self.path.append((self.path[-1] * 3 + move) % (1 << 61))

    def undo(self, move):
        self.path.pop()

    def outcome(self):
        return "loss" if len(self.path) > 40 else None

    def key(self):
        return (len(self.path), self.path[-1])


def test_limits_hold():
    assert phidelta.solve(Endless(), nodes=500).nodes == 500
    began = time.monotonic()
    assert phidelta.solve(Endless(), time=0.2).reason == "time limit"
    assert time.monotonic() - began < 60
    told = []
    phidelta.solve(Endless(), time=0.5, progress=told.append, interval=0.1)
    assert told and told[0].nodes > 0


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
def test_ctrl_c_gives_the_report_so_far():
    signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    report = phidelta.solve(Endless())
    assert report.interrupted and report.verdict == "unknown" and report.reason == "stopped"
    assert report.nodes > 0


def test_other_threads_stop_it_and_run_beside_it():
    stop = phidelta.Stop()
    threading.Timer(0.3, stop.set).start()
    assert phidelta.solve(Endless(), stop=stop).reason == "stopped"
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(phidelta.solve(TicTacToe(), question="value").value))
        for _ in range(3)
    ]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert found == ["draw"] * 3
