"""The exceptions of the package."""


class KinesweepError(Exception):
    """The base of all exceptions of this package."""


class InvalidValueError(KinesweepError, ValueError):
    """An argument is out of its bounds.

    Attributes
    ----------
    field, value, allowed : str
        The argument, what was given and what is allowed, where the engine has checked it.
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
    """A body is no longer in its world, or never was."""

    def __str__(self) -> str:
        # That of KeyError quotes the message.
        return str(self.args[0]) if self.args else ""


class StepError(KinesweepError, RuntimeError):
    """A run cannot go on. The world is valid, at the time ``time``.

    Attributes
    ----------
    time : float
        The time that the run reached, in seconds.
    events : numpy.ndarray
        The events before the error, where ``advance_to`` has raised it.
    """

    time: float


class StalledError(StepError):
    """Events without end at one time."""


class StoreError(KinesweepError, OSError):
    """A folder is not the store of an ensemble, or cannot be used as one."""


class WorkerError(KinesweepError, RuntimeError):
    """Workers of an executor died again and again."""


class BusyError(KinesweepError, RuntimeError):
    """Another thread, or a callback of the same call, uses the world."""


class InternalError(KinesweepError, RuntimeError):
    """A bug in kinesweep; please report it."""
