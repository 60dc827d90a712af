"""Bad input of every kind: a clear exception, and a world as before."""

from collections.abc import Callable
from typing import Any

import kinesweep as ks
import numpy as np
import pytest

BALL = ks.Shape.ball(0.5)

REFUSED: list[tuple[str, str, Callable[[ks.World], object]]] = [
    ("ValueError", "radius", lambda world: world.add_balls(-1.0)),
    ("ValueError", "radius", lambda world: world.add_balls([1.0, np.nan])),
    ("ValueError", "radius", lambda world: world.add_balls(np.ones((2, 2)))),
    ("TypeError", "radius", lambda world: world.add_balls("big")),
    ("TypeError", "position", lambda world: world.add(BALL, position="here")),
    ("TypeError", "position", lambda world: world.add(BALL, position=[[1, 2, None]])),
    ("TypeError", "position", lambda world: world.add(BALL, position=np.zeros(3, dtype=complex))),
    ("TypeError", "position", lambda world: world.add(BALL, position=[[1, 2, 3], [4, 5]])),
    ("ValueError", "position", lambda world: world.add(BALL, position=np.zeros((2, 2)))),
    ("ValueError", "position", lambda world: world.add(BALL, position=np.zeros((2, 3, 1)))),
    ("ValueError", "position", lambda world: world.insert(BALL, position=np.zeros((2, 3)))),
    ("ValueError", "position", lambda world: world.insert(BALL, position=(np.nan, 0, 0))),
    ("ValueError", "velocity", lambda world: world.insert(BALL, position=(9, 9, 9), velocity=(np.inf, 0, 0))),
    ("ValueError", "velocity", lambda world: world.add(BALL, position=np.ones((3, 3)), velocity=np.ones((2, 3)))),
    ("ValueError", "orientation", lambda world: world.insert(BALL, position=(9, 9, 9), orientation=(2, 0, 0, 0))),
    ("ValueError", "mass", lambda world: world.insert(BALL, position=(9, 9, 9), mass=-1)),
    ("ValueError", "mass and density", lambda world: world.insert(BALL, mass=1, density=1)),
    ("ValueError", "needs rotates", lambda world: world.insert(BALL, position=(9, 9, 9), inertia=(1, 1, 1))),
    ("ValueError", "inertia: must be", lambda world: world.insert(BALL, rotates=True, inertia=[1, 2])),
    ("ValueError", "inertia", lambda world: world.insert(BALL, position=(9, 9, 9), rotates=True, inertia=(1, 1, 3))),
    ("ValueError", "center_of_mass", lambda world: world.insert(BALL, rotates=True, center_of_mass=[1, 2])),
    ("ValueError", "memberships", lambda world: world.insert(BALL, memberships=-1)),
    ("ValueError", "filter", lambda world: world.insert(BALL, filter=0.5)),
    ("TypeError", "name", lambda world: world.insert(BALL, name=3)),  # type: ignore[arg-type]
    ("ValueError", "name", lambda world: world.add(BALL, position=np.ones((3, 3)), name=["a", "b"])),
    ("TypeError", "tag", lambda world: world.insert(BALL, tag="x")),  # type: ignore[arg-type]
    ("TypeError", "masss", lambda world: world.insert(BALL, masss=1)),  # type: ignore[call-arg]
    ("ValueError", "overlaps", lambda world: world.insert(BALL, position=(0.1, 0, 0))),
    ("ValueError", "overlaps", lambda world: world.add(BALL, position=[(9, 0, 0), (9.5, 0, 0)])),
    ("KeyError", "12345", lambda world: world.remove(12345)),
    ("KeyError", str(1 << 32), lambda world: world.remove(1 << 32)),
    ("KeyError", str(2**63), lambda world: world.remove(np.array([2**63], dtype=np.uint64))),
    ("KeyError", "0", lambda world: world.remove([0, 0])),
    ("ValueError", "negative", lambda world: world.remove([-1])),
    ("TypeError", "ids", lambda world: world.remove([0.0])),
    ("ValueError", "ids", lambda world: world.remove([[0]])),
    ("KeyError", "7", lambda world: world.set_motion([0, 7], velocity=(1, 0, 0))),
    ("ValueError", "velocity", lambda world: world.set_motion([0], velocity=(np.nan, 0, 0))),
    ("ValueError", "rows", lambda world: world.set_motion([0], velocity=np.ones((2, 3)))),
    ("TypeError", "speed", lambda world: world.set_motion(0, speed=1)),  # type: ignore[call-arg]
    ("ValueError", "restitution", lambda world: world.set_body(0, restitution=2)),
    ("ValueError", "time", lambda world: world.advance_to(-1.0)),
    ("ValueError", "time", lambda world: world.advance_to(np.nan)),
    ("ValueError", "time", lambda world: world.advance_to(np.inf)),
    ("ValueError", "time", lambda world: world.states(time=-1.0)),
    ("ValueError", "time", lambda world: world.schedule(np.nan)),
    ("TypeError", "", lambda world: world.advance_to("soon")),  # type: ignore[call-overload]
    ("ValueError", "method", lambda world: world.set_method("fast")),
    ("ValueError", "rate", lambda world: world.set_method("lists", rate=60.0)),
    ("ValueError", "rate", lambda world: world.set_method("swept", rate=-60.0)),
    ("ValueError", "direction", lambda world: world.cast_ray((0, 0, 0), (0, 0, 0))),
    ("ValueError", "distance", lambda world: world.within((0, 0, 0), -1.0)),
    ("ValueError", "min", lambda world: world.bodies_in_box((1, 1, 1), (0, 0, 0))),
    ("ValueError", "id = -7", lambda world: world.name(-7)),
    ("TypeError", "", lambda world: world.insert("ball")),  # type: ignore[arg-type]
]

