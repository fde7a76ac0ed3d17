"""What open pages ask now and then, as JSON: whether anything has changed, and when to ask again."""

import secrets
from hashlib import sha256

from flask import Blueprint, Response, make_response, request

from corr.play.live_stamps import LiveGame, LiveGames, find_live_games, live_game
from corr.web import forms
from corr.web.auth import SESSION, SignInFirstError, cookie_value, reading_unseen
from corr.web.rendering import json_answer

pages = Blueprint("live", __name__)
_ID_LENGTH = 16
_SOON, _LATER = 15, 60
"""Seconds until a page asks again: as long as news are likely, and after that."""
_PATIENCE = 300
"""Seconds without news after which none are likely."""
_SPREAD = 20
"""By how many per cent more or less, so that pages which were opened together do not ask together."""


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
    with reading_unseen() as reader:
        games = find_live_games(reader, token, game_id) if token else None
        if games is None and (token or not game_id):
            raise SignInFirstError
        game = live_game(reader, game_id) if games is None else games.game
    found = _shown(games, game)
    tag = sha256(repr(found).encode()).hexdigest()[:20]
    response = make_response("", 304) if request.if_none_match.contains_weak(tag) else json_answer(found)
    response.set_etag(tag)
    if games is not None or (game is not None and not game.is_over):
        response.headers["Retry-After"] = str(_pause(game, waited))
    return response


def _shown(games: LiveGames | None, game: LiveGame | None) -> dict[str, object]:
    shown: dict[str, object] = {}
    if games is not None:
        shown |= {"games": games.version, "waiting": games.waiting}
    if game is not None:
        shown |= {"version": game.version, "said": game.said}
    return shown


def _pause(game: LiveGame | None, waited: int) -> int:
    is_calm = waited >= _PATIENCE or (game is not None and (game.is_due or game.is_over))
    usual = _LATER if is_calm else _SOON
    spread = usual * _SPREAD // 100
    return usual - spread + secrets.randbelow(2 * spread + 1)
