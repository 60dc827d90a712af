"""Conflict detection of 500 aircraft: every loss of separation within 20 minutes.

Each aircraft is a sensor of half the separation, 5 nautical miles, on one flight level; contacts of
two sensors are conflicts. The closed form for all pairs checks them.
"""

import kinesweep as ks
import numpy as np

MILE = 1852.0
SEPARATION = 5 * MILE
HORIZON = 1200.0


def conflicts_of_all_pairs(position: np.ndarray, velocity: np.ndarray) -> dict[tuple[int, int], tuple[float, float]]:
    """When each pair is closer than the separation, from the quadratic of its distance."""
    a, b = np.triu_indices(len(position), 1)
    x, v = position[b] - position[a], velocity[b] - velocity[a]
    square, half, rest = (v * v).sum(1), (x * v).sum(1), (x * x).sum(1) - SEPARATION**2
    root = np.sqrt(np.maximum(half**2 - square * rest, 0))
    begin, end = (-half - root) / square, (-half + root) / square
    meets = (root > 0) & (begin > 0) & (begin < HORIZON)
    pairs = zip(a[meets].tolist(), b[meets].tolist(), strict=True)
    return dict(zip(pairs, zip(begin[meets].tolist(), end[meets].tolist(), strict=True), strict=True))


def main() -> None:
    rng = np.random.default_rng(9)
    position = np.column_stack([rng.uniform(-400, 400, (500, 2)) * MILE, np.zeros(500)])
    heading, speed = rng.uniform(0, 2 * np.pi, 500), rng.uniform(200, 260, 500)
    velocity = np.column_stack([speed * np.cos(heading), speed * np.sin(heading), np.zeros(500)])
    world = ks.World()
    world.add_balls(SEPARATION / 2, position=position, velocity=velocity, sensor=True)
    events = world.advance_to(HORIZON)
    begins = events[(events["kind"] == ks.EventKind.CONTACT_BEGIN) & (events["time"] > 0)]
    found = {tuple(sorted((int(event["a"]), int(event["b"])))): float(event["time"]) for event in begins}
    expected = conflicts_of_all_pairs(position, velocity)
    print("    at s   aircraft      closing at m/s")
    for event in begins[:8]:
        print(f"{event['time']:8.2f}   {event['a']:3d} and {event['b']:3d} {event['closing_speed']:12.1f}")
    print(f"{len(found)} conflicts among 500 aircraft in {HORIZON / 60:.0f} minutes")
    assert found.keys() == expected.keys() and len(found) > 50
    assert all(abs(found[pair] - expected[pair][0]) < 1e-6 for pair in expected)


if __name__ == "__main__":
    main()
