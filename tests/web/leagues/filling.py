"""Forms of organisers, read off a page and filled in as a browser does it."""

import re
from html import unescape

from werkzeug.test import TestResponse

from tests.web.browsing import Browser

Fields = dict[str, str]


def form_of(page: TestResponse, number: int = -1) -> Fields:
    """What a form of the page, the last one if not said otherwise, would send as it stands."""
    forms = re.findall(r'(?s)<form [^>]*method="post".*?</form>', page.text)
    assert forms, page.text
    form = forms[number]
    fields = {
        unescape(found[1]): unescape(_value(found[0]))
        for found in re.finditer(r'<input [^>]*name="([^"]*)"[^>]*>', form)
        if 'type="file"' not in found[0] and 'type="radio"' not in found[0]
    }
    for found in re.finditer(r'(?s)<textarea [^>]*name="([^"]*)"[^>]*>\n?(.*?)</textarea>', form):
        fields[unescape(found[1])] = unescape(found[2])
    for found in re.finditer(r'(?s)<select [^>]*name="([^"]*)"[^>]*>(.*?)</select>', form):
        chosen = re.search(r'<option value="([^"]*)" selected', found[2]) or re.search(
            r'<option value="([^"]*)"', found[2]
        )
        assert chosen is not None
        fields[unescape(found[1])] = unescape(chosen[1])
    return fields


def send(browser: Browser, path: str, fields: Fields, **more: str) -> TestResponse:
    """The form, sent with some fields filled in anew."""
    return browser.post_raw(path, fields | {name.replace("__", "."): value for name, value in more.items()})


def confirm(browser: Browser, path: str, **more: str) -> TestResponse:
    """An act that is asked about at an address with the same name, and meant."""
    asked = browser.get(path)
    assert asked.status_code == 200, asked.text
    return send(browser, path.partition("?")[0], form_of(asked), **more)


def _value(field: str) -> str:
    found = re.search(r'value="([^"]*)"', field)
    return found[1] if found else ""
