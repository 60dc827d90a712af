"""Cooling of a granular gas: Haff's law.

Inelastic balls lose energy in each collision, and their temperature falls as T0 / (1 + t / t0)^2
(Haff, J. Fluid Mech. 134 (1983) 401) with t0 = 6 / ((1 - e^2) w0) and w0 the rate at which a ball
collides at first.
"""

import kinesweep as ks
import numpy as np

RESTITUTION = 0.9


def main() -> None:
    scene = ks.Scene.builtin("gas", count=2048, packing=0.1, periodic=True, zero_momentum=True, start="fcc")
    world = scene.world()
    world.advance_to(4.0, events=False)
    world.reset_statistics()
    world.advance_to(8.0, events=False)
    rate = world.statistics()["collision_rate"]
    first = world.statistics()["temperature"]
    world.restitution = RESTITUTION
    characteristic = 6 / ((1 - RESTITUTION**2) * rate)
    print("time / t0   temperature   Haff's law")
    for share in np.linspace(0, 3, 7):
        world.advance_to(8.0 + share * characteristic, events=False)
        temperature = world.statistics()["temperature"] / first
        expected = 1 / (1 + share) ** 2
        print(f"{share:9.2f} {temperature:13.4f} {expected:12.4f}")
        assert abs(temperature / expected - 1) < 0.1


if __name__ == "__main__":
    main()
