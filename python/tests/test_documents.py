"""The examples in the documentation print what they say, and every public object is documented."""

import ast
import doctest
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kinesweep
import numpy
import pytest
from kinesweep import ensemble, export, properties, sap

ROOT = Path(__file__).resolve().parents[1]
MODULES = (kinesweep, ensemble, export, properties, sap)
# Examples of these need a package that not all installations have.
NEEDS = {
    "export.events_frame": "pandas",
    "export.freud_system": "freud",
    "export.log_to_rerun": "rerun",
    "export.to_gsd": "gsd",
}
# Made by methods of other classes; their constructors are not public.
MADE_ELSEWHERE = (ensemble.EnsembleResult,)
# The modules of classes with the constructors of their bases: exceptions, enums, typed dicts.
PLAIN = ("kinesweep._errors", "kinesweep._kinds", properties.__name__)


def public_objects() -> Iterator[tuple[str, Any]]:
    """Modules, their classes and functions, and the public members of the classes."""
    for module in MODULES:
        place = module.__name__.removeprefix("kinesweep").lstrip(".")
        yield place or "kinesweep", module
        for name in module.__all__:
            value = getattr(module, name)
            path = f"{place}.{name}".lstrip(".")
            # A class may be public in two modules: the first one counts.
            is_known = module is not kinesweep and getattr(kinesweep, name, None) is value
            if not is_known and (inspect.isclass(value) or inspect.isroutine(value)):
                yield path, value
            if not is_known and inspect.isclass(value):
                yield from members(path, value)


def members(path: str, owner: type) -> Iterator[tuple[str, Any]]:
    """What a class of the package adds to its base; values of enums and typed keywords are data."""
    for name, member in vars(owner).items():
        is_data = not (inspect.isroutine(member) or isinstance(member, staticmethod) or is_property(member))
        if not name.startswith("_") and not is_data:
            yield f"{path}.{name}", getattr(owner, name)


def is_property(value: object) -> bool:
    return inspect.isdatadescriptor(value)


# The methods of a world that a first program calls.
METHODS = """
    insert add add_balls add_cuboids add_capsules remove set_motion set_body states motion constants
    advance_to step step_before iterate_to advance_with next_event_time
    bodies_in_box overlapping overlapping_pairs is_free within within_of_shape cast_ray next_collision
    schedule schedule_motion schedule_change cancel snapshot restore counters statistics
"""
OBJECTS = dict(public_objects())
EXAMPLES = [path for path, value in OBJECTS.items() if ">>>" in (inspect.getdoc(value) or "")]


def with_parameters() -> Iterator[tuple[str, Any]]:
    """Functions, methods, and the classes that are made by a call."""
    for path, value in OBJECTS.items():
        is_data = inspect.ismodule(value) or is_property(value) or value in MADE_ELSEWHERE
        if not is_data and not (inspect.isclass(value) and value.__module__ in PLAIN):
            yield path, value


CALLABLES = dict(with_parameters())
ORDER = ["", "Parameters", "Attributes", "Returns", "Raises", "See Also", "Notes", "Examples"]


def sections(doc: str) -> dict[str, str]:
    """The sections of a numpydoc docstring, by their titles; the summary is the section ``""``."""
    parts = re.split(r"^(\w[\w ]*)\n-+$", doc, flags=re.MULTILINE)
    return {"": parts[0]} | dict(zip(parts[1::2], parts[2::2], strict=True))


def named_parameters(section: str) -> list[str]:
    names = re.findall(r"^(\S.*?) :", section, flags=re.MULTILINE)
    return [name.strip().lstrip("*") for group in names for name in group.split(",")]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder for the files that examples write."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("path", EXAMPLES)
