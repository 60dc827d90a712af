"""Ways out: frames for XYZ and GSD, point sets for freud, tables for pandas, recordings for Rerun."""

from __future__ import annotations

from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._core import Motion, World
from ._kinds import NO_PARTY, EventKind

Path = str | PathLike[str]


def to_xyz(world: World, path: Path, *, append: bool = False) -> None:
    """Writes the configuration as a frame of an extended XYZ file, which OVITO and ASE read."""
    with open(path, "a" if append else "w", encoding="utf-8") as file:
        file.write(world.extended_xyz())


def freud_system(world: World) -> tuple[Any, NDArray[np.float64]]:
    """The pair (box, points) that freud's analyses take. The domain must be periodic or a box.

    Needs the package ``freud-analysis``. freud's boxes are centred at the origin; points are moved
    along.
    """
    import freud

    low, high = _corners(world)
    box = freud.box.Box.from_box((high - low).tolist())
    if world.domain.kind == "box":
        box.periodic = False
    return box, world.positions - 0.5 * (low + high)


def to_gsd(world: World, path: Path, *, append: bool = False) -> None:
    """Writes the configuration as a frame of a GSD file, which HOOMD and OVITO read.

    Needs the package ``gsd``. The step is the number of the frame; the time stands in
    ``log/kinesweep/time``. An open domain gets the box of its bodies.
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
    frame.configuration.box = [*(high - low).tolist(), 0.0, 0.0, 0.0]
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
    """An array of events as a pandas frame: one row each, vectors as three columns.

    Needs the package ``pandas``. Bodies that an event does not have are ``<NA>``.
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
    """Logs balls that follow recorded motion pieces to Rerun, at ``rate`` frames a second.

    ``pieces`` are those of ``World.take_motion_pieces``, ``radii`` the radius of each body. With
    ``path`` a recording is written, else the viewer that Rerun is connected to gets it. Needs the
    package ``rerun-sdk``.
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
