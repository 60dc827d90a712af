"""A dense random packing of balls, between walls.

Balls grow while they collide (Lubachevsky and Stillinger, J. Stat. Phys. 60 (1990) 561).
"""

import kinesweep as ks
import numpy as np

COUNT = 500
SIDE = 10.0
PACKING = 0.55


def main() -> None:
    radius = SIDE * (3 * PACKING / (4 * np.pi * COUNT)) ** (1 / 3)
    domain = ks.Domain.box((0, 0, 0), (SIDE,) * 3)
    centres = ks.pack(COUNT, radius, domain, seed=1)
    distances = np.linalg.norm(centres[:, None] - centres[None], axis=-1) + 10 * SIDE * np.eye(COUNT)
    nearest = distances.min(axis=1) / (2 * radius) - 1
    touching = (distances < 2 * radius * 1.1).sum(axis=1).mean()
    print(f"{COUNT} balls at packing {PACKING}: {touching:.2f} neighbours within a tenth of a diameter")
    print(f"gaps to the nearest, in diameters: least {nearest.min():.2e}, median {np.median(nearest):.2e}")
    assert nearest.min() > -1e-12 and 4 < touching < 12
    assert (centres >= radius).all() and (centres <= SIDE - radius).all()
    world = ks.World(domain=domain)
    world.add_balls(radius, position=centres, velocity=np.random.default_rng(2).normal(size=centres.shape))
    world.advance_to(0.2, events=False)
    assert abs(world.statistics()["packing"] - PACKING) < 1e-12


if __name__ == "__main__":
    main()
