"""Snapshots: bytes, pickles, copies."""

import copy
import pickle

import kinesweep as ks
import numpy as np
import pytest


def world_of_all() -> ks.World:
    world = ks.World(gravity=(0, 0, -1), restitution=0.9, friction=0.2, domain=ks.Domain.box((0, 0, 0), (9, 9, 9)))
    rng = np.random.default_rng(5)
    grid = 2.5 * np.stack(np.meshgrid(*3 * [np.arange(3)]), axis=-1).reshape(-1, 3) + 1.5
    world.add_balls(0.5, position=grid[:12], velocity=rng.normal(size=(12, 3)), rotates=True)
    world.add_cuboids((0.4, 0.5, 0.6), position=grid[12:20], velocity=rng.normal(size=(8, 3)))
    world.add_capsules(0.4, 0.3, position=grid[20:], angular_velocity=rng.normal(size=(7, 3)), restitution=1.0)
    world.schedule(2.0, token=3)
    return world


def test_a_restored_world_goes_on_with_the_same_bits() -> None:
    world = world_of_all()
    world.advance_to(1.0)
    copies = [
        ks.World.restore(world.snapshot()),
        pickle.loads(pickle.dumps(world)),
        copy.copy(world),
        copy.deepcopy(world),
    ]
    events = world.advance_to(3.0)
    assert len(events) > 20
    for restored in copies:
        assert restored.advance_to(3.0).tobytes() == events.tobytes()
        assert restored.snapshot() == world.snapshot()


def test_damaged_bytes_are_refused() -> None:
    snapshot = world_of_all().snapshot()
    for length in [*range(40), *range(40, len(snapshot), 97)]:
        with pytest.raises(ks.SnapshotError, match="snapshot"):
            ks.World.restore(snapshot[:length])
    with pytest.raises(ValueError, match="these bytes are none"):
        ks.World.restore(b"something else")


def test_a_law_is_given_again() -> None:
    world = ks.World(law=lambda encounter: None)
    world.insert(ks.Shape.ball(1.0))
    with pytest.raises(ks.SnapshotError):
        ks.World.restore(world.snapshot())
    with pytest.raises(ks.SnapshotError):
        pickle.loads(pickle.dumps(world))
    assert len(ks.World.restore(world.snapshot(), law=lambda encounter: None)) == 1
