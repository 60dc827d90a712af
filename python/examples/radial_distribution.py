"""The radial distribution function g(r) of hard spheres, by freud.

The value at contact is extrapolated from g(r) near a diameter d. References: Carnahan and Starling,
J. Chem. Phys. 51 (1969) 635, from which g(d) = (1 - x/2) / (1 - x)^3 at packing x; and the pressure
of the same run, by the virial theorem Z = 1 + 4 x g(d). Needs freud: pip install freud-analysis.
"""

import kinesweep as ks
import numpy as np
from kinesweep.export import freud_system

PACKING = 0.3
MIXING = 3.0
SAMPLES = 60


def main() -> None:
    try:
        import freud
    except ImportError:
        print("skipped: this example needs freud (pip install freud-analysis)")
        return
    scene = ks.Scene.builtin(
        "gas", count=864, packing=PACKING, periodic=True, zero_momentum=True, start="fcc"
    )
    world = scene.world()
    world.advance_to(MIXING, events=False)
    world.reset_statistics()
    rdf = freud.density.RDF(bins=150, r_max=4.0, r_min=1.0)
    for sample in range(1, SAMPLES + 1):
        world.advance_to(MIXING + 0.2 * sample, events=False)
        rdf.compute(freud_system(world), reset=False)
    centres, values = np.asarray(rdf.bin_centers), np.asarray(rdf.rdf)
    print("    r      g")
    for centre, value in list(zip(centres, values, strict=True))[::15]:
        print(f"{centre:5.2f} {value:6.3f}")

    near = centres < 1.2
    contact = np.exp(np.polyval(np.polyfit(centres[near], np.log(values[near]), 2), 1.0))
    expected = (1 - PACKING / 2) / (1 - PACKING) ** 3
    virial = (world.statistics()["compressibility"] - 1) / (4 * PACKING)
    print(f"at contact {contact:.3f}, Carnahan-Starling {expected:.3f}, by the pressure {virial:.3f}")
    assert abs(contact / expected - 1) < 0.03
    assert abs(contact / virial - 1) < 0.03
    assert abs(values[centres > 3.5].mean() - 1) < 0.01


if __name__ == "__main__":
    main()
