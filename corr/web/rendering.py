"""Pages made of a template and a view, the words that all templates share, and answers as files to download."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from flask import Flask, Response, make_response, redirect, render_template, request
from markupsafe import Markup, escape
from werkzeug.local import LocalProxy

from corr.base.sentences import Sentence
from corr.clocks.forecast import GameForecast
from corr.clocks.forecast_words import forecast_sentence
from corr.clocks.leave import dates_words, last_day_words
from corr.core.spans import left_words, span_words
from corr.game.views import TurnLine
from corr.render.svg import svg_seat
from corr.web.app_state import app_state
from corr.web.auth import request_session, tell
from corr.web.moments import day_tag, moment_tag

_LINES_KEPT = 4096
"""How many lines of turns are kept: three megabytes at most."""
_TYPES = {"csv": "text/csv; charset=utf-8; header=present", "json": "application/json"}


def as_file(response: Response, name: str) -> Response:
    """
    *response* as a file to download.

    :param name: letters, digits, hyphens and dots only; its ending gives the content type.
    """
    response.content_type = _TYPES[name.rpartition(".")[2]]
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def page(template: str, view: object, *, status: int = 200) -> Response:
    """The page of a template with *view*, which the template knows as `page`."""
    return answer(rendered(template, view), status=status)


def rendered(template: str, view: object) -> str:
    """The text of that page."""
    text = render_template(template, page=view)
    found = request_session()
    found.is_flash_shown = bool(found.flash)
    return text


def answer(text: str | bytes, *, status: int = 200) -> Response:
    """A page as an answer; a kept page is given as bytes, so that it is encoded only once."""
    response = make_response(text, status)
    response.content_type = "text/html; charset=utf-8"
    return response


def kept(response: Response, tag: str = "") -> Response:
    """
    *response*, which the browser may keep if it asks each time whether it is still the same.

    :param tag: the ETag; if empty, it is worked out from the content.
    """
    if tag:
        response.set_etag(tag)
    else:
        response.add_etag()
        response.make_conditional(request)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def unchanged(tag: str) -> Response:
    """The answer that the browser has the page with that ETag already, with the sentence from the page before."""
    found = request_session()
    found.is_flash_shown = bool(found.flash)
    return kept(make_response("", 304), tag)


def go_to(address: str, sentence: str = "") -> Response:
    """The answer to a form that was carried out: a redirect, and a sentence to show there."""
    response = make_response(redirect(address, 303))
    if sentence:
        tell(response, sentence)
    return response


def prepare_templates(app: Flask) -> None:
    """Set up the filters and values that all templates share."""
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    filters: Mapping[str, Callable[..., str]] = {
        "moment": lambda moment: moment_tag(moment, request_session().zone),
        "day": lambda moment: day_tag(moment, request_session().zone),
        "dates": lambda span: dates_words(span, request_session().zone),
        "last_day": lambda end: last_day_words(end, request_session().zone),
        "actions": _actions,
        "turn_line": _turn_line,
        "sign": lambda seat: svg_seat(seat.seat, seat.title),
        "left": lambda moment: left_words(moment, request_session().now),
        "span": span_words,
        "in_zone": _in_zone,
        "forecast": _forecast,
    }
    app.jinja_env.filters |= filters
    # Macros that are imported without context, and so made once, know the reader too.
    app.jinja_env.globals["request_session"] = LocalProxy(request_session)
    app.context_processor(_shared)


def _forecast(forecast: GameForecast, has_left: bool = True) -> Markup:  # noqa: FBT001, FBT002 - templates say it
    """What will happen in a game; without the time that is left if the page shows that beside it."""
    return _in_zone(forecast_sentence(forecast, request_session().now if has_left else None))


def _in_zone(sentence: Sentence) -> Markup:
    """*sentence* with its moments in the reader's zone."""
    zone = request_session().zone
    parts = [str(escape(part) if isinstance(part, str) else moment_tag(part, zone)) for part in sentence.parts]
    return Markup("".join(parts))  # noqa: S704 - each part is escaped, or a tag of our own


@lru_cache(maxsize=_LINES_KEPT)
def _turn_line(turn: TurnLine, game_id: str) -> Markup:
    """A turn in the list of the latest turns, which shows most lines again after each turn."""
    number, seat = turn.number, f'<i class="dot seat-{turn.seat:d}">{escape(turn.seat_title)}</i>'
    link = f'<a href="/games/{escape(game_id)}/turns/{number}">{number}</a>'
    return Markup(f'<li value="{number}">{link} {seat} {_actions(turn.text)}</li>')  # noqa: S704 - escaped above


def _actions(turn: str) -> Markup:
    """A turn in notation, which breaks lines between actions rather than within them."""
    # Plain strings around the one part that is escaped are faster: a page has many turns.
    actions = str(escape(turn)).replace(", ", ",</span> <span>")
    return Markup(f'<code class="actions"><span>{actions}</span></code>')  # noqa: S704 - see above


def _shared() -> dict[str, Any]:
    """The values that every template may use."""
    state = app_state()
    return {
        "request_session": request_session(),
        "static": state.statics.addresses,
        "is_demo": state.settings.is_demo,
        "has_mailbox": state.letterbox is not None,
    }
