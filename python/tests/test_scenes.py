"""Scenes and comparisons."""

import builtins
import json
from pathlib import Path
from typing import Any

import kinesweep as ks
import numpy as np
import pytest

TOML = """
title = "two"
[world]
horizon = 4.0
[[bodies]]
name = "left"
shape = { kind = "ball", radius = 1.0 }
velocity = [1, 0, 0]
[[bodies]]
shape = { kind = "ball", radius = 1.0 }
position = [5, 0, 0]
"""


def test_a_scene_comes_from_text_file_dict_or_name(tmp_path: Path) -> None:
    scene = ks.Scene.from_toml(TOML)
    path = tmp_path / "two.toml"
    path.write_text(TOML, encoding="utf-8")
    ball = {"kind": "ball", "radius": 1.0}
    as_dict = {
        "title": "two",
        "world": {"horizon": np.float64(4.0)},
        "bodies": [
            {"name": "left", "shape": ball, "velocity": np.array([1, 0, 0])},
            {"shape": ball, "position": (5, 0, 0)},
        ],
    }
    assert scene == ks.Scene.load(path) == ks.Scene.from_dict(as_dict)
    assert (scene.name, scene.horizon, len(scene), scene.body_names) == ("two", 4.0, 2, ["left", "body-1"])
    assert scene.world().advance_to(4.0)["time"].tolist() == [3.0]
    assert "gas" in ks.builtin_scenes() and len(ks.Scene.builtin("gas", count=50, seed=3)) == 50


def test_errors_of_scenes_have_file_line_and_key(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(TOML.replace("radius = 1.0 }\nvelocity", "radius = -1.0 }\nvelocity"), encoding="utf-8")
    with pytest.raises(ks.SceneError, match=r"bad\.toml.*7.*radius"):
        ks.Scene.load(path)
    for make in (
        lambda: ks.Scene.load(tmp_path / "none.toml"),
        lambda: ks.Scene.builtin("anvils"),
        lambda: ks.Scene.builtin("pi", count=3),
        lambda: ks.Scene.from_dict({"bodies": [{"shape": {"kind": "ball"}}]}),
        lambda: ks.compare("anvils"),
    ):
        with pytest.raises(ks.SceneError):
            make()
    with pytest.raises((ValueError, TypeError)):
        ks.Scene.from_dict({"world": {"horizon": float("nan")}})


def test_missed_contacts_are_those_without_a_sample() -> None:
    comparison = ks.compare(ks.Scene.builtin("rings", count=60, packing=0.05, horizon=4.0), rates=[30, 60])
    begin, end = comparison.contact_intervals.T
    assert comparison.truth == len(begin) == len(comparison.contact_bodies) > 10
    assert comparison.missed_at(1.0) > 0
    for rate in (0.5, 1.0, 3.0, 10.0, 30.0, 1000.0):
        first = np.ceil(begin * rate - 1e-9) / rate
        assert comparison.missed_at(rate) == int((first > end).sum()), rate
    assert repr(comparison).startswith("<Comparison")
    missed = comparison.missed_at(30)
    assert isinstance(missed, int)
    for rate in (0.0, -1.0, np.nan):
        with pytest.raises(ks.InvalidValueError, match="rates"):
            comparison.missed_at(rate)


def test_tables_are_frames_or_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    pandas = pytest.importorskip("pandas")
    comparison = ks.compare("bullet-and-paper", rates=[60, 120])
    table = comparison.missed
    assert isinstance(table, pandas.DataFrame) and table["missed"].tolist() == [1, 1]
    assert "cpu_per_simulated_second" in comparison.costs.columns
    real = builtins.__import__

    def without_pandas(name: str, *arguments: Any, **keywords: Any) -> Any:
        if name == "pandas":
            raise ImportError(name)
        return real(name, *arguments, **keywords)

    monkeypatch.setattr(builtins, "__import__", without_pandas)
    assert comparison.missed == [
        {"rate": 60.0, "contacts": 1, "missed": 1, "share": 1.0},
        {"rate": 120.0, "contacts": 1, "missed": 1, "share": 1.0},
    ]


def test_a_comparison_is_json_a_page_and_a_view_in_jupyter(tmp_path: Path) -> None:
    comparison = ks.compare("bullet-and-paper", rates=[60])
    assert json.loads(comparison.to_json()) == comparison.to_dict()
    assert comparison.to_dict()["pass_through"]["truth"] == 1
    page = tmp_path / "out.html"
    comparison.report(page)
    text = page.read_text(encoding="utf-8")
    assert text.lstrip().lower().startswith("<!doctype html") and "bullet" in text
    view = comparison._repr_html_()
    assert "misses 1 of 1 contacts" in view and "<table>" in view and "<iframe" in view
    with pytest.raises(OSError, match="no/such"):
        comparison.report(tmp_path / "no/such/folder.html")


def test_a_ball_that_outgrows_a_periodic_domain_stops_a_comparison() -> None:
    bud = {"name": "bud", "shape": {"kind": "ball", "radius": 0.5}, "growth": 0.375}
    domain = {"kind": "periodic", "min": [-4, -4, -4], "max": [4, 4, 4]}
    scene = ks.Scene.from_dict({"world": {"domain": domain}, "bodies": [bud]})
    with pytest.raises(ks.StepError, match="bud grows") as stopped:
        ks.compare(scene, rates=[60], until=5.0)
    assert stopped.value.time == 4.0
    assert ks.compare(scene, rates=[60], until=3.9).truth == 0
