"""Spatial queries and times of impact, beside closed forms."""

import kinesweep as ks
import numpy as np
import pytest


def cloud() -> tuple[ks.World, np.ndarray]:
    rng = np.random.default_rng(2)
    places = 3.0 * np.stack(np.meshgrid(*3 * [np.arange(5)]), axis=-1).reshape(-1, 3) + rng.uniform(-0.4, 0.4, (125, 3))
    world = ks.World()
    world.add_balls(1.0, position=places, velocity=rng.normal(size=places.shape))
    return world, places


def test_near_bodies_are_those_of_all_distances() -> None:
    world, places = cloud()
    for point in ((0, 0, 0), (6, 6, 6), (5, 7, 1)):
        gaps = np.linalg.norm(places - point, axis=1) - 1.0
        ids, distances = world.within(point, 2.0)
        assert set(ids.tolist()) == set(np.nonzero(gaps <= 2.0)[0].tolist())
        np.testing.assert_allclose(distances, np.maximum(gaps[ids.astype(int)], 0), atol=1e-12)
        ids, distances = world.within_of_shape(ks.Shape.ball(0.5), point, 1.5)
        assert set(ids.tolist()) == set(np.nonzero(gaps <= 2.0)[0].tolist())
        overlapping = set(np.nonzero(gaps <= 0.5)[0].tolist())
        assert set(world.overlapping(ks.Shape.ball(0.5), point).tolist()) == overlapping
        assert world.is_free(ks.Shape.ball(0.5), point) == (not overlapping)
    low, high = np.array([1.0, 1, 1]), np.array([5.0, 6, 7])
    inside = ((places + 1 >= low) & (places - 1 <= high)).all(axis=1)
    assert set(world.bodies_in_box(low, high).tolist()) == set(np.nonzero(inside)[0].tolist())
    near = world.within((6, 6, 6), 2.0)[0]
    assert near[0] not in world.within((6, 6, 6), 2.0, exclude=near[:1])[0]


def test_a_ray_meets_the_first_ball() -> None:
    world, places = cloud()
    origin, direction = np.array([-9.0, 5.9, 6.2]), np.array([1.0, 0.02, 0.01])
    direction /= np.linalg.norm(direction)
    along = (places - origin) @ direction
    missed = ((places - origin) ** 2).sum(axis=1) - along**2
    hits = np.nonzero(missed <= 1)[0]
    first = hits[np.argmin(along[hits] - np.sqrt(1 - missed[hits]))]
    hit = world.cast_ray(origin, 3 * direction)
    assert hit is not None and hit.body == first
    assert hit.distance == pytest.approx(along[first] - np.sqrt(1 - missed[first]), abs=1e-12)
    np.testing.assert_allclose(hit.point - places[first], hit.normal, atol=1e-9)
    assert world.cast_ray(origin, -direction) is None


def test_the_next_collision_is_the_first_of_all() -> None:
    world, places = cloud()
    velocities = world.velocities
    for body in range(0, 125, 9):
        x, v = np.delete(places, body, 0) - places[body], np.delete(velocities, body, 0) - velocities[body]
        b, c, vv = (x * v).sum(1), (x * x).sum(1) - 4, (v * v).sum(1)
        square = b * b - vv * c
        times = np.where((b < 0) & (square > 0), c / (-b + np.sqrt(np.maximum(square, 0))), np.inf)
        found = world.next_collision(body)
        if found is None:
            assert np.isinf(times).all()
        else:
            other = int(times.argmin())
            assert found[0] == pytest.approx(times.min(), rel=1e-12)
            assert found[1] == other + (other >= body)


