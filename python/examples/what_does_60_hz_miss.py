"""What sampling misses: one scene exactly and by frames, at several rates, and a page to open.

Samples at a rate f miss a contact if none of the times k / f lies within it. The exact run has
begin and end of each contact, so that this closed form checks the counts. A bullet at 900 m/s and a
sheet of 1 mm touch for some microseconds, which samples at 1000 Hz do not see.
"""

import tempfile
from pathlib import Path

import kinesweep as ks
import numpy as np


def main() -> None:
    scene = ks.Scene.builtin("rings", count=200, packing=0.02, horizon=1.0, speed=(20, 60))
    comparison = ks.compare(scene, rates=[15, 30, 60, 120])
    truth = comparison.truth
    assert truth is not None
    begin, end = comparison.contact_intervals.T
    assert len(begin) == truth
    print(f"{truth} contacts of rings in {comparison.horizon:g} s")
    print("rate in Hz   missed   share")
    counts = []
    # A comparison can be evaluated at other rates than those it measured.
    for rate in [*comparison.rates, 1000.0]:
        missed = comparison.missed_at(rate)
        print(f"{rate:10.0f} {missed:8d} {missed / truth:7.1%}")
        assert missed == int((np.ceil(begin * rate) > np.floor(end * rate)).sum())
        counts.append(missed)
    assert counts == sorted(counts, reverse=True) and counts[2] > 0

    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "rings.html"
        comparison.report(page)
        assert "<html" in page.read_text(encoding="utf-8")[:1000].lower()
        print(f"a report of {page.stat().st_size // 1024} KiB")

    bullet = ks.compare("bullet-and-paper", rates=[1000])
    print(f"a bullet and a sheet of paper at 1000 Hz: {bullet.missed_at(1000)} of {bullet.truth} missed")
    assert (bullet.missed_at(1000), bullet.truth) == (1, 1)


if __name__ == "__main__":
    main()
