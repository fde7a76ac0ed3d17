"""
Games that need an administrator: what is wrong with each, and what may be done about it.

An administrator who plays in a game may let it go on from its log, which favours nobody, but not freeze or end it.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, Response

from corr.administration import game_freezes, troubled_games
from corr.administration.game_freezes import FreezeOrder, FreezeReceipt
from corr.administration.troubled_games import GameInNeed, GamesInNeed
from corr.base.uow import UnitOfWork
from corr.errors import InputError
from corr.game.history import LONGEST_REASON
from corr.web import forms
from corr.web.auth import current_admin, reading, writing
from corr.web.rendering import go_to, page

_LOG = logging.getLogger(__name__)
_HOME = "/admin/games"
_LONGEST_SEARCH = 300

pages = Blueprint("troubled", __name__, url_prefix=_HOME)


@dataclass(frozen=True, slots=True)
class TroubledGamePage:
    """One game and what may be done about it."""

    game: GameInNeed
    is_player: bool
    """Whether the administrator plays it."""
    longest_reason: int = LONGEST_REASON


@pages.get("")
def home() -> Response:
    """The games that need an administrator."""
    with reading() as reader:
        current_admin()
        number = forms.page_number()
        view: GamesInNeed = troubled_games.games_in_need(reader, number)
        return page("admin/games.html", view)


@pages.post("")
def find() -> Response:
    """Redirect to any game, by its id or by what was copied from the address of its page."""
    with reading() as reader:
        current_admin()
        wanted = forms.field("game", _LONGEST_SEARCH)
        found = troubled_games.game_in_need(reader, wanted.rstrip("/").rpartition("/")[2].lower())
    return go_to(f"{_HOME}/{found.id}")


@pages.get("/<id:game_id>")
def game(game_id: str) -> Response:
    """One game, frozen or not."""
    with reading() as reader:
        admin = current_admin()
        found = troubled_games.game_in_need(reader, game_id)
        return page("admin/game.html", TroubledGamePage(found, admin.player_id in found.player_ids))


@pages.post("/<id:game_id>/freeze")
def freeze(game_id: str) -> Response:
    """Freeze a game, so that nobody can play on."""
    return _decide(game_id, forms.reason, game_freezes.freeze, "is frozen")


@pages.post("/<id:game_id>/thaw")
def thaw(game_id: str) -> Response:
    """Let a frozen game go on."""
    return _decide(game_id, str, game_freezes.thaw, "goes on")


@pages.post("/<id:game_id>/end")
def end(game_id: str) -> Response:
    """End a game without a result."""
    return _decide(game_id, _reason_of_end, game_freezes.void, "is ended without a result")


def _decide(
    game_id: str, reason: Callable[[], str], act: Callable[[UnitOfWork, FreezeOrder], FreezeReceipt], what: str
) -> Response:
    with writing() as uow:
        # Before the form is read: to everybody else there is no such page, whatever they send.
        admin = current_admin()
        receipt = act(uow, FreezeOrder(game_id, reason(), admin.player_id))
    if receipt.is_changed:
        _LOG.info("administrator %s: game %s %s", admin.player_id, receipt.game_id, what)
    return go_to(f"{_HOME}/{receipt.game_id}", receipt.sentence)


def _reason_of_end() -> str:
    """The reason why a game ends without a result; refused unless the box is ticked that says it is meant."""
    if forms.field("is_sure", 5) != "yes":
        raise InputError("Please tick that you are sure: this cannot be undone.", field="is_sure")
    return forms.reason()
