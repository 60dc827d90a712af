"""Newton's cradle: five equal balls in a row; as many leave as arrive.

In a central elastic collision equal balls exchange their velocities. So if k balls arrive at
the others, which rest and touch, the last k leave at the same speed. Each arriving velocity passes
each resting ball once: there are k (5 - k) collisions, all at the same time, for the balls touch.
"""

import kinesweep as ks
import numpy as np

COUNT = 5
GAP = 1.0
SPEED = 1.0


def run(arriving: int) -> tuple[list[float], int]:
    """Return the velocities after the impact of the first balls, and the number of collisions."""
    world = ks.World()
    for place in range(COUNT):
        moves = place < arriving
        position, speed = (place - GAP, SPEED) if moves else (place, 0.0)
        world.insert(ks.Shape.ball(0.5), position=(position, 0, 0), velocity=(speed, 0, 0))
    energy, momentum = world.energy, world.momentum
    events = world.advance_to(3.0)
    hits = events[events["kind"] == ks.EventKind.COLLISION]
    assert (hits["time"] == GAP / SPEED).all()
    assert world.energy == energy and np.array_equal(world.momentum, momentum)
    return [float(velocity) for velocity in world.velocities[:, 0]], len(hits)


def main() -> None:
    print("arriving   collisions   velocities after")
    for arriving in range(1, COUNT):
        after, collisions = run(arriving)
        print(f"{arriving:8d} {collisions:12d}   {after}")
        assert after == [0.0] * (COUNT - arriving) + [SPEED] * arriving
        assert collisions == arriving * (COUNT - arriving)


if __name__ == "__main__":
    main()
