"""What the package costs beside the Rust library, on the same work, in one run.

    python benches/rates.py [rounds]

Builds `benches/baseline.rs` in release mode, then alternates rounds in Rust and in Python; the
table has the medians. Both must find the same number of events or changes.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import kinesweep as ks
import numpy as np
from kinesweep.sap import Boxes

ROOT = Path(__file__).resolve().parents[2]
Round = tuple[float, int]


def baseline() -> Path:
    """The program of `baseline.rs`."""
    build = ["cargo", "build", "--release", "-q", "-p", "kinesweep-python", "--example", "baseline"]
    subprocess.run([*build, "--message-format=short"], cwd=ROOT, check=True)
    return ROOT / "target/release/examples/baseline"


def gas(events: bool) -> Round:
    """Balls in equilibrium: seconds, and the number of events."""
    scene = ks.Scene.builtin("gas", count=8000, packing=0.3, periodic=True, start="fcc")
    world = scene.world()
    world.advance_to(0.5, events=False)
    before = world.counters()["collisions"]
    begin = perf_counter()
    found = world.advance_to(12.0, events=events)
    seconds = perf_counter() - begin
    return seconds, len(found) if found is not None else world.counters()["collisions"] - before


def random(numbers: np.ndarray) -> np.ndarray:
    """The numbers of `baseline.rs`."""
    bits = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    bits ^= bits >> np.uint64(31)
    return (bits >> np.uint64(40)).astype(np.float32) / np.float32(1 << 24)


def boxes(count: int = 100_000, steps: int = 40) -> Round:
    """A tenth of the boxes moves in each step: seconds a step, and the number of changes."""
    side = np.float32(np.cbrt(count / 0.05))
    low = side * random(np.arange(1, 3 * count + 1)).reshape(count, 3)
    world = Boxes()
    ids = np.arange(count, dtype=np.uint32)
    world.insert(ids, low, low + np.float32(1))
    world.commit()
    seconds, changes = 0.0, 0
    for step in range(steps):
        movers = ids[step % 10 :: 10]
        low[movers, step % 3] += np.float32(0.1)
        moved = low[movers]
        high = moved + np.float32(1)
        begin = perf_counter()
        world.update(movers, moved, high)
        begun, ended = world.commit()
        seconds += perf_counter() - begin
        changes += len(begun) + len(ended)
    return seconds / steps, changes


def positions(count: int = 100_000) -> Round:
    """Seconds to read the positions of so many balls."""
    world = ks.Scene.builtin("gas", count=count, packing=0.1, start="fcc").world()
    times = []
    for _ in range(200):
        begin = perf_counter()
        read = world.positions
        times.append(perf_counter() - begin)
    return statistics.median(times), len(read)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    program = baseline()
    works: dict[str, tuple[str, Callable[[], Round]]] = {
        "events": ("8 000 balls at 0.3, all events as an array", lambda: gas(True)),
        "no-events": ("8 000 balls at 0.3, no events", lambda: gas(False)),
        "boxes": ("100 000 boxes, 10 % moving, a step", boxes),
        "positions": ("positions of 100 000 balls", positions),
    }
    print("| work | Rust, s | Python, s | rate of Rust's |\n|---|---|---|---|")
    for work, (name, measure) in works.items():
        rust, python = [], []
        for _ in range(rounds):
            output = subprocess.run([program, work], check=True, capture_output=True, text=True).stdout
            answer = json.loads(output)
            seconds, count = measure()
            if answer["count"] != count:
                sys.exit(f"{work}: {answer['count']} in Rust, {count} in Python")
            rust.append(answer["seconds"])
            python.append(seconds)
        of_rust, of_python = statistics.median(rust), statistics.median(python)
        print(f"| {name} | {of_rust:.3g} | {of_python:.3g} | {of_rust / of_python:.2f} |")


if __name__ == "__main__":
    main()
