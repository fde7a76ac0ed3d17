"""Browsers in a list of sessions."""

import pytest

from corr.web.auth import browser_words

_WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)"


@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        (f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {_WEBKIT} Chrome/140.0 Safari/537.36", "Chrome on Windows"),
        (f"Mozilla/5.0 (Windows NT 10.0) {_WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        (f"Mozilla/5.0 (Linux; Android 10; K) {_WEBKIT} Chrome/140.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.4 Safari/605.1.15", "Safari on Mac"),
        ("Firefox/1.0", "Firefox"),
        ("curl/8.5.0", "curl/8.5.0"),
        ("x" * 200, "x" * 60),
        (" ", "A browser"),
        ("", "A browser"),
    ],
)
def test_a_browser_is_called_what_its_owner_calls_it(agent: str, expected: str) -> None:
    assert browser_words(agent) == expected
