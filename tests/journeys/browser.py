"""A browser without a window: it keeps cookies, follows redirects, and fills in the forms that it finds."""

import http.client
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Self
from urllib.parse import urlencode, urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

PATIENCE = 120.0
_LONGEST_REST = 20.0
"""Seconds after which a connection is not used again; the service ends one that rested for a minute."""
_MOST_REDIRECTS = 5
_REDIRECTS = {301, 302, 303, 307, 308}


@dataclass(frozen=True)
class Form:
    """A form of a page with what is filled in already."""

    action: str
    method: str
    fields: tuple[tuple[str, str], ...]
    buttons: tuple[tuple[str, str, str], ...]
    """Name, value and words of each button."""

    def filled(self, **fields: str) -> list[tuple[str, str]]:
        """What is sent when *fields* are filled in."""
        kept = [(name, value) for name, value in self.fields if name not in fields]
        return [*kept, *fields.items()]


@dataclass(frozen=True)
class Page:
    """What came back."""

    url: str
    status: int
    html: str

    @property
    def words(self) -> str:
        """All that can be read on it, with single spaces."""
        tree = LexborHTMLParser(self.html)
        tree.strip_tags(["script"])
        body = tree.body
        return " ".join(body.text(separator=" ").split()) if body else ""

    @property
    def forms(self) -> tuple[Form, ...]:
        """All its forms."""
        return tuple(_form(node, self.url) for node in LexborHTMLParser(self.html).css("form"))

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """Words and address of each link."""
        found = LexborHTMLParser(self.html).css("a[href]")
        return tuple(
            (" ".join(node.text().split()), urljoin(self.url, node.attributes["href"] or "")) for node in found
        )

    def form(self, part: str) -> Form:
        """The form whose address ends in, or else holds, *part*."""
        candidates = [form for form in self.forms if urlsplit(form.action).path.endswith(part)]
        candidates += [form for form in self.forms if part in form.action]
        assert candidates, f"no form “{part}” on {self.url} ({self.status}): {[form.action for form in self.forms]}"
        return candidates[0]

    def link(self, part: str) -> str:
        """The address of the first link that holds *part*."""
        found = [address for _, address in self.links if part in address]
        assert found, f"no link “{part}” on {self.url} ({self.status})"
        return found[0]


class Browser:
    """
    Somebody at a browser.

    :param origin: scheme, host and port, such as "http://127.0.0.1:8000".
    """

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.cookies: dict[str, str] = {}
        self._connection: http.client.HTTPConnection | None = None
        self._used_at = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up; the cookies stay."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def get(self, url: str) -> Page:
        """The page at *url*, which may be a path."""
        return self._follow("GET", urljoin(self.origin, url), None)

    def submit(self, form: Form, **fields: str) -> Page:
        """What follows when *form* is sent with *fields* filled in."""
        sent = urlencode(form.filled(**fields))
        if form.method == "get":
            return self._follow("GET", f"{form.action.partition('?')[0]}?{sent}", None)
        return self._follow("POST", form.action, sent)

    def _follow(self, method: str, url: str, body: str | None) -> Page:
        for _ in range(_MOST_REDIRECTS):
            status, location, html = self._ask(method, url, body)
            if status not in _REDIRECTS:
                return Page(url, status, html)
            method, url, body = "GET", urljoin(url, location), None
        raise AssertionError(f"redirected for ever: {url}")

    def _ask(self, method: str, url: str, body: str | None) -> tuple[int, str, str]:
        parts = urlsplit(url)
        assert f"{parts.scheme}://{parts.netloc}" == self.origin, f"led away to {url}"
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.origin}
        connection = self._connected()
        try:
            connection.request(method, f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}", body, headers)
            answer = connection.getresponse()
            html = answer.read().decode("utf-8", "replace")
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        self._keep(answer)
        return answer.status, answer.getheader("Location", ""), html

    def _connected(self) -> http.client.HTTPConnection:
        rested, self._used_at = time.monotonic() - self._used_at, time.monotonic()
        if rested > _LONGEST_REST:
            self.close()
        if self._connection is None:
            self._connection = http.client.HTTPConnection(urlsplit(self.origin).netloc, timeout=PATIENCE)
        return self._connection

    def _keep(self, answer: http.client.HTTPResponse) -> None:
        for header in answer.headers.get_all("Set-Cookie", []):
            for name, morsel in SimpleCookie(header).items():
                if morsel["max-age"] == "0" or not morsel.value:
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = morsel.value


def _form(node: LexborNode, url: str) -> Form:
    buttons = [_button(button) for button in node.css("button, input[type=submit]")]
    return Form(
        action=urljoin(url, node.attributes.get("action") or url),
        method=(node.attributes.get("method") or "get").lower(),
        fields=tuple(_fields(node)),
        buttons=tuple(buttons),
    )


def _button(node: LexborNode) -> tuple[str, str, str]:
    return node.attributes.get("name") or "", node.attributes.get("value") or "", " ".join(node.text().split())


def _fields(form: LexborNode) -> Iterator[tuple[str, str]]:
    for node in form.css("input, textarea, select"):
        name, kind = node.attributes.get("name"), node.attributes.get("type")
        if not name or kind in {"submit", "button", "file"}:
            continue
        if kind in {"checkbox", "radio"} and "checked" not in node.attributes:
            continue
        if node.tag == "select":
            yield name, _chosen(node)
        else:
            yield name, node.text() if node.tag == "textarea" else node.attributes.get("value") or ""


def _chosen(node: LexborNode) -> str:
    options = node.css("option")
    chosen = [option for option in options if "selected" in option.attributes] or options
    if not chosen:
        return ""
    value = chosen[0].attributes.get("value")
    return chosen[0].text().strip() if value is None else value
