"""The public page of a player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from flask import Blueprint, Response
from markupsafe import Markup

from corr.base.uow import Reader
from corr.errors import NotFoundError
from corr.games.api import Info
from corr.leagues.views.season_lists import SeasonLine, seasons_of
from corr.play.following import is_followed
from corr.play.public_games import GamesWanted, WatchedGame, public_games
from corr.players import profiles
from corr.players.profiles import PlayerView, did_you_mean, formerly, player_formerly_named
from corr.ratings.head_to_head import Results, results_of
from corr.ratings.player_ratings import RatedDay, ratings_of, recent_days
from corr.ratings.rating_lists import RatingShown
from corr.ratings.reliability import Reliability
from corr.render.charts import Dot, Series, line_chart
from corr.web import forms
from corr.web.auth import reading, viewer_id
from corr.web.pages.watch_pages import Filters
from corr.web.rendering import go_to, page

_SHOWN = 8
"""How many running games, and how many that are over, the page shows: two rows of four."""
_FEWEST_DAYS = 2
"""How many days a line has at least: one dot is no line."""

pages = Blueprint("players", __name__)


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
    chart: Markup | None
    """The ratings over time; None while there is nothing to draw a line through."""
    running: SomeGames
    over: SomeGames
    seasons: tuple[SeasonLine, ...]
    """Seasons of leagues, with the player's division and place."""

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


@pages.get("/players/<name>")
def player(name: str) -> Response:
    """A player and the player's games."""
    wanted = forms.readable(name, 60)
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
    known = ratings_of(reader, player.id)
    shown = {rating.game: rating.shown for rating in known.ratings}
    results = results_of(reader, player.id, viewer_id())
    infos = reader.registry.games()
    days = recent_days(reader, player.id, [info.game for info in infos if info.game in shown])
    return PlayerPage(
        player.name,
        formerly(reader, player.id, viewer_id()),
        player.id == viewer_id(),
        is_followed(reader, "player", player.id, viewer_id()),
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
        _chart(player.name, {info.title: days[info.game] for info in infos if info.game in days}),
        _some_games(reader, player, Filters(player=player.name)),
        _some_games(reader, player, Filters(player=player.name, is_over=True)),
        seasons_of(reader, player.id),
    )


def _some_games(reader: Reader, player: PlayerView, filters: Filters) -> SomeGames:
    found = public_games(reader, GamesWanted(filters.is_over, player_id=player.id), size=_SHOWN)
    return SomeGames(found.items, filters.address() if found.older else "")


def _chart(name: str, days: Mapping[str, Sequence[RatedDay]]) -> Markup | None:
    lines = [
        Series(title, tuple(Dot(day.day, day.rating) for day in found))
        for title, found in days.items()
        if len(found) >= _FEWEST_DAYS
    ]
    return line_chart(lines, title=f"{name}’s ratings over time") if lines else None
