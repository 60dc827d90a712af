"""Converts a log with motion pieces to a recording for Rerun (https://rerun.io): bodies as points, collisions and contacts as marks, on a timeline in seconds.

    kinesweep run pool-break --log out.jsonl --pieces
    pip install rerun-sdk
    python examples/log_to_rerun.py out.jsonl out.rrd --rate 60 --radius 0.028
    rerun out.rrd

A log contains no shapes: all bodies are drawn as balls of one radius, in metres.
"""

import argparse
import json

import numpy as np
import rerun as rr

arguments = argparse.ArgumentParser(description="A log with motion pieces as a recording for Rerun.")
arguments.add_argument("log")
arguments.add_argument("recording")
arguments.add_argument("--rate", type=float, default=60.0, help="samples per second")
arguments.add_argument("--radius", type=float, default=0.05, help="radius of each body, in metres")
options = arguments.parse_args()

pieces, marks, end = {}, [], 0.0
with open(options.log, encoding="utf-8") as lines:
    for line in map(json.loads, lines):
        end = max(end, line["time"])
        if line["kind"] == "motion-piece":
            pieces.setdefault(line["bodies"][0], []).append(line)
        elif "point" in line:
            marks.append(line)
if not pieces:
    raise SystemExit(f"{options.log}: contains no motion pieces: write it with --pieces")

names = list(pieces)
at = dict.fromkeys(names, 0)


def position(name, time):
    """The position of a body: x0 + v0 t + a t²/2 from the last of its pieces that has begun."""
    own = pieces[name]
    while at[name] + 1 < len(own) and own[at[name] + 1]["time"] <= time:
        at[name] += 1
    piece = own[at[name]]
    x, v, a = (np.array(piece[key]) for key in ("position", "velocity", "acceleration"))
    since = time - piece["time"]
    return x + (v + 0.5 * a * since) * since


rr.init("kinesweep", recording_id=options.log)
rr.save(options.recording)
for frame in range(int(end * options.rate) + 1):
    rr.set_time("time", duration=frame / options.rate)
    positions = [position(name, frame / options.rate) for name in names]
    rr.log("bodies", rr.Points3D(positions, radii=options.radius, labels=names, show_labels=False))
for mark in marks:
    rr.set_time("time", duration=mark["time"])
    rr.log("marks", rr.Points3D([mark["point"]], radii=0.3 * options.radius, colors=[200, 60, 30]))
    rr.log("events", rr.TextLog(f"{mark['kind']}: {' and '.join(mark['bodies'])}, {mark['closing_speed']:.3g} m/s"))
