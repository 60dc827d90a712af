"""The pressure of a mixture of small and large hard spheres.

The reference is the equation of Boublik, Mansoori, Carnahan, Starling and Leland (Mansoori et al.,
J. Chem. Phys. 54 (1971) 1523). With the mean powers m1, m2, m3 of the diameters, at packing x,
Z = 1 / (1 - x) + 3 x m1 m2 / (m3 (1 - x)^2) + x^2 (3 - x) m2^3 / (m3^2 (1 - x)^3).
For equal balls it is the equation of Carnahan and Starling, which is 0.3 % low at x = 0.3.
"""

import kinesweep as ks
import numpy as np
from numpy.typing import NDArray

SIDE = 10.0
SITES = 10
MIXING = 4.0
MEASURED = 20.0


def bmcsl(diameters: NDArray[np.float64], packing: float) -> float:
    """Return the compressibility factor of a mixture."""
    m1, m2, m3 = ((diameters**power).mean() for power in (1, 2, 3))
    x, rest = packing, 1 - packing
    return float(1 / rest + 3 * x * m1 * m2 / (m3 * rest**2) + x**2 * (3 - x) * m2**3 / (m3**2 * rest**3))


def measure(ratio: float, share: float) -> tuple[float, float, float]:
    """Return packing, measured and expected Z, for a ratio of diameters and a share of small ones."""
    rng = np.random.default_rng(4)
    axis = (np.arange(SITES) + 0.5) * SIDE / SITES
    sites = np.stack(np.meshgrid(axis, axis, axis), axis=-1).reshape(-1, 3)
    radii = 0.4999 * np.where(rng.random(len(sites)) < share, ratio, 1.0)
    masses = (2 * radii) ** 3
    velocities = rng.normal(size=sites.shape) / np.sqrt(masses[:, None])
    velocities -= (masses[:, None] * velocities).sum(axis=0) / masses.sum()
    world = ks.World(domain=ks.Domain.periodic((0, 0, 0), (SIDE,) * 3))
    world.add_balls(radii, position=sites, velocity=velocities, mass=masses)
    world.advance_to(MIXING, events=False)
    world.reset_statistics()
    world.advance_to(MIXING + MEASURED, events=False)
    statistics = world.statistics()
    packing = float(np.pi / 6 * ((2 * radii) ** 3).sum() / SIDE**3)
    assert abs(statistics["packing"] / packing - 1) < 1e-12
    return packing, statistics["compressibility"], bmcsl(2 * radii, packing)


def main() -> None:
    assert abs(bmcsl(np.ones(5), 0.3) - (1 + 0.3 + 0.09 - 0.027) / 0.7**3) < 1e-12
    print("ratio of sizes   share of small   packing   measured     BMCSL")
    for ratio, share in ((0.5, 0.5), (0.5, 0.8), (0.7, 0.5), (0.3, 0.5)):
        packing, measured, expected = measure(ratio, share)
        print(f"{ratio:14.2f} {share:16.2f} {packing:9.4f} {measured:10.4f} {expected:9.4f}")
        assert abs(measured / expected - 1) < 0.01


if __name__ == "__main__":
    main()
