"""Calls as users write them: mypy checks their types, and they run.

A refused call has an ignored error of mypy; an ignore without an error is an error itself.
"""

from collections.abc import Hashable
from typing import Any

import kinesweep as ks
import numpy as np
from kinesweep.properties import BodyProperties, ConstantProperties
from numpy.typing import NDArray
from typing_extensions import assert_type

Floats = NDArray[np.float64]
BALL = ks.Shape.ball(np.float32(0.5))


def accepted() -> None:
    marbles: BodyProperties = {"position": [[0, 0, 0], [1, 0, 0]], "mass": 0.005, "name": ["a", "b"]}
    assert len(ks.World().add_balls(0.01, **marbles)) == 2
    marble: ConstantProperties = {"mass": np.float32(0.5), "restitution": 0.9}
    world = ks.World(restitution=np.float32(0.5), touch_test=lambda *_: np.bool_(False))
    places = 9 * np.eye(3)
    tags, names = np.array([1, 2, 3]), np.array(["a", "b", "c"])
    ids = assert_type(world.add(BALL, position=places, tag=tags, name=names, **marble), NDArray[np.uint64])
    first = np.uint64(ids[0])
    world.set_tag(first, np.int64(4))
    assert first in world and world.name(first) == "a" and world.constants(first)["tag"] == 4
    world.gravity = (0, 0, -1)
    world.gravity = np.zeros(3)
    assert_type(world.gravity, list[float])
    assert world.is_free(BALL, (50, 0, 0), memberships=np.uint32(1), sensors=np.bool_(True))
    world.schedule(np.float32(1.0), np.int64(7))
    assert world.advance_with(2.0, lambda event: np.bool_(event.kind == "collision")) is False
    assert_type(world.advance_to(3.0), NDArray[np.void])
    assert_type(world.advance_to(4.0, events=False), None)
    keep: bool = True
    assert_type(world.advance_to(5.0, events=keep), NDArray[np.void] | None)
    assert_type(world.states(ids), tuple[Floats, Floats, Floats, Floats])
    assert_type(world.within((0, 0, 0), 1.0), tuple[NDArray[np.uint64], Floats])
    assert_type(ks.World().step(), ks.Event | None)
    assert_type(world.constants(0), dict[str, Any])
    scene = ks.Scene.builtin("gas", count=np.int64(8), speed=[1.0, 2.0])
    comparison = ks.compare(scene, np.array([30.0, 60.0]), until=0.01)
    assert comparison.rates == [30.0, 60.0]


def refused() -> None:
    world = ks.World()
    errors = 0
    for call in (
        lambda: world.insert(BALL, masss=1.0),  # type: ignore[call-arg]
        lambda: world.set_motion(0, mass=1.0),  # type: ignore[call-arg]
        lambda: world.motion("first"),  # type: ignore[arg-type]
        lambda: ks.Shape.ball("0.5"),  # type: ignore[arg-type]
        lambda: world.advance_to(1.0, events=1),  # type: ignore[call-overload]
        lambda: ks.World.restore(bytearray()),  # type: ignore[arg-type]
        lambda: setattr(world, "time", 1.0),
    ):
        try:
            call()
        except (TypeError, AttributeError):
            errors += 1
    assert errors == 7
    unhashable: Hashable = BALL  # type: ignore[assignment]
    try:
        hash(unhashable)
    except TypeError:
        return
    raise AssertionError("a shape has a hash")
