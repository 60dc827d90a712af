"""The exceptions of the package."""


class KinesweepError(Exception):
    """The base of all exceptions of this package."""


class InvalidValueError(KinesweepError, ValueError):
    """An argument is out of its bounds.

    A refused call changes nothing, unless its documentation says otherwise.

    Attributes
    ----------
    field, value, allowed : str
        The argument, what was given and what is allowed, where the engine has checked it.

    Examples
    --------
    >>> try:
    ...     ks.Shape.ball(-1.0)
    ... except ks.InvalidValueError as error:
    ...     print(error.field, error.value)
    radius -1
    """

    field: str
    value: str
    allowed: str


class OverlapError(InvalidValueError):
    """Bodies overlap at the start, or a body is beyond a wall."""


class SceneError(KinesweepError, ValueError):
    """A scene cannot be read; the message has the file, the line and the key."""


class SnapshotError(KinesweepError, ValueError):
    """Bytes are not a snapshot that can be restored."""


class StaleIdError(KinesweepError, KeyError):
    """A body is no longer in its world, or never was.

    Examples
    --------
    >>> world = ks.World()
    >>> world.remove(7)
    Traceback (most recent call last):
    kinesweep._errors.StaleIdError: body 7 is not in this world
    """

    def __str__(self) -> str:
        # That of KeyError quotes the message.
        return str(self.args[0]) if self.args else ""


class StepError(KinesweepError, RuntimeError):
    """A run cannot go on.

    The world is valid, at the time ``time``. The causes are: a scheduled change is not allowed at
    its time (it is dropped, and the next call goes on without it); a law answers with velocities
    that are not allowed; the bounds of a body have expired without new ones; in a periodic domain
    a body is too fast for the resolution of floats, or a ball has grown too large. In the last four
    cases the next call raises it again, until the cause is removed.

    Attributes
    ----------
    time : float
        The time that the run reached, in seconds.
    events : numpy.ndarray
        The events before the error, where ``advance_to`` has raised it.
    """

    time: float


class StalledError(StepError):
    """Events come without end at one time.

    Examples
    --------
    >>> world = ks.World(gravity=(0, -10, 0), restitution=0.5, zeno=ks.Zeno.error())
    >>> floor = world.insert(ks.Shape.half_space((0, 1, 0)), fixed=True)
    >>> ball = world.insert(ks.Shape.ball(0.5), position=(0, 5.5, 0))
    >>> try:
    ...     world.advance_to(10.0)
    ... except ks.StalledError as error:
    ...     print(round(error.time, 6))
    3.0
    """


class StoreError(KinesweepError, OSError):
    """A folder is not the store of an ensemble, or cannot be used as one."""


class WorkerError(KinesweepError, RuntimeError):
    """Workers of an executor failed or died again and again."""


class BusyError(KinesweepError, RuntimeError):
    """Another thread, or a callback of the same call, uses the world."""


class InternalError(KinesweepError, RuntimeError):
    """A bug in kinesweep; please report it."""
