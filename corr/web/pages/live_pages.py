"""
What open pages ask now and then, as JSON: whether anything has changed, and when to ask again.

So many ask that most are answered before Flask (`find_quick_answer`), which costs more than the answer. Whatever is
wrong with a request is left to the page of Flask, which says so as all pages do.
"""

import json
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, Response, make_response, request
from werkzeug.http import parse_cookie, parse_etags

from corr.base.rate_limits import Bucket, place
from corr.base.tokens import hash_token
from corr.base.uow import Reader
from corr.errors import CorrError, TooManyError, UnreachableError
from corr.play.live_stamps import LiveGame, LiveGames, find_live_games, live_game
from corr.web import forms
from corr.web.app_state import AppState, app_state
from corr.web.auth import KNOWN, SESSION, SignInFirstError, cookie_value, token_in
from corr.web.rendering import json_answer

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

pages = Blueprint("live", __name__)
_ID_LENGTH = 16
_SOON, _LATER = 15, 60
"""Seconds until a page asks again: as long as news are likely, and after that."""
_PATIENCE = 300
"""Seconds without news after which none are likely."""
_SPREAD = 20
"""By how many per cent more or less, so that pages which were opened together do not ask together."""
_OF_BROWSER = Bucket("live", at_once=120, every=timedelta(seconds=0.5))
"""
A page asks every 12 seconds at most, while it is seen, and once when it comes to the front. So 24 windows beside each
other can ask for ever, and somebody may leaf through 120 tabs in a moment. A browser that asks without end takes a
thousandth of a core.
"""
_OF_PLACE = Bucket("live-place", at_once=1200, every=timedelta(seconds=0.05))
"""The same for all strangers in one network: 240 windows of a school that looks at a game."""
_TOO_OFTEN = "This browser asks for news very often. It is told again in a minute."
_QUICK_METHODS = frozenset({"GET", "HEAD"})
_QUICK_QUERY = re.compile(r"(?:game=([a-z0-9]{1,16}))?&?(?:waited=([0-9]{1,9}))?", re.ASCII)
"""What scripts of ours ask; anything else may be right too, but is read with more care."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a page asks, and who."""

    game_id: str
    """The game on the page; empty if there is none."""
    waited: int
    """For how long the page has been looked at without news, in seconds."""
    token: str
    """The token of the session; empty for strangers."""
    is_known: bool
    """Whether somebody was signed in here in the last months."""
    source: str
    """The network address."""


@dataclass(frozen=True, slots=True)
class _News:
    """What is answered."""

    text: str
    """JSON."""
    tag: str
    again: str
    """After how many seconds to ask again; empty if there is nothing to wait for."""


@pages.get("/live")
def live() -> Response:
    """
    The versions of a game and of the reader's games, and in how many of these it is the reader's turn.

    `Retry-After` says when to ask again; without it there is nothing to wait for. `waited` in the address is for how
    long the page has been looked at without news, in seconds.
    """
    asked = _Asked(
        game_id=forms.query("game", _ID_LENGTH),
        waited=forms.query_number("waited", 0),
        token=cookie_value(SESSION),
        is_known=bool(cookie_value(KNOWN)),
        source=request.remote_addr or "",
    )
    try:
        news = _news(app_state(), asked)
    except TooManyError as refusal:
        answer = json_answer({"sentence": refusal.sentence}, status=HTTPStatus.TOO_MANY_REQUESTS)
        answer.headers["Retry-After"] = str(_about(_LATER))
        return answer
    is_same = request.if_none_match.contains_weak(news.tag)
    response = make_response("" if is_same else news.text, HTTPStatus.NOT_MODIFIED if is_same else HTTPStatus.OK)
    response.content_type = "application/json"
    response.set_etag(news.tag)
    if news.again:
        response.headers["Retry-After"] = news.again
    return response


