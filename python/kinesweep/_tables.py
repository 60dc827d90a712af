"""Tables of a comparison, for pandas and for Jupyter."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

from . import _core

Row = dict[str, Any]


def frame(rows: Sequence[Row]) -> Any:
    """A pandas frame of rows; the rows themselves without pandas."""
    try:
        import pandas
    except ImportError:
        return list(rows)
    return pandas.DataFrame(list(rows))


def _runs(comparison: _core.Comparison) -> list[Row]:
    half = comparison.to_dict().get("pass_through")
    if not isinstance(half, dict):
        return []
    return list(half.get("runs", []))


def _missed_rows(comparison: _core.Comparison) -> list[Row]:
    truth = comparison.truth
    rows = []
    for rate in comparison.rates:
        missed = comparison.missed_at(rate)
        share = missed / truth if truth else 0.0
        rows.append({"rate": rate, "contacts": truth, "missed": missed, "share": share})
    return rows


def _cost_rows(comparison: _core.Comparison) -> list[Row]:
    columns = ("method", "rate", "found", "missed", "latency_mean", "latency_max", "cpu_per_simulated_second")
    return [{column: run.get(column) for column in columns} for run in _runs(comparison)]


def missed(comparison: _core.Comparison) -> Any:
    """What samples at each rate miss."""
    return frame(_missed_rows(comparison))


def costs(comparison: _core.Comparison) -> Any:
    """What each method finds and costs."""
    return frame(_cost_rows(comparison))


def _html_table(rows: Sequence[Row]) -> str:
    if not rows:
        return ""

    def cell(value: Any) -> str:
        return html.escape(f"{value:.4g}" if isinstance(value, float) else str(value))

    head = "".join(f"<th>{html.escape(column)}</th>" for column in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{cell(value)}</td>" for value in row.values()) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


def notebook(comparison: _core.Comparison) -> str:
    """The answer, the tables and the page with its replay."""
    answer = "; ".join(
        f"at {row['rate']:g} Hz sampling misses {row['missed']} of {row['contacts']} contacts"
        for row in _missed_rows(comparison)
    )
    page = html.escape(comparison.html(), quote=True)
    return (
        f"<p><b>{html.escape(comparison.scene.name)}</b>: {answer}.</p>"
        f"{_html_table(_missed_rows(comparison))}{_html_table(_cost_rows(comparison))}"
        f'<iframe srcdoc="{page}" style="width: 100%; height: 40em; border: 0"></iframe>'
    )
