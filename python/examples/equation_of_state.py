"""The equation of state of hard spheres.

Computes the compressibility factor Z = p / (n k T) of balls in a periodic cube from the virial of
their collisions. The reference is Carnahan and Starling, J. Chem. Phys. 51 (1969) 635,
Z = (1 + x + x^2 - x^3) / (1 - x)^3 at packing x. The second virial coefficient, which is exact, gives
Z = 1 + 4 x for small x.
"""

import kinesweep as ks

MIXING = 5.0
MEASURED = 40.0


def carnahan_starling(packing: float) -> float:
    """Return the compressibility factor of the fluid."""
    return (1 + packing + packing**2 - packing**3) / (1 - packing) ** 3


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
    print("packing   measured   Carnahan-Starling   1 + 4 x")
    for packing in (0.01, 0.1, 0.2, 0.3, 0.4, 0.45):
        measured, expected = measure(packing), carnahan_starling(packing)
        print(f"{packing:7.2f} {measured:10.4f} {expected:19.4f} {1 + 4 * packing:9.4f}")
        assert abs(measured / expected - 1) < 0.01


if __name__ == "__main__":
    main()
