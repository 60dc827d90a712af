"""Threads, signals and bugs."""

import subprocess
import sys
import textwrap
import threading
import time

import kinesweep as ks
import numpy as np
import pytest


def gas(seed: int = 1) -> ks.World:
    return ks.Scene.builtin("gas", count=500, packing=0.3, periodic=True, seed=seed).world()


def test_threads_with_a_world_each_run_at_once() -> None:
    expected = [gas(seed).advance_to(1.0) for seed in range(4)]
    found: dict[int, np.ndarray] = {}

    def run(seed: int) -> None:
        found[seed] = gas(seed).advance_to(1.0)

    threads = [threading.Thread(target=run, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed in range(4):
        np.testing.assert_array_equal(found[seed], expected[seed])


@pytest.mark.parametrize("threads", [0, 2, 3])
def test_one_world_on_several_threads_gives_the_same_events(threads: int) -> None:
    source = ks.Scene.builtin("gas", count=30_000, packing=0.3, periodic=True, seed=1).world()
    worlds = [ks.World(domain=source.domain, restitution=1.0, threads=number) for number in (1, threads)]
    for world in worlds:
        world.add_balls(np.full(30_000, 0.5), position=source.positions, velocity=source.velocities)
    events = [world.advance_to(0.5) for world in worlds]
    assert len(events[0]) > 30_000
    np.testing.assert_array_equal(*events)
    np.testing.assert_array_equal(worlds[0].positions, worlds[1].positions)


def test_a_world_serves_one_call_at_a_time() -> None:
    world = gas()
    runner = threading.Thread(target=world.advance_to, args=(60.0,))
    runner.start()
    refusals = 0
    while runner.is_alive():
        try:
            world.positions  # noqa: B018
        except ks.BusyError as error:
            assert "another call is using this world" in str(error)
            refusals += 1
        time.sleep(0.001)
    runner.join()
    assert refusals > 0
    assert world.time == 60.0


def test_ctrl_c_ends_a_run_after_an_event() -> None:
    script = textwrap.dedent(
        """
        import _thread, signal, threading
        import numpy as np
        import kinesweep as ks

        # Shells ignore it for what runs in the background.
        signal.signal(signal.SIGINT, signal.default_int_handler)

        def gas():
            return ks.Scene.builtin("gas", count=500, packing=0.3, periodic=True).world()

        for keeps in (True, False):
            world = gas()
            threading.Timer(0.3, _thread.interrupt_main).start()
            try:
                world.advance_to(1e6, events=keeps)
            except KeyboardInterrupt:
                world.audit()
                reached = world.time
                assert 0 < reached < 1e6
                if keeps:
                    assert world.events["time"][-1] <= reached and len(world.events) > 100
                plain = gas()
                plain.advance_to(reached + 0.1, events=False)
                world.advance_to(reached + 0.1)
                np.testing.assert_array_equal(world.positions, plain.positions)
                print("interrupted")
        """
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout == "interrupted\n" * 2, done.stderr


def test_a_panic_is_an_exception_and_breaks_its_world_only() -> None:
    world = gas()
    for call in (world._panic, lambda: world.time, world.snapshot):
        with pytest.raises(ks.InternalError, match="a bug in kinesweep"):
            call()
    assert issubclass(ks.InternalError, RuntimeError)
    gas().advance_to(0.1)
