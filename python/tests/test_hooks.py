"""Laws of collision and touch tests of the user's own."""

import kinesweep as ks
import numpy as np
import pytest


def two_balls(**settings: object) -> ks.World:
    world = ks.World(**settings)  # type: ignore[arg-type]
    world.insert(ks.Shape.ball(1.0), velocity=(1, 0, 0), tag=0)
    world.insert(ks.Shape.ball(1.0), position=(5, 0, 0), tag=1)
    return world


def test_a_law_sees_the_encounter_and_sets_velocities() -> None:
    seen: list[ks.Encounter] = []

    def law(encounter: ks.Encounter) -> list[list[float]]:
        seen.append(encounter)
        return [[0, 0, 1], [0, 0, 2]]

    world = two_balls(law=law)
    world.advance_to(5.0)
    assert world.velocities.tolist() == [[0, 0, 1], [0, 0, 2]]
    (encounter,) = seen
    assert (encounter.time, encounter.a, encounter.b, encounter.closing_speed) == (3.0, 0, 1, 1.0)
    assert encounter.positions == [[3, 0, 0], [5, 0, 0]] and encounter.velocities == [[1, 0, 0], [0, 0, 0]]
    assert encounter.inverse_masses == [1, 1] and encounter.normal == [1, 0, 0] and encounter.restitution == 1.0


def test_none_is_the_law_of_impulses_and_pass_through_is_no_collision() -> None:
    plain = two_balls()
    plain.advance_to(5.0)
    impulses = two_balls(law=lambda encounter: None)
    impulses.advance_to(5.0)
    np.testing.assert_array_equal(impulses.positions, plain.positions)
    through = two_balls(law=lambda encounter: "pass-through")
    through.advance_to(5.0)
    assert through.positions.tolist() == [[5, 0, 0], [5, 0, 0]]


def test_a_law_may_set_spins() -> None:
    world = two_balls(law=lambda encounter: np.eye(4, 3))
    world.advance_to(5.0)
    assert world.velocities.tolist() == [[1, 0, 0], [0, 1, 0]]
    assert world.angular_velocities.tolist() == [[0, 0, 1], [0, 0, 0]]


def test_a_law_at_walls_only() -> None:
    calls: list[str] = []

    def law(encounter: ks.Encounter) -> None:
        calls.append(str(encounter.b))

    world = two_balls(law=law, law_scope="walls", domain=ks.Domain.box((-2, -2, -2), (7, 7, 7)))
    world.advance_to(5.0)
    assert calls == ["domain:+x"]


def test_an_exception_in_a_law_stops_the_run_at_its_event() -> None:
    def law(encounter: ks.Encounter) -> None:
        raise ZeroDivisionError("in the law")

    world = two_balls(law=law)
    with pytest.raises(ZeroDivisionError, match="in the law"):
        world.advance_to(5.0)
    assert world.time == 3.0 and len(world.events) == 1
    world.audit()
    assert len(world.advance_to(5.0)) == 0


def test_a_law_that_returns_something_else_is_refused() -> None:
    for answer in ("bounce", [1, 2, 3], 7, np.zeros((3, 3))):
        world = two_balls(law=lambda encounter, answer=answer: answer)
        with pytest.raises((TypeError, ValueError)):
            world.advance_to(5.0)
        world.audit()


def test_a_law_cannot_use_its_world() -> None:
    held: list[ks.World] = []

    def law(encounter: ks.Encounter) -> None:
        held[0].advance_to(9.0)

    held.append(two_balls(law=law))
    with pytest.raises(ks.BusyError, match="another call is using this world"):
        held[0].advance_to(5.0)
    held[0].audit()


def test_a_table_has_the_restitution_of_each_pair_of_kinds() -> None:
    table = ks.RestitutionTable([[1.0, 0.25], [0.25, 0.5]])
    world = two_balls(law=table)
    world.advance_to(5.0)
    # 1D: v1 = (1 - e) / 2, v2 = (1 + e) / 2.
    np.testing.assert_allclose(world.velocities[:, 0], [0.375, 0.625], rtol=1e-15)
    copied = ks.World.restore(two_balls(law=table).snapshot(), law=table)
    copied.advance_to(5.0)
    np.testing.assert_array_equal(copied.velocities, world.velocities)
    with pytest.raises(ks.InvalidValueError, match="tag = 2"):
        world.insert(ks.Shape.ball(1.0), position=(0, 9, 0), tag=2)
    for bad in ([[1.0, 0.5], [0.25, 1.0]], [[2.0]], [[np.nan]], [1.0], [[0.5, 0.5]]):
        with pytest.raises(ks.InvalidValueError, match="table"):
            ks.RestitutionTable(bad)