@pytest.mark.usefixtures("folder")
def test_the_examples_in_docstrings_are_right(path: str) -> None:
    if path in NEEDS:
        pytest.importorskip(NEEDS[path])
    names = {"ks": kinesweep, "np": numpy}
    text = inspect.getdoc(OBJECTS[path]) or ""
    test = doctest.DocTestParser().get_doctest(text, names, path, None, None)
    outcome = doctest.DocTestRunner().run(test)
    assert outcome.failed == 0 and outcome.attempted > 0


def test_the_examples_of_the_page_are_right() -> None:
    outcome = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert outcome.failed == 0 and outcome.attempted > 10


def test_examples_are_where_they_help() -> None:
    no_example = ("kinesweep._errors", properties.__name__)
    expected = [path for path, value in OBJECTS.items() if inspect.isclass(value)]
    expected = [path for path in expected if OBJECTS[path].__module__ not in no_example]
    expected += [f"export.{name}" for name in export.__all__]
    expected += ["builtin_scenes", "compare", "contact_times", "pack", "run", "time_of_impact"]
    expected += [f"World.{name}" for name in METHODS.split()]
    assert [path for path in expected if path not in EXAMPLES] == []


@pytest.mark.parametrize("path", OBJECTS)
def test_every_public_object_has_a_docstring_in_numpydoc_style(path: str) -> None:
    doc = inspect.getdoc(OBJECTS[path])
    assert doc
    summary = doc.split("\n\n")[0]
    assert "\n" not in summary and summary[0].isupper() and summary.endswith(".")
    found = sections(doc)
    assert list(found) == [title for title in ORDER if title in found]
    for title in ("Parameters", "Raises", "Attributes"):
        entries = re.split(r"^(?=\S)", found.get(title, "").strip(), flags=re.MULTILINE)[1:]
        assert [entry for entry in entries if "\n    " not in entry] == [], "entries without a description"


@pytest.mark.parametrize("path", CALLABLES)
def test_docstrings_name_all_parameters(path: str) -> None:
    value = CALLABLES[path]
    named = named_parameters(sections(inspect.getdoc(value) or "").get("Parameters", ""))
    assert named == [name for name in inspect.signature(value).parameters if name not in ("self", "cls")]


def test_docstrings_state_what_is_returned() -> None:
    stubs = Path(kinesweep.__file__).with_name("_core.pyi").read_text(encoding="utf-8")
    of_stubs = dict(results(ast.parse(stubs)))
    for path, value in CALLABLES.items():
        if not inspect.isclass(value):
            written = getattr(value, "__annotations__", {}).get("return")
            returns = written not in (None, "None") if written else of_stubs[path.removeprefix("sap.")]
            assert ("Returns" in sections(inspect.getdoc(value) or "")) == returns, path


def results(tree: ast.Module | ast.ClassDef) -> Iterator[tuple[str, bool]]:
    """Functions and methods, and whether they return a value; the first overload counts."""
    for node in reversed(tree.body):
        if isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{name}", result) for name, result in results(node))
        if isinstance(node, ast.FunctionDef):
            yield node.name, not (isinstance(node.returns, ast.Constant) and node.returns.value is None)


# The checks of numpydoc that hold here; the others are against third person and for `See Also`.
CHECKS = {
    "GL03", "GL05", "GL06", "GL07", "GL08", "GL09", "GL10", "SS01", "SS02", "SS03", "SS04", "SS06",
    "PR01", "PR02", "PR03", "PR04", "PR05", "PR06", "PR07", "PR09", "PR10",
    "RT04", "RT05", "SA02", "SA03", "SA04",
}  # fmt: skip


@pytest.mark.parametrize("path", [path for path, value in OBJECTS.items() if not inspect.ismodule(value)])
def test_numpydoc_finds_no_fault(path: str) -> None:
    validation = pytest.importorskip("numpydoc.validate")
    checks = {check for check in CHECKS if path in CALLABLES or not check.startswith("PR")}
    faults = [fault for fault in validation.validate(f"kinesweep.{path}")["errors"] if fault[0] in checks]
    assert faults == []
