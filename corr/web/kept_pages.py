"""Pages that the page cache and browsers keep as long as they would look the same."""

import re
from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass
from datetime import UTC, datetime, timedelta

from flask import Response, request
from markupsafe import Markup

from corr.web.app_state import FilledFrame, LastingPage, PageFrame, app_state
from corr.web.auth import request_session
from corr.web.rendering import answer, kept, rendered, tag_of, unchanged

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LONGEST = 20
"""The most digits of a moment."""


_PLACES = ("forecast", "messages", "unread", "clock0", "clock1", "waiting")
GAPS: Mapping[str, Markup] = {name: Markup(f"<!--gap {name}-->") for name in _PLACES}  # noqa: S704 - our own signs
"""What stands in a frame where something is filled in, by its name; no text of people has such a sign unescaped."""
_GAP = re.compile("<!--gap ([a-z0-9]+)-->")


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


def framed_page(
    template: str, tags: tuple[str, str], view: Callable[[], object], fillings: Callable[[], Mapping[str, str]]
) -> Response:
    """
    The page of a template and its view with `GAPS`, each kept by itself: the frame, and the page with its gaps filled.

    :param tags: a text that changes whenever the frame would, and one that changes whenever the page would.
    :param fillings: makes what goes into the gaps, by their names.
    """
    frame_tag, tag = tags
    found = app_state().pages.find(tag)
    if found is None:
        frame = app_state().frames.find(frame_tag) or _frame(rendered(template, view()))
        fill = fillings()
        found = FilledFrame(frame, tuple(fill[name].encode() for name in frame.gaps))
        # A sentence from the page before is shown only once.
        if not request_session().flash:
            app_state().frames.put(frame_tag, frame)
            app_state().pages.put(tag, found)
    return answer(found.text)


def _frame(text: str) -> PageFrame:
    parts = _GAP.split(text)
    return PageFrame(tuple(part.encode() for part in parts[::2]), tuple(parts[1::2]))


def page_kept_until(template: str, told: tuple[object, ...], view: Callable[[], LastingView]) -> Response:
    """
    The same for a page that time changes too: it is kept as long as its view holds.

    The moment stands in the page's tag, so that any process can tell from a tag that a browser sends whether that
    browser's page still holds.

    :param told: values that change whenever the page would before that moment, apart from the reader and the address.
    """
    key, now = _tag((*told, request.query_string)), request_session().now
    for tag in request.if_none_match.as_set(include_weak=True):
        # An empty tag is None there.
        if tag and _is_tag_of(tag, key, now):
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
    return tag_of(request.path, told, shown_of_reader())


def shown_of_reader() -> tuple[object, ...]:
    """What every page shows of its reader."""
    return (*shown_in_frame(), waiting_of_reader())


def waiting_of_reader() -> int:
    """How many games wait for the reader; it changes with each of these games, so frames have a gap for it."""
    player = request_session().player
    return player.waiting if player else 0


def shown_in_frame() -> tuple[object, ...]:
    """What the frame of every page shows of its reader."""
    found = request_session()
    look = found.appearance.code
    if found.player is None:
        return (found.flash, found.played, look)
    # The warning about the player's address; `astuple` has the fields too that `repr` leaves out.
    trouble = astuple(found.player.trouble) if found.player.trouble else ()
    player = found.player
    known = (player.player_id, player.name, player.zone, player.is_admin)
    return (found.flash, found.played, look, found.csrf, *known, trouble)
