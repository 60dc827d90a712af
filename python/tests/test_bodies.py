"""Bodies and their state as arrays."""

import kinesweep as ks
import numpy as np
import pytest

BALL = ks.Shape.ball(0.5)


def test_arrays_have_a_row_for_each_body_in_order_of_insertion() -> None:
    world = ks.World()
    position = np.arange(12.0).reshape(4, 3) * 10
    velocity = np.ones((4, 3)) * [[1], [2], [3], [4]]
    ids = world.add_balls(0.5, position=position, velocity=velocity, mass=[1, 2, 3, 4])
    assert ids.dtype == np.uint64 and ids.tolist() == world.ids.tolist()
    np.testing.assert_array_equal(world.positions, position)
    np.testing.assert_array_equal(world.velocities, velocity)
    assert [world.constants(int(body))["mass"] for body in ids] == [1, 2, 3, 4]
    world.advance_to(2.0)
    np.testing.assert_array_equal(world.positions, position + 2 * velocity)
    some, _, speeds, _ = world.states(ids[[3, 1]], time=3.0)
    np.testing.assert_array_equal(some, (position + 3 * velocity)[[3, 1]])
    np.testing.assert_array_equal(speeds, velocity[[3, 1]])


def test_one_value_is_for_all_bodies() -> None:
    world = ks.World()
    world.add_cuboids([[1, 1, 1], [2, 2, 2]], position=[[0, 0, 0], [9, 0, 0]], angular_velocity=(0, 0, 1))
    assert world.angular_velocities.tolist() == [[0, 0, 1], [0, 0, 1]]
    world.advance_to(np.pi / 2)
    np.testing.assert_allclose(world.orientations, [[np.sqrt(0.5), 0, 0, np.sqrt(0.5)]] * 2, atol=1e-15)


def test_radii_may_differ_and_grow() -> None:
    world = ks.World()
    world.add_balls([1.0, 2.0, 1.0], position=[[0, 0, 0], [10, 0, 0], [20, 0, 0]], growth=[0, 0.5, 0])
    world.insert(ks.Shape.capsule(1, 1), position=(0, 30, 0))
    world.advance_to(2.0)
    np.testing.assert_array_equal(world.radii, [1, 3, 1, np.nan])


def test_a_periodic_domain_has_images_inside_and_unwrapped_positions() -> None:
    world = ks.World(domain=ks.Domain.periodic((0, 0, 0), (4, 4, 4)))
    world.insert(BALL, position=(1, 1, 1), velocity=(1, 0, 0))
    world.advance_to(10.0)
    assert world.positions.tolist() == [[3, 1, 1]]
    assert world.unwrapped_positions.tolist() == [[11, 1, 1]]


def test_ids_stay_stale_after_their_place_is_used_again() -> None:
    world = ks.World()
    first = world.insert(BALL)
    world.remove(first)
    second = world.insert(BALL)
    assert second != first and second in world and first not in world
    with pytest.raises(ks.StaleIdError, match=str(first)):
        world.motion(first)
    with pytest.raises(KeyError):
        world.remove([second, first])
    assert len(world) == 1


def test_motions_of_many_bodies_change_at_once() -> None:
    world = ks.World()
    ids = world.add(BALL, position=[[0, 0, 0], [5, 0, 0], [10, 0, 0]])
    world.set_motion(ids[:2], velocity=[[0, 1, 0], [0, 2, 0]])
    world.set_motion(int(ids[2]), acceleration=(0, 0, 2))
    world.advance_to(1.0)
    assert world.positions.tolist() == [[0, 1, 0], [5, 2, 0], [10, 0, 1]]


def test_constants_change() -> None:
    world = ks.World()
    body = world.insert(BALL, name="marble", tag=7, restitution=0.5, memberships=2)
    world.set_body(body, mass=3.0, friction=0.25, filter=6, rolling_friction=0.125)
    constants = world.constants(body)
    assert constants == {
        "name": "marble", "tag": 7, "mass": 3.0, "restitution": 0.5, "friction": 0.25,
        "rolling_friction": 0.125, "spinning_friction": 0.0, "sensor": False, "fixed": False, "memberships": 2, "filter": 6,
    }  # fmt: skip
    world.set_body(body, sensor=True, shape=ks.Shape.ball(2.0))
    assert world.constants(body)["sensor"] and world.shape(body).radius == 2.0
    assert world.name(body) == "marble" and world.name(-1) == "domain:-x"


def test_inertia_and_centre_of_mass_change() -> None:
    world = ks.World()
    plates = world.add(ks.Shape.cuboid((1, 0.5, 0.1)), position=[[0, 0, 0], [5, 0, 0]], rotates=True)
    world.set_body(plates, inertia=[[1, 2, 2.5], [2, 2, 2]], center_of_mass=[0.5, 0, 0])
    assert world.motion(plates[0]).inertia == [1, 2, 2.5]
    assert world.motion(plates[1]).center_of_mass == [0.5, 0, 0]
    world.schedule_change(plates[0], 1.0, inertia=np.eye(3).ravel())
    world.advance_to(2.0)
    assert world.motion(plates[0]).inertia == [1, 1, 1]
    with pytest.raises(ks.InvalidValueError, match="needs rotates"):
        world.set_body(world.insert(BALL, position=(9, 9, 9)), inertia=(1, 1, 1))


