"""Pages that the page cache and browsers keep as long as they would look the same."""

from collections.abc import Callable
from dataclasses import astuple
from hashlib import sha256

from flask import Response, make_response, request

from corr.web.app_state import app_state
from corr.web.auth import request_session
from corr.web.rendering import answer, kept, rendered


def kept_page(template: str, told: tuple[object, ...], view: Callable[[], object]) -> Response:
    """
    The page of a template and its view, rendered only if it is not kept.

    :param told: values that change whenever the page would, apart from the reader and the address.
    :param view: makes the view.
    """
    tag = _tag(told)
    if tag in request.if_none_match:
        return kept(make_response("", 304), tag)
    text = app_state().tables.find(tag)
    if text is None:
        text = rendered(template, view()).encode()
        # A sentence from the page before is shown only once.
        if not request_session().flash:
            app_state().tables.put(tag, text)
    return kept(answer(text), tag)


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
