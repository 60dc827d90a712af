"""Newton's cradle: five balls that touch; as many leave as arrive."""

import kinesweep as ks


def velocities_after(arriving: int) -> list[float]:
    """The velocities of five balls after the first ones have met the rest at 1 m/s."""
    world = ks.World()
    for place in range(5):
        moves = place < arriving
        world.insert(ks.Shape.ball(0.5), position=(place - (1.0 if moves else 0.0), 0, 0), velocity=(float(moves), 0, 0))
    world.advance_to(3.0)
    return [float(velocity) for velocity in world.velocities[:, 0]]


def main() -> None:
    for arriving in range(1, 5):
        after = velocities_after(arriving)
        print(f"{arriving} arrive: {after}")
        assert after == [0.0] * (5 - arriving) + [1.0] * arriving


if __name__ == "__main__":
    main()
