"""The list of players, and how people choose among them and search for names."""

from dataclasses import dataclass, replace
from datetime import timedelta
from http import HTTPStatus
from urllib.parse import urlencode

from flask import Blueprint, Response, request

from corr.base.rate_limits import Bucket, place
from corr.base.uow import Reader
from corr.errors import CorrError, InputError, TooManyError
from corr.games.api import Info
from corr.players.listing import search_text
from corr.ratings.player_list import MOST_FOUND, RATINGS, Order, PlayersFound, PlayersWanted, listed_players
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import reading, viewer_id
from corr.web.errors import status_of
from corr.web.rendering import page

_NAME_LENGTH = 60
_WORD_LENGTH = 10
_CURSOR_LENGTH = 700
"""A name may become longer when it is folded."""
_OF_PLAYER = Bucket("player-search", at_once=40, every=timedelta(seconds=3))
_OF_PLACE = Bucket("player-search-place", at_once=120, every=timedelta(seconds=1))
_TOO_OFTEN = "Many names were searched for from here. Please wait a minute, or leaf through the list."

pages = Blueprint("player_list", __name__)


@dataclass(frozen=True, slots=True)
class PlayerFilters:
    """What somebody chose, as it stands in addresses."""

    search: str = ""
    game: str = ""
    active: str = ""
    lowest: str = ""
    highest: str = ""
    order: str = ""

    @property
    def is_any(self) -> bool:
        """Whether not all players are meant."""
        return bool(self.search or self.game or self.active or self.lowest or self.highest)

    def address(self, **cursor: str) -> str:
        """The address of the list, with a *cursor* for a page other than the first."""
        values = {
            "q": self.search,
            "game": self.game,
            "active": self.active,
            "from": self.lowest,
            "to": self.highest,
            "order": self.order,
            **cursor,
        }
        query = urlencode({name: value for name, value in values.items() if value})
        return f"/players?{query}" if query else "/players"


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """The list of players."""

    found: PlayersFound | None
    """None if nothing could be looked for."""
    filters: PlayerFilters
    infos: tuple[Info, ...]
    """All games there are, to choose from."""
    fault: str = ""
    field: str = ""
    ratings: tuple[int, int] = (RATINGS[0], RATINGS[-1])

    @property
    def count_words(self) -> str:
        """How many players there are, in a sentence; empty if there are none."""
        if self.found is None or not self.found.total:
            return ""
        if self.found.is_cut:
            return f"More than {MOST_FOUND} names begin like this; these are some. Type more of the name."
        if not self.found.is_total_exact:
            return f"More than {self.found.total:,} players."
        return "One player." if self.found.total == 1 else f"{self.found.total:,} players."

    @property
    def nothing_words(self) -> str:
        """Why nobody is listed, in a sentence."""
        if self.found is not None and self.found.players.is_beyond_end:
            return "No more players."
        if "@" in self.filters.search:
            return "Players are found by name. Nobody is found by a mail address."
        return "Nobody matches." if self.filters.is_any else "Nobody is listed yet."


@pages.get("/players")
def players() -> Response:
    """The list of players."""
    typed = PlayerFilters(
        forms.query("q", _NAME_LENGTH),
        forms.query("game", _NAME_LENGTH),
        "yes" if forms.query("active", _WORD_LENGTH) == "yes" else "",
        forms.query("from", _WORD_LENGTH),
        forms.query("to", _WORD_LENGTH),
        forms.query("order", _WORD_LENGTH),
    )
    after, before = (forms.query(name, _CURSOR_LENGTH) for name in ("after", "before"))
    with reading() as reader:
        infos = reader.registry.games()
        try:
            _check_often(typed)
            wanted = _wanted(reader, typed)
            shown = replace(typed, game=wanted.game, order="" if wanted.order is Order.ACTIVE else wanted.order.value)
            found = listed_players(reader, wanted, viewer_id(), after=after, before=before)
        except CorrError as refusal:
            view = PlayersPage(None, typed, infos, refusal.sentence, refusal.field)
            status = status_of(refusal) if isinstance(refusal, TooManyError) else HTTPStatus.OK
            return page("players/players.html", view, status=status)
        return page("players/players.html", PlayersPage(found, shown, infos))


def _check_often(typed: PlayerFilters) -> None:
    """
    Count a search, so that nobody collects all names by searching.

    :raises TooManyError: there were too many.
    """
    if not typed.search:
        return
    now, askers, viewer = app_state().workshop.now(), app_state().askers, viewer_id()
    somewhere = place(request.remote_addr or "")
    is_free = viewer is None or askers.take(now, _OF_PLAYER, str(viewer))
    if not is_free or (somewhere and not askers.take(now, _OF_PLACE, somewhere)):
        raise TooManyError(_TOO_OFTEN)


def _wanted(reader: Reader, typed: PlayerFilters) -> PlayersWanted:
    game = reader.registry.get_info(typed.game).game if typed.game else ""
    lowest, highest = _rating(typed.lowest, "from"), _rating(typed.highest, "to")
    order = next((one for one in Order if one.value == typed.order), Order.NAME if typed.search else Order.ACTIVE)
    if lowest is not None or highest is not None:
        order = Order.RATING
    if lowest is not None and highest is not None and lowest > highest:
        raise InputError("The lowest rating is above the highest one.", field="from")
    if order is Order.RATING and not game:
        raise InputError("Choose a game to look for ratings: each game has its own.", field="game")
    if typed.search and not search_text(typed.search):
        raise InputError("Type letters or digits of a name.", field="q")
    return PlayersWanted(typed.search, game, bool(typed.active), lowest, highest, order)


def _rating(text: str, name: str) -> int | None:
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or int(text) not in RATINGS:
        raise InputError(f"A rating is a whole number from {RATINGS[0]} to {RATINGS[-1]:,}.", field=name)
    return int(text)
