"""The examples in the documentation print what they say."""

import doctest
from pathlib import Path

import kinesweep
import kinesweep.sap

ROOT = Path(__file__).resolve().parents[1]


def test_the_examples_in_docstrings_are_right() -> None:
    for module in (kinesweep, kinesweep.sap):
        assert doctest.testmod(module).failed == 0


def test_the_examples_of_the_page_are_right() -> None:
    outcome = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert outcome.failed == 0 and outcome.attempted > 10
