"""The stubs agree with the compiled module, and package, examples and typed calls pass mypy."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import kinesweep as ks
import numpy as np
import pytest
from kinesweep import properties

ROOT = Path(__file__).resolve().parents[1]
CONFIG = str(ROOT / "pyproject.toml")
ORIGIN = np.zeros((1, 3))


@pytest.mark.parametrize(
    "command",
    [
        ["mypy", "--strict", "--config-file", CONFIG, str(ROOT / "kinesweep")],
        ["mypy", "--strict", "--config-file", CONFIG, str(ROOT / "examples")],
        ["mypy", "--strict", "--config-file", CONFIG, str(ROOT / "tests" / "typed_calls.py")],
        ["mypy.stubtest", "--mypy-config-file", CONFIG, "kinesweep._core"],
    ],
    ids=["package", "examples", "typed calls", "stubs"],
)
def test_types_are_right(command: list[str], tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    # In a folder of its own: the source folder has no compiled module.
    done = subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_typed_calls_run() -> None:
    pytest.importorskip("typing_extensions")
    import typed_calls

    typed_calls.accepted()
    typed_calls.refused()


def world_of_one() -> ks.World:
    world = ks.World()
    world.insert(ks.Shape.ball(0.5))
    return world


@pytest.mark.parametrize(
    ("keywords", "call"),
    [
        (properties.BodyProperties, lambda bad: ks.World().insert(ks.Shape.ball(0.5), **bad)),
        (properties.BodyProperties, lambda bad: ks.World().add(ks.Shape.ball(0.5), **bad)),
        (properties.BodyProperties, lambda bad: ks.World().add_balls(0.5, **bad)),
        (properties.BodyProperties, lambda bad: ks.World().add_cuboids((1, 1, 1), **bad)),
        (properties.BodyProperties, lambda bad: ks.World().add_capsules(1, 1, **bad)),
        (properties.MotionProperties, lambda bad: world_of_one().set_motion(0, **bad)),
        (properties.MotionProperties, lambda bad: world_of_one().schedule_motion(0, 1.0, **bad)),
        (properties.ConstantProperties, lambda bad: world_of_one().set_body(0, **bad)),
        (properties.ConstantProperties, lambda bad: world_of_one().schedule_change(0, 1.0, **bad)),
        (properties.PieceProperties, lambda bad: ks.Motion(**bad)),
        (properties.BoxMotion, lambda bad: ks.KineticSweep().insert([0], ORIGIN, ORIGIN, **bad)),
    ],
)
def test_keywords_are_those_of_the_module(keywords: type, call: Callable[[dict[str, Any]], object]) -> None:
    with pytest.raises(TypeError, match="has no keyword") as refusal:
        call({"no_such_keyword": 1})
    found = re.search(r"those are: (.*)$", str(refusal.value))
    assert found is not None
    assert set(found[1].split(", ")) == set(keywords.__annotations__)
