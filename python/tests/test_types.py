"""The stubs agree with the compiled module, and examples and package pass mypy."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CONFIG = str(ROOT / "pyproject.toml")


@pytest.mark.parametrize(
    "command",
    [
        ["mypy", "--config-file", CONFIG, str(ROOT / "kinesweep")],
        ["mypy", "--config-file", CONFIG, str(ROOT / "examples")],
        ["mypy.stubtest", "--mypy-config-file", CONFIG, "kinesweep._core"],
    ],
)
def test_types_are_right(command: list[str], tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    # In a folder of its own: the source folder has no compiled module.
    done = subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