CLASSES: dict[str, type[Exception]] = {"ValueError": ValueError, "KeyError": KeyError, "TypeError": TypeError}


@pytest.mark.parametrize(("kind", "words", "call"), REFUSED)
def test_bad_input_is_refused_and_nothing_has_changed(
    kind: str, words: str, call: Callable[[ks.World], object]
) -> None:
    world = ks.World()
    world.insert(BALL, velocity=(1, 0, 0))
    before = world.snapshot()
    state = [world.ids, *world.states(), world.time]
    with pytest.raises(CLASSES[kind]) as raised:
        call(world)
    assert isinstance(raised.value, (ks.KinesweepError, TypeError))
    assert words in str(raised.value)
    for was, now in zip(state, [world.ids, *world.states(), world.time], strict=True):
        np.testing.assert_array_equal(now, was)
    # An overlap is found after the bodies have got their ids.
    assert words == "overlaps" or world.snapshot() == before


@pytest.mark.parametrize(
    "settings",
    [
        {"gravity": (0, 0)},
        {"gravity": (0, 0, np.nan)},
        {"restitution": 1.5},
        {"friction": -1},
        {"method": "magic"},
        {"rate": 60.0},
        {"swap_queue": "fast"},
        {"response": "explode"},
        {"law": 3},
        {"law": print, "law_scope": "some"},
        {"touch_test": 3},
        {"touch_test": print, "touch_rate": 0.0},
        {"domain": "box"},
        {"start_time": np.inf},
        {"colour": "red"},
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises((ks.InvalidValueError, TypeError)):
        ks.World(**settings)


@pytest.mark.parametrize(
    "make",
    [
        lambda: ks.Shape.ball(0.0),
        lambda: ks.Shape.cuboid((1, 1)),
        lambda: ks.Shape.cuboid((1, 1, -1)),
        lambda: ks.Shape.capsule(np.nan, 1.0),
        lambda: ks.Shape.half_space((0, 0, 0)),
        lambda: ks.Shape.convex([[0, 0, 0], [1, 0, 0], [0, 1, 0]]),
        lambda: ks.Shape.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 3]]),
        lambda: ks.Shape.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, -1]]),
        lambda: ks.Shape.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [0, 1, 2]),
        lambda: ks.Shape.ring(1.0, 2.0, 8, 4),
        lambda: ks.Shape.compound([]),
        lambda: ks.Domain.box((0, 0, 0), (1, 0, 1)),
        lambda: ks.Domain.periodic((0, 0, 0), (1, np.nan, 1)),
        lambda: ks.pack(10, -1.0, ks.Domain.periodic((0, 0, 0), (1, 1, 1)), 1),
        lambda: ks.pack(100, 1.0, ks.Domain.periodic((0, 0, 0), (2, 2, 2)), 1),
    ],
)
def test_bad_shapes_and_domains_are_refused(make: Callable[[], object]) -> None:
    with pytest.raises(ks.InvalidValueError):
        make()


@pytest.mark.parametrize(
    "convert",
    [
        lambda array: np.asfortranarray(array),
        lambda array: np.repeat(array, 2, axis=0)[::2],
        lambda array: array[::-1][::-1],
        lambda array: array.astype(">f8"),
        lambda array: array.astype(np.float32),
        lambda array: array.astype(np.int16),
        lambda array: array.tolist(),
        lambda array: np.ma.masked_array(array),
    ],
)
def test_any_layout_of_an_array_of_numbers_is_read(convert: Callable[[Any], Any]) -> None:
    places = np.arange(12.0).reshape(4, 3) * 3
    world = ks.World()
    world.add_balls(0.5, position=convert(places), velocity=convert(places))
    np.testing.assert_array_equal(world.positions, places)
    np.testing.assert_array_equal(world.velocities, places)


def test_refusals_of_values_have_their_field_value_and_bound() -> None:
    with pytest.raises(ks.InvalidValueError) as raised:
        ks.Shape.ball(-2.0)
    assert (raised.value.field, raised.value.value) == ("radius", "-2")
    assert "must be" in raised.value.allowed


def test_a_stalled_run_has_its_time_and_its_events() -> None:
    world = ks.World(gravity=(0, -10, 0), restitution=0.5, zeno=ks.Zeno.error())
    world.insert(ks.Shape.half_space((0, 1, 0)), fixed=True)
    world.insert(BALL, position=(0, 3, 0))
    with pytest.raises(ks.StalledError) as raised:
        world.advance_to(10.0)
    assert isinstance(raised.value, RuntimeError)
    assert raised.value.time > 2.0 and len(raised.value.events) > 10  # type: ignore[attr-defined]
