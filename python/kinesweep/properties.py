"""Keywords that describe bodies, for annotations.

Each value is one for all bodies, or an array with a row for each of n bodies. Below, a shape such
as (3,) or (n, 3) names both. Units are metres, seconds, kilograms and radians.

>>> import kinesweep as ks
>>> from kinesweep.properties import BodyProperties
>>> marbles: BodyProperties = {"position": [[0, 0, 0], [1, 0, 0]], "mass": 0.005, "name": ["a", "b"]}
>>> world = ks.World()
>>> ids = world.add_balls(0.01, **marbles)
>>> world.constants(ids[1])["mass"]
0.005
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypedDict

import numpy as np
from numpy.typing import ArrayLike

from ._core import Bounds

__all__ = ["BodyProperties", "BoxMotion", "ConstantProperties", "MotionProperties", "PieceProperties"]


class MotionProperties(TypedDict, total=False):
    """Keywords of the motion of bodies.

    The defaults are those of new bodies; a change of motion leaves what is not given as it is.

    Attributes
    ----------
    position : array of shape (3,) or (n, 3)
        Centre of mass, in metres. Default: the origin.
    orientation : array of shape (4,) or (n, 4)
        Unit quaternion (w, x, y, z), from the body's frame to the world's. Default: (1, 0, 0, 0).
    velocity : array of shape (3,) or (n, 3)
        In metres per second. Default: 0.
    acceleration : array of shape (3,) or (n, 3)
        The body's own, in metres per second squared; gravity is added to it. Default: 0.
    angular_velocity : array of shape (3,) or (n, 3)
        In radians per second about the world's axes. Default: 0.
    growth : number or array of shape (n,)
        Rate of a ball's radius, in metres per second. Default: 0.
    """

    position: ArrayLike
    orientation: ArrayLike
    velocity: ArrayLike
    acceleration: ArrayLike
    angular_velocity: ArrayLike
    growth: ArrayLike


class ConstantProperties(TypedDict, total=False):
    """Keywords of constants of bodies, which may change during a run.

    The defaults are those of new bodies; a change of constants leaves what is not given as it is.

    Attributes
    ----------
    mass : number or array of shape (n,)
        In kilograms; excludes ``density``. Default: 1.
    density : number or array of shape (n,)
        In kilograms per cubic metre; excludes ``mass``. Default: none.
    restitution : number or array of shape (n,)
        Fraction of the closing speed that is restored, from 0 to 1. A pair has the smaller of its
        two. Default: that of the world.
    friction : number or array of shape (n,)
        Coefficient of Coulomb friction, at least 0. A pair has the geometric mean of its two.
        Default: that of the world.
    rolling_friction : number or array of shape (n,)
        Coefficient c of rolling friction, at least 0: in a contact that lasts, with the force N along
        the normal, a body of radius r feels a moment c N r against its rolling. A pair has the
        geometric mean of its two. Default: that of the world.
    spinning_friction : number or array of shape (n,)
        The same against its spin about the normal. Default: that of the world.
    sensor : bool or array of shape (n,)
        Whether contacts begin and end without an impulse. Default: False.
    memberships : int or array of shape (n,)
        Groups of the body, as 32 bits. Two bodies meet if the memberships of each share a bit with
        the filter of the other. Default: 1.
    filter : int or array of shape (n,)
        Groups that the body meets, as 32 bits. Default: all bits.
    inertia : array of shape (3,), (n, 3), (9,) or (n, 9)
        Principal moments along the body's axes, or a tensor by rows, about the centre of mass, in
        kg m^2. Only with ``rotates``. Default: that of the shape at uniform density.
    center_of_mass : array of shape (3,) or (n, 3)
        In the body's axes, from its origin, in metres. Only with ``rotates``. Default: the centroid
        of the shape.
    """

    mass: ArrayLike
    density: ArrayLike
    restitution: ArrayLike
    friction: ArrayLike
    rolling_friction: ArrayLike
    spinning_friction: ArrayLike
    sensor: ArrayLike
    memberships: ArrayLike
    filter: ArrayLike
    inertia: ArrayLike
    center_of_mass: ArrayLike


class BodyProperties(MotionProperties, ConstantProperties, total=False):
    """All of new bodies but their shapes: motion, constants, and what is set once.

    A ``TypedDict`` of the keywords of ``World.insert`` and ``World.add``, in addition to those of
    ``MotionProperties`` and ``ConstantProperties``. The tag alone can be changed.

    Attributes
    ----------
    fixed : bool or array of shape (n,)
        Whether no impulse and no gravity moves the body; its mass is then unused. Default: False.
    rotates : bool or array of shape (n,)
        Whether impulses change its spin. Default: False.
    touch_only : bool or array of shape (n,)
        Whether only the world's touch test decides its contacts, which have no impulse. Default:
        False.
    own_law : bool or array of shape (n,)
        Whether a law of the scope ``"marked"`` answers its collisions. Default: False.
    bounds : Bounds, or iterable of n
        Moving box of a body of unknown motion, which is then touch-only. Default: the motion is
        known.
    name : str, or iterable of n
        Name for logs. Default: made from the body's number, such as ``"body-0"``.
    tag : int, or iterable of n
        A number of the user, of at most 128 bits and not negative. With a ``RestitutionTable`` it
        is the kind of the body. Default: 0.
    """

    fixed: ArrayLike
    rotates: ArrayLike
    touch_only: ArrayLike
    own_law: ArrayLike
    bounds: Bounds | Iterable[Bounds]
    name: str | Iterable[str]
    tag: int | np.integer[Any] | Iterable[int | np.integer[Any]]


class PieceProperties(MotionProperties, total=False):
    """Keywords of a motion piece, of one body.

    In addition to those of ``MotionProperties``. ``acceleration`` is the whole one, with gravity.

    Attributes
    ----------
    swell : number
        Excess of a ball's radius over that of its shape at the epoch, in metres. Default: 0.
    epoch : number
        Time from which the piece holds, in seconds. Default: 0.
    angular_acceleration : array of shape (3,)
        Of a ball that slides or rolls, in radians per second squared. Default: 0.
    inertia : array of shape (3,) or (9,)
        Principal moments along the body's own axes, or a tensor by rows, about the centre of mass,
        in kg m^2. Default: none, a constant spin.
    center_of_mass : array of shape (3,)
        In the body's axes, in metres; with an inertia. Default: the origin.
    """

    swell: ArrayLike
    epoch: ArrayLike
    angular_acceleration: ArrayLike
    inertia: ArrayLike
    center_of_mass: ArrayLike


class BoxMotion(TypedDict, total=False):
    """Keywords of the motion of boxes in kinetic lists, the same for both corners.

    Attributes
    ----------
    velocity : array of shape (3,) or (n, 3)
        In metres per second. Default: 0.
    acceleration : array of shape (3,) or (n, 3)
        In metres per second squared. Default: 0.
    """

    velocity: ArrayLike
    acceleration: ArrayLike
