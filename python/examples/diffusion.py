"""Self-diffusion of hard spheres from their mean square displacement.

The displacement grows as 6 D t. Enskog's coefficient is D_E = 3/8 sqrt(kT / (pi m)) / (n d^2 g)
with the contact value g of Carnahan and Starling. Two checks:

- In a dilute gas D is 1.019 D_E: the factor sums the higher orders of the expansion of which D_E is
  the first (Chapman and Cowling, The Mathematical Theory of Non-Uniform Gases).
- In a dense fluid vortices carry a ball along, so that D exceeds D_E, but less in a small periodic
  cube. Of two sizes, the larger one has the larger D. The correction 2.837297 kT / (6 pi eta L) of
  Yeh and Hummer, J. Phys. Chem. B 108 (2004) 15873, brings them from 10 % apart to 2 %. The
  viscosity eta is Enskog's.
"""

import kinesweep as ks
import numpy as np

MIXING = 10.0


def diffusion(packing: float, count: int, duration: float, step: float, lags: range) -> tuple[float, float]:
    """Return D / D_E, as measured and corrected for the size of the cube.

    ``lags`` are the times of the fitted line, in steps: after the velocities are forgotten.
    """
    scene = ks.Scene.builtin(
        "gas", count=count, packing=packing, periodic=True, zero_momentum=True, start="fcc"
    )
    world = scene.world()
    frames = []
    for time in MIXING + np.arange(0, duration, step):
        world.advance_to(time, events=False)
        frames.append(world.unwrapped_positions)
    paths = np.array(frames)
    squares = [((paths[lag:] - paths[:-lag]) ** 2).sum(axis=2).mean() for lag in lags]
    measured = np.polyfit(step * np.array(lags), squares, 1)[0] / 6

    statistics = world.statistics()
    density, temperature = statistics["number_density"], statistics["temperature"]
    contact = (1 - packing / 2) / (1 - packing) ** 3
    enskog = 3 / 8 * np.sqrt(temperature / np.pi) / (density * contact)
    y = 4 * packing * contact
    viscosity = 5 / 16 * np.sqrt(temperature / np.pi) * 4 * packing * (1 / y + 0.8 + 0.761 * y)
    side = (count / density) ** (1 / 3)
    correction = 2.837297 * temperature / (6 * np.pi * viscosity * side)
    return float(measured / enskog), float((measured + correction) / enskog)


def main() -> None:
    print("packing   balls   D / D_E   corrected for size")
    dilute = diffusion(0.02, 1372, 600, 4, range(6, 16))
    print(f"{0.02:7.2f} {1372:7d} {dilute[0]:9.3f} {dilute[1]:14.3f}")
    small = diffusion(0.3, 108, 1500, 0.5, range(6, 17))
    print(f"{0.3:7.2f} {108:7d} {small[0]:9.3f} {small[1]:14.3f}")
    large = diffusion(0.3, 1372, 120, 0.5, range(6, 17))
    print(f"{0.3:7.2f} {1372:7d} {large[0]:9.3f} {large[1]:14.3f}")
    assert abs(dilute[0] / 1.019 - 1) < 0.03
    assert 1.05 < large[0] / small[0] < 1.2
    assert abs(large[1] / small[1] - 1) < 0.05


if __name__ == "__main__":
    main()
