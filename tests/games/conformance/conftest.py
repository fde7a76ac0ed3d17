"""What pytest has to know where nothing else of the tests is there."""

import os

import pytest
from hypothesis import HealthCheck, settings

from .cases import CHECKED

PROFILE = "conformance"
"""The profile of properties that `corr game check` uses."""

settings.register_profile(PROFILE, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])


def pytest_configure(config: pytest.Config) -> None:
    """Say what the marks mean."""
    config.addinivalue_line("markers", "slow: takes more than a second")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was not checked, by its sentence alone: where it lies tells the writer of a game nothing."""
    reports = terminalreporter.stats.get("skipped", [])
    if reports and CHECKED in os.environ:
        terminalreporter.write_line("Not checked, since the game has nothing of the kind:")
        for name in sorted({report.nodeid.rpartition("::")[2].partition("[")[0] for report in reports}):
            terminalreporter.write_line(f"  {name.removeprefix('test_').replace('_', ' ')}")
