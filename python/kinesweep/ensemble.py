"""Ensembles: many runs of a scene, by seeds and sweeps of its keys, as one answer with error bars.

>>> import kinesweep as ks
>>> ensemble = ks.Ensemble(
...     "gas",
...     sweep={"populations[0].packing": [0.1, 0.2]},
...     seeds=range(4),
...     until=0.2,
...     statistics=["pressure"],
... )
>>> result = ensemble.run(jobs=2)
>>> result.to_dict()["runs"], len(result.to_dict()["points"])
(8, 2)

Runs go to threads of this machine, or to any ``concurrent.futures.Executor``: of processes, of Dask
(a ``distributed.Client`` is accepted), of MPI (``mpi4py.futures``). The answer has the same bytes on
any of them.
"""

from __future__ import annotations

import html
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from ._coordinator import Coordinator, Source
from ._core import EnsembleSummary, Runs
from ._json import plain
from ._store import Store
from ._tables import frame

__all__ = ["Ensemble", "EnsembleResult", "Store"]

_Path = str | os.PathLike[str]

class Ensemble:
    """A plan of many runs.

    Parameters
    ----------
    scene : str, path or dict
        A scene file, a built-in scene, or a scene as a dict.
    sweep : mapping of str to sequence, optional
        Values of keys of the scene, such as ``{"populations[0].packing": [0.1, 0.2]}``, or of
        ``until``, ``rates``, ``method``, ``statistics_from``, ``branch_at`` and ``changes[i]...``.
        There is a point for each combination; the last key changes first.
    seeds : iterable of int, optional
        Numbers that are added to the seeds of the scene's populations, one a run. Default: 0 alone.
    until : float, optional
        End of each run, in seconds. Default: the scene's.
    statistics : bool or sequence of str, optional
        Statistics of each run, all or by name. Default: none.
    compare : mapping or sequence of float, optional
        Rates of frames in hertz, or ``{"rates": [...]}``: what samples at these rates miss.
    events : sequence of str, optional
        Reducers of the events: ``"counts"``, ``"first_collision"``, ``"closing_speeds"``.
    states : bool, optional
        Whether records have the positions and velocities at the end. Default: False.
    branch_at : float, optional
        Time from which the runs differ: the state there is made once, and ``changes`` are made in it.
    changes : sequence of mapping, optional
        Changes of motion at ``branch_at`` or at a ``time`` of their own: ``body`` (a name) and
        ``position``, ``velocity``, ``acceleration``, ``angular_velocity`` or ``growth``.
    method : str, optional
        ``"kinetic"``, ``"lists"`` or ``"leases"``. Default: ``"kinetic"``.
    statistics_from : float, optional
        Begin of the statistics, in seconds. Default: 0.
    blocks : int, optional
        Blocks of a run for the errors within it. Default: 8.

    Raises
    ------
    InvalidValueError, SceneError
        The plan has an error; the message names the key.

    Examples
    --------
    >>> import kinesweep as ks
    >>> ensemble = ks.Ensemble("bullet-and-paper", compare=[60], sweep={"bodies[0].velocity[0]": [9, 900]})
    >>> answer = ensemble.run().to_dict()
    >>> [point["compare"]["rates"][0]["missed"]["mean"] for point in answer["points"]]
    [0.0, 1.0]
    """

    def __init__(
        self,
        scene: _Path | Mapping[str, Any],
        *,
        sweep: Mapping[str, Iterable[Any]] | None = None,
        seeds: Iterable[int] | None = None,
        until: float | None = None,
        statistics: bool | Sequence[str] = False,
        compare: Mapping[str, Any] | Sequence[float] | None = None,
        events: Sequence[str] | None = None,
        states: bool = False,
        branch_at: float | None = None,
        changes: Sequence[Mapping[str, Any]] | None = None,
        method: str | None = None,
        statistics_from: float | None = None,
        blocks: int | None = None,
    ) -> None:
        plan: dict[str, Any] = {
            "scene": dict(scene) if isinstance(scene, Mapping) else os.fspath(scene),
            "until": until,
            "method": method,
            "statistics_from": statistics_from,
            "blocks": blocks,
            "branch_at": branch_at,
        }
        plan = {key: value for key, value in plan.items() if value is not None}
        if seeds is not None:
            plan["seeds"] = _seeds(seeds)
        if not isinstance(statistics, bool) or statistics:
            plan["statistics"] = statistics if isinstance(statistics, bool) else list(statistics)
        if compare is not None:
            plan["compare"] = dict(compare) if isinstance(compare, Mapping) else {"rates": list(compare)}
        if events is not None:
            plan["events"] = list(events)
        if states:
            plan["states"] = True
        if changes is not None:
            plan["changes"] = [dict(change) for change in changes]
        if sweep is not None:
            plan["sweep"] = {key: list(values) for key, values in sweep.items()}
        # Relative files are those of the present folder, in each worker.
        origin = str(Path.cwd() / "plan")
        self._source = Source(json.dumps(plan, default=plain, allow_nan=False), origin)
        # Errors of the plan are those of this call.
        self._source.runs()

    @classmethod
    def from_file(cls, path: _Path) -> Ensemble:
        """Reads a plan file, as of ``kinesweep ensemble``.

        Parameters
        ----------
        path : path
            A TOML file, or JSON if its name ends in ``.json``.

        Returns
        -------
        Ensemble
            Its ensemble.

        Raises
        ------
        InvalidValueError, SceneError
            The plan has an error; the message names the key.
        """
        made = cls.__new__(cls)
        made._source = Source(Runs.read(path).plan, str(Path(path).absolute()))
        return made

    @property
    def _runs(self) -> Runs:
        return self._source.runs()

    def __len__(self) -> int:
        return len(self._runs)

    def __repr__(self) -> str:
        return f"<Ensemble {self._runs.name!r}: {self._runs.points} points, {len(self)} runs>"

    def run(
        self,
        executor: Any = None,
        store: _Path | Store | None = None,
        *,
        jobs: int | None = None,
        progress: Callable[[int, int], object] | None = None,
        save_every: float = 30.0,
    ) -> EnsembleResult:
        """Does all runs that the store does not have.

        An interrupted call leaves a store that the next one goes on from. A run that fails has a
        record with its error, and the others go on. Where a worker dies, its batch is done by others.

        Parameters
        ----------
        executor : concurrent.futures.Executor or distributed.Client, optional
            Where the runs are done. Default: threads of this machine; the interpreter is free while
            the engine runs, so that they use all cores.
        store : path or Store, optional
            A folder for the records. Workers write the states of long runs there: on several machines
            it must be one that they share. Default: none.
        jobs : int, optional
            The number of threads, or of the workers of an executor that does not have it. Default:
            one a core.
        progress : callable, optional
            Called with the numbers of runs done and to do, after each batch.
        save_every : float, optional
            Seconds between two saves of the state of a long run. Default: 30.

        Returns
        -------
        EnsembleResult
            The merged results: the same on any executor.

        Raises
        ------
        StoreError
            The folder is not that of a store.
        WorkerError
            Workers failed or died again and again.
        """
        if store is not None and not isinstance(store, Store):
            store = Store(store)
        runs = self._runs
        summary = runs.summary()
        if store is not None:
            store.begin(runs)
            for line in store:
                summary.add(line)
        if executor is None:
            threads = jobs or os.cpu_count() or 1
            with ThreadPoolExecutor(threads) as pool:
                try:
                    Coordinator(runs, summary, store, progress, save_every).do(pool, threads)
                except BaseException:
                    # The threads stop at their next event.
                    runs.stop()
                    self._source.forget()
                    raise
        else:
            pool = executor.get_executor() if hasattr(executor, "get_executor") else executor
            workers = jobs or _workers(executor)
            Coordinator(self._source, summary, store, progress, save_every).do(pool, workers)
        return EnsembleResult(runs, summary)


