"""What pytest has to know where nothing else of the tests is there."""

import pytest
from hypothesis import HealthCheck, settings

PROFILE = "conformance"
"""The profile of properties that `corr game check` uses."""

settings.register_profile(PROFILE, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])


def pytest_configure(config: pytest.Config) -> None:
    """Say what the marks mean."""
    config.addinivalue_line("markers", "slow: takes more than a second")
