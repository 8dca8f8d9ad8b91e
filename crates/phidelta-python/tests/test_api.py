"""The interface: what comes out, what is refused."""

import datetime
import json
import pathlib
import pickle

import pytest

import phidelta

MATE = "9/8k/9/8P/9/9/9/9/9 b 2G 1"


def test_a_report_has_everything():
    report = phidelta.solve("shogi", MATE, verify=True, certificate="text")
    assert report.verdict == "proved" and report.proved and report.decided and bool(report)
    assert report.line == ["G*1c", "1b1a", "G*1b"] and report.line_complete
    assert (report.pn, report.dn) == (0, float("inf"))
    assert report.game == "shogi" and report.given == MATE and report.question == "win"
    assert report.nodes > 0 and report.counted > 0 and report.seconds >= 0 and report.counts
    assert report.verified and report.certificate.startswith(b"phidelta")
    assert report.stats.expansions > 0 and report.algorithm.startswith("df-pn")
    assert "G*1c" in report.page() and "詰み" in report.page("ja")
    assert report.kif.count("verdict: proved") == 1
    data = report.to_dict()
    assert data["dn"] == float("inf") and data["line"] == report.line and data["interrupted"] is False
    assert "proved" in repr(report) and "<svg" in report._repr_html_()
    assert report.value is None and report.score is None and report.reason is None


def test_values_and_goals():
    report = phidelta.solve("connect4", "4x3k3:")
    assert (report.question, report.value, bool(report)) == ("value", "win", True)
    assert phidelta.solve("connect4", "4x3k3:", question="value").value == "win"
    assert phidelta.solve("connect4", "4x3k3:", question="win").value is None
    with pytest.raises(phidelta.OptionError, match="goal"):
        phidelta.solve("shogi", MATE, question="draw")


def test_limits_end_with_unknown():
    hard = "depth=60 seed=1"
    report = phidelta.solve("synthetic", hard, nodes="1K")
    assert (report.verdict, report.reason, report.nodes) == ("unknown", "node limit", 1000)
    assert not report and not report.decided and report.line == []
    assert phidelta.solve("synthetic", hard, time=0.05).reason == "time limit"
    assert phidelta.solve("synthetic", hard, time=datetime.timedelta(milliseconds=50)).reason == "time limit"
    stop = phidelta.Stop()
    stop.set()
    assert phidelta.solve("synthetic", hard, stop=stop).reason == "stopped"


def test_the_same_question_has_the_same_counts():
    counts = {phidelta.solve("synthetic", "branching=3 depth=7 seed=5").nodes for _ in range(3)}
    assert len(counts) == 1


@pytest.mark.parametrize(
    "text, line, column",
    [("9/8x/9/8P/9/9/9/9/9 b 2G 1", 1, 4), ("9/9 b - 1", 1, None), ("", 1, None)],
)
def test_a_wrong_text_has_its_place(text, line, column):
    with pytest.raises(phidelta.PositionError) as caught:
        phidelta.solve("shogi", text)
    error = caught.value
    assert isinstance(error, ValueError) and isinstance(error, phidelta.Error)
    assert error.line == line and error.column is not None and error.marked is not None
    assert column is None or error.column == column
    assert error.reason and str(error.column) in str(error)


def test_errors_of_json_and_files_have_their_place(tmp_path):
    with pytest.raises(phidelta.PositionError) as caught:
        phidelta.solve("graph", '{"root":\n  oops}')
    assert caught.value.line == 2
    path = tmp_path / "a.sfen"
    path.write_text(f"# head\n{MATE}\n 9/9 b - 1\tnote\n")
    with pytest.raises(phidelta.PositionError) as caught:
        phidelta.solve_many("shogi", path)
    assert caught.value.line == 3 and "a.sfen:3:" in str(caught.value)


