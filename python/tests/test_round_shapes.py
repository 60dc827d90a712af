"""Ellipsoids, cylinders, cones and rounded cuboids."""

import kinesweep as ks
import numpy as np
import pytest

SHAPES = {
    "ellipsoid": (ks.Shape.ellipsoid((0.75, 0.25, 2.0)), 0.75),
    "cylinder": (ks.Shape.cylinder(1.25, 0.5), 0.5),
    "rounded-cuboid": (ks.Shape.rounded_cuboid((0.5, 1.0, 1.5), 0.25), 0.75),
}


@pytest.mark.parametrize("kind", SHAPES)
def test_a_ball_meets_them_on_time(kind):
    shape, reach = SHAPES[kind]
    assert shape.kind == kind
    coming = ks.Motion(position=(10, 0, 0), velocity=(-1, 0, 0))
    time = ks.time_of_impact(shape, ks.Motion(), ks.Shape.ball(0.5), coming)
    assert time == pytest.approx(10 - 0.5 - reach, abs=1e-11)


def test_a_cone_is_met_at_its_apex():
    cone = ks.Shape.cone(1.5, 1.0)
    falling = ks.Motion(position=(0, 10, 0), velocity=(0, -1, 0))
    time = ks.time_of_impact(cone, ks.Motion(), ks.Shape.ball(0.5), falling)
    assert time == pytest.approx(8.0, abs=1e-11)
    assert (cone.kind, cone.radius) == ("cone", 1.0)


def test_lentils_that_rotate_in_a_box_keep_their_energy():
    world = ks.World(domain=ks.Domain.box((-3, -3, -3), (3, 3, 3)), restitution=1.0)
    rng = np.random.default_rng(5)
    for x in (-1.5, 0, 1.5):
        for y in (-1.5, 0, 1.5):
            world.insert(
                ks.Shape.ellipsoid((0.6, 0.2, 0.5)),
                position=(x, y, 0),
                velocity=rng.normal(size=3),
                angular_velocity=rng.normal(size=3),
                rotates=True,
            )
    before = world.energy
    world.advance_to(3.0)
    assert world.energy == pytest.approx(before, rel=1e-9)


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: ks.Shape.ellipsoid((1, -1, 1)), "half_axes[1]"),
        (lambda: ks.Shape.ellipsoid((1, 1e-4, 1)), "half_axes[0]"),
        (lambda: ks.Shape.cylinder(0, 1), "half_height"),
        (lambda: ks.Shape.cone(1, 2000), "radius"),
        (lambda: ks.Shape.rounded_cuboid((1, 1, 1), 0), "radius"),
    ],
)
def test_bad_sizes_name_the_field(make, field):
    with pytest.raises(ks.InvalidValueError, match=field.replace("[", r"\[").replace("]", r"\]")):
        make()
