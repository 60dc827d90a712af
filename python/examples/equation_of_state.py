"""The equation of state of hard spheres.

Compressibility factors Z = p / (n k T) from the virial of the collisions, in a periodic cube, beside
Carnahan and Starling, J. Chem. Phys. 51 (1969) 635: Z = (1 + x + x^2 - x^3) / (1 - x)^3 at packing x.
"""

import kinesweep as ks


def carnahan_starling(packing: float) -> float:
    """The compressibility factor of the fluid."""
    return (1 + packing + packing**2 - packing**3) / (1 - packing) ** 3


def measure(packing: float, count: int = 864) -> float:
    """The compressibility factor of balls in equilibrium."""
    scene = ks.Scene.builtin("gas", count=count, packing=packing, periodic=True, zero_momentum=True, start="fcc")
    world = scene.world()
    world.advance_to(3.0, events=False)
    world.reset_statistics()
    world.advance_to(15.0, events=False)
    return world.statistics()["compressibility"]


def main() -> None:
    print("packing   measured   Carnahan-Starling")
    for packing in (0.05, 0.1, 0.2, 0.3, 0.4):
        measured, expected = measure(packing), carnahan_starling(packing)
        print(f"{packing:7.2f} {measured:10.4f} {expected:10.4f}")
        assert abs(measured / expected - 1) < 0.03


if __name__ == "__main__":
    main()