def test_what_cannot_be_is_refused():
    for call, error in [
        (lambda: phidelta.solve("chess", "x"), phidelta.OptionError),
        (lambda: phidelta.solve("shogi", MATE, algorithm="df-pm"), phidelta.AlgorithmError),
        (lambda: phidelta.solve("shogi", MATE, algorithm="pn+tca"), phidelta.AlgorithmError),
        (lambda: phidelta.solve("shogi", MATE, memory="lots"), phidelta.OptionError),
        (lambda: phidelta.solve("shogi", MATE, memory=17), phidelta.OptionError),
        (lambda: phidelta.solve("shogi", MATE, memory=-1), phidelta.OptionError),
        (lambda: phidelta.solve("shogi", MATE, nodes="many"), phidelta.OptionError),
        (lambda: phidelta.solve("shogi", MATE, nodes=1.5), TypeError),
        (lambda: phidelta.solve("shogi", MATE, time=-1), phidelta.OptionError),
        (lambda: phidelta.solve("shogi", MATE, time=float("nan")), phidelta.OptionError),
        (lambda: phidelta.solve("shogi", MATE, threads=0), phidelta.OptionError),
        (lambda: phidelta.solve("shogi", MATE, threads=1.5), phidelta.OptionError),
        (lambda: phidelta.solve("shogi", MATE, certificate="json"), phidelta.OptionError),
        (lambda: phidelta.solve("shogi", MATE, progress=3), TypeError),
        (lambda: phidelta.solve("shogi"), TypeError),
        (lambda: phidelta.solve("shogi", 7), TypeError),
        (lambda: phidelta.solve(object(), None), TypeError),
        (lambda: phidelta.solve("shogi", MATE, rules={"x": "y"}), phidelta.OptionError),
        (lambda: phidelta.solve("synthetic", "depth=3", verify=True), phidelta.OptionError),
        (lambda: phidelta.shortest("start ee", "uttt"), phidelta.OptionError),
        (lambda: phidelta.shortest(MATE, futile="x"), phidelta.OptionError),
        (lambda: phidelta.solve_many("shogi", MATE), TypeError),
        (lambda: phidelta.check(b"no certificate"), phidelta.CertificateError),
        (lambda: phidelta.generate("graph", 1), phidelta.OptionError),
        (lambda: phidelta.graph.random("ring"), phidelta.OptionError),
        (lambda: phidelta.graph.figure("nothing"), phidelta.PositionError),
        (lambda: phidelta.solve("shogi", MATE).proof(), ValueError),
        (lambda: phidelta.solve("shogi", MATE).page("xx"), phidelta.OptionError),
    ]:
        with pytest.raises(error):
            call()
    with pytest.raises(MemoryError):
        phidelta.solve("shogi", MATE, memory="4000T")


def test_several_threads_find_the_same():
    for game, text, algorithm in [("synthetic", "branching=3 depth=9 seed=5", "df-pn"), ("shogi", MATE, None)]:
        alone = phidelta.solve(game, text, algorithm=algorithm)
        together = phidelta.solve(game, text, algorithm=algorithm, threads=2)
        assert together.verdict == alone.verdict and together.decided


def test_a_fault_within_is_an_exception():
    with pytest.raises(phidelta.InternalError, match="asked to fail"):
        phidelta._native.fail_within()


def test_lengths_and_all_solutions():
    report = phidelta.shortest(MATE)
    assert report.shortest.plies == 3 and report.shortest.counted_most == 3
    report = phidelta.all_solutions(MATE, lengths=True)
    mates = {move.move: move.most for move in report.moves if move.verdict == "proved"}
    assert mates["G*1c"] == 3 and all(move.line[0] != move.move for move in report.moves if move.line)


def test_a_composition_is_checked():
    report = phidelta.compose_check(MATE)
    assert report.plies == 3 and not report and report.faults
    assert "<html" in report.to_html() and "<svg" in report._repr_html_() and report.to_kif()
    assert json.dumps(report.to_dict()) and str(report) and "verdict" in report.page()
    with_line = phidelta.compose_check(MATE, "G*1c 1b1a G*1b")
    assert with_line.solution == ["G*1c", "1b1a", "G*1b"] and with_line.to_dict()["solution_given"]
    with pytest.raises(phidelta.PositionError):
        phidelta.compose_check(MATE, "G*1c 9i9h")


def test_compositions_of_a_file_are_checked(tmp_path):
    path = tmp_path / "problems.sfen"
    path.write_text(f"# two of them\n{MATE}\n8k/9/8P/9/9/9/9/9/9 b G 1\n")
    reports = phidelta.compose_check(path, pieces=False)
    assert [report.plies for report in reports] == [3, 1]
    assert reports[0].to_dict()["faults"] == phidelta.compose_check(MATE, pieces=False).to_dict()["faults"]
    record = tmp_path / "problem.kif"
    record.write_text(phidelta.compose_check(MATE).to_kif())
    with record.open() as file:
        (of_record,) = phidelta.compose_check(file)
    assert of_record.to_dict()["solution_given"] and of_record.plies == 3
    path.write_text(f"{MATE}\n9/9 b - 1\n")
    with pytest.raises(phidelta.PositionError) as caught:
        phidelta.compose_check(path)
    assert caught.value.line == 2
    with pytest.raises(TypeError):
        phidelta.compose_check(path, "G*1c")


