"""The equation of state of hard spheres.

Computes the compressibility factor Z = p / (n k T) of balls in a periodic cube from the virial of
their collisions. References at packing x: Carnahan and Starling, J. Chem. Phys. 51 (1969) 635,
Z = (1 + x + x^2 - x^3) / (1 - x)^3, and the more accurate equation of Kolafa (quoted by Boublik,
Mol. Phys. 59 (1986) 371), Z = (1 + x + x^2 - 2/3 x^3 (1 + x)) / (1 - x)^3. The former is 0.3 %
lower at x = 0.3.
"""

import kinesweep as ks

MIXING = 5.0
MEASURED = 40.0


def carnahan_starling(packing: float) -> float:
    """Return the compressibility factor of the fluid."""
    return (1 + packing + packing**2 - packing**3) / (1 - packing) ** 3


def kolafa(packing: float) -> float:
    """Return the compressibility factor of the fluid, more accurately."""
    return (1 + packing + packing**2 - 2 / 3 * packing**3 * (1 + packing)) / (1 - packing) ** 3


def measure(packing: float, count: int = 864) -> float:
    """Return the compressibility factor of balls in equilibrium."""
    scene = ks.Scene.builtin(
        "gas", count=count, packing=packing, periodic=True, zero_momentum=True, start="fcc"
    )
    world = scene.world()
    world.advance_to(MIXING, events=False)
    world.reset_statistics()
    world.advance_to(MIXING + MEASURED, events=False)
    return world.statistics()["compressibility"]


def main() -> None:
    print("packing   measured   Carnahan-Starling   Kolafa")
    for packing in (0.01, 0.1, 0.2, 0.3, 0.4, 0.45):
        measured = measure(packing)
        print(f"{packing:7.2f} {measured:10.4f} {carnahan_starling(packing):19.4f} {kolafa(packing):8.4f}")
        assert abs(measured / carnahan_starling(packing) - 1) < 0.01
        assert abs(measured / kolafa(packing) - 1) < 0.0075


if __name__ == "__main__":
    main()