def find_quick_answer(
    state: AppState, environ: "WSGIEnvironment", start_response: "StartResponse"
) -> Iterable[bytes] | None:
    """The same answer without Flask, to a request as our scripts make it; None where anything is to be refused."""
    asked = _find_asked(state, environ)
    if asked is None:
        return None
    try:
        news = _news(state, asked)
    except (CorrError, SignInFirstError, UnreachableError):
        return None
    headers = [("ETag", f'"{news.tag}"')]
    if news.again:
        headers.append(("Retry-After", news.again))
    if parse_etags(environ.get("HTTP_IF_NONE_MATCH")).contains_weak(news.tag):
        start_response("304 NOT MODIFIED", headers)
        return ()
    body = news.text.encode()
    start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(body))), *headers])
    return () if environ["REQUEST_METHOD"] == "HEAD" else (body,)


def _find_asked(state: AppState, environ: "WSGIEnvironment") -> _Asked | None:
    """What a script of ours asks; None for any other request."""
    if environ["PATH_INFO"] != "/live" or environ["REQUEST_METHOD"] not in _QUICK_METHODS:
        return None
    query = _QUICK_QUERY.fullmatch(environ["QUERY_STRING"])
    if query is None or not state.is_own_host(environ.get("HTTP_HOST", "")):
        return None
    try:
        cookies = parse_cookie(environ)
    except UnicodeDecodeError:
        # Flask leaves out what is no text, and it may be the cookie of another site on the same host.
        return None
    token, known = (token_in(cookies.get(f"{state.cookie_prefix}{name}", "")) for name in (SESSION, KNOWN))
    return _Asked(query[1] or "", int(query[2] or 0), token, bool(known), environ.get("REMOTE_ADDR", ""))


def _news(state: AppState, asked: _Asked) -> _News:
    """
    What there is to tell.

    :raises TooManyError: the browser asks more often than many open pages do.
    """
    if not _may_ask(state, asked):
        raise TooManyError(_TOO_OFTEN)
    # What a page asks by itself is no visit, so that nothing else is known of the session.
    is_stranger = not asked.token and not asked.is_known
    glance = state.workshop.glance_late if is_stranger else state.workshop.glance
    games, game = glance(lambda reader: _read(reader, asked))
    shown = _shown(games, game)
    has_more = games is not None or (game is not None and not game.is_over)
    again = str(_pause(game, asked.waited)) if has_more else ""
    return _News(json.dumps(shown, separators=(",", ":")), state.tag_of(shown), again)


def _may_ask(state: AppState, asked: _Asked) -> bool:
    now = state.workshop.now()
    if asked.token:
        return state.askers.take(now, _OF_BROWSER, hash_token(asked.token))
    somewhere = place(asked.source)
    # If nobody told us of a proxy of our own, all the world comes from this machine.
    return not somewhere or state.askers.take(now, _OF_PLACE, somewhere)


def _read(reader: Reader, asked: _Asked) -> tuple[LiveGames | None, LiveGame | None]:
    """The reader's games, if there are any, and the game that is looked at: one statement."""
    if not asked.token:
        if not asked.game_id:
            raise SignInFirstError
        return None, live_game(reader, asked.game_id)
    games = find_live_games(reader, asked.token, asked.game_id)
    if games is None:
        raise SignInFirstError
    return games, games.game


def _shown(games: LiveGames | None, game: LiveGame | None) -> dict[str, object]:
    shown: dict[str, object] = {}
    if games is not None:
        shown |= {"games": games.version, "waiting": games.waiting}
    if game is not None:
        shown |= {"version": game.version, "said": game.said}
    return shown


def _pause(game: LiveGame | None, waited: int) -> int:
    is_calm = waited >= _PATIENCE or (game is not None and game.is_over)
    return _about(_LATER if is_calm else _SOON)


def _about(usual: int) -> int:
    spread = usual * _SPREAD // 100
    return usual - spread + secrets.randbelow(2 * spread + 1)