def test_a_billiard_keeps_its_energy_and_momentum() -> None:
    world = ks.World(domain=ks.Domain.periodic((0, 0, 0), (10, 10, 10)))
    grid = 2.0 * np.stack(np.meshgrid(*3 * [np.arange(5)]), axis=-1).reshape(-1, 3) + 1
    world.add_balls(0.6, position=grid, velocity=np.random.default_rng(1).normal(size=grid.shape))
    energy, momentum = world.energy, np.array(world.momentum)
    events = world.advance_to(20.0)
    assert len(events) > 1000
    np.testing.assert_allclose(world.energy, energy, rtol=1e-12)
    np.testing.assert_allclose(world.momentum, momentum, atol=1e-10)
    np.testing.assert_allclose(0.5 * (world.velocities**2).sum(), energy, rtol=1e-12)
    assert world.statistics()["body_collisions"] == len(events) == world.counters()["collisions"]
    world.audit()


def test_gravity_restitution_and_friction_can_be_set() -> None:
    world = ks.World(gravity=(0, 0, -10))
    world.insert(BALL)
    world.gravity = (0, 0, 2)
    world.restitution, world.friction = 0.5, 0.1
    assert (world.gravity, world.restitution, world.friction) == ([0, 0, 2], 0.5, 0.1)
    world.advance_to(1.0)
    assert world.positions.tolist() == [[0, 0, 1]]


def test_a_ball_rolls_and_comes_to_rest() -> None:
    world = ks.World(gravity=(0, -10, 0), friction=0.2, rolling_friction=0.07, report_rests=True)
    world.insert(ks.Shape.half_space((0, 1, 0)), fixed=True)
    spin = (0, 0, -3)
    ball = world.insert(ks.Shape.ball(1.0), position=(0, 1, 0), velocity=(3, 0, 0), angular_velocity=spin, rotates=True)
    world.advance_to(1.0)
    # It slows down by 5/7 of 0.07 g.
    motion = world.motion(ball)
    np.testing.assert_allclose(motion.acceleration, (-0.5, 0, 0), atol=1e-12)
    np.testing.assert_allclose(motion.angular_acceleration, (0, 0, 0.5), atol=1e-12)
    np.testing.assert_allclose(motion.angular_velocity_at(3.0), (0, 0, -1.5), atol=1e-12)
    _, _, velocities, spins = world.states(ball, time=3.0)
    np.testing.assert_allclose([velocities[0, 0], spins[0, 2]], [1.5, -1.5], atol=1e-12)
    events = world.advance_to(10.0)
    assert events["kind"].tolist() == [ks.EventKind.REST] and events["a"][0] == ball
    np.testing.assert_allclose(events["time"], 6.0)
    np.testing.assert_allclose(world.positions[1], (9, 1, 0), atol=1e-9)
    world.rolling_friction, world.spinning_friction = 0.5, 0.25
    assert (world.rolling_friction, world.spinning_friction) == (0.5, 0.25)
    world.set_motion(ball, velocity=(1, 0, 0))
    assert [event.kind for event in world.iterate_to(11.0)][0] == "wake"


def test_motion_pieces_are_recorded() -> None:
    world = ks.World(record_motion=True)
    a = world.insert(BALL, velocity=(1, 0, 0))
    b = world.insert(BALL, position=(3, 0, 0))
    world.advance_to(3.0)
    pieces = world.take_motion_pieces()
    assert [(body, piece.epoch) for body, piece in pieces] == [(a, 0), (b, 0), (a, 2), (b, 2)]
    assert pieces[3][1].position_at(4.0) == [5, 0, 0]
    assert world.take_motion_pieces() == []


def test_motions_of_rigid_bodies_tumble() -> None:
    spinning = ks.Motion(angular_velocity=(0.1, 2, 0.1), inertia=(1, 2, 2.5), center_of_mass=(0.5, 0, 0))
    assert spinning.inertia == [1, 2, 2.5]
    assert spinning.principal_axes == [1, 0, 0, 0]
    assert spinning.center_of_mass == [0.5, 0, 0]
    assert spinning.angular_velocity_at(3.0) != spinning.angular_velocity
    assert ks.Motion(angular_velocity=(0, 2, 0)).inertia is None
    world = ks.World()
    plate = world.insert(ks.Shape.cuboid((1, 0.5, 0.1)), rotates=True, angular_velocity=(1, 2, 0.3))
    world.advance_to(2.0, events=False)
    motion = world.motion(plate)
    assert motion.inertia == pytest.approx([0.26 / 3, 1.01 / 3, 1.25 / 3])
    assert np.allclose(motion.orientation_at(2.0), world.orientations[0])


def test_a_given_inertia_divides_the_spin_of_an_impulse() -> None:
    def spin(**inertia: object) -> float:
        world = ks.World()
        world.insert(BALL, fixed=True, friction=0.01)
        world.insert(BALL, position=(2, 0.4, 0), velocity=(-1, 0, 0), friction=0.01, rotates=True, **inertia)  # type: ignore[arg-type]
        world.advance_to(3.0)
        return float(world.angular_velocities[1, 2])

    solid = spin()
    assert solid != 0
    # Without an inertia that of a solid ball: 2/5 m r^2.
    assert spin(inertia=(0.1, 0.1, 0.1)) == pytest.approx(solid, rel=1e-14)
    assert spin(inertia=(0.4, 0.4, 0.4)) == pytest.approx(solid / 4, rel=1e-14)
    assert spin(inertia=np.eye(3).ravel() * 0.4, center_of_mass=(0, 0, 0)) == pytest.approx(solid / 4, rel=1e-14)
