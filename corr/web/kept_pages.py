"""Pages that the page cache and browsers keep as long as they would look the same."""

from collections.abc import Callable
from dataclasses import astuple, dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from flask import Response, request

from corr.web.app_state import LastingPage, app_state
from corr.web.auth import request_session
from corr.web.rendering import answer, kept, rendered, unchanged

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LONGEST = 20
"""The most digits of a moment."""


@dataclass(frozen=True, slots=True)
class LastingView:
    """The view of a page that time changes too."""

    view: object
    holds_until: datetime
    """The moment before which time alone changes nothing; what the page was made for if that cannot be known."""


def kept_page(template: str, told: tuple[object, ...], view: Callable[[], object]) -> Response:
    """
    The page of a template and its view, rendered only if it is not kept.

    :param told: values that change whenever the page would, apart from the reader and the address.
    :param view: makes the view.
    """
    tag = _tag(told)
    if request.if_none_match.contains_weak(tag):
        return unchanged(tag)
    text = app_state().tables.find(tag)
    if text is None:
        text = rendered(template, view()).encode()
        # A sentence from the page before is shown only once.
        if not request_session().flash:
            app_state().tables.put(tag, text)
    return kept(answer(text), tag)


def page_kept_until(template: str, told: tuple[object, ...], view: Callable[[], LastingView]) -> Response:
    """
    The same for a page that time changes too: it is kept as long as its view holds.

    The moment stands in the page's tag, so that any process can tell from a tag that a browser sends whether that
    browser's page still holds.

    :param told: values that change whenever the page would before that moment, apart from the reader and the address.
    """
    key, now = _tag((*told, request.query_string)), request_session().now
    for tag in request.if_none_match.as_set(include_weak=True):
        if _is_tag_of(tag, key, now):
            return unchanged(tag)
    found = app_state().homes.find(key)
    if found is None or found.until <= now:
        lasting = view()
        found = LastingPage(rendered(template, lasting.view).encode(), lasting.holds_until)
        if not request_session().flash and now < found.until:
            app_state().homes.put(key, found)
    return kept(answer(found.text), f"{key}-{_microseconds(found.until)}")


def _is_tag_of(tag: str, key: str, now: datetime) -> bool:
    """Whether *tag* was given to a page with that *key* which holds at the moment *now*."""
    until = tag.removeprefix(f"{key}-")
    return len(until) <= _LONGEST and until.isascii() and until.isdecimal() and int(until) > _microseconds(now)


def _microseconds(moment: datetime) -> int:
    return (moment - _EPOCH) // timedelta(microseconds=1)


def _tag(told: tuple[object, ...]) -> str:
    parts = (app_state().statics.build, request.path, told, _reader())
    return sha256(repr(parts).encode()).hexdigest()[:32]


def _reader() -> tuple[object, ...]:
    """What every page shows of its reader."""
    found = request_session()
    if found.player is None:
        return (found.flash,)
    # The warning about the player's address; `astuple` has the fields too that `repr` leaves out.
    trouble = astuple(found.player.trouble) if found.player.trouble else ()
    player = found.player
    return (found.flash, found.csrf, player.player_id, player.name, player.zone, player.is_admin, trouble)
