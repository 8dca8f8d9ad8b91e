"""Examples of docstrings and documents run, types are right, the notebook is executed."""

import doctest
import importlib
import pathlib
import pkgutil
import subprocess
import sys

import pytest

import phidelta

HERE = pathlib.Path(__file__).parent
DOCS = HERE.parent.parent.parent / "docs"
MODULES = ["phidelta", *(f"phidelta.{found.name}" for found in pkgutil.iter_modules(phidelta.__path__))]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("_native")])
def test_docstrings(name):
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert failed == 0
    if name in ("phidelta", "phidelta._solve", "phidelta.graph"):
        assert tried > 2


def test_the_document():
    failed, tried = doctest.testfile(str(DOCS / "python.md"), module_relative=False)
    assert failed == 0 and tried > 20


def test_everything_is_described():
    for name in phidelta.__all__:
        thing = getattr(phidelta, name)
        if isinstance(thing, type) or callable(thing):
            assert thing.__doc__, name


def test_types():
    pytest.importorskip("mypy")
    package = pathlib.Path(phidelta.__file__).parent
    assert (package / "py.typed").exists() and (package / "_native.pyi").exists()
    for names in [["-p", "phidelta"], [str(HERE / "typed.py")]]:
        ran = subprocess.run(
            [sys.executable, "-m", "mypy", "--follow-imports=silent", "--ignore-missing-imports", *names],
            capture_output=True, text=True, cwd=HERE,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stdout


def test_the_stubs_are_those_of_the_native_part():
    stubs = (pathlib.Path(phidelta.__file__).parent / "_native.pyi").read_text()
    for name, thing in vars(phidelta._native).items():
        if not name.startswith("__"):
            assert f"def {name}(" in stubs or f"class {name}:" in stubs, name
        if isinstance(thing, type):
            for method in vars(thing):
                if not method.startswith("__"):
                    assert f"def {method}(" in stubs, f"{name}.{method}"


def test_the_notebook():
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("matplotlib")
    book = nbformat.read(DOCS / "python.ipynb", as_version=4)
    nbclient.NotebookClient(book, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert {"image/svg+xml", "text/html", "image/png"} <= kinds
