"""Ways out, read back with the other packages."""

from pathlib import Path

import kinesweep as ks
import numpy as np
import pytest
from kinesweep import export


def gas() -> ks.World:
    world = ks.Scene.builtin("gas", count=64, packing=0.2, periodic=True).world()
    world.advance_to(1.0)
    return world


def test_xyz_has_a_frame_for_each_call(tmp_path: Path) -> None:
    world, path = gas(), tmp_path / "gas.xyz"
    export.to_xyz(world, path)
    export.to_xyz(world, path, append=True)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2 * (64 + 2) and lines[0] == "64"
    assert "Properties=" in lines[1] and "Lattice=" in lines[1]


def test_gsd_is_read_back(tmp_path: Path) -> None:
    hoomd = pytest.importorskip("gsd.hoomd")
    world, path = gas(), tmp_path / "gas.gsd"
    export.to_gsd(world, path)
    export.to_gsd(world, path, append=True)
    low = np.array(world.domain.min)
    with hoomd.open(path) as file:
        assert len(file) == 2 and [frame.configuration.step for frame in file] == [0, 1]
        frame = file[0]
        centre = 0.5 * (low + np.array(world.domain.max))
        np.testing.assert_allclose(frame.particles.position + centre, world.positions, atol=1e-5)
        np.testing.assert_allclose(frame.particles.velocity, world.velocities, atol=1e-5)
        np.testing.assert_allclose(frame.particles.diameter, 1.0)
        assert frame.log["kinesweep/time"][0] == world.time


def test_freud_takes_the_system() -> None:
    freud = pytest.importorskip("freud")
    world = gas()
    box, points = export.freud_system(world)
    assert box.periodic.all() and np.abs(points).max() <= box.Lx / 2 + 1e-9
    query = freud.locality.AABBQuery(box, points)
    pairs = query.query(points, {"r_max": 1.5, "exclude_ii": True}).toNeighborList()
    gaps = world.positions[:, None] - world.positions[None]
    gaps -= box.Lx * np.round(gaps / box.Lx)
    distances = np.linalg.norm(gaps, axis=-1)
    assert len(pairs) == (distances <= 1.5).sum() - 64
    assert distances[distances > 0].min() >= 1 - 1e-12
    with pytest.raises(ValueError, match="domain"):
        export.freud_system(ks.World())


def test_events_are_a_pandas_frame() -> None:
    pandas = pytest.importorskip("pandas")
    world = ks.World(domain=ks.Domain.box((0, 0, 0), (4, 4, 4)))
    world.insert(ks.Shape.ball(1.0), position=(2, 2, 2), velocity=(0, 0, 1))
    world.schedule(0.5)
    frame = export.events_frame(world.advance_to(4.0))
    assert frame["kind"].tolist() == ["scheduled", "collision", "collision"]
    assert frame["a"].isna().tolist() == [True, False, False] and frame["b"].tolist()[1:] == [-6, -5]
    assert frame["point_z"].tolist()[1:] == [4.0, 0.0] and isinstance(frame, pandas.DataFrame)


def test_rerun_gets_a_recording(tmp_path: Path) -> None:
    pytest.importorskip("rerun")
    world = ks.World(record_motion=True)
    world.insert(ks.Shape.ball(1.0), velocity=(1, 0, 0))
    world.insert(ks.Shape.ball(1.0), position=(5, 0, 0))
    world.advance_to(4.0)
    path = tmp_path / "run.rrd"
    export.log_to_rerun(world.take_motion_pieces(), {0: 1.0, 1: 1.0}, 4.0, rate=10.0, path=path)
    assert path.stat().st_size > 1000
