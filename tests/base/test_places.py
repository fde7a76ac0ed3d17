"""The networks by which clients are counted and named."""

import pytest

from corr.base.rate_limits import place, site


@pytest.mark.parametrize(
    ("source", "network", "around"),
    [
        ("192.0.2.77", "192.0.2.0/24", ""),
        ("::ffff:192.0.2.77", "192.0.2.0/24", ""),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("127.0.0.1", "", ""),
        ("::ffff:127.0.0.1", "", ""),
        ("::1", "", ""),
        ("unknown", "unknown", ""),
    ],
)
def test_a_client_is_counted_by_its_network_however_a_proxy_writes_it(source: str, network: str, around: str) -> None:
    assert (place(source), site(source)) == (network, around)
