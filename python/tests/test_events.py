"""Events: as an array, one by one, by iteration, by callback."""

import kinesweep as ks
import numpy as np


def gas(**settings: object) -> ks.World:
    world = ks.World(domain=ks.Domain.box((0, 0, 0), (8, 8, 8)), **settings)  # type: ignore[arg-type]
    grid = 2.0 * np.stack(np.meshgrid(*3 * [np.arange(4)]), axis=-1).reshape(-1, 3) + 1
    world.add_balls(0.5, position=grid, velocity=np.random.default_rng(3).normal(size=grid.shape))
    return world


def test_two_balls_meet_at_the_exact_time() -> None:
    world = ks.World()
    a = world.insert(ks.Shape.ball(1.0), velocity=(1, 0, 0), mass=2.0)
    b = world.insert(ks.Shape.ball(1.0), position=(5, 0, 0))
    events = world.advance_to(10.0)
    assert events.dtype == ks.EVENT_DTYPE and len(events) == 1
    hit = events[0]
    assert (hit["time"], hit["kind"], hit["a"], hit["b"]) == (3.0, ks.EventKind.COLLISION, a, b)
    assert hit["point"].tolist() == [4, 0, 0] and hit["normal"].tolist() == [1, 0, 0]
    assert hit["closing_speed"] == 1.0 and np.isclose(hit["impulse"], 4 / 3) and np.isclose(hit["energy_change"], 0)
    assert events.dtype.names is not None
    assert events.dtype.names[:8] == ("time", "kind", "a", "b", "point", "normal", "closing_speed", "impulse")


def test_all_ways_give_the_same_events() -> None:
    reference = gas().advance_to(5.0)
    assert len(reference) > 100 and (np.diff(reference["time"]) >= 0).all()
    iterated = list(gas().iterate_to(5.0))
    called: list[ks.Event] = []
    world = gas()
    assert world.advance_with(5.0, called.append)
    assert world.time == 5.0
    stepped = []
    world = gas()
    while (event := world.step_before(5.0)) is not None:
        stepped.append(event)
    for one_by_one in (iterated, called, stepped):
        assert [event.time for event in one_by_one] == reference["time"].tolist()
        assert [event.closing_speed for event in one_by_one] == reference["closing_speed"].tolist()
        assert [event.a for event in one_by_one] == reference["a"].tolist()
    parts = gas()
    joined = np.concatenate([parts.advance_to(time) for time in (1.0, 2.5, 5.0)])
    np.testing.assert_array_equal(joined, reference)


def test_overlaps_are_the_same_without_the_lane_of_balls() -> None:
    worlds = [gas(report_overlaps=True, method="leases", lane_of_balls=is_open) for is_open in (True, False)]
    assert [list(world.lanes()) for world in worlds] == [["balls"], ["pairs: closed"]]
    in_lane, outside = [world.advance_to(5.0) for world in worlds]
    # Overlaps have no points, which are NaN: field by field they count as equal.
    for field in ks.EVENT_DTYPE.names or ():
        np.testing.assert_array_equal(in_lane[field], outside[field])
    begins = in_lane["kind"] == ks.EventKind.OVERLAP_BEGIN
    assert begins.sum() > 100


def test_events_off_leave_the_same_state() -> None:
    kept, dropped = gas(), gas()
    assert len(kept.advance_to(4.0)) > 0
    assert dropped.advance_to(4.0, events=False) is None
    assert kept.snapshot() == dropped.snapshot()
    assert len(dropped.events) == 0


def test_every_method_gives_the_same_bits() -> None:
    reference = gas().advance_to(3.0).tobytes()
    for method in ("lists", "leases", "cached"):
        assert gas(method=method).advance_to(3.0).tobytes() == reference, method
    for queue in ("dary", "pairing", "pairing-auxiliary"):
        assert gas(method="lists", swap_queue=queue).advance_to(3.0).tobytes() == reference, queue
    assert gas(method="swept", rate=30.0).advance_to(3.0).tobytes() == reference


def test_walls_are_negative_numbers_with_names() -> None:
    world = ks.World(domain=ks.Domain.box((0, 0, 0), (4, 4, 4)))
    ball = world.insert(ks.Shape.ball(1.0), position=(2, 2, 2), velocity=(0, 0, 1))
    events = world.advance_to(4.0)
    assert events["a"].tolist() == [ball, ball]
    assert events["b"].tolist() == [ks.Wall.MAX_Z, ks.Wall.MIN_Z]
    assert [world.name(int(wall)) for wall in events["b"]] == ["domain:+z", "domain:-z"]
    event = world.step_before(10.0)
    assert event is not None and event.b == "domain:+z" and event.kind == "collision"


def test_sensors_have_contacts_and_the_schedule_has_tokens() -> None:
    world = ks.World()
    ball = world.insert(ks.Shape.ball(1.0), velocity=(1, 0, 0))
    sensor = world.insert(ks.Shape.ball(1.0), position=(5, 0, 0), fixed=True, sensor=True)
    world.schedule(4.0, token=2**63)
    dropped = world.schedule(4.5)
    assert world.cancel(dropped) and not world.cancel(dropped)
    events = world.advance_to(10.0)
    kinds = [ks.EventKind(kind) for kind in events["kind"]]
    assert kinds == [ks.EventKind.CONTACT_BEGIN, ks.EventKind.SCHEDULED, ks.EventKind.CONTACT_END]
    assert events["time"].tolist() == [3.0, 4.0, 7.0]
    assert events["a"].tolist() == [ball, ks.NO_PARTY, ball] and events["b"].tolist() == [sensor, ks.NO_PARTY, sensor]
    assert events["token"].tolist() == [0, 2**63, 0]
    assert np.isnan(events["impulse"]).all()


def test_scheduled_changes_happen() -> None:
    world = ks.World()
    ball = world.insert(ks.Shape.ball(1.0))
    world.schedule_motion(ball, 1.0, velocity=(0, 3, 0))
    world.schedule_motion(ball, 9.0, velocity=(0, 0, 0))
    world.schedule_change(ball, 1.5, mass=5.0)
    assert world.cancel_motions(ball) == 3
    world.schedule_motion(ball, 2.0, velocity=(0, 3, 0))
    world.schedule_change(ball, 2.5, mass=5.0)
    events = world.advance_to(3.0)
    assert events["kind"].tolist() == [ks.EventKind.MOTION_CHANGE] * 2 and events["a"].tolist() == [ball] * 2
    assert world.positions.tolist() == [[0, 3, 0]] and world.constants(ball)["mass"] == 5.0


def test_the_world_may_be_changed_between_two_events() -> None:
    world = ks.World()
    bullet = world.insert(ks.Shape.ball(0.01), position=(-9, 0, 0), velocity=(90, 0, 0))
    for place in range(3):
        world.insert(ks.Shape.ball(0.25), position=(place, 0, 0), fixed=True, sensor=True)
    reached = []
    for event in world.iterate_to(1.0):
        if event.kind == "contact-begin":
            other = event.b if event.a == bullet else event.a
            assert isinstance(other, int)
            reached.append(event.time)
            world.remove(other)
    np.testing.assert_allclose(reached, [(9 + place - 0.26) / 90 for place in range(3)], rtol=1e-14)
    assert world.ids.tolist() == [bullet]


def test_a_callback_stops_the_run() -> None:
    world = gas()
    seen: list[float] = []

    def callback(event: ks.Event) -> bool:
        seen.append(event.time)
        return len(seen) < 5

    assert world.advance_with(5.0, callback) is False
    assert world.time == seen[-1] and len(seen) == 5
    world.audit()
