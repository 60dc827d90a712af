"""Mean square displacement and self-diffusion of hard spheres.

The displacement grows as 6 D t. Enskog's coefficient is D_E = 3/8 sqrt(kT / (pi m)) / (n d^2 g), with
the contact value g of Carnahan and Starling. At moderate densities molecular dynamics gives up to a
quarter more, since vortices carry a ball along (Alder, Gass and Wainwright, J. Chem. Phys. 53 (1970)
3813).
"""

import kinesweep as ks
import numpy as np

PACKING = 0.2
DIAMETER = 1.0


def enskog(number_density: float, temperature: float) -> float:
    """Enskog's coefficient of self-diffusion for unit masses."""
    contact = (1 - PACKING / 2) / (1 - PACKING) ** 3
    return float(3 / 8 * np.sqrt(temperature / np.pi) / (number_density * DIAMETER**2 * contact))


def main() -> None:
    scene = ks.Scene.builtin("gas", count=1372, packing=PACKING, periodic=True, zero_momentum=True, start="fcc")
    world = scene.world()
    world.advance_to(5.0, events=False)
    start = world.unwrapped_positions
    times = np.linspace(0, 12, 25)
    displacements = []
    for time in times:
        world.advance_to(5.0 + time, events=False)
        displacements.append(((world.unwrapped_positions - start) ** 2).sum(axis=1).mean())
    late = times >= 4
    slope = np.polyfit(times[late], np.array(displacements)[late], 1)[0]
    statistics = world.statistics()
    expected = enskog(statistics["number_density"], statistics["temperature"])
    print("time   mean square displacement")
    for time, displacement in zip(times[::4], displacements[::4], strict=True):
        print(f"{time:5.1f} {displacement:8.3f}")
    print(f"D = {slope / 6:.4f}, Enskog {expected:.4f}, ratio {slope / 6 / expected:.3f}")
    assert 1.0 < slope / 6 / expected < 1.4


if __name__ == "__main__":
    main()
