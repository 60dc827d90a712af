"""What sampling misses: one scene exactly and by frames, at several rates, and a page to open."""

import tempfile
from pathlib import Path

import kinesweep as ks


def main() -> None:
    scene = ks.Scene.builtin("rings", count=200, packing=0.02, horizon=5.0)
    comparison = ks.compare(scene, rates=[15, 30, 60, 120])
    print(f"{comparison.truth} contacts in {comparison.horizon:g} s")
    counts = [comparison.missed_at(rate) for rate in comparison.rates]
    for rate, missed in zip(comparison.rates, counts, strict=True):
        print(f"{rate:5.0f} Hz misses {missed:3d}")
    assert counts == sorted(counts, reverse=True) and counts[0] > 0
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "rings.html"
        comparison.report(page)
        print(f"a report of {page.stat().st_size // 1024} KiB")
    bullet = ks.compare("bullet-and-paper", rates=[1000])
    print(f"a bullet and a sheet of paper at 1000 Hz: {bullet.missed_at(1000)} of {bullet.truth} missed")
    assert bullet.missed_at(1000) == 1


if __name__ == "__main__":
    main()
