"""The same scene gives the same log from Python and from the command."""

import os
import subprocess
from pathlib import Path
from typing import Any

import kinesweep as ks
import numpy as np
import pytest

COMMAND = os.environ.get("KINESWEEP_COMMAND")

BOUNCING: dict[str, Any] = {
    "world": {"gravity": np.array([0.0, 0.0, -9.81]), "restitution": 0.7, "horizon": 3.0},
    "bodies": [
        {"name": "floor", "kind": "fixed", "shape": {"kind": "half_space", "normal": [0, 0, 1]}},
        {"name": "box", "shape": {"kind": "cuboid", "half_extents": [0.5, 0.4, 0.3]}, "position": [0, 0, np.float64(3)],
         "angular_velocity": [0.3, 0.2, 0.1], "rotates": True},
        {"name": "ball", "shape": {"kind": "ball", "radius": 0.2}, "position": [0.1, 0, 5]},
    ],
}  # fmt: skip


@pytest.mark.parametrize("scene", ["bullet-and-paper", "pool-break", "newtons-cradle", "gas", "bouncing"])
def test_logs_are_those_of_the_command(scene: str, tmp_path: Path) -> None:
    if COMMAND is None:
        pytest.skip("KINESWEEP_COMMAND does not name the command")
    ours, theirs = tmp_path / "python.jsonl", tmp_path / "command.jsonl"
    until = 2.0
    source: Any = scene
    if scene == "bouncing":
        import json

        from kinesweep._json import plain

        source = tmp_path / "scene.json"
        source.write_text(json.dumps(BOUNCING, default=plain), encoding="utf-8")
    ks.run(BOUNCING if scene == "bouncing" else source, until, log=ours)
    arguments = [COMMAND, "run", str(source), "--until", str(until), "--log", str(theirs)]
    subprocess.run(arguments, check=True, capture_output=True)
    assert ours.read_bytes() == theirs.read_bytes()
    assert ours.stat().st_size > 0


def test_a_log_has_the_events_of_a_world(tmp_path: Path) -> None:
    import json

    log = tmp_path / "log.jsonl"
    end = ks.run("pool-break", 2.0, log=log)
    world = ks.Scene.builtin("pool-break").world()
    events = world.advance_to(2.0)
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if "kind" in line or "time" in line]
    assert [line["time"] for line in lines] == events["time"].tolist()
    np.testing.assert_array_equal(end.positions, world.positions)