def test_times_of_impact_are_closed_forms() -> None:
    ball, floor = ks.Shape.ball(0.5), ks.Shape.cuboid((10, 0.5, 10))
    falling = ks.Motion(epoch=1.0, position=(0, 21, 0), acceleration=(0, -10, 0))
    assert ks.time_of_impact(floor, ks.Motion(), ball, falling) == pytest.approx(3.0, abs=1e-12)
    assert falling.position_at(3.0) == [0, 1, 0] and falling.velocity_at(3.0) == [0, -20, 0]
    beside = ks.Motion(epoch=1.0, position=(10.6, 21, 0), acceleration=(0, -10, 0))
    assert ks.time_of_impact(floor, ks.Motion(), ball, beside) is None
    growing = ks.Motion(position=(5, 0, 0), growth=1.0)
    assert ks.time_of_impact(ball, ks.Motion(), ball, growing) == pytest.approx(4.0, abs=1e-12)
    rod = ks.Shape.capsule(2.0, 0.25)
    turning = ks.Motion(position=(0, 0, 0), angular_velocity=(0, 0, -1.0))
    target = ks.Motion(position=(1.5, 0, 0))
    time = ks.time_of_impact(rod, turning, ks.Shape.ball(0.5), target)
    assert time == pytest.approx(np.pi / 2 - np.arcsin(0.75 / 1.5), abs=1e-9)
    with pytest.raises(TypeError):
        ks.Motion(place=(0, 0, 0))  # type: ignore[call-arg]
    for bad in (
        {"position": np.zeros((2, 3))},
        {"position": np.zeros((0, 3))},
        {"growth": []},
        {"orientation": (3, 0, 0, 0)},
        {"orientation": np.zeros((0, 4))},
        {"orientation": [[1, 0, 0, 0]] * 2},
    ):
        with pytest.raises(ks.InvalidValueError):
            ks.Motion(**bad)  # type: ignore[arg-type]
    for bad_turn in (np.zeros((0, 4)), [[1, 0, 0, 0]] * 2, (2, 0, 0, 0), (np.nan, 0, 0, 0)):
        with pytest.raises(ks.InvalidValueError, match="orientation"):
            ks.World().overlapping(ball, (0, 0, 0), bad_turn)
        with pytest.raises(ks.InvalidValueError, match="orientation"):
            ks.Shape.compound([((0, 0, 0), bad_turn, ball)])


def test_contact_times_are_closed_forms() -> None:
    ball = ks.Shape.ball(0.5)
    passing = ks.Motion(position=(-3, 0, 0), velocity=(1, 0, 0))
    np.testing.assert_array_equal(ks.contact_times(ball, ks.Motion(), ball, passing, 10.0), [[2, 4]])
    np.testing.assert_array_equal(ks.contact_times(ball, ks.Motion(), ball, passing, 3.0), [[2, 3]])
    assert ks.contact_times(ball, ks.Motion(), ball, passing, 1.0).shape == (0, 2)
    # Up and down again: through a plate at 1.5 m, twice.
    plate = ks.Motion(position=(0, 1.5, 0))
    thrown = ks.Motion(velocity=(0, 10, 0), acceleration=(0, -10, 0))
    found = ks.contact_times(ks.Shape.cuboid((9, 0.1, 9)), plate, ball, thrown, 10.0)
    at = lambda height, sign: 1 + sign * np.sqrt(1 - height / 5)  # noqa: E731
    np.testing.assert_allclose(found, [[at(0.9, -1), at(2.1, -1)], [at(2.1, 1), at(0.9, 1)]][: len(found)], atol=1e-9)
    assert len(found) == 2
    # A beam that turns passes a ball in each half-turn.
    beam, turning = ks.Shape.capsule(2.0, 0.25), ks.Motion(angular_velocity=(0, 0, 1.0))
    beside = ks.Motion(position=(1.5, 0, 0))
    found = ks.contact_times(beam, turning, ball, beside, 2 * np.pi)
    half = np.arcsin(0.75 / 1.5)
    expected = [[np.pi / 2 - half, np.pi / 2 + half], [3 * np.pi / 2 - half, 3 * np.pi / 2 + half]]
    np.testing.assert_allclose(found, expected, atol=1e-7)
