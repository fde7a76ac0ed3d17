"""Tables of a division as files, and in a frame for other sites: public, without cookies, the same for everybody."""

import json
from collections.abc import Callable

from flask import Blueprint, Response, render_template, request

from corr.base.uow import Reader
from corr.leagues.rows import SeasonRow
from corr.leagues.rules.spreadsheets import BOM
from corr.leagues.season_stamps import stamps_at
from corr.leagues.views.division_view import DivisionView, division_in_time, division_view
from corr.leagues.views.league_files import TableFile, cross_table_file, rounds_file, standings_file
from corr.leagues.views.season_view import season_at
from corr.web.app_state import app_state
from corr.web.pages.leagues.table_markup import cross_table
from corr.web.rendering import answer, as_file, kept_by, tag_of
from corr.web.security import FRAMED_POLICY

_FILES: dict[str, Callable[[DivisionView], TableFile]] = {
    "standings": standings_file,
    "crosstable": cross_table_file,
    "rounds": rounds_file,
}
_FORETOLD = "standings"
"""The table that also holds the forecast."""
_FRESH = 60
"""Seconds for which a browser may show the frame again without asking."""

pages = Blueprint("league_files", __name__, url_prefix="/leagues/<league:league_id>/<count:number>/<count:tier>")


@pages.get("/<any(standings, crosstable, rounds):table>.csv")
def as_csv(league_id: str, number: str, tier: str, table: str) -> Response:
    """A table as CSV."""

    def text(reader: Reader, season: SeasonRow) -> str:
        return BOM + _table(reader, season, int(tier), table).csv()

    return _file(league_id, number, f"{tier}-{table}.csv", text)


@pages.get("/<any(standings, crosstable, rounds):table>.json")
def as_json(league_id: str, number: str, tier: str, table: str) -> Response:
    """A table as JSON."""

    def text(reader: Reader, season: SeasonRow) -> str:
        return json.dumps(_table(reader, season, int(tier), table).body, ensure_ascii=False, indent=1)

    return _file(league_id, number, f"{tier}-{table}.json", text)


@pages.get("/embed")
def embed(league_id: str, number: str, tier: str) -> Response:
    """The table for a frame on another site."""

    def text(reader: Reader, season: SeasonRow) -> str:
        view = division_view(reader, season, int(tier))
        return render_template("leagues/embed.html", page=view, cross=cross_table(view, opens_anew=True))

    response = _text_answer(league_id, number, text)
    response.headers["Content-Security-Policy"] = FRAMED_POLICY
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.headers["Cache-Control"] = f"public, max-age={_FRESH}"
    return response


def _table(reader: Reader, season: SeasonRow, tier: int, table: str) -> TableFile:
    """The table of that name, with all that the page of the division shows."""
    view = division_view(reader, season, tier)
    return _FILES[table](division_in_time(reader, view) if table == _FORETOLD else view)


def _file(league_id: str, number: str, name: str, text: Callable[[Reader, SeasonRow], str]) -> Response:
    return as_file(_text_answer(league_id, number, text), f"{league_id.lower()}-{int(number)}-{name}")


def _text_answer(league_id: str, number: str, text: Callable[[Reader, SeasonRow], str]) -> Response:
    """The text, made only if it may have changed; no session is read, so that it is the same for everybody."""
    with app_state().workshop.look() as reader:
        tag = tag_of(request.path, *stamps_at(reader, league_id, int(number)))

        def made() -> bytes:
            return text(reader, season_at(reader, league_id, number)).encode()

        response = kept_by(tag, lambda: answer(app_state().tables.find_or_make(tag, made)))
    response.headers["Cache-Control"] = "no-cache"
    return response
