"""Keywords that describe bodies, for annotations.

Each value is one for all bodies, or an array with a row for each. Units are metres, seconds,
kilograms and radians.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from numpy.typing import ArrayLike

__all__ = ["BodyProperties", "BoxMotion", "ConstantProperties", "MotionProperties", "PieceProperties"]


class MotionProperties(TypedDict, total=False):
    """Motion: zero by default.

    ``orientation`` is a unit quaternion (w, x, y, z), ``growth`` the rate of a ball's radius. A
    position has the shape (3,) or (n, 3), an orientation (4,) or (n, 4).
    """

    position: ArrayLike
    orientation: ArrayLike
    velocity: ArrayLike
    acceleration: ArrayLike
    angular_velocity: ArrayLike
    growth: ArrayLike


class ConstantProperties(TypedDict, total=False):
    """Constants that may change during a run.

    ``mass`` (1 by default) and ``density`` exclude each other. ``restitution`` and ``friction`` are
    those of the world by default. A ``sensor`` has contact events only. Two bodies meet if the
    ``memberships`` of each share a bit with the ``filter`` of the other: 1 and all bits by default.
    """

    mass: ArrayLike
    density: ArrayLike
    restitution: ArrayLike
    friction: ArrayLike
    sensor: ArrayLike
    memberships: ArrayLike
    filter: ArrayLike


class BodyProperties(MotionProperties, ConstantProperties, total=False):
    """All of a body but its shape.

    A ``fixed`` body has an infinite mass. A body that ``rotates`` gets spin from collisions. Contacts
    of a ``touch_only`` body come from the world's touch test, collisions of bodies with ``own_law``
    go by its law where that has the scope ``"marked"``. ``name`` and ``tag`` are the user's; with a
    ``RestitutionTable`` the tag is the kind.
    """

    fixed: ArrayLike
    rotates: ArrayLike
    touch_only: ArrayLike
    own_law: ArrayLike
    name: str | Sequence[str]
    tag: int | Sequence[int]


class PieceProperties(MotionProperties, total=False):
    """A motion piece: ``swell`` is the excess of a grown ball's radius at its ``epoch``."""

    swell: float
    epoch: float


class BoxMotion(TypedDict, total=False):
    """The motion of boxes in kinetic lists."""

    velocity: ArrayLike
    acceleration: ArrayLike
