"""The runs of an ensemble on the workers of an executor: batches out, records in."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from dataclasses import dataclass
from typing import Any

from ._core import EnsembleSummary, Runs
from ._errors import WorkerError
from ._store import Store

_BATCH_SECONDS = 0.5
"""Work of a batch: the cost of handing one over is some milliseconds."""

_BATCHES_PER_SECOND = 500
"""Batches of all workers together: a scheduler of Dask manages one or two thousand tasks a second."""

_MOST_IN_BATCH = 1000

_LEAST_SECONDS = 1e-6
"""Least time of a run in estimates: the clock may show none."""

_BATCHES_PER_WORKER = 3
"""Batches that are handed over at once, so that a worker never waits for the coordinator."""

_WRITE_SECONDS = 1.0
"""Time between two writes to the store."""

_MOST_RETRIES = 10
"""Times that a batch is handed over again after its worker has failed."""

_MOST_KNOWN = 4
"""Plans that a process keeps."""


@dataclass(frozen=True)
class Source:
    """The text of a plan, from which each process makes its runs."""

    plan: str
    origin: str

    def runs(self) -> Runs:
        """The runs; each process reads a plan once."""
        runs = _known.get(self)
        if runs is None:
            if len(_known) >= _MOST_KNOWN:
                _known.clear()
            runs = _known[self] = Runs(self.plan, self.origin)
        return runs

    def forget(self) -> None:
        """Runs that were stopped are not used again."""
        _known.pop(self, None)


_known: dict[Source, Runs] = {}


def work(
    runs: Runs | Source, batch: Sequence[int], snapshots: str | None, save_every: float
) -> tuple[float, list[str]] | Exception:
    """A batch in a worker: its seconds and its records, or the error of the runs themselves.

    That error is returned, not raised: what an executor raises is then a failure of its own, of
    whatever class, such as that of a worker that died while its result was fetched.

    Threads of one process share the runs, so that one call stops them all; other workers make theirs.
    """
    begun = time.perf_counter()
    try:
        own = runs if isinstance(runs, Runs) else runs.runs()
        lines = own.run(batch, snapshots=snapshots, save_every=save_every)
    except Exception as error:
        return error
    return time.perf_counter() - begun, lines


class Coordinator:
    """Hands batches of runs over, and gathers their records."""

    def __init__(
        self,
        runs: Runs | Source,
        summary: EnsembleSummary,
        store: Store | None,
        progress: Callable[[int, int], object] | None,
        save_every: float,
    ) -> None:
        self._runs = runs
        self._summary = summary
        self._store = store
        self._progress = progress
        self._save_every = save_every
        self._left = summary.missing()[::-1]
        self._to_do = len(self._left)
        self._done = 0
        self._pending: dict[Future[Any], list[int]] = {}
        self._again: list[list[int]] = []
        self._retries: dict[int, int] = {}
        self._seconds_per_run: float | None = None
        self._gathered: list[str] = []
        self._written = time.monotonic()

    def do(self, pool: Executor, workers: int) -> None:
        """Does all runs without a record."""
        try:
            while self._left or self._again or self._pending:
                while (self._left or self._again) and len(self._pending) < _BATCHES_PER_WORKER * workers:
                    self._submit(pool, self._again.pop() if self._again else self._batch(workers))
                done, _ = wait(self._pending, timeout=_WRITE_SECONDS, return_when=FIRST_COMPLETED)
                for future in done:
                    self._take(future, self._pending.pop(future))
                if time.monotonic() - self._written >= _WRITE_SECONDS:
                    self._write()
        except BaseException:
            for future in self._pending:
                future.cancel()
            raise
        finally:
            self._write()

    def _batch(self, workers: int) -> list[int]:
        count = 1
        if self._seconds_per_run is not None:
            seconds = max(_BATCH_SECONDS, workers / _BATCHES_PER_SECOND)
            by_time = int(seconds / max(self._seconds_per_run, _LEAST_SECONDS))
            # Near the end smaller ones, so that no worker has more than the others.
            fair = len(self._left) // (2 * workers)
            count = max(1, min(by_time, fair, _MOST_IN_BATCH))
        batch = self._left[-count:][::-1]
        del self._left[-count:]
        return batch

    def _submit(self, pool: Executor, batch: list[int]) -> None:
        snapshots = None if self._store is None else str(self._store.snapshots.absolute())
        self._pending[pool.submit(work, self._runs, batch, snapshots, self._save_every)] = batch

    def _take(self, future: Future[Any], batch: list[int]) -> None:
        error = CancelledError("cancelled") if future.cancelled() else future.exception()
        if error is not None:
            if not isinstance(error, Exception):
                raise error
            # The executor failed, not the runs: another worker can do them.
            retries = self._retries.get(batch[0], 0)
            if retries >= _MOST_RETRIES:
                raise WorkerError(f"run {batch[0]}: its worker failed or died {retries + 1} times: {error}") from error
            self._retries[batch[0]] = retries + 1
            self._again.append(batch)
            return
        result = future.result()
        if isinstance(result, Exception):
            raise result
        seconds, lines = result
        self._seconds_per_run = seconds / max(len(batch), 1)
        for line in lines:
            self._done += self._summary.add(line)
        if self._store is not None:
            self._gathered.extend(lines)
        if self._progress is not None:
            self._progress(self._done, self._to_do)

    def _write(self) -> None:
        if self._store is not None:
            self._store.write(self._gathered)
        self._gathered = []
        self._written = time.monotonic()
