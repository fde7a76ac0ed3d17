"""What open pages ask now and then, as JSON: whether anything has changed, and when to ask again."""

import secrets
from datetime import timedelta
from http import HTTPStatus

from flask import Blueprint, Response, make_response, request

from corr.base.rate_limits import Bucket, place
from corr.base.tokens import hash_token
from corr.base.uow import Reader
from corr.play.live_stamps import LiveGame, LiveGames, find_live_games, live_game
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import SESSION, SignInFirstError, cookie_value, glanced
from corr.web.rendering import json_answer, tag_of

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


@pages.get("/live")
def live() -> Response:
    """
    The versions of a game and of the reader's games, and in how many of these it is the reader's turn.

    `Retry-After` says when to ask again; without it there is nothing to wait for. `waited` in the address is for how
    long the page has been looked at without news, in seconds.
    """
    game_id = forms.query("game", _ID_LENGTH)
    waited = forms.query_number("waited", 0)
    token = cookie_value(SESSION)
    if not _may_ask(token):
        refusal = json_answer({"sentence": _TOO_OFTEN}, status=HTTPStatus.TOO_MANY_REQUESTS)
        refusal.headers["Retry-After"] = str(_about(_LATER))
        return refusal
    games, game = glanced(lambda reader: _read(reader, token, game_id))
    found = _shown(games, game)
    tag = tag_of(found)
    response = make_response("", 304) if request.if_none_match.contains_weak(tag) else json_answer(found)
    response.set_etag(tag)
    if games is not None or (game is not None and not game.is_over):
        response.headers["Retry-After"] = str(_pause(game, waited))
    return response


def _may_ask(token: str) -> bool:
    """Whether the browser asks no more often than many open pages do."""
    now, askers = app_state().workshop.now(), app_state().askers
    if token:
        return askers.take(now, _OF_BROWSER, hash_token(token))
    somewhere = place(request.remote_addr or "")
    # If nobody told us of a proxy of our own, all the world comes from this machine.
    return not somewhere or askers.take(now, _OF_PLACE, somewhere)


def _read(reader: Reader, token: str, game_id: str) -> tuple[LiveGames | None, LiveGame | None]:
    """The reader's games, if there are any, and the game that is looked at: one statement."""
    if not token:
        if not game_id:
            raise SignInFirstError
        return None, live_game(reader, game_id)
    games = find_live_games(reader, token, game_id)
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
    is_calm = waited >= _PATIENCE or (game is not None and (game.is_due or game.is_over))
    return _about(_LATER if is_calm else _SOON)


def _about(usual: int) -> int:
    spread = usual * _SPREAD // 100
    return usual - spread + secrets.randbelow(2 * spread + 1)
