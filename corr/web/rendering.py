"""Pages made of a template and a view, the words that all templates share, moments in the reader's zone, and files."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from http import HTTPStatus
from typing import Any
from zoneinfo import available_timezones

from flask import Flask, Response, current_app, make_response, redirect, render_template, request
from markupsafe import Markup, escape
from werkzeug.local import LocalProxy

from corr.base.sentences import Sentence
from corr.base.time_zones import zone_of, zone_words
from corr.clocks.forecast import GameForecast
from corr.clocks.forecast_words import forecast_sentence
from corr.clocks.leave import dates_words, last_day_words
from corr.core.spans import brief_words, left_words, rough_words
from corr.game.views import TurnLine
from corr.games.seats import Seat
from corr.players.appearance import USUAL
from corr.render.seat_signs import svg_material, svg_seat
from corr.web.app_state import app_state
from corr.web.auth import request_session, tell
from corr.web.boards import is_turned, turned_query

_KEPT = 4096
"""How many moments, and how many days, are kept in words: a megabyte each."""
_LINES_KEPT = 4096
"""How many lines of turns are kept: three megabytes at most."""
_HTML = "text/html"
_JSON = "application/json"
_TYPES = {"csv": "text/csv; charset=utf-8; header=present", "json": _JSON}


def in_zone(moment: datetime, zone: str) -> datetime:
    """*moment* in *zone*; in UTC if this machine does not know that zone."""
    return moment.astimezone(zone_of(zone))


def moment_words(moment: datetime, zone: str) -> str:
    """A moment with its zone: "Sat 21 Nov 2026, 14:05 CET"."""
    local = in_zone(moment, zone)
    return f"{local:%a} {local.day} {local:%b %Y, %H:%M} {_zone_words(f'{local:%Z}')}"


def _zone_words(name: str) -> str:
    """The name of a zone for people. Many zones have only a number for a name: "+0545" is "UTC+05:45"."""
    if not name.startswith(("+", "-")):
        return name
    hours, minutes = name[:3], name[3:]
    return f"UTC{hours}:{minutes}" if minutes else f"UTC{hours}"


@lru_cache(maxsize=_KEPT)
def moment_tag(moment: datetime, zone: str) -> Markup:
    """A moment as a `time` element, which programs can read too."""
    return _time_element(moment, moment_words(moment, zone))


@lru_cache(maxsize=_KEPT)
def day_tag(moment: datetime, zone: str) -> Markup:
    """The day of a moment: "21 Nov 2026"."""
    local = in_zone(moment, zone)
    return _time_element(moment, f"{local.day} {local:%b %Y}")


def time_tag(moment: datetime, zone: str) -> Markup:
    """The time of the day of a moment, "14:05", with the moment for whoever points at it."""
    return _time_element(moment, f"{in_zone(moment, zone):%H:%M}", moment_words(moment, zone))


def left_tag(due_at: datetime, left: str, zone: str) -> Markup:
    """How long there is until a deadline, such as "2 days 3 hours", with the deadline for whoever points at it."""
    return _time_element(due_at, left, moment_words(due_at, zone))


def _time_element(moment: datetime, words: str, title: str = "") -> Markup:
    # Plain strings around what is escaped are faster than a format of Markup: a list has many moments.
    pointed = f' title="{escape(title)}"' if title else ""
    return Markup(f'<time datetime="{moment:%Y-%m-%dT%H:%MZ}"{pointed}>{escape(words)}</time>')  # noqa: S704 - words are escaped


@lru_cache(maxsize=1)
def zone_names() -> tuple[str, ...]:
    """The names of the zones to choose from: UTC, and then places in alphabetical order."""
    places = (name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/")))
    return ("UTC", *sorted(places))


def small_board_version(version: int) -> str:
    """What the addresses of small boards have for the *version* of a game: other code may draw it otherwise."""
    return f"{version}-{app_state().statics.build[:6]}"


def small_board_address(game_id: str, version: int, seat: Seat | None = None) -> str:
    """The address of a game's small board as the player on *seat* sees it, or everybody: it names all that it shows."""
    own = "" if seat is None else f"&seat={seat:d}"
    return f"/games/{game_id}/small-board.svg?v={small_board_version(version)}{own}{_look_query()}"


def small_start_address(game: str) -> str:
    """The address of the small board of a game before its first turn."""
    return f"/games/start/{game}.svg?v={small_board_version(0)}{_look_query()}"


def diagram_address(name: str, game: str) -> str:
    """The address of the picture of a diagram on the rules page of a *game*: it names all that it shows."""
    return f"/games/diagrams/{game}/{name}.svg?v={small_board_version(0)}{_look_query()}"


def _look_query() -> str:
    """What the addresses of small boards have for the reader's choice of looks."""
    code = request_session().appearance.code
    return "" if code == USUAL.code else f"&look={code}"


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


def fragment(template: str, macro: str, *values: object) -> str:
    """What a macro makes of *values*, for a part of a page; of the session it knows what all macros know."""
    return str(getattr(current_app.jinja_env.get_template(template).module, macro)(*values))


def answer(text: str | bytes, *, status: int = 200) -> Response:
    """A page as an answer; a kept page is given as bytes, so that it is encoded only once."""
    response = make_response(text, status)
    response.content_type = "text/html; charset=utf-8"
    return response


def wants_json() -> bool:
    """Whether the present request comes from a script that reads JSON rather than a page."""
    # A browser that asks for a page does not name it, so that most headers need not be read as a whole.
    names_it = _JSON in request.headers.get("Accept", "").lower()
    return names_it and request.accept_mimetypes.best_match((_HTML, _JSON)) == _JSON


def json_answer(value: object, *, status: int = 200) -> Response:
    """*value* as JSON."""
    response = make_response(json.dumps(value, ensure_ascii=False, separators=(",", ":")), status)
    response.content_type = _JSON
    return response