def test_certificates_are_checked_and_walked():
    report = phidelta.solve("shogi", MATE, certificate=True)
    checked = phidelta.check(report.certificate)
    assert (checked.game, checked.question, checked.answer) == ("shogi", "win", "proved")
    proof = report.proof()
    assert proof.size == checked.positions == len(list(proof.nodes()))
    assert proof.main_line() == report.line and proof.root.winner_moves
    assert proof.root.size == proof.size and proof.at("G*1c").plies == 2
    other = proof.at("G*1c")
    assert not other.winner_moves and {reply.move for reply in other.replies} == set(other.moves)
    assert all(child.winner_moves for child in other.children)
    assert proof.at(*report.line) is None
    with pytest.raises(KeyError):
        proof.at("G*9i")
    assert proof.to_svg().startswith("<svg") and proof.to_dot().startswith("//")
    assert "手数" in proof.to_kif() and "<svg" in proof.root._repr_svg_() and proof.page()
    with pytest.raises(phidelta.OptionError):
        phidelta.solve("graph", "ghi_min", certificate=True).proof().to_kif()


def test_a_broken_certificate_is_refused_with_its_line():
    report = phidelta.solve("shogi", MATE, certificate="text")
    rows = report.certificate.split(b"\n")
    with pytest.raises(phidelta.CertificateError) as caught:
        phidelta.check(b"\n".join([*rows[:6], b"nonsense", *rows[7:]]))
    assert caught.value.line == 7


def test_draws_have_two_strategies():
    proof = phidelta.solve("graph", phidelta.graph.from_dict({
        "root": "A", "nodes": {"A": {"type": "OR", "children": ["B", "C"]},
                               "B": {"type": "AND", "value": "draw"}, "C": {"type": "AND", "value": "loss"}},
    }), question="draw", certificate=True).proof()  # fmt: skip
    assert proof.parts == 1 and proof.answer == "draw proved"


def test_positions_show_themselves():
    position = phidelta.Position("shogi", MATE)
    assert "G*1c" in position.moves and position._repr_svg_().startswith("<svg")
    assert position == phidelta.Position("shogi", position.text) and position != phidelta.Position("uttt", "start")
    assert len({position, phidelta.Position("shogi", position.text)}) == 1
    assert phidelta.solve(position).proved
    for game, text in [("othello", "f5d6"), ("loa", "start"), ("uttt", "start"), ("connect4", "44")]:
        position = phidelta.Position(game, text)
        assert position.moves and position._repr_svg_().startswith("<svg"), game
        assert phidelta.solve(position, nodes=50).nodes <= 50
    assert phidelta.Position("othello", "f5d6")._repr_svg_().count("<circle") == 6
    assert phidelta.Position("loa", "start")._repr_svg_().count("<circle") == 24


def test_algorithms_and_games_are_listed():
    names = [entry.name for entry in phidelta.algorithms()]
    assert "df-pn" in names and len(phidelta.algorithms("all")) > len(names)
    assert phidelta.games()["othello"].goals and phidelta.games()["shogi"].has_lengths
    for name in names:
        assert phidelta.solve("graph", "wpns_fig1", algorithm=name, nodes=10_000).algorithm.startswith(name)


def test_many_keep_their_order(tmp_path):
    path = tmp_path / "trees.txt"
    seeds = list(range(40))
    path.write_text("".join(f"depth=6 seed={seed}\n" for seed in seeds))
    one_by_one = [phidelta.solve("synthetic", f"depth=6 seed={seed}").verdict for seed in seeds]
    reports = phidelta.solve_many("synthetic", path)
    assert [report.verdict for report in reports] == one_by_one
    with path.open() as file:
        assert [report.verdict for report in phidelta.solve_many("synthetic", file, workers=1)] == one_by_one
    assert not reports.interrupted and len(reports.rows()) == 40 and "<table>" in reports._repr_html_()
    assert phidelta.solve_many("synthetic", []) == []


