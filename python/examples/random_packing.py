"""A dense random packing of balls in a periodic cube.

Balls grow while they collide (Lubachevsky and Stillinger, J. Stat. Phys. 60 (1990) 561). The checks
are geometric: no two balls overlap by their nearest images, and the packing fraction is the required
one, below 0.64 of random close packing (Scott and Kilgour, J. Phys. D 2 (1969) 863).
"""

import kinesweep as ks
import numpy as np

COUNT = 500
SIDE = 10.0
PACKING = 0.6


def main() -> None:
    radius = SIDE * (3 * PACKING / (4 * np.pi * COUNT)) ** (1 / 3)
    domain = ks.Domain.periodic((0, 0, 0), (SIDE,) * 3)
    centres = ks.pack(COUNT, radius, domain, seed=1)
    assert centres.shape == (COUNT, 3)
    assert (centres >= 0).all() and (centres <= SIDE).all()

    apart = centres[:, None] - centres[None]
    distances = np.linalg.norm(apart - SIDE * np.round(apart / SIDE), axis=-1)
    np.fill_diagonal(distances, np.inf)
    gaps = distances.min(axis=1) / (2 * radius) - 1
    neighbours = (distances < 1.1 * 2 * radius).sum(axis=1).mean()
    fraction = COUNT * 4 / 3 * np.pi * radius**3 / SIDE**3
    print(f"{COUNT} balls at packing {fraction:.4f}: {neighbours:.2f} neighbours within 0.1 diameters")
    print("gap to the nearest ball, in diameters")
    for share in (0, 0.1, 0.5, 0.9, 1):
        print(f"  quantile {share:.1f} {np.quantile(gaps, share):10.2e}")
    assert gaps.min() > -1e-12 and 5 < neighbours < 12
    # A lattice has one gap; here they differ by orders of magnitude.
    assert np.quantile(gaps, 0.9) > 10 * np.quantile(gaps, 0.1)

    # The packing is a start for a run.
    world = ks.World(domain=domain)
    velocity = np.random.default_rng(2).normal(size=centres.shape)
    world.add_balls(radius, position=centres, velocity=velocity)
    world.advance_to(0.2, events=False)
    assert abs(world.statistics()["packing"] - fraction) < 1e-12 and fraction < 0.64


if __name__ == "__main__":
    main()
