"""Frame-based broad phases: boxes in as numpy arrays, pairs that begin and end out.

>>> import numpy as np
>>> from kinesweep.sap import Boxes
>>> boxes = Boxes(dtype="float64")
>>> low = np.array([[0.0, 0, 0], [5, 0, 0]])
>>> boxes.insert([0, 1], low, low + 1)
>>> begun, ended = boxes.commit()
>>> len(begun), len(ended)
(0, 0)
>>> low[1, 0] = 0.9
>>> boxes.update([1], low[1:], low[1:] + 1)
>>> begun, ended = boxes.commit()
>>> begun.tolist()
[[0, 1]]
"""

from ._core import Boxes

__all__ = ["Boxes"]
