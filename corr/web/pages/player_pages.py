"""The public page of a player; and the list of players, how people choose among them and search for names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from http import HTTPStatus
from urllib.parse import quote

from flask import Blueprint, Response, request
from markupsafe import Markup

from corr.base.rate_limits import Bucket, place
from corr.base.uow import Reader
from corr.errors import CorrError, InputError, NotFoundError, TooManyError
from corr.games.api import Info
from corr.leagues.views.season_lists import SeasonLine, seasons_of
from corr.play.following import is_followed
from corr.play.meeting import why_not_challenge
from corr.play.public_games import GamesWanted, WatchedGame, public_games
from corr.players import profiles
from corr.players.listing import search_text
from corr.players.profiles import PlayerView, did_you_mean, formerly, player_formerly_named
from corr.ratings.head_to_head import Results, results_of
from corr.ratings.player_list import MOST_FOUND, RATINGS, Order, PlayersFound, PlayersWanted, listed_players
from corr.ratings.player_ratings import RatedDay, RatingShown, ratings_of, recent_days
from corr.ratings.reliability import Reliability
from corr.render.charts import Dot, Series, line_chart
from corr.web import forms
from corr.web.app_state import app_state
from corr.web.auth import reading, viewer_id
from corr.web.errors import status_of
from corr.web.pages.watch_pages import Filters
from corr.web.rendering import go_to, page

_SHOWN = 8
"""How many running games, and how many that are over, the page shows: two rows of four."""
_FEWEST_DAYS = 2
"""How many days a line has at least: one dot is no line."""

pages = Blueprint("players", __name__)
_NAME_LENGTH = 60
_WORD_LENGTH = 10
_CURSOR_LENGTH = 700
"""A name may become longer when it is folded."""
_OF_PLAYER = Bucket("player-search", at_once=40, every=timedelta(seconds=3))
_OF_PLACE = Bucket("player-search-place", at_once=120, every=timedelta(seconds=1))
_TOO_OFTEN = "Many names were searched for from here. Please wait a minute, or leaf through the list."


@dataclass(frozen=True, slots=True)
class InGame:
    """What there is to say about a player in one game."""

    info: Info
    rating: RatingShown | None
    results: Results
    of_viewer: Results
    """What the viewer won, drew and lost against the player."""


@dataclass(frozen=True, slots=True)
class SomeGames:
    """The first few games of a list."""

    games: tuple[WatchedGame, ...]
    address: str
    """The address of the whole list; empty if these are all."""


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """A player's public page."""

    name: str
    formerly: tuple[str, ...]
    """Recent former names; empty for viewers who have not met the player."""
    is_you: bool
    is_followed: bool
    """Whether the viewer follows the player."""
    games: tuple[InGame, ...]
    """The games that the player has finished, or is rated in."""
    reliability: Reliability | None
    drawn: tuple[str, ...]
    """The titles of the games whose ratings are in the chart."""
    chart: Markup | None
    """The ratings over time; None while there is nothing to draw a line through."""
    running: SomeGames
    over: SomeGames
    seasons: tuple[SeasonLine, ...]
    """Seasons of leagues, with the player's division and place."""
    why_not_challenge: str
    """Why the viewer may not challenge the player, in a sentence; empty if they may, or are not signed in."""

    @property
    def is_any_provisional(self) -> bool:
        """Whether a rating has a question mark."""
        return any(found.rating.is_provisional for found in self.games if found.rating)

    @property
    def is_any_rated(self) -> bool:
        """Whether the player has a rating in any game."""
        return any(found.rating for found in self.games)

    @property
    def against_you(self) -> Results:
        """What the viewer won, drew and lost against the player, in all games."""
        return sum((found.of_viewer for found in self.games), Results())

    @property
    def met_in(self) -> tuple[InGame, ...]:
        """The games that viewer and player have finished against each other."""
        return tuple(found for found in self.games if found.of_viewer.games)


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
        query = forms.query_of(values)
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
        """How many players there are, for people; empty if there are none."""
        if self.found is None or not self.found.total:
            return ""
        if self.found.is_cut:
            return f"More than {MOST_FOUND} names begin like this; these are some. Type more of the name."
        if not self.found.is_total_exact:
            return f"More than {self.found.total:,} players"
        return "One player" if self.found.total == 1 else f"{self.found.total:,} players"

    @property
    def nothing_words(self) -> str:
        """Why nobody is listed, in a sentence."""
        if self.found is not None and self.found.players.is_beyond_end:
            return "No more players."
        if "@" in self.filters.search:
            return "Players are found by name. Nobody is found by a mail address."
        return "Nobody matches." if self.filters.is_any else "Nobody is listed yet."


@pages.get("/players/<name>")
def player(name: str) -> Response:
    """A player and the player's games."""
    wanted = forms.readable(name, _NAME_LENGTH)
    with reading() as reader:
        try:
            found = profiles.player_named(reader, wanted)
        except NotFoundError:
            return go_to(f"/players/{quote(_formerly_named(reader, wanted).name)}")
        return page("home/player.html", _player_page(reader, found))


def _formerly_named(reader: Reader, name: str) -> PlayerView:
    try:
        return player_formerly_named(reader, name, viewer_id())
    except NotFoundError as unknown:
        raise NotFoundError(unknown.sentence + did_you_mean(reader, name)) from None


def _player_page(reader: Reader, player: PlayerView) -> PlayerPage:
    viewer = viewer_id()
    known = ratings_of(reader, player.id)
    shown = {rating.game: rating.shown for rating in known.ratings}
    results = results_of(reader, player.id, viewer)
    infos = reader.registry.games()
    days = recent_days(reader, player.id, [info.game for info in infos if info.game in shown])
    lines = _lines({info.title: days[info.game] for info in infos if info.game in days})
    return PlayerPage(
        player.name,
        formerly(reader, player.id, viewer),
        player.id == viewer,
        is_followed(reader, "player", player.id, viewer),
        tuple(
            InGame(
                info,
                shown.get(info.game),
                results.all.get(info.game, Results()),
                results.of_viewer.get(info.game, Results()),
            )
            for info in infos
            if info.game in shown or info.game in results.all
        ),
        known.reliability,
        tuple(line.name for line in lines),
        line_chart(lines, title=f"{player.name}’s ratings over time") if lines else None,
        _some_games(reader, player, Filters(player=player.name)),
        _some_games(reader, player, Filters(player=player.name, is_over=True)),
        seasons_of(reader, player.id),
        why_not_challenge(reader, viewer, player.id) if viewer is not None and viewer != player.id else "",
    )


def _some_games(reader: Reader, player: PlayerView, filters: Filters) -> SomeGames:
    found = public_games(reader, GamesWanted(filters.is_over, player_id=player.id), size=_SHOWN)
    return SomeGames(found.items, filters.address() if found.older else "")


def _lines(days: Mapping[str, Sequence[RatedDay]]) -> list[Series]:
    return [
        Series(title, tuple(Dot(day.day, day.rating) for day in found))
        for title, found in days.items()
        if len(found) >= _FEWEST_DAYS
    ]


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
