"""Ways out: frames for XYZ and GSD, points for freud, tables for pandas, recordings for Rerun."""

from __future__ import annotations

from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._core import Motion, World
from ._kinds import NO_PARTY, EventKind

__all__ = ["events_frame", "freud_system", "log_to_rerun", "to_gsd", "to_xyz"]

Path = str | PathLike[str]


def to_xyz(world: World, path: Path, *, append: bool = False) -> None:
    """Writes the configuration as a frame of an extended XYZ file, which OVITO and ASE read.

    Parameters
    ----------
    world : World
        Its present state is written.
    path : str or os.PathLike
        The file.
    append : bool, optional
        Whether the frame is added to those of the file. Default: False.

    Raises
    ------
    OSError
        The file cannot be written.

    Examples
    --------
    >>> world = ks.World()
    >>> ball = world.insert(ks.Shape.ball(0.5), velocity=(1, 0, 0))
    >>> for frame in range(3):
    ...     world.advance_to(0.1 * frame, events=False)
    ...     ks.export.to_xyz(world, "balls.xyz", append=frame > 0)
    >>> len(open("balls.xyz").readlines())
    9
    """
    with open(path, "a" if append else "w", encoding="utf-8") as file:
        file.write(world.extended_xyz())


def freud_system(world: World) -> tuple[Any, NDArray[np.float64]]:
    """Makes the pair (box, points) that the analyses of freud take.

    Parameters
    ----------
    world : World
        With a box or a periodic domain.

    Returns
    -------
    box : freud.box.Box
        The domain, centred at the origin; of a world of two dimensions a rectangle.
    points : numpy.ndarray
        Positions relative to the centre of the domain, in metres, of shape (n, 3).

    Raises
    ------
    ImportError
        The package ``freud-analysis`` is not installed.
    ValueError
        The domain is open.

    Examples
    --------
    >>> world = ks.World(domain=ks.Domain.periodic((0, 0, 0), (4, 4, 4)))
    >>> ball = world.insert(ks.Shape.ball(0.5), position=(1, 2, 3))
    >>> box, points = ks.export.freud_system(world)
    >>> box.Lx, points
    (4.0, array([[-1.,  0.,  1.]]))
    """
    import freud

    low, high = _corners(world)
    width, height, depth = (high - low).tolist()
    box = freud.box.Box(width, height, 0 if world.dimensions == 2 else depth)
    if world.domain.kind == "box":
        box.periodic = False
    return box, world.positions - 0.5 * (low + high)


def to_gsd(world: World, path: Path, *, append: bool = False) -> None:
    """Writes the configuration as a frame of a GSD file, which HOOMD and OVITO read.

    Parameters
    ----------
    world : World
        Its present state is written.
    path : str or os.PathLike
        The file.
    append : bool, optional
        Whether the frame is added to those of the file. Default: False.

    Raises
    ------
    ImportError
        The package ``gsd`` is not installed.
    OSError
        The file cannot be written.

    Notes
    -----
    The step is the number of the frame; the time stands in ``log/kinesweep/time``. An open domain
    gets the box of its bodies. Shapes other than balls have the diameter 1. The box of a world of
    two dimensions has no height.

    Examples
    --------
    >>> import gsd.hoomd
    >>> world = ks.World(domain=ks.Domain.box((0, 0, 0), (4, 4, 4)))
    >>> ball = world.insert(ks.Shape.ball(0.5), position=(1, 2, 3), mass=2.0)
    >>> ks.export.to_gsd(world, "balls.gsd")
    >>> with gsd.hoomd.open("balls.gsd") as file:
    ...     print(file[0].particles.position, file[0].particles.mass)
    [[-1.  0.  1.]] [2.]
    """
    import gsd.hoomd

    if world.domain.kind == "open":
        points = world.positions
        spread = points.max(axis=0) - points.min(axis=0) if len(points) else np.zeros(3)
        low, high = points.min(axis=0) - 1.0, points.min(axis=0) + spread + 1.0
    else:
        low, high = _corners(world)
    radii = world.radii
    frame = gsd.hoomd.Frame()
    frame.configuration.dimensions = world.dimensions
    width, height, depth = (high - low).tolist()
    frame.configuration.box = [width, height, 0.0 if world.dimensions == 2 else depth, 0.0, 0.0, 0.0]
    frame.particles.N = len(world)
    frame.particles.position = world.positions - 0.5 * (low + high)
    frame.particles.velocity = world.velocities
    frame.particles.orientation = world.orientations
    frame.particles.diameter = np.where(np.isnan(radii), 1.0, 2.0 * radii)
    frame.particles.mass = [world.constants(int(body))["mass"] for body in world.ids]
    frame.log["kinesweep/time"] = [world.time]
    with gsd.hoomd.open(path, "a" if append else "w") as file:
        frame.configuration.step = len(file)
        file.append(frame)