def _seeds(seeds: Iterable[int]) -> Any:
    if isinstance(seeds, range) and seeds.step == 1 and len(seeds) > 0:
        return {"from": seeds.start, "count": len(seeds)}
    return list(seeds)


def _workers(executor: Any) -> int:
    """The number of workers, as far as an executor has it."""
    if hasattr(executor, "ncores"):
        return sum(executor.ncores().values()) or 1
    workers = getattr(executor, "_max_workers", None)
    return workers if isinstance(workers, int) else os.cpu_count() or 1


class EnsembleResult:
    """The merged results of an ensemble, made by ``Ensemble.run``.

    Examples
    --------
    >>> result = ks.Ensemble("bullet-and-paper", compare=[60], seeds=range(2)).run(jobs=1)
    >>> result.to_dict()["runs"]
    2
    """

    def __init__(self, runs: Runs, summary: EnsembleSummary) -> None:
        self._runs = runs
        self._summary = summary

    def to_json(self) -> str:
        """The results at each point as JSON: the text of ``kinesweep ensemble --json``.

        Returns
        -------
        str
            The same bytes for the same plan, on any executor.
        """
        return self._summary.to_json()

    def to_dict(self) -> dict[str, Any]:
        """The results at each point as nested dicts and lists.

        Returns
        -------
        dict
            What ``to_json`` has.
        """
        return dict(json.loads(self.to_json()))

    def to_frame(self) -> Any:
        """One row a run: the values of the sweep, the seed, and each result.

        Returns
        -------
        pandas.DataFrame or list of dict
            A frame where pandas is installed.
        """
        names, summary = self._summary.names, self._summary
        columns = {name: summary.column(name) for name in names}
        costs, failures = summary.costs, summary.failures
        rows = []
        for run in range(len(self._runs)):
            row = json.loads(self._runs.sweep(run // self._runs.seeds_per_point))
            row["seed"] = self._runs.seed(run)
            row.update((name, column[run]) for name, column in columns.items())
            row["cost"] = costs[run]
            row["failure"] = failures[run]
            rows.append(row)
        return frame(rows)

    def report(self, path: _Path) -> None:
        """Writes a page with the answer, plots, tables, and replays; it needs no network.

        Parameters
        ----------
        path : path
            The file.
        """
        Path(path).write_text(self._summary.html(), encoding="utf-8")

    def _repr_html_(self) -> str:
        page = html.escape(self._summary.html(), quote=True)
        return f'<iframe srcdoc="{page}" style="width: 100%; height: 45em; border: 0"></iframe>'

    def __repr__(self) -> str:
        failed = sum(failure is not None for failure in self._summary.failures)
        return f"<EnsembleResult {self._runs.name!r}: {len(self._runs)} runs, {failed} failed>"
