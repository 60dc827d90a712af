"""A frictionless break of fifteen balls beside pooltool: the times of events, and what they cost.

    pip install pooltool-billiards; python benches/pool.py

Both engines get the same table without pockets, the same rack and the same cue ball. Friction of the
cloth is set to 1e-12 in pooltool, since zero is not accepted; collisions are elastic, and cushions
reflect. Runs alternate; the medians are compared. pooltool's first run, which compiles, is not
counted.
"""

from __future__ import annotations

import statistics
from time import perf_counter
from typing import Any

import kinesweep as ks
import numpy as np
import pooltool as pt
from pooltool.physics.resolve.ball_ball.frictionless_elastic import FrictionlessElastic
from pooltool.physics.resolve.ball_cushion.unrealistic import UnrealisticLinear
from pooltool.physics.resolve.resolver import Resolver

RADIUS, MASS, SPEED = 0.028575, 0.17, 8.0
WIDTH, LENGTH = 1.0, 2.0
EVENTS = 100
ROUNDS = 7


def places() -> np.ndarray:
    """The cue ball, then the rack with gaps of a tenth of a millimetre."""
    gap = 2 * RADIUS + 1e-4
    rack = [
        (WIDTH / 2 + (place - row / 2) * gap, 1.4 + row * gap * np.sqrt(0.75)) for row in range(5) for place in range(row + 1)
    ]
    return np.array([(WIDTH / 2 + 0.003, 0.5), *rack])


def of_pooltool(until: float) -> tuple[float, list[float]]:
    """Seconds, and the times of collisions of balls with balls and cushions."""
    table = pt.Table.from_table_specs(pt.objects.BilliardTableSpecs(l=LENGTH, w=WIDTH))
    slick = {"m": MASS, "R": RADIUS, "u_s": 1e-12, "u_r": 1e-12, "u_sp_proportionality": 1e-12, "e_c": 1.0, "f_c": 0.0}
    balls: dict[str, Any] = {}
    for number, (x, y) in enumerate(places()):
        name = "cue" if number == 0 else str(number)
        balls[name] = pt.Ball.create(name, xy=(x, y), **slick)
    balls["cue"].state.rvw[1] = (0.0, SPEED, 0.0)
    balls["cue"].state.s = pt.constants.sliding
    shot = pt.System(table=table, balls=balls, cue=pt.Cue(cue_ball_id="cue"))
    resolver = Resolver.default()
    resolver.ball_ball = FrictionlessElastic()
    resolver.ball_linear_cushion = UnrealisticLinear()
    engine = pt.physics.PhysicsEngine(resolver=resolver)
    begin = perf_counter()
    pt.simulate(shot, engine=engine, inplace=True, t_final=until)
    seconds = perf_counter() - begin
    kinds = (pt.EventType.BALL_BALL, pt.EventType.BALL_LINEAR_CUSHION)
    return seconds, [event.time for event in shot.events if event.event_type in kinds]


def of_kinesweep(until: float) -> tuple[float, list[float]]:
    """Seconds, and the times of collisions of balls with balls and walls."""
    at = np.column_stack([places(), np.zeros(16)])
    velocity = np.zeros((16, 3))
    velocity[0, 1] = SPEED
    begin = perf_counter()
    world = ks.World(domain=ks.Domain.box((0, 0, -1), (WIDTH, LENGTH, 1)))
    world.add_balls(RADIUS, position=at, velocity=velocity, mass=MASS)
    events = world.advance_to(until)
    return perf_counter() - begin, events["time"].tolist()


def main() -> None:
    _, times = of_kinesweep(10.0)
    until = 0.5 * (times[EVENTS - 1] + times[EVENTS])
    of_pooltool(until)
    theirs, ours = [], []
    for _ in range(ROUNDS):
        seconds, expected = of_pooltool(until)
        theirs.append(seconds)
        seconds, found = of_kinesweep(until)
        ours.append(seconds)
    print("| event | kinesweep, s | pooltool, s | difference |\n|---|---|---|---|")
    for number in (1, 2, 5, 10, 20, 30, 50, 75, 100):
        if number <= min(len(found), len(expected)):
            one, other = found[number - 1], expected[number - 1]
            print(f"| {number} | {one:.9f} | {other:.9f} | {abs(one - other):.1e} |")
    slow, fast = statistics.median(theirs), statistics.median(ours)
    print(f"\n{len(found)} events here, {len(expected)} there, up to {until:.4f} s")
    print(f"pooltool {1e3 * slow:.2f} ms, kinesweep {1e3 * fast:.3f} ms with the world's construction: {slow / fast:.0f} times as fast")


if __name__ == "__main__":
    main()