def test_a_touch_test_is_polled_at_its_rate() -> None:
    times: list[float] = []

    def touches(time: float, ids: list[int], positions: list[list[float]], orientations: list[list[float]]) -> bool:
        times.append(time)
        assert ids == [0, 1] and orientations == [[1, 0, 0, 0]] * 2
        return abs(positions[0][0] - positions[1][0]) <= 1.0

    world = ks.World(touch_test=touches, touch_rate=4.0)
    world.insert(ks.Shape.ball(1.0), velocity=(1, 0, 0), touch_only=True)
    world.insert(ks.Shape.ball(1.0), position=(5, 0, 0))
    events = world.advance_to(10.0)
    assert events["time"].tolist() == [4.0, 6.25]
    assert times == np.arange(3.0, 7.01, 0.25).tolist()[: len(times)]


def test_bodies_of_unknown_motion_are_held_by_their_bounds() -> None:
    world = ks.World(touch_test=lambda *_: True, touch_rate=10.0)
    around = ks.Bounds((-1, -1, -1), (1, 1, 1), min_velocity=(-0.5, 0, 0), max_velocity=(0.5, 0, 0), until=2.0)
    dog = world.insert(ks.Shape.ball(0.1), bounds=around)
    known = world.insert(ks.Shape.cuboid((1, 1, 1)), position=(5, 0, 0), fixed=True)
    assert world.bounds(dog) == around and world.bounds(known) is None
    event = world.step_before(10.0)
    assert event is not None and (event.time, event.kind, event.a) == (2.0, "bounds-expired", dog)
    with pytest.raises(ks.StepError, match="bounds"):
        world.advance_to(10.0)
    world.set_bounds(dog, ks.Bounds((1, -1, -1), (3, 1, 1), max_velocity=(0.5, 0, 0), epoch=2.0, until=8.0))
    event = world.step_before(10.0)
    assert event is not None and (event.time, event.kind) == (4.0, "contact-begin")
    for body, bounds, match in (
        (known, around, "touch-only"),
        (dog, around, "expired"),
        (dog, ks.Bounds((0, 0, 0), (1, 1, 1), epoch=9.0), "epoch"),
    ):
        with pytest.raises(ks.InvalidValueError, match=match):
            world.set_bounds(body, bounds)
    with pytest.raises(ks.InvalidValueError, match="min"):
        ks.Bounds((0, 0, 0), (1, 1, 1), max_velocity=(-1, 0, 0), until=2.0)
    with pytest.raises(ks.InvalidValueError, match="bounds"):
        ks.Bounds((0, 0, np.nan), (1, 1, 1))
    world.remove(dog)
    with pytest.raises(ks.StaleIdError):
        world.bounds(dog)
    # One for all, or one for each.
    fresh = ks.World(touch_test=lambda *_: True)
    assert len(fresh.add_balls(0.1, position=np.zeros((3, 3)), bounds=around)) == 3
    with pytest.raises(ks.InvalidValueError, match="rows"):
        fresh.add_balls(0.1, position=np.zeros((3, 3)), bounds=[around] * 2)
    with pytest.raises(TypeError, match="bounds"):
        fresh.insert(ks.Shape.ball(1.0), bounds=(0, 1))  # type: ignore[typeddict-item]


def test_an_exception_in_a_law_has_the_event_of_its_step() -> None:
    def law(encounter: ks.Encounter) -> None:
        raise ZeroDivisionError("in the law")

    world = two_balls(law=law)
    with pytest.raises(ZeroDivisionError) as raised:
        world.step()
    event = raised.value.event  # type: ignore[attr-defined]
    assert (event.time, event.kind) == (world.time, "collision")
