"""The records of an ensemble on disk."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ._core import Runs, __version__
from ._errors import StoreError

_KIND = "ensemble"


def _parquet() -> Any:
    """The module of Parquet files, if it is installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        return None
    return pyarrow


def _write_whole(path: Path, content: bytes) -> None:
    """Writes a file as a whole or not at all."""
    handle, name = tempfile.mkstemp(prefix=".writing-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


class Store:
    """A folder with the records of an ensemble, and the states of its runs on their way.

    It stays whole whatever ends its writer: a file of records is there as a whole or not at all.
    Records are found by key, so that one folder serves any number of plans.

    Parameters
    ----------
    folder : path
        The folder; it is made if it is not there.
    form : {"parquet", "jsonl"}, optional
        The form of new records. Default: that of the records in the folder; else Parquet where
        pyarrow is installed. The command reads ``"jsonl"`` alone; this class reads both.

    Raises
    ------
    StoreError
        The folder is not that of a store, or the form is not available.

    Examples
    --------
    >>> store = ks.ensemble.Store("records", form="jsonl")
    >>> result = ks.Ensemble("bullet-and-paper", compare=[60], seeds=range(2)).run(store=store)
    >>> len(list(store))
    2
    """

    def __init__(self, folder: str | os.PathLike[str], *, form: str | None = None) -> None:
        if form not in (None, "parquet", "jsonl"):
            raise StoreError(f"form = {form!r}: must be 'parquet' or 'jsonl'")
        if form == "parquet" and _parquet() is None:
            raise StoreError("form = 'parquet': needs the package pyarrow")
        self.folder = Path(folder)
        self._records = self.folder / "records"
        self.form = form or self._present_form() or ("jsonl" if _parquet() is None else "parquet")
        manifest = self.folder / "manifest.json"
        if manifest.exists():
            try:
                is_own = json.loads(manifest.read_text()).get("kinesweep") == _KIND
            except (ValueError, AttributeError):
                is_own = False
            if not is_own:
                raise StoreError(f"{manifest}: is no manifest of an ensemble: name another folder")
        self._records.mkdir(parents=True, exist_ok=True)

    def _present_form(self) -> str | None:
        """The form of the records in the folder."""
        files = sorted(self._records.iterdir()) if self._records.is_dir() else []
        forms = (path.suffix[1:] for path in files if path.suffix in (".parquet", ".jsonl"))
        return next(forms, None)

    @property
    def snapshots(self) -> Path:
        """The folder for the states of runs."""
        return self.folder / "snapshots"

    def begin(self, runs: Runs) -> None:
        """Writes the manifest of an ensemble.

        Parameters
        ----------
        runs : Runs
            Its runs.
        """
        manifest = {
            "kinesweep": _KIND,
            "version": __version__,
            "scene": runs.name,
            "runs": len(runs),
            "plan": json.loads(runs.plan),
        }
        _write_whole(self.folder / "manifest.json", (json.dumps(manifest, indent=2) + "\n").encode())

    def __iter__(self) -> Iterator[str]:
        """All records, as lines of JSON."""
        for path in sorted(self._records.iterdir()):
            if path.suffix == ".jsonl":
                yield from path.read_text(encoding="utf-8", errors="replace").splitlines()
            elif path.suffix == ".parquet":
                yield from self._read_parquet(path)

    def write(self, lines: Sequence[str]) -> None:
        """Adds records, all or none, and removes the states of their runs.

        Parameters
        ----------
        lines : sequence of str
            The records, as lines of JSON.
        """
        if not lines:
            return
        first = json.loads(lines[0])["key"]
        path = self._records / f"{first}-{len(lines)}.{self.form}"
        if self.form == "jsonl":
            _write_whole(path, "".join(line + "\n" for line in lines).encode())
        else:
            self._write_parquet(path, [json.loads(line) for line in lines])
        # Few runs are long enough to have a state.
        states = os.listdir(self.snapshots) if self.snapshots.is_dir() else []
        done = {json.loads(line)["key"] + ".state" for line in lines} if states else set()
        for name in done.intersection(states):
            (self.snapshots / name).unlink(missing_ok=True)

    def _write_parquet(self, path: Path, records: list[dict[str, Any]]) -> None:
        pyarrow = _parquet()
        columns: dict[str, Any] = {
            "key": pyarrow.array([record["key"] for record in records]),
            "sweep": pyarrow.array([json.dumps(record["sweep"]) for record in records]),
            "seed": pyarrow.array([record["seed"] for record in records], pyarrow.uint64()),
            "scene": pyarrow.array([record["scene"] for record in records]),
            "version": pyarrow.array([record["version"] for record in records]),
            "bodies": pyarrow.array([record["bodies"] for record in records], pyarrow.uint64()),
            "cost": pyarrow.array([record["cost"] for record in records], pyarrow.float64()),
            "failure": pyarrow.array([record.get("failure") for record in records], pyarrow.string()),
        }
        for group in ("values", "block_errors"):
            names = dict.fromkeys(name for record in records for name in record[group])
            for name in names:
                numbers = [record[group].get(name) for record in records]
                columns[f"{group}/{name}"] = pyarrow.array(numbers, pyarrow.float64())
        if any("states" in record for record in records):
            rows = pyarrow.list_(pyarrow.list_(pyarrow.float64(), 6))
            columns["states"] = pyarrow.array([record.get("states") for record in records], rows)
        sink = pyarrow.BufferOutputStream()
        pyarrow.parquet.write_table(pyarrow.table(columns), sink)
        _write_whole(path, sink.getvalue().to_pybytes())

    def _read_parquet(self, path: Path) -> Iterator[str]:
        pyarrow = _parquet()
        if pyarrow is None:
            raise StoreError(f"{path}: needs the package pyarrow")
        try:
            rows = pyarrow.parquet.read_table(path).to_pylist()
        except pyarrow.ArrowInvalid:
            # A damaged file: its runs are done again.
            return
        for row in rows:
            record: dict[str, Any] = {"values": {}, "block_errors": {}}
            for column, value in row.items():
                group, _, name = column.partition("/")
                if value is None:
                    continue
                if name:
                    record[group][name] = value
                else:
                    record[column] = json.loads(value) if column == "sweep" else value
            yield json.dumps(record)
