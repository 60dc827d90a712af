"""Worlds of two dimensions."""

import copy
import math
from pathlib import Path

import kinesweep as ks
import numpy as np
import pytest
from kinesweep import export


def gas() -> ks.World:
    world = ks.Scene.builtin("discs", count=200, packing=0.5, start="hexagonal", periodic=True).world()
    world.advance_to(5.0)
    return world


def test_a_gas_of_discs_has_the_statistics_of_a_plane() -> None:
    world = gas()
    assert world.dimensions == 2
    world.reset_statistics()
    world.advance_to(30.0, events=False)
    statistics = world.statistics()
    assert statistics["packing"] == pytest.approx(0.5, abs=1e-12)
    # Two degrees of freedom.
    kinetic = 0.5 * np.sum(world.velocities**2) - 100 * np.sum(world.velocities.mean(axis=0) ** 2)
    assert statistics["temperature"] == pytest.approx(kinetic / 200)
    # Henderson (1975).
    assert statistics["compressibility"] == pytest.approx((1 + 0.5**2 / 8) / 0.5**2, rel=0.05)
    assert not world.positions[:, 2].any() and not world.velocities[:, 2].any()


def test_what_is_out_of_the_plane_is_refused() -> None:
    world = ks.World(dimensions=2, domain=ks.Domain.box((0, 0, 0), (4, 3, 0)))
    ball = world.insert(ks.Shape.ball(0.5), position=(1, 1, 0), velocity=(1, 0, 0))
    for change in ({"velocity": (0, 0, 1)}, {"position": (1, 1, 1)}, {"angular_velocity": (1, 0, 0)}):
        with pytest.raises(ks.InvalidValueError, match="two dimensions"):
            world.set_motion(ball, **change)
    with pytest.raises(ks.InvalidValueError, match="shape = cuboid"):
        world.insert(ks.Shape.cuboid((1, 1, 1)), position=(3, 1, 0))
    with pytest.raises(ks.InvalidValueError, match="gravity"):
        world.gravity = (0, 0, -9.81)
    with pytest.raises(ks.InvalidValueError, match="dimensions = 4"):
        ks.World(dimensions=4)
    with pytest.raises(ks.InvalidValueError, match="domain"):
        ks.World(domain=ks.Domain.box((0, 0, 0), (4, 3, 0)))
    assert ks.World().dimensions == 3
    again = copy.deepcopy(world)
    assert again.dimensions == 2
    events = [one.advance_to(9.0) for one in (world, again)]
    assert len(events[0]) > 0 and events[0].tobytes() == events[1].tobytes()
    assert world.statistics()["packing"] == pytest.approx(math.pi * 0.25 / 12)


def test_exports_are_of_two_dimensions(tmp_path: Path) -> None:
    world = gas()
    export.to_xyz(world, tmp_path / "discs.xyz")
    assert 'pbc="T T F"' in (tmp_path / "discs.xyz").read_text(encoding="utf-8")
    hoomd = pytest.importorskip("gsd.hoomd")
    export.to_gsd(world, tmp_path / "discs.gsd")
    with hoomd.open(tmp_path / "discs.gsd") as file:
        configuration = file[0].configuration
        assert configuration.dimensions == 2
        assert configuration.box[0] > 0 and configuration.box[2] == 0


def test_freud_gets_a_rectangle() -> None:
    pytest.importorskip("freud")
    box, points = export.freud_system(gas())
    assert box.is2D and box.Lx == pytest.approx(box.Ly) and not points[:, 2].any()


def test_discs_are_packed_at_random() -> None:
    radii = np.where(np.arange(80) % 2 == 0, 0.5, 0.7)
    height = math.sqrt(float(np.sum(math.pi * radii**2)) / 0.8)
    domain = ks.Domain.periodic((0, 0, 0), (height, height, 0))
    centres = ks.pack(80, radii, domain, seed=3, dimensions=2)
    assert centres.shape == (80, 3) and not centres[:, 2].any()
    apart = centres[:, None] - centres[None]
    apart -= height * np.round(apart / height)
    gaps = np.linalg.norm(apart, axis=2) - radii[:, None] - radii[None]
    assert gaps[np.triu_indices(80, 1)].min() >= 0
    assert centres.tobytes() == ks.pack(80, radii, domain, seed=3, dimensions=2).tobytes()
    world = ks.World(dimensions=2, domain=domain)
    world.add_balls(radii, position=centres)
    assert world.statistics()["packing"] == pytest.approx(0.8, abs=1e-12)
    with pytest.raises(ks.InvalidValueError, match="dimensions = 4"):
        ks.pack(3, 0.5, domain, seed=1, dimensions=4)
    with pytest.raises(ks.InvalidValueError, match="do not fit"):
        ks.pack(200, 0.5, domain, seed=1, dimensions=2)
    with pytest.raises(ks.InvalidValueError, match="domain"):
        ks.pack(3, 0.5, domain, seed=1)
    scene = ks.Scene.builtin("discs", count=100, packing=0.8, periodic=True, start="lubachevsky-stillinger")
    assert scene.world().statistics()["packing"] == pytest.approx(0.8, abs=1e-12)
