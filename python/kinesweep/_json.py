"""Numbers of numpy as JSON."""

from __future__ import annotations

from typing import Any

import numpy as np


def plain(value: Any) -> Any:
    """An array as lists, a scalar of numpy as a number."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{type(value).__name__} has no place in a scene")
