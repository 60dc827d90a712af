"""The examples run and check their own results."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
SCRIPTS = sorted(EXAMPLES.glob("*.py"))
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def run(script: Path, folder: Path, *options: str) -> str:
    """Return the output of a script that succeeds."""
    command = [sys.executable, *options, str(script)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.stem for script in SCRIPTS])
def test_an_example_runs(script: Path, tmp_path: Path) -> None:
    if "import freud" in script.read_text(encoding="utf-8"):
        pytest.importorskip("freud")
    output = run(script, tmp_path)
    assert len(output.splitlines()) >= 3
    assert "skipped" not in output
    assert not any(tmp_path.iterdir()), "an example leaves no files behind"


def test_an_example_without_freud_is_skipped_with_a_message(tmp_path: Path) -> None:
    script = tmp_path / "without_freud.py"
    example = EXAMPLES / "radial_distribution.py"
    # None in sys.modules makes the import fail.
    lines = [
        "import runpy, sys",
        "sys.modules['freud'] = None",
        f"runpy.run_path({str(example)!r}, run_name='__main__')",
    ]
    script.write_text("\n".join(lines), encoding="utf-8")
    assert run(script, tmp_path).startswith("skipped: ")


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.stem for script in SCRIPTS])
def test_an_example_has_a_docstring_a_main_and_assertions(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert text.startswith('"""')
    assert "def main() -> None:" in text
    assert re.search(r"^\s+assert ", text, re.MULTILINE)
    assert max(len(line) for line in text.splitlines()) <= 110


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=[notebook.stem for notebook in NOTEBOOKS])
def test_a_notebook_runs(notebook: Path, tmp_path: Path) -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    pytest.importorskip("matplotlib")
    cells = nbformat.read(notebook, as_version=4)
    nbformat.validate(cells)
    assert not any(cell.get("outputs") for cell in cells.cells), "no outputs are stored"
    nbclient.NotebookClient(cells, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in cells.cells for output in cell.get("outputs", [])]
    plots = [output for output in outputs if "image/png" in output.get("data", {})]
    assert len(plots) >= 3


def test_the_table_lists_every_example() -> None:
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[([^]]+)\]\(([^)]+)\) \| .+ \|$", text, re.MULTILINE)
    assert all(label == target for label, target in listed)
    names = [path.name for path in [*SCRIPTS, *NOTEBOOKS]]
    assert len(names) >= 11
    assert sorted(label for label, _ in listed) == sorted(names)
