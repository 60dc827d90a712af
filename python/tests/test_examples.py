"""The examples run and check their own results."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
SCRIPTS = sorted(EXAMPLES.glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.stem for script in SCRIPTS])
def test_an_example_runs(script: Path, tmp_path: Path) -> None:
    if "freud" in script.read_text(encoding="utf-8"):
        pytest.importorskip("freud")
    done = subprocess.run([sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout


@pytest.mark.parametrize("notebook", sorted(EXAMPLES.glob("*.ipynb")), ids=lambda notebook: notebook.stem)
def test_a_notebook_runs(notebook: Path, tmp_path: Path) -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    pytest.importorskip("matplotlib")
    cells = nbformat.read(notebook, as_version=4)
    nbclient.NotebookClient(cells, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    plots = [output for cell in cells.cells for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]
    assert len(plots) >= 3


def test_the_list_has_every_example() -> None:
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    names = [path.name for path in [*SCRIPTS, *EXAMPLES.glob("*.ipynb")]]
    assert len(names) >= 11
    for name in names:
        assert f"[{name}]({name})" in text
