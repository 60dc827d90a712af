"""Broad phases: frame-based boxes and kinetic lists, beside all pairs."""

import kinesweep as ks
import numpy as np
import pytest
from kinesweep.sap import Boxes


def all_pairs(ids: np.ndarray, low: np.ndarray, high: np.ndarray) -> set[tuple[int, int]]:
    meet = (low[:, None] <= high[None]).all(-1) & (low[None] <= high[:, None]).all(-1)
    rows, columns = np.nonzero(np.triu(meet, 1))
    return {(min(a, b), max(a, b)) for a, b in zip(ids[rows].tolist(), ids[columns].tolist(), strict=True)}


@pytest.mark.parametrize("method", ["grid", "sweep", "arrays", "segmented", "octree"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("dimension", [2, 3])
def test_boxes_agree_with_all_pairs(method: str, dtype: str, dimension: int) -> None:
    rng = np.random.default_rng(7)
    boxes = Boxes(dtype=dtype, dimension=dimension, method=method)
    low = {number: rng.uniform(0, 8, dimension).astype(dtype) for number in range(60)}
    boxes.insert(list(low), np.array(list(low.values())), np.array(list(low.values())) + 1)
    overlapping: set[tuple[int, int]] = set()
    for frame in range(12):
        begun, ended = (set(map(tuple, pairs.tolist())) for pairs in boxes.commit())
        assert not begun & overlapping and ended <= overlapping
        overlapping = (overlapping | begun) - ended
        ids = np.array(list(low))
        corners = np.array(list(low.values()))
        assert overlapping == all_pairs(ids, corners, corners + corners.dtype.type(1))
        assert overlapping == set(map(tuple, boxes.pairs.tolist())) and len(boxes) == len(low)
        moving = rng.permutation(ids)[: [3, 30, 60][frame % 3]]
        for number in moving.tolist():
            low[number] = (low[number] + rng.normal(0, 0.3, dimension)).astype(dtype)
        moved = np.array([low[number] for number in moving.tolist()])
        boxes.update(moving, moved, moved + 1)
        gone, come = int(ids[frame % len(ids)]), 100 + frame
        boxes.remove([gone])
        del low[gone]
        low[come] = rng.uniform(0, 8, dimension).astype(dtype)
        boxes.insert([come], low[come][None], low[come][None] + 1)


def test_bad_boxes_are_refused() -> None:
    boxes = Boxes()
    low = np.zeros((2, 3))
    boxes.insert([0, 1], low, low + 1)
    for call, kind in (
        (lambda: boxes.insert([0], low[:1], low[:1]), ValueError),
        (lambda: boxes.insert([2], low, low), ValueError),
        (lambda: boxes.insert([2], low[:1] + 1, low[:1]), ValueError),
        (lambda: boxes.insert([2], low[:1] * np.nan, low[:1]), ValueError),
        (lambda: boxes.insert([2], [["a", "b", "c"]], low[:1]), TypeError),
        (lambda: boxes.insert([-2], low[:1], low[:1]), ValueError),
        (lambda: boxes.insert([2**32], low[:1], low[:1]), ValueError),
        (lambda: boxes.insert([2], low[0], low[0]), ValueError),
        (lambda: boxes.update([7], low[:1], low[:1]), KeyError),
        (lambda: boxes.remove([7]), KeyError),
        (lambda: Boxes(dtype="int8"), ValueError),
        (lambda: Boxes(dimension=4), ValueError),
        (lambda: Boxes(method="tree"), ValueError),
    ):
        with pytest.raises(kind):
            call()
    assert len(boxes) == 2


def test_kinetic_lists_report_pairs_at_their_times() -> None:
    sweep = ks.KineticSweep()
    low = np.array([[0.0, 0, 0], [5, 0, 0], [0, 9, 0]])
    pairs, begins = sweep.insert([0, 1, 2], low, low + 1, velocity=[[1, 0, 0], [0, 0, 0], [0, 0, 0]])
    assert len(pairs) == len(begins) == 0
    times, pairs, begins = sweep.advance_to(10.0)
    assert times.tolist() == [4.0, 6.0] and pairs.tolist() == [[0, 1]] * 2 and begins.tolist() == [True, False]
    assert sweep.time == 10.0 and sweep.next_time == np.inf and sweep.swaps > 0
    pairs, begins = sweep.update([2], [[4.5, 0, 0]], [[5.5, 1, 1]])
    assert pairs.tolist() == [[1, 2]] and begins.tolist() == [True] and sweep.overlap(2, 1)
    pairs, begins = sweep.remove([1])
    assert pairs.tolist() == [[1, 2]] and begins.tolist() == [False] and len(sweep) == 2 and 1 not in sweep


def test_kinetic_lists_agree_with_all_pairs() -> None:
    rng = np.random.default_rng(11)
    low, velocity, acceleration = (rng.normal(0, scale, (40, 3)) for scale in (4, 1, 0.3))
    sweep = ks.KineticSweep()
    ids = np.arange(40)
    pairs, _ = sweep.insert(ids, low, low + 1, velocity=velocity, acceleration=acceleration)
    overlapping = set(map(tuple, pairs.tolist()))
    for time in np.linspace(0, 4, 17)[1:]:
        times, pairs, begins = sweep.advance_to(time)
        assert (np.diff(times) >= 0).all()
        for pair, begin in zip(map(tuple, pairs.tolist()), begins.tolist(), strict=True):
            assert begin != (pair in overlapping)
            overlapping ^= {pair}
        at = low + velocity * time + 0.5 * acceleration * time**2
        assert overlapping == all_pairs(ids, at, at + 1)


def test_bad_input_of_kinetic_lists_is_refused() -> None:
    sweep = ks.KineticSweep(1.0)
    corner = np.zeros((1, 3))
    sweep.insert([0], corner, corner + 1)
    for call, kind in (
        (lambda: sweep.insert([0], corner, corner), ValueError),
        (lambda: sweep.insert([1, 1], np.zeros((2, 3)), np.ones((2, 3))), ValueError),
        (lambda: sweep.insert([1], corner + 1, corner), ValueError),
        (lambda: sweep.insert([1], corner, corner, velocity=(np.inf, 0, 0)), ValueError),
        (lambda: sweep.insert([1], corner, corner, speed=1), TypeError),
        (lambda: sweep.insert([2**31], corner, corner), ValueError),
        (lambda: sweep.update([3], corner, corner), KeyError),
        (lambda: sweep.remove([3]), KeyError),
        (lambda: sweep.advance_to(0.5), ValueError),
        (lambda: sweep.advance_to(np.inf), ValueError),
        (lambda: ks.KineticSweep(np.nan), ValueError),
    ):
        with pytest.raises(kind):
            call()
    assert len(sweep) == 1
