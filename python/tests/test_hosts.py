"""An ensemble on hosts of their own: each worker of Dask in a network namespace.

It needs Linux, root, `ip` and `distributed`, and runs with `KINESWEEP_HOSTS_TEST=1` alone, for it makes
interfaces of the network.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import kinesweep as ks
import pytest

pytestmark = pytest.mark.skipif(
    os.environ.get("KINESWEEP_HOSTS_TEST") != "1", reason="KINESWEEP_HOSTS_TEST=1 is not set"
)

BRIDGE = "kinesweep-test"
ADDRESS = "10.231.77"
HOSTS = (1, 2)
PATIENCE = 60.0


def ip(*arguments: str, check: bool = True) -> None:
    subprocess.run(["ip", *arguments], check=check, capture_output=True)


@contextmanager
def network() -> Iterator[None]:
    """A bridge with an address of this host, and a namespace with one for each worker."""

    def remove() -> None:
        for host in HOSTS:
            ip("netns", "del", f"{BRIDGE}-{host}", check=False)
        ip("link", "del", BRIDGE, check=False)

    remove()
    try:
        ip("link", "add", BRIDGE, "type", "bridge")
        ip("addr", "add", f"{ADDRESS}.254/24", "dev", BRIDGE)
        ip("link", "set", BRIDGE, "up")
        for host in HOSTS:
            space, outer, inner = f"{BRIDGE}-{host}", f"ks-outer-{host}", f"ks-inner-{host}"
            ip("netns", "add", space)
            ip("link", "add", outer, "type", "veth", "peer", "name", inner)
            ip("link", "set", outer, "master", BRIDGE, "up")
            ip("link", "set", inner, "netns", space)
            ip("-n", space, "addr", "add", f"{ADDRESS}.{host}/24", "dev", inner)
            ip("-n", space, "link", "set", inner, "up")
            ip("-n", space, "link", "set", "lo", "up")
        yield
    finally:
        remove()


def start_worker(host: int, folder: Path) -> subprocess.Popen[bytes]:
    """A worker without a nanny: once killed it stays dead."""
    command = [sys.executable, "-m", "distributed.cli.dask_worker", f"tcp://{ADDRESS}.254:8799"]
    command += ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", f"{ADDRESS}.{host}"]
    space = ["ip", "netns", "exec", f"{BRIDGE}-{host}"]
    return subprocess.Popen(
        [*space, *command], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


@contextmanager
def scheduler(folder: Path) -> Iterator[None]:
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--no-dashboard"]
    command += ["--host", f"{ADDRESS}.254", "--port", "8799"]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def test_hosts_that_die_lose_nothing(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    ensemble = ks.Ensemble(
        "gas",
        sweep={"populations[0].packing": [0.1, 0.2], "populations[0].count": [200]},
        seeds=range(60),
        until=6.0,
        statistics=["pressure", "collision_rate"],
        events=["counts"],
    )
    expected = ensemble.run().to_json()
    killed = 0
    workers: dict[int, subprocess.Popen[bytes]] = {}

    class Enough(Exception):
        pass

    def kill_one(done: int, _: int) -> None:
        nonlocal killed
        if killed < 3 and done > 8 * (killed % 2 + 1):
            host = HOSTS[killed % 2]
            workers[host].send_signal(signal.SIGKILL)
            workers[host].wait()
            workers[host] = start_worker(host, tmp_path)
            killed += 1
        if killed == 2 and done > 40:
            raise Enough

    store = tmp_path / "store"
    with network():
        try:
            for start in range(2):
                with scheduler(tmp_path), distributed.Client(f"tcp://{ADDRESS}.254:8799", timeout=PATIENCE) as client:
                    workers.update((host, start_worker(host, tmp_path)) for host in HOSTS)
                    client.wait_for_workers(2, timeout=PATIENCE)
                    hosts = {worker["host"] for worker in client.scheduler_info()["workers"].values()}
                    assert hosts == {f"{ADDRESS}.{host}" for host in HOSTS}
                    if start == 0:
                        with pytest.raises(Enough):
                            ensemble.run(client, store=store, progress=kill_one, save_every=0.05)
                    else:
                        found = ensemble.run(client, store=store, progress=kill_one, save_every=0.05)
                for worker in workers.values():
                    worker.kill()
                    worker.wait()
                time.sleep(0.5)
        finally:
            for worker in workers.values():
                worker.kill()
    assert killed == 3 and found.to_json() == expected
    lines = list(ks.ensemble.Store(store))
    assert len(lines) == len(set(lines)) == len(ensemble)
