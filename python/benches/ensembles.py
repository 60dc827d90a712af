"""Overhead of ensembles: the share of the cores' time that goes into runs, and memory a run.

Runs of some milliseconds on threads and processes of this machine, and on Dask if ``distributed`` is
installed, one after the other. The number of runs may be given as an argument.
"""

import os
import resource
import sys
import tempfile
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack
from typing import Any

import kinesweep as ks

RUNS = 10_000
CORES = os.cpu_count() or 1
BALLS, UNTIL = 100, 5.0
"""About 5 ms a run, on the machine of the README's figures."""


def ensemble(runs: int) -> ks.Ensemble:
    """Return runs of some milliseconds with a dozen results each."""
    sweep = {"populations[0].count": [BALLS], "populations[0].packing": [0.2]}
    return ks.Ensemble("gas", sweep=sweep, seeds=range(runs), until=UNTIL, statistics=True)


def memory() -> int:
    """Return the greatest memory of this process so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def warm(pool: Executor) -> None:
    """Start all workers, and import all packages here and there."""
    for _ in range(3):
        with tempfile.TemporaryDirectory() as store:
            ensemble(300 * CORES).run(pool, store=store, jobs=CORES)


def measure(name: str, pool: Any, runs: int) -> None:
    """Print a row of the table."""
    before = memory()
    with tempfile.TemporaryDirectory() as store:
        begun = time.perf_counter()
        result = ensemble(runs).run(pool, store=store, jobs=CORES)
        wall = time.perf_counter() - begun
    work = float(result._summary.costs.sum())
    share = work / (wall * CORES)
    grown = (memory() - before) / runs
    print(f"| {name} | {runs} | {1000 * work / runs:.2f} | {wall:.1f} | {share:.3f} | {grown:.0f} |", flush=True)


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    print("| executor | runs | ms a run | wall, s | share of the cores' time in runs | bytes a run |")
    print("|---|---|---|---|---|---|")
    with ProcessPoolExecutor(CORES) as processes:
        warm(processes)
        measure("processes", processes, runs)
    try:
        import distributed
    except ImportError:
        distributed = None
    if distributed is not None:
        with ExitStack() as stack:
            settings = {"n_workers": CORES, "threads_per_worker": 1, "dashboard_address": None}
            cluster = stack.enter_context(distributed.LocalCluster(processes=True, **settings))
            client = stack.enter_context(distributed.Client(cluster))
            warm(client)
            measure("Dask", client, runs)
    measure("threads", None, runs)


if __name__ == "__main__":
    main()