def tagged(response: Response) -> Response:
    """*response* with an ETag of its content, or that the script which asked has it already."""
    response.add_etag()
    # A refusal is told again (RFC 9110, 13.2.1).
    if response.status_code == HTTPStatus.OK:
        response.make_conditional(request)
    return response


def kept(response: Response, tag: str = "") -> Response:
    """
    *response*, which the browser may keep if it asks each time whether it is still the same.

    :param tag: the ETag; if empty, it is worked out from the content.
    """
    if tag:
        response.set_etag(tag)
    else:
        tagged(response)
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def tag_of(*parts: object) -> str:
    """The same as `AppState.tag_of`."""
    return app_state().tag_of(*parts)


def kept_by(tag: str, make: Callable[[], Response]) -> Response:
    """What *make* makes, which the browser may keep by that ETag; if it has it already, nothing is made."""
    is_known = request.if_none_match.contains_weak(tag)
    return kept(make_response("", 304) if is_known else make(), tag)


def unchanged(tag: str) -> Response:
    """The answer that the browser has the page with that ETag already, with the sentence from the page before."""
    found = request_session()
    found.is_flash_shown = bool(found.flash)
    return kept(make_response("", 304), tag)


def go_to(address: str, sentence: str = "", *, played: str = "") -> Response:
    """
    The answer to a form that was carried out: a redirect, and a sentence to show there; a script is given both.

    :param played: the id of the game in which a turn was submitted, if that is what the form did.
    """
    if wants_json():
        response = json_answer({"address": address, "sentence": sentence})
    else:
        response = make_response(redirect(address, 303))
    if sentence:
        tell(response, sentence, played)
    return response


def _menu_mark(entry: str, *more: str) -> Markup:
    """
    What tells that the page lies at that *entry* of the menu, or below it; a game does not lie in a list.

    :param more: the addresses of other pages that lie below it.
    """
    if request.path == entry:
        return Markup(' aria-current="page"')
    above = (entry, *more) if entry != "/games" else ()
    is_below = any(f"{request.path}/".startswith(f"{each}/") for each in above)
    return Markup(' aria-current="true"') if is_below else Markup("")


def prepare_templates(app: Flask) -> None:
    """Set up the filters and values that all templates share."""
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    filters: Mapping[str, Callable[..., object]] = {
        "moment": lambda moment: moment_tag(moment, request_session().zone),
        "day": lambda moment: day_tag(moment, request_session().zone),
        "time": lambda moment: time_tag(moment, request_session().zone),
        "dates": lambda span: dates_words(span, request_session().zone),
        "last_day": lambda end: last_day_words(end, request_session().zone),
        "actions": _actions,
        "rounds": _rounds,
        "turn_line": _turn_line,
        "sign": lambda seat: svg_seat(seat.seat, seat.title),
        "material": svg_material,
        "brief": brief_words,
        "left": lambda moment: left_words(moment, request_session().now),
        "left_tag": lambda moment, left: left_tag(moment, left, request_session().zone),
        "rough_span": rough_words,
        "in_zone": _in_zone,
        "zone_words": zone_words,
        "forecast": _forecast,
        "small_board": small_board_address,
        "small_start": small_start_address,
        "diagram": diagram_address,
    }
    app.jinja_env.filters |= filters
    # Macros that are imported without context, and so made once, know the reader too.
    app.jinja_env.globals |= {
        "request_session": LocalProxy(request_session),
        "is_turned": is_turned,
        "turned_query": turned_query,
        "menu_mark": _menu_mark,
    }
    app.context_processor(_shared)


def _forecast(forecast: GameForecast) -> Markup:
    """What will happen in a game."""
    found = request_session()
    return _sentence_for(forecast_sentence(forecast, found.now), found.zone)


def _in_zone(sentence: Sentence) -> Markup:
    """*sentence* with its moments in the reader's zone."""
    return _sentence_for(sentence, request_session().zone)


def _sentence_for(sentence: Sentence, zone: str) -> Markup:
    parts = [str(escape(part) if isinstance(part, str) else moment_tag(part, zone)) for part in sentence.parts]
    return Markup("".join(parts))  # noqa: S704 - each part is escaped, or a tag of our own


def _turn_line(turn: TurnLine, game_id: str, after: int, turned: str) -> Markup:
    """A turn in a list beside the board, which shows the position *after* one of them and is *turned*, or not."""
    address = f"/games/{game_id}/turns/{turn.number}{turned}"
    return _line_drawn(turn, address, is_current=turn.number == after)


@lru_cache(maxsize=_LINES_KEPT)
def _line_drawn(turn: TurnLine, address: str, *, is_current: bool) -> Markup:
    """The same, kept, since most lines are shown again after each turn."""
    number, seat = turn.number, f'<i class="unseen">{escape(turn.seat_title)}</i>'
    current = ' aria-current="true"' if is_current else ""
    link = f'<a href="{escape(address)}"{current}>{number}</a>'
    return Markup(f'<div class="turn-of-{turn.seat:d}">{link} {seat} {_actions(turn.text)}</div>')  # noqa: S704 - escaped above


def _rounds(lines: Sequence[TurnLine]) -> list[list[TurnLine]]:
    """Turns, given with the newest first, as the rounds that they make, with the oldest first."""
    rounds: list[list[TurnLine]] = []
    for turn in reversed(lines):
        if rounds and turn.seat > rounds[-1][-1].seat:
            rounds[-1].append(turn)
        else:
            rounds.append([turn])
    return rounds


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
        "scripts": state.statics.scripts,
        "site": state.settings.url,
        "is_demo": state.settings.is_demo,
        "has_mailbox": state.letterbox is not None,
    }