def events_frame(events: NDArray[np.void]) -> Any:
    """Makes a pandas frame of an array of events, with a row for each.

    Parameters
    ----------
    events : numpy.ndarray
        Of ``EVENT_DTYPE``, as from ``World.advance_to``.

    Returns
    -------
    pandas.DataFrame
        ``time``, ``kind`` (a category), ``a``, ``b`` (``<NA>`` if there is none), ``point_x`` to
        ``normal_z``, ``closing_speed``, ``impulse`` and ``energy_change``.

    Raises
    ------
    ImportError
        The package ``pandas`` is not installed.

    Examples
    --------
    >>> world = ks.World(domain=ks.Domain.box((0, 0, 0), (3, 3, 3)))
    >>> ball = world.insert(ks.Shape.ball(0.5), position=(1.5, 1.5, 1.5), velocity=(1, 0, 0))
    >>> frame = ks.export.events_frame(world.advance_to(4.0))
    >>> frame[["time", "kind", "a", "b", "impulse"]].values.tolist()
    [[1.0, 'collision', 0, -2, 2.0], [3.0, 'collision', 0, -1, 2.0]]
    """
    import pandas

    names = {int(kind): kind.name.lower().replace("_", "-") for kind in EventKind}
    columns: dict[str, Any] = {
        "time": events["time"],
        "kind": pandas.Categorical([names[int(kind)] for kind in events["kind"]], categories=list(names.values())),
    }
    for side in ("a", "b"):
        column = pandas.array(events[side], dtype="Int64")
        column[events[side] == NO_PARTY] = pandas.NA
        columns[side] = column
    for name in ("point", "normal"):
        for axis, letter in enumerate("xyz"):
            columns[f"{name}_{letter}"] = events[name][:, axis]
    for name in ("closing_speed", "impulse", "energy_change"):
        columns[name] = events[name]
    return pandas.DataFrame(columns)


def log_to_rerun(
    pieces: list[tuple[int, Motion]],
    radii: dict[int, float],
    until: float,
    *,
    rate: float = 60.0,
    path: Path | None = None,
) -> None:
    """Logs balls that follow recorded motion pieces to Rerun.

    Parameters
    ----------
    pieces : list of tuple (int, Motion)
        From ``World.take_motion_pieces``.
    radii : dict of int to float
        Radius of each body, in metres; others are left out.
    until : float
        Time of the last frame, in seconds; the first one is at 0.
    rate : float, optional
        Frames a second. Default: 60.
    path : str or os.PathLike, optional
        File of a recording. Default: the viewer that Rerun is connected to.

    Raises
    ------
    ImportError
        The package ``rerun-sdk`` is not installed.

    Examples
    --------
    >>> world = ks.World(record_motion=True)
    >>> ball = world.insert(ks.Shape.ball(0.5), velocity=(1, 0, 0))
    >>> world.advance_to(1.0, events=False)
    >>> pieces = world.take_motion_pieces()
    >>> ks.export.log_to_rerun(pieces, {ball: 0.5}, until=1.0, path="balls.rrd")
    """
    import rerun

    rerun.init("kinesweep")
    if path is not None:
        rerun.save(str(path))
    current: dict[int, Motion] = {}
    coming = iter(sorted(pieces, key=lambda piece: piece[1].epoch))
    following = next(coming, None)
    for number in range(int(until * rate) + 1):
        time = number / rate
        while following is not None and following[1].epoch <= time:
            current[following[0]] = following[1]
            following = next(coming, None)
        bodies = [body for body in current if body in radii]
        rerun.set_time("time", duration=time)
        rerun.log(
            "bodies",
            rerun.Points3D([current[body].position_at(time) for body in bodies], radii=[radii[body] for body in bodies]),
        )


def _corners(world: World) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    domain = world.domain
    if domain.min is None or domain.max is None:
        raise ValueError("domain = open: must be a box or periodic")
    return np.array(domain.min), np.array(domain.max)
