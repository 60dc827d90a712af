"""Ensembles: the same bytes from threads, processes, Dask and the command, whatever dies."""

import json
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import kinesweep as ks
import numpy as np
import pytest

COMMAND = os.environ.get("KINESWEEP_COMMAND")
PLANS = Path(__file__).resolve().parents[2] / "examples" / "ensembles"


def gas(seeds: int = 4, until: float = 0.3, **more: Any) -> ks.Ensemble:
    return ks.Ensemble(
        "gas",
        sweep={"populations[0].packing": [0.1, 0.2], "populations[0].count": np.array([60])},
        seeds=range(1, 1 + seeds),
        until=until,
        statistics=["pressure", "collision_rate"],
        events=["counts"],
        **more,
    )


@pytest.fixture(scope="module")
def alone() -> str:
    return gas().run(jobs=1).to_json()


def test_threads_and_processes_give_the_same_bytes(alone: str) -> None:
    assert gas().run(jobs=5).to_json() == alone
    with ProcessPoolExecutor(2) as processes:
        assert gas().run(processes).to_json() == alone
    answer = json.loads(alone)
    assert (answer["runs"], answer["failed"]) == (8, 0)
    pressures = []
    for seed in range(1, 5):
        world = ks.Scene.builtin("gas", count=60, packing=0.1, seed=1 + seed).world()
        world.advance_to(0.3)
        pressures.append(world.statistics()["pressure"])
    assert answer["points"][0]["statistics"]["pressure"]["mean"] == pytest.approx(np.mean(pressures), rel=1e-14)


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_a_store_goes_on_where_it_was_left(form: str, alone: str, tmp_path: Path) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    store = ks.ensemble.Store(tmp_path, form=form)
    gas(2).run(store=store)
    calls: list[tuple[int, int]] = []
    found = gas().run(store=ks.ensemble.Store(tmp_path), progress=lambda *done: calls.append(done))
    assert found.to_json() == alone and calls[-1] == (4, 4)
    gas().run(store=tmp_path, progress=lambda *done: pytest.fail("nothing is left to do"))
    assert {path.suffix for path in (tmp_path / "records").iterdir()} == {f".{form}"}
    if COMMAND is not None and form == "parquet":
        plan = tmp_path / "plan.json"
        plan.write_text(json.dumps({"scene": "gas", "events": ["counts"]}))
        done = subprocess.run([COMMAND, "ensemble", plan, "--store", tmp_path], capture_output=True, text=True)
        assert done.returncode == 1 and "is written by the Python package" in done.stderr


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_damaged_records_are_done_again(form: str, alone: str, tmp_path: Path) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    for damage in (lambda content: content[: len(content) // 2], lambda _: b"", lambda _: b"\xff\xfe\n[1]\n"):
        gas().run(store=ks.ensemble.Store(tmp_path, form=form))
        file = next((tmp_path / "records").iterdir())
        file.write_bytes(damage(file.read_bytes()))
        assert gas().run(store=tmp_path).to_json() == alone


def test_the_command_prints_the_same_bytes(tmp_path: Path) -> None:
    if COMMAND is None:
        pytest.skip("KINESWEEP_COMMAND does not name the command")
    plan = tmp_path / "plan.toml"
    plan.write_text(
        textwrap.dedent(
            """
            scene = "gas"
            seeds = { from = 1, count = 3 }
            until = 0.2
            statistics = true
            compare = { rates = [60, 120] }
            events = ["counts", "closing_speeds"]
            [sweep]
            "populations.0.packing" = [0.1, 0.25]
            "populations.0.shape.radius" = [0.5]
            """
        )
    )
    arguments = [COMMAND, "ensemble", plan, "--json", "--store", tmp_path / "store"]
    done = subprocess.run(arguments, check=True, capture_output=True, text=True)
    ensemble = ks.Ensemble.from_file(plan)
    assert ensemble.run().to_json() + "\n" == done.stdout
    # What the command has stored is not done again.
    ensemble.run(store=tmp_path / "store", progress=lambda *done: pytest.fail("nothing is left to do"))


def test_a_worker_of_dask_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    ensemble = gas(200, 0.5)
    expected = ensemble.run().to_json()
    settings = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    killed: list[int] = []

    def kill(cluster: Any) -> None:
        # A nanny starts its worker again; meanwhile it has no process.
        alive = [nanny.pid for nanny in cluster.workers.values() if nanny.pid and nanny.pid not in killed]
        if alive:
            os.kill(alive[0], signal.SIGKILL)
            killed.append(alive[0])

    class Enough(Exception):
        pass

    def stop_after_some(done: int, _: int) -> None:
        if done > 30 and not killed:
            kill(cluster)
        if done > 150:
            raise Enough

    with distributed.LocalCluster(**settings) as cluster, distributed.Client(cluster) as client:
        with pytest.raises(Enough):
            ensemble.run(client, store=tmp_path, progress=stop_after_some)
    # Another scheduler; two more workers die.
    with distributed.LocalCluster(**settings) as cluster, distributed.Client(cluster) as client:

        def kill_two(done: int, left: int) -> None:
            assert left < 300
            if len(killed) < 3 and done > 60 * len(killed) - 40:
                kill(cluster)

        found = ensemble.run(client, store=tmp_path, progress=kill_two)
    assert len(killed) == 3 and found.to_json() == expected
    keys = [json.loads(line)["key"] for line in ks.ensemble.Store(tmp_path)]
    assert len(keys) == len(set(keys)) == 400


def test_mpi_gives_the_same_bytes(alone: str, tmp_path: Path) -> None:
    pytest.importorskip("mpi4py")
    here = Path(sys.executable).parent
    start = shutil.which("mpiexec", path=os.pathsep.join([str(here), os.environ.get("PATH", "")]))
    if start is None:
        pytest.skip("mpiexec is not installed")
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent(
            """
            import kinesweep as ks
            from mpi4py.futures import MPIPoolExecutor

            if __name__ == "__main__":
                ensemble = ks.Ensemble(
                    "gas",
                    sweep={"populations[0].packing": [0.1, 0.2], "populations[0].count": [60]},
                    seeds=range(1, 5),
                    until=0.3,
                    statistics=["pressure", "collision_rate"],
                    events=["counts"],
                )
                with MPIPoolExecutor() as pool:
                    print(ensemble.run(pool, jobs=2).to_json())
            """
        )
    )
    command = [start, "-n", "3", sys.executable, "-m", "mpi4py.futures", str(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == alone


def test_workers_that_die_again_and_again_are_an_error() -> None:
    class KilledWorker(Exception):
        pass

    class Deadly(Executor):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:  # type: ignore[override]
            future: Future[Any] = Future()
            future.set_exception(KilledWorker())
            return future

    with pytest.raises(ks.WorkerError, match="died 11 times"):
        gas().run(Deadly())


def test_failures_of_an_executor_itself_lose_nothing(alone: str) -> None:
    """A `Client` of Dask raises a `ValueError` where a worker dies while its result is fetched."""
    failures: list[str] = []

    class Unsteady(Executor):
        def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
            future: Future[Any] = Future()
            if len(failures) < 6 and len(failures) % 2 == 0:
                failures.append("raised")
                future.set_exception(ValueError("not enough values to unpack (expected 3, got 2)"))
            elif len(failures) < 6:
                failures.append("cancelled")
                assert future.cancel()
                future.set_running_or_notify_cancel()
            else:
                future.set_result(fn(*args))
            return future

    assert gas().run(Unsteady()).to_json() == alone
    assert len(failures) == 6


def test_an_error_of_the_runs_themselves_is_raised_at_once() -> None:
    from kinesweep._coordinator import Source

    calls: list[int] = []

    class ElsewhereWithoutItsScene(Executor):
        def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
            calls.append(1)
            future: Future[Any] = Future()
            future.set_result(fn(Source('{"scene": "gone.toml", "statistics": true}', "plan"), *args[1:]))
            return future

    with pytest.raises(ks.SceneError, match="gone.toml"):
        gas().run(ElsewhereWithoutItsScene(), jobs=1)
    assert len(calls) == 3


@pytest.mark.parametrize(("workers", "seconds", "count"), [(2, 0.005, 100), (2, 2.0, 1), (1000, 0.01, 200)])
def test_batches_are_larger_where_there_are_more_workers(workers: int, seconds: float, count: int) -> None:
    from kinesweep._coordinator import Coordinator

    ensemble = gas(500_000)
    coordinator = Coordinator(ensemble._source, ensemble._runs.summary(), None, None, 30.0)
    assert coordinator._batch(workers) == [0]
    coordinator._seconds_per_run = seconds
    assert coordinator._batch(workers) == list(range(1, 1 + count))


def test_an_exception_ends_the_threads_and_leaves_a_store(alone: str, tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def stop(*_: int) -> None:
        raise Enough

    long = gas(2, 1e6)
    with pytest.raises(Enough):
        gas().run(store=tmp_path, jobs=1, progress=stop)
    timer = threading.Timer(0.5, lambda: long._runs.stop())
    timer.start()
    assert long.run(store=tmp_path / "long", jobs=2).to_dict()["missing"] == 4
    states = tmp_path / "long" / "snapshots"
    assert len(list(states.iterdir())) >= 2
    # A state stays until the record of its run is in the store.
    short = gas(1)
    for run in range(len(short)):
        (states / f"{short._runs.key(run)}.state").write_bytes(b"")
    before = len(list(states.iterdir()))
    short.run(store=tmp_path / "long")
    assert len(list(states.iterdir())) == before - len(short)
    assert gas().run(store=tmp_path).to_json() == alone


def test_ctrl_c_ends_an_ensemble(tmp_path: Path) -> None:
    script = textwrap.dedent(
        """
        import _thread, pathlib, signal, sys, threading, time
        import kinesweep as ks

        # Shells ignore it for what runs in the background.
        signal.signal(signal.SIGINT, signal.default_int_handler)

        states = pathlib.Path(sys.argv[1], "snapshots")

        def interrupt_at_work():
            while not states.is_dir() or len(list(states.glob("*.state"))) < 2:
                time.sleep(0.05)
            _thread.interrupt_main()

        ensemble = ks.Ensemble("gas", seeds=range(2), until=1e6, statistics=["pressure"])
        threading.Thread(target=interrupt_at_work, daemon=True).start()
        try:
            ensemble.run(store=sys.argv[1], jobs=2, save_every=0.2)
        except KeyboardInterrupt:
            print("interrupted")
        """
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout == "interrupted\n"
    assert len(list((tmp_path / "snapshots").glob("*.state"))) == 2


def test_tables_and_pages(tmp_path: Path) -> None:
    result = gas(2, compare={"rates": [60]}).run()
    result.report(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and "compare.60.share_missed" in page
    assert "srcdoc" in result._repr_html_()
    frame = result.to_frame()
    rows = frame if isinstance(frame, list) else frame.to_dict("records")
    assert [row["seed"] for row in rows] == [1, 2, 1, 2]
    means = [point["statistics"]["pressure"]["mean"] for point in result.to_dict()["points"]]
    assert means[1] == pytest.approx((rows[2]["statistics.pressure"] + rows[3]["statistics.pressure"]) / 2)


def test_failures_and_bad_plans() -> None:
    result = ks.Ensemble("gas", until=0.1, events=["counts"], sweep={"populations[0].packing": [-1, 0.1]}).run()
    answer = result.to_dict()
    assert answer["failed"] == 1 and "packing = -1" in answer["points"][0]["failures"][0]["reason"]
    assert "1 failed" in repr(result)
    for plan, match in (
        ({"statistics": ["presure"]}, "presure"),
        ({"until": -1.0, "statistics": True}, "until = -1"),
        ({}, "nothing is measured"),
        ({"statistics": True, "seeds": [1, 1]}, "seeds = 1"),
        ({"statistics": True, "sweep": {"populations[7].count": [1]}}, "an item 7"),
    ):
        with pytest.raises(ks.InvalidValueError, match=match):
            ks.Ensemble("gas", **plan)  # type: ignore[arg-type]
    with pytest.raises(ks.SceneError):
        ks.Ensemble("gas", statistics=True, sweep={"populations[0].pakcing": [1]})
    with pytest.raises(ks.SceneError):
        ks.Ensemble("none.toml", statistics=True)


def test_stores_are_checked(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("[]")
    with pytest.raises(ks.StoreError, match="no manifest"):
        gas().run(store=tmp_path)
    with pytest.raises(ks.StoreError, match="form"):
        ks.ensemble.Store(tmp_path, form="csv")


def carnahan_starling(packing: float) -> float:
    return (1 + packing + packing**2 - packing**3) / (1 - packing) ** 3


def test_the_plan_of_hard_balls_is_near_the_published_equation() -> None:
    plan = json.loads(ks.Ensemble.from_file(PLANS / "equation-of-state.toml")._source.plan)
    scene = plan["scene"]
    scene["populations"][0]["count"] = 256
    packings = [0.1, 0.3, 0.44]
    ensemble = ks.Ensemble(
        scene,
        sweep={"populations[0].packing": packings},
        seeds=range(4),
        until=6.0,
        statistics_from=2.0,
        statistics=["compressibility"],
    )
    for packing, point in zip(packings, ensemble.run().to_dict()["points"], strict=True):
        found = point["statistics"]["compressibility"]
        published = carnahan_starling(packing)
        assert abs(found["mean"] - published) < found["confidence_95"] + 0.01 * published


def test_the_plans_of_bullets_and_of_a_fleet() -> None:
    plan = json.loads(ks.Ensemble.from_file(PLANS / "bullet-storm.toml")._source.plan)
    storm = ks.Ensemble(plan["scene"], seeds=range(4), until=plan["until"], compare=plan["compare"])
    rates = storm.run().to_dict()["points"][0]["compare"]["rates"]
    shares = [row["share_missed"]["mean"] for row in rates]
    assert [row["rate"] for row in rates] == plan["compare"]["rates"]
    assert shares[0] > 0.9 and shares == sorted(shares, reverse=True)
    fleet = ks.Ensemble.from_file(PLANS / "fleet.toml")
    assert len(fleet) == 500
    answer = fleet.run().to_dict()
    assert answer["failed"] == 0
    collisions = {point["events"]["collisions"]["mean"] for point in answer["points"]}
    assert len(collisions) > 5
