"""Conflict detection of 500 aircraft: every loss of separation within 20 minutes.

Each aircraft is a sensor whose radius is half the separation, 5 nautical miles, and flies straight
on one flight level. Two sensors are in contact while the aircraft are closer than the separation.
The reference is a closed form for all 124750 pairs: with relative position x and velocity v, the
roots of v^2 t^2 + 2 (x v) t + x^2 - separation^2 are begin and end.
"""

import kinesweep as ks
import numpy as np
from numpy.typing import NDArray

MILE = 1852.0
SEPARATION = 5 * MILE
HORIZON = 1200.0
COUNT = 500

Intervals = dict[tuple[int, int], tuple[float, float]]


def closed_form(position: NDArray[np.float64], velocity: NDArray[np.float64]) -> Intervals:
    """Return begin and end of each loss of separation, within the horizon."""
    a, b = np.triu_indices(len(position), 1)
    x, v = position[b] - position[a], velocity[b] - velocity[a]
    square, half, rest = (v * v).sum(1), (x * v).sum(1), (x * x).sum(1) - SEPARATION**2
    root = np.sqrt(np.maximum(half**2 - square * rest, 0))
    begin, end = (-half - root) / square, (-half + root) / square
    lost = (root > 0) & (end > 0) & (begin < HORIZON)
    columns = (a, b, np.maximum(begin, 0), np.minimum(end, HORIZON))
    rows = zip(*(column[lost].tolist() for column in columns), strict=True)
    return {(first, second): (since, until) for first, second, since, until in rows}


def detected(world: ks.World) -> Intervals:
    """Return the same from the events of a run."""
    found: Intervals = {}
    for event in world.advance_to(HORIZON):
        low, high = sorted((int(event["a"]), int(event["b"])))
        time = float(event["time"])
        if event["kind"] == ks.EventKind.CONTACT_BEGIN:
            assert (low, high) not in found
            found[low, high] = (time, HORIZON)
        elif event["kind"] == ks.EventKind.CONTACT_END:
            found[low, high] = (found[low, high][0], time)
    return found


def main() -> None:
    rng = np.random.default_rng(9)
    position = np.column_stack([rng.uniform(-400, 400, (COUNT, 2)) * MILE, np.zeros(COUNT)])
    heading, speed = rng.uniform(0, 2 * np.pi, COUNT), rng.uniform(200, 260, COUNT)
    velocity = np.column_stack([speed * np.cos(heading), speed * np.sin(heading), np.zeros(COUNT)])
    world = ks.World()
    world.add_balls(SEPARATION / 2, position=position, velocity=velocity, sensor=True)
    found, expected = detected(world), closed_form(position, velocity)
    print("  aircraft       from s      to s")
    for (first, second), (since, until) in sorted(found.items(), key=lambda item: item[1])[-8:]:
        print(f"{first:3d} and {second:3d} {since:10.2f} {until:9.2f}")
    at_start = sum(since == 0 for since, _ in found.values())
    print(f"{len(found)} losses of separation in {HORIZON / 60:.0f} minutes, {at_start} of them at the start")
    assert found.keys() == expected.keys() and len(found) > 200
    error = max(np.abs(np.subtract(found[pair], expected[pair])).max() for pair in expected)
    print(f"largest difference from the closed form: {error:.1e} s")
    assert error < 1e-6


if __name__ == "__main__":
    main()
