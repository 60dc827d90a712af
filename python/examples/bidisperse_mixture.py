"""The pressure of a mixture of small and large hard spheres.

Beside the equation of Mansoori, Carnahan, Starling and Leland, J. Chem. Phys. 54 (1971) 1523, in
moments m1, m2, m3 of the diameters at packing x:
Z = 1 / (1 - x) + 3 x m1 m2 / (m3 (1 - x)^2) + x^2 (3 - x) m2^3 / (m3^2 (1 - x)^3).
"""

import kinesweep as ks
import numpy as np

RADII = np.array([0.5, 0.25])
SIDE = 12.0


def mansoori(diameters: np.ndarray, packing: float) -> float:
    """The compressibility factor of a mixture."""
    m1, m2, m3 = ((diameters**power).mean() for power in (1, 2, 3))
    x, rest = packing, 1 - packing
    return float(1 / rest + 3 * x * m1 * m2 / (m3 * rest**2) + x**2 * (3 - x) * m2**3 / (m3**2 * rest**3))


def main() -> None:
    rng = np.random.default_rng(4)
    axis = np.arange(12) + 0.5
    sites = np.stack(np.meshgrid(axis, axis, axis), axis=-1).reshape(-1, 3) * (SIDE / 12)
    radii = np.where(rng.random(len(sites)) < 0.5, *RADII)
    world = ks.World(domain=ks.Domain.periodic((0, 0, 0), (SIDE,) * 3))
    velocity = rng.normal(size=sites.shape) / np.sqrt((2 * radii[:, None]) ** 3)
    masses = (2 * radii) ** 3
    velocity -= (masses[:, None] * velocity).sum(axis=0) / masses.sum()
    world.add_balls(radii * (1 - 1e-9), position=sites, velocity=velocity, mass=masses)
    world.advance_to(5.0, events=False)
    world.reset_statistics()
    world.advance_to(25.0, events=False)
    statistics = world.statistics()
    expected = mansoori(2 * radii, statistics["packing"])
    measured = statistics["compressibility"]
    print(f"packing {statistics['packing']:.4f}: Z = {measured:.4f}, Mansoori et al. {expected:.4f}")
    assert abs(measured / expected - 1) < 0.02


if __name__ == "__main__":
    main()
