"""The radial distribution function of hard spheres, by freud.

Its value at contact fixes the pressure: Z = 1 + 4 x g(d) at packing x, and Carnahan and Starling give
g(d) = (1 - x/2) / (1 - x)^3. Needs the extra `freud`.
"""

import sys

import kinesweep as ks
import numpy as np
from kinesweep.export import freud_system

PACKING = 0.3


def main() -> None:
    try:
        import freud
    except ImportError:
        sys.exit("this example needs freud: pip install freud-analysis")
    scene = ks.Scene.builtin("gas", count=864, packing=PACKING, periodic=True, zero_momentum=True, start="fcc")
    world = scene.world()
    world.advance_to(3.0, events=False)
    rdf = freud.density.RDF(bins=150, r_max=4.0, r_min=1.0)
    for sample in range(60):
        world.advance_to(3.0 + 0.2 * sample, events=False)
        rdf.compute(freud_system(world), reset=False)
    centres, values = np.asarray(rdf.bin_centers), np.asarray(rdf.rdf)
    near = centres < 1.2
    contact = np.exp(np.polyval(np.polyfit(centres[near], np.log(values[near]), 2), 1.0))
    expected = (1 - PACKING / 2) / (1 - PACKING) ** 3
    print("    r      g")
    for centre, value in list(zip(centres, values, strict=True))[::15]:
        print(f"{centre:5.2f} {value:6.3f}")
    print(f"at contact {contact:.3f}, Carnahan-Starling {expected:.3f}")
    assert abs(contact / expected - 1) < 0.05
    assert abs(values[centres > 3.5].mean() - 1) < 0.02


if __name__ == "__main__":
    main()