class Bar:
    """What tqdm looks like from here."""

    def __init__(self, total=None, desc=None):
        self.total, self.n, self.closed = total, 0, False
        bars.append(self)

    def update(self, n):
        self.n += n

    def close(self):
        self.closed = True


bars = []


def test_progress_of_many_is_tqdms():
    texts = [f"depth=5 seed={seed}" for seed in range(12)]
    phidelta.solve_many("synthetic", texts, progress=Bar)
    assert (bars[-1].total, bars[-1].n, bars[-1].closed) == (12, 12, True)
    own = Bar(total=12)
    phidelta.solve_many("synthetic", texts, progress=own)
    assert own.n == 12 and not own.closed
    phidelta.solve_many("synthetic", texts, progress=True)


def test_progress_of_one_is_called():
    told = []
    phidelta.solve("synthetic", "depth=60 seed=1", time=1.5, progress=told.append, interval=0.1)
    assert len(told) >= 2 and told[-1].nodes > told[0].nodes > 0 and told[0].phase == "search"
    assert "nodes" in str(told[0])
    phidelta.solve("synthetic", "depth=60 seed=1", time=0.3, progress=True, interval=0.1)


def test_what_a_callback_raises_comes_out():
    class Enough(Exception):
        pass

    def callback(progress):
        raise Enough("of this")

    with pytest.raises(Enough, match="of this"):
        phidelta.solve("synthetic", "depth=60 seed=1", progress=callback, interval=0.05)


def test_suites_and_experiments_are_data():
    suite = phidelta.generate("shogi", 4, seed=3, nodes=(1, 300))
    assert len(suite) == 4 and list(suite) == list(phidelta.generate("shogi", 4, seed=3, nodes=(1, 300)))
    assert all(phidelta.solve_many("shogi", suite))
    grid = phidelta.experiment("shogi", suite, ["df-pn+tca", "pn"], nodes=100_000)
    assert len(grid) == 8 and grid.solved() == {"df-pn+tca": 4, "pn": 4}
    assert len(grid.pairs("df-pn+tca", "pn")) == 4
    pandas = pytest.importorskip("pandas")
    frame = grid.frame()
    assert isinstance(frame, pandas.DataFrame) and set(frame["algorithm"]) == {"df-pn+tca", "pn"}
    assert (frame["verdict"] == "proved").all() and frame["nodes"].sum() > 0
    with pytest.raises(ValueError):
        grid.frame("excel")


def test_frames_of_polars_have_the_same():
    polars = pytest.importorskip("polars")
    suite = ["depth=4 seed=1", "depth=60 seed=1"]
    reports = phidelta.solve_many("synthetic", suite, nodes=5000)
    frame = reports.frame("polars")
    assert isinstance(frame, polars.DataFrame) and frame["verdict"].to_list() == ["proved", "unknown"]
    assert frame["nodes"].to_list() == [report.nodes for report in reports]
    grid = phidelta.experiment("synthetic", suite, ["pn", "df-pn"], nodes=5000).frame("polars")
    assert grid.height == 4 and grid.filter(polars.col("algorithm") == "pn").height == 2


def test_results_of_the_command_are_read(tmp_path):
    run = {
        "game": "shogi", "goal": None, "problem": MATE, "algorithm": "df-pn", "limit_nodes": 1000, "limit_ms": None,
        "memory": 1 << 20, "version": "0", "verdict": "proved", "reason": None, "value": None, "nodes": 7,
        "seconds": 0.25, "machine": {"cpu": "one", "cores": 2, "memory": 0, "system": "any"},
    }  # fmt: skip
    lines = [json.dumps(run), json.dumps({**run, "algorithm": "pn", "nodes": 9}), json.dumps(run)[:40]]
    (tmp_path / "results.jsonl").write_text("\n".join(lines))
    for place in (tmp_path, str(tmp_path), tmp_path / "results.jsonl"):
        found = phidelta.Experiment.read(place)
        assert found.solved() == {"df-pn": 1, "pn": 1} and found.pairs("df-pn", "pn") == [(7, 9)]
        assert found.rows()[0]["machine_cores"] == 2


def test_reports_of_graphs_may_be_kept():
    data = phidelta.graph.random(nodes=30, seed=4).solve().to_dict()
    assert pickle.loads(pickle.dumps(data)) == data


def test_versions_agree():
    cargo = (pathlib.Path(__file__).parent.parent / "Cargo.toml").read_text()
    assert f'version = "{phidelta.__version__}"' in cargo
