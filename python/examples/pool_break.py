"""A break shot: the first collisions of the cue ball with the rack, each at its exact time."""

import kinesweep as ks
import numpy as np

RADIUS = 0.028575
MASS = 0.17


def rack() -> np.ndarray:
    """Fifteen places, a tenth of a millimetre apart."""
    gap = 2 * RADIUS + 1e-4
    rows = [(row, place) for row in range(5) for place in range(row + 1)]
    return np.array([(0.6 + row * gap * np.sqrt(0.75), (place - row / 2) * gap, 0.0) for row, place in rows])


def main() -> None:
    table = ks.Domain.box((-1.27, -0.635, -RADIUS), (1.27, 0.635, RADIUS))
    world = ks.World(domain=table, restitution=1.0)
    cue = world.insert(ks.Shape.ball(RADIUS), position=(-0.6, 0.003, 0), velocity=(8, 0, 0), mass=MASS, name="cue")
    world.add_balls(RADIUS, position=rack(), mass=MASS, name=[f"ball {number}" for number in range(1, 16)])
    energy = world.energy
    events = world.advance_to(1.0)
    hits = events[events["b"] >= 0]
    print("      time   bodies            closing speed")
    for hit in hits[:12]:
        names = f"{world.name(int(hit['a']))} - {world.name(int(hit['b']))}"
        print(f"{hit['time']:.8f}  {names:18} {hit['closing_speed']:7.3f} m/s")
    first = hits[0]
    assert first["a"] == cue and first["b"] == 1
    # The cue ball and the apex ball are 3 mm off the line.
    along = np.sqrt(4 * RADIUS**2 - 0.003**2)
    assert abs(first["time"] - (1.2 - along) / 8) < 1e-14
    assert abs(world.energy / energy - 1) < 1e-13
    print(f"{len(events)} collisions in a second, energy kept to {abs(world.energy / energy - 1):.0e}")


if __name__ == "__main__":
    main()
