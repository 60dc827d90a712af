"""The kinds of events in arrays."""

from enum import IntEnum


class EventKind(IntEnum):
    """The field ``kind`` of an array of events.

    The numbers are in the order of events at equal times.

    Examples
    --------
    >>> ks.EventKind.COLLISION
    <EventKind.COLLISION: 5>
    """

    MOTION_CHANGE = 0
    SCHEDULED = 1
    BOUNDS_EXPIRED = 2
    OVERLAP_BEGIN = 3
    CONTACT_BEGIN = 4
    COLLISION = 5
    CONTACT_END = 6
    OVERLAP_END = 7
    REST = 8
    WAKE = 9


class Wall(IntEnum):
    """A wall of the domain, in the fields ``a`` and ``b`` of an array of events.

    Examples
    --------
    >>> ks.World().name(ks.Wall.MAX_Y)
    'domain:+y'
    """

    MIN_X = -1
    MAX_X = -2
    MIN_Y = -3
    MAX_Y = -4
    MIN_Z = -5
    MAX_Z = -6


NO_PARTY = -7
"""The fields ``a`` and ``b`` of an event that concerns fewer bodies."""
