"""Every collision of moving bodies at its exact time, in order of time, with no frame rate.

>>> import kinesweep as ks
>>> world = ks.World(gravity=(0, -9.81, 0), restitution=0.8)
>>> floor = world.insert(ks.Shape.half_space((0, 1, 0)), fixed=True)
>>> ball = world.insert(ks.Shape.ball(0.5), position=(0, 3, 0))
>>> events = world.advance_to(2.0)
>>> hits = events[events["kind"] == ks.EventKind.COLLISION]
>>> [f"{hit['time']:.6f} s: {hit['closing_speed']:.3f} m/s" for hit in hits]
['0.713922 s: 7.004 m/s', '1.856196 s: 5.603 m/s']
"""

from . import export, sap
from ._core import (
    EVENT_DTYPE,
    Bounds,
    Comparison,
    Domain,
    Encounter,
    Event,
    EventIterator,
    KineticSweep,
    Motion,
    RayHit,
    RestitutionTable,
    Scene,
    Schedule,
    Shape,
    World,
    Zeno,
    __version__,
    builtin_scenes,
    compare,
    contact_times,
    pack,
    run,
    time_of_impact,
)
from ._errors import (
    BusyError,
    InternalError,
    InvalidValueError,
    KinesweepError,
    OverlapError,
    SceneError,
    SnapshotError,
    StaleIdError,
    StalledError,
    StepError,
    StoreError,
    WorkerError,
)
from ._kinds import NO_PARTY, EventKind, Wall
from .ensemble import Ensemble, EnsembleResult

__all__ = [
    "EVENT_DTYPE",
    "NO_PARTY",
    "Bounds",
    "BusyError",
    "Comparison",
    "Domain",
    "Encounter",
    "Ensemble",
    "EnsembleResult",
    "Event",
    "EventIterator",
    "EventKind",
    "InternalError",
    "InvalidValueError",
    "KinesweepError",
    "KineticSweep",
    "Motion",
    "OverlapError",
    "RayHit",
    "RestitutionTable",
    "Scene",
    "SceneError",
    "Schedule",
    "Shape",
    "SnapshotError",
    "StaleIdError",
    "StalledError",
    "StepError",
    "StoreError",
    "Wall",
    "WorkerError",
    "World",
    "Zeno",
    "__version__",
    "builtin_scenes",
    "compare",
    "contact_times",
    "export",
    "pack",
    "run",
    "sap",
    "time_of_impact",
]
