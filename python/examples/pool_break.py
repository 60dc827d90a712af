"""A break shot: the first collisions of the cue ball with the rack, each at its exact time.

The cue ball moves along x at speed v, offset by h from the apex ball, a distance s ahead. Closed
form: it touches the apex ball when the centres are 2 r apart, after (s - sqrt(4 r^2 - h^2)) / v,
and the closing speed is v sqrt(1 - (h / 2 r)^2). Balls and cushions are elastic and smooth: energy
is conserved.
"""

import kinesweep as ks
import numpy as np
from numpy.typing import NDArray

RADIUS = 0.028575
MASS = 0.17
SPEED = 8.0
OFFSET = 0.003
CUE = -0.6
APEX = 0.6


def rack() -> NDArray[np.float64]:
    """Return the centres of fifteen balls, a tenth of a millimetre apart."""
    pitch = 2 * RADIUS + 1e-4
    rows = [(row, place) for row in range(5) for place in range(row + 1)]
    centres = [(APEX + row * pitch * np.sqrt(0.75), (place - row / 2) * pitch, 0.0) for row, place in rows]
    return np.array(centres)


def main() -> None:
    table = ks.Domain.box((-1.27, -0.635, -RADIUS), (1.27, 0.635, RADIUS))
    world = ks.World(domain=table, restitution=1.0)
    cue = world.insert(
        ks.Shape.ball(RADIUS), position=(CUE, OFFSET, 0), velocity=(SPEED, 0, 0), mass=MASS, name="cue"
    )
    balls = world.add_balls(
        RADIUS, position=rack(), mass=MASS, name=[f"ball {number}" for number in range(1, 16)]
    )
    energy = world.energy
    assert abs(energy / (MASS * SPEED**2 / 2) - 1) < 1e-14
    events = world.advance_to(1.0)
    events = events[events["kind"] == ks.EventKind.COLLISION]
    # Walls have negative numbers.
    hits = events[(events["a"] >= 0) & (events["b"] >= 0)]
    print("      time   bodies            closing speed")
    for hit in hits[:12]:
        names = f"{world.name(int(hit['a']))} - {world.name(int(hit['b']))}"
        print(f"{hit['time']:.8f}  {names:18} {hit['closing_speed']:7.3f} m/s")

    first = hits[0]
    assert {int(first["a"]), int(first["b"])} == {cue, int(balls[0])}
    along = np.sqrt(4 * RADIUS**2 - OFFSET**2)
    assert abs(first["time"] - (APEX - CUE - along) / SPEED) < 1e-14
    assert abs(first["closing_speed"] - SPEED * along / (2 * RADIUS)) < 1e-12
    assert (np.diff(events["time"]) >= 0).all() and len(hits) >= 15
    change = abs(world.energy / energy - 1)
    print(f"{len(events)} collisions in a second, of which {len(hits)} of balls; energy kept to {change:.0e}")
    assert change < 1e-13


if __name__ == "__main__":
    main()
