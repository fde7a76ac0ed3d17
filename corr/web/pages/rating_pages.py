"""The lists of rated players, and the history of a player's rating: public, and as files too."""

import json
from dataclasses import dataclass

from flask import Blueprint, Response
from markupsafe import Markup

from corr.games.api import Info
from corr.leagues.rules.spreadsheets import BOM, write_csv
from corr.players import profiles
from corr.ratings.player_ratings import (
    ACTIVE_DAYS,
    FILE,
    RatedDay,
    RatingHistory,
    RatingList,
    all_days,
    best_of_all_games,
    rating_history,
    rating_list,
)
from corr.render.charts import Dot, Series, line_chart
from corr.web import forms
from corr.web.auth import reading, viewer_id
from corr.web.rendering import answer, as_file, page

_NAME_LENGTH = 60
_ALL = "all"
_LIST_HEAD = ("place", "name", "rating", "deviation", "provisional", "games", "last day")
_DAYS_HEAD = ("day", "rating", "deviation", "provisional", "change", "games")

pages = Blueprint("ratings", __name__)


@dataclass(frozen=True, slots=True)
class AllRatings:
    """The best players of each game."""

    lists: tuple[RatingList, ...]
    active_days: int = ACTIVE_DAYS


@dataclass(frozen=True, slots=True)
class RatingsPage:
    """The list of one game."""

    found: RatingList
    infos: tuple[Info, ...]
    """All games there are, to choose from."""
    active_days: int = ACTIVE_DAYS

    @property
    def query(self) -> str:
        """The query that the addresses of further pages of this list need."""
        return "" if self.found.is_active_only else "players=all&"


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A player's rating over time."""

    history: RatingHistory
    chart: Markup
    is_you: bool


@pages.get("/ratings")
def all_ratings() -> Response:
    """The best of each game."""
    with reading() as reader:
        return page("ratings/games.html", AllRatings(best_of_all_games(reader, viewer_id())))


@pages.get("/ratings/<token:game>")
def ratings(game: str) -> Response:
    """The list of one game."""
    number, is_active_only = forms.page_number(), _is_active_only()
    with reading() as reader:
        found = rating_list(reader, game, viewer_id(), number=number, is_active_only=is_active_only)
        return page("ratings/list.html", RatingsPage(found, reader.registry.games()))


@pages.get("/ratings/<token:game>.csv")
def ratings_csv(game: str) -> Response:
    """The list as CSV, a thousand players at a time."""
    found = _whole(game)
    rows = [[str(cell) for cell in line.values()] for line in _list_rows(found)]
    return as_file(answer(BOM + write_csv(_LIST_HEAD, rows)), f"ratings-{found.game}.csv")


@pages.get("/ratings/<token:game>.json")
def ratings_json(game: str) -> Response:
    """The list as JSON, a thousand players at a time."""
    found = _whole(game)
    body = {"game": found.game, "title": found.title, "has_more": found.lines.has_more, "players": _list_rows(found)}
    return as_file(answer(json.dumps(body, ensure_ascii=False, indent=1)), f"ratings-{found.game}.json")


@pages.get("/players/<name>/ratings/<token:game>")
def history(name: str, game: str) -> Response:
    """The history of a player's rating, with a chart."""
    number, wanted = forms.page_number(), forms.readable(name, _NAME_LENGTH)
    with reading() as reader:
        found = profiles.player_named(reader, wanted)
        view = rating_history(reader, found, game, number=number)
        return page("ratings/history.html", HistoryPage(view, _chart(view), found.id == viewer_id()))


@pages.get("/players/<name>/ratings/<token:game>.csv")
def history_csv(name: str, game: str) -> Response:
    """The history as CSV, all days."""
    wanted = forms.readable(name, _NAME_LENGTH)
    with reading() as reader:
        found = profiles.player_named(reader, wanted)
        days = all_days(reader, found, game)
    return as_file(answer(BOM + write_csv(_DAYS_HEAD, [_day_cells(day) for day in days])), f"rating-{game}.csv")


def _chart(view: RatingHistory) -> Markup:
    dots = tuple(Dot(day.day, day.rating, day.rating - day.deviation, day.rating + day.deviation) for day in view.drawn)
    line = Series(view.name, dots, ends_at=view.present.words if view.present else "", is_own=True)
    return line_chart([line], title=f"{view.name}’s rating in {view.title}", nothing="No rated game yet.")


def _whole(game: str) -> RatingList:
    """As much of a list as a file has, as the public sees it."""
    number, is_active_only = forms.page_number(), _is_active_only()
    with reading() as reader:
        return rating_list(reader, game, None, number=number, size=FILE, is_active_only=is_active_only)


def _list_rows(found: RatingList) -> list[dict[str, str | int | bool]]:
    return [
        {
            "place": line.place,
            "name": line.name,
            "rating": line.shown.rating,
            "deviation": line.shown.deviation,
            "provisional": line.shown.is_provisional,
            "games": line.shown.games,
            "last_day": line.shown.last_day.isoformat(),
        }
        for line in found.lines.items
    ]


def _day_cells(day: RatedDay) -> list[str]:
    cells = (day.day, f"{day.rating:.2f}", f"{day.deviation:.2f}", day.is_provisional, f"{day.change:.2f}", day.games)
    return [str(cell) for cell in cells]


def _is_active_only() -> bool:
    return forms.query("players", 10) != _ALL
