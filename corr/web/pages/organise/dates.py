"""Changes to the dates and clocks of a running season: a pause, another end date, a tighter pace."""

from dataclasses import dataclass, replace
from datetime import datetime

from flask import Response

from corr.base.time_zones import zone_of
from corr.base.uow import Reader, UnitOfWork
from corr.core.pace import Pace
from corr.errors import ConflictError, InputError
from corr.leagues.act_basics import Preview, check_season_runs
from corr.leagues.acts.end_date import NOTICE, MoveEnd, end_preview, move_end
from corr.leagues.acts.pace_change import (
    Tighten,
    UndoTightening,
    current_pace,
    tighten_pace,
    tightening_preview,
    tightening_undo_preview,
    undo_tightening,
)
from corr.leagues.acts.pause import Pause, pause_preview, pause_season, resume_preview, resume_season
from corr.leagues.rows import SeasonRow
from corr.leagues.rules.read_settings import read_moment
from corr.web import forms
from corr.web.auth import current_player, reading
from corr.web.pages.organise.act_confirmation import ActQuestion, OrganiserPlace, ReasonField, ask, carry_out
from corr.web.pages.organise.organiser_access import (
    REASON_LENGTH,
    SEASON,
    order_key,
    organiser_pages,
    own_season,
    season_of,
)
from corr.web.pages.organise.settings_form import moment_word
from corr.web.rendering import page

_MOMENT_LENGTH = 40
_PACE_LENGTH = 60

pages = organiser_pages("season_dates", SEASON)


@dataclass(frozen=True, slots=True)
class EndPage:
    """The form for another end date."""

    place: OrganiserPlace
    season: SeasonRow
    path: str
    zone: str
    ends_at: str
    earliest: datetime
    """The earliest moment to which the end can be brought forward."""
    fault: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True)
class PacePage:
    """The form for a tighter pace."""

    place: OrganiserPlace
    path: str
    zone: str
    present: Pace
    pace: str
    holds_from: str
    earliest: datetime
    fault: str = ""
    field: str = ""


@pages.get("/pause")
def ask_pause(league_id: str, number: str) -> Response:
    """Ask for confirmation before pausing."""
    with reading() as reader:
        return ask(_pausing(reader, season_of(reader, league_id, number)))


@pages.post("/pause")
def act_pause(league_id: str, number: str) -> Response:
    """Pause the season: all games stand still."""
    season, key, reason = own_season(league_id, number), order_key(), forms.field("reason", REASON_LENGTH)

    def act(uow: UnitOfWork) -> str:
        return pause_season(uow, Pause(season.id, current_player().player_id, reason, key)).sentence

    def again(reader: Reader) -> ActQuestion:
        return _pausing(reader, season_of(reader, league_id, number))

    return carry_out(act, again, f"{season.path}/organise")


@pages.get("/resume")
def ask_resume(league_id: str, number: str) -> Response:
    """Ask for confirmation before resuming."""
    with reading() as reader:
        return ask(_resuming(reader, season_of(reader, league_id, number)))


@pages.post("/resume")
def act_resume(league_id: str, number: str) -> Response:
    """Resume the season: all games go on."""
    season, key, reason = own_season(league_id, number), order_key(), forms.field("reason", REASON_LENGTH)

    def act(uow: UnitOfWork) -> str:
        return resume_season(uow, Pause(season.id, current_player().player_id, reason, key)).sentence

    def again(reader: Reader) -> ActQuestion:
        return _resuming(reader, season_of(reader, league_id, number))

    return carry_out(act, again, f"{season.path}/organise")


@pages.get("/end")
def ask_end(league_id: str, number: str) -> Response:
    """Ask for an end date; once it is given, ask for confirmation."""
    text = forms.query("ends_at", _MOMENT_LENGTH)
    with reading() as reader:
        season = season_of(reader, league_id, number)
        view = _end_page(season, reader.now)
        if not text:
            return page("organise/end.html", view)
        try:
            return ask(_ending(reader, season, text))
        except InputError as refusal:
            view = replace(view, ends_at=text, fault=refusal.sentence, field="ends_at")
            return page("organise/end.html", view, status=400)


@pages.post("/end")
def act_end(league_id: str, number: str) -> Response:
    """Move the end date."""
    season, key, version = own_season(league_id, number), order_key(), forms.number_field("version")
    text, reason = forms.field("ends_at", _MOMENT_LENGTH), forms.field("reason", REASON_LENGTH)

    def act(uow: UnitOfWork) -> str:
        order = MoveEnd(season.id, current_player().player_id, _moment(text, is_end=True), reason, version, key)
        return move_end(uow, order).sentence

    def again(reader: Reader) -> ActQuestion:
        return _ending(reader, season_of(reader, league_id, number), text)

    return carry_out(act, again, f"{season.path}/organise")


@pages.get("/pace")
def ask_pace(league_id: str, number: str) -> Response:
    """Ask for a tighter pace; once it is given, ask for confirmation."""
    text, holds = forms.query("pace", _PACE_LENGTH), forms.query("holds_from", _MOMENT_LENGTH)
    with reading() as reader:
        season = season_of(reader, league_id, number)
        view = _pace_page(season, reader.now)
        if not text:
            return page("organise/pace.html", view)
        try:
            return ask(_tightening(reader, season, text, holds))
        except InputError as refusal:
            view = replace(view, pace=text, holds_from=holds, fault=refusal.sentence, field=refusal.field or "pace")
            return page("organise/pace.html", view, status=400)


@pages.post("/pace")
def act_pace(league_id: str, number: str) -> Response:
    """Announce a tighter pace."""
    season, key, version = own_season(league_id, number), order_key(), forms.number_field("version")
    text, holds = forms.field("pace", _PACE_LENGTH), forms.field("holds_from", _MOMENT_LENGTH)
    reason = forms.field("reason", REASON_LENGTH)

    def act(uow: UnitOfWork) -> str:
        by = current_player().player_id
        return tighten_pace(uow, Tighten(season.id, by, text, reason, version, _holds(holds), key)).sentence

    def again(reader: Reader) -> ActQuestion:
        return _tightening(reader, season_of(reader, league_id, number), text, holds)

    return carry_out(act, again, f"{season.path}/organise")


@pages.get("/pace/undo")
def ask_undo(league_id: str, number: str) -> Response:
    """Ask for confirmation before the tighter pace is taken back."""
    with reading() as reader:
        return ask(_undoing(reader, season_of(reader, league_id, number)))


@pages.post("/pace/undo")
def act_undo(league_id: str, number: str) -> Response:
    """Take the tighter pace back."""
    season, key, version = own_season(league_id, number), order_key(), forms.number_field("version")
    reason = forms.field("reason", REASON_LENGTH)

    def act(uow: UnitOfWork) -> str:
        order = UndoTightening(season.id, current_player().player_id, version, reason, key)
        return undo_tightening(uow, order).sentence

    def again(reader: Reader) -> ActQuestion:
        return _undoing(reader, season_of(reader, league_id, number))

    return carry_out(act, again, f"{season.path}/organise")


def _moment(text: str, *, is_end: bool = False) -> datetime:
    """
    A moment in the organiser's zone.

    :raises InputError: the text is none.
    """
    try:
        return read_moment(text, zone_of(current_player().zone), is_end=is_end)
    except InputError as refused:
        raise InputError(refused.sentence, field="ends_at" if is_end else "holds_from") from None


def _holds(text: str) -> datetime | None:
    """The moment from which a tighter pace holds; None for as soon as possible."""
    return _moment(text) if text else None


def _end_page(season: SeasonRow, now: datetime) -> EndPage:
    check_season_runs(season)
    place, zone = OrganiserPlace.of(season), current_player().zone
    return EndPage(place, season, f"{place.path}/end", zone, moment_word(season.dates.ends_at, zone), now + NOTICE)


def _pace_page(season: SeasonRow, now: datetime) -> PacePage:
    check_season_runs(season)
    if season.tighter_pace is not None and season.tightened_at is None:
        raise ConflictError("A tighter pace was announced already. Take it back first.")
    place = OrganiserPlace.of(season)
    return PacePage(place, f"{place.path}/pace", current_player().zone, current_pace(season), "", "", now + NOTICE)


def _pausing(reader: Reader, season: SeasonRow) -> ActQuestion:
    preview = pause_preview(reader, season.id, current_player().player_id)
    return _question(season, preview, "pause", title="Pause the season?", button="Pause", why=ReasonField.MUST)


def _resuming(reader: Reader, season: SeasonRow) -> ActQuestion:
    preview = resume_preview(reader, season.id, current_player().player_id)
    return _question(season, preview, "resume", title="Resume the season?", button="Resume", why=ReasonField.MAY)


def _ending(reader: Reader, season: SeasonRow, text: str) -> ActQuestion:
    by = current_player().player_id
    preview = end_preview(reader, season.id, ends_at=_moment(text, is_end=True), by_player_id=by)
    found = _question(
        season, preview, "end", title="Move the end date?", button="Move the end date", why=ReasonField.MUST
    )
    return replace(found, hidden=(("ends_at", text),))


def _tightening(reader: Reader, season: SeasonRow, text: str, holds: str) -> ActQuestion:
    by = current_player().player_id
    preview = tightening_preview(reader, season.id, pace=text, by_player_id=by, holds_from=_holds(holds))
    found = _question(
        season, preview, "pace", title="Announce a tighter pace?", button="Announce it", why=ReasonField.MUST
    )
    return replace(found, hidden=(("pace", text), ("holds_from", holds)))


def _undoing(reader: Reader, season: SeasonRow) -> ActQuestion:
    preview = tightening_undo_preview(reader, season.id, current_player().player_id)
    title = "Take the tighter pace back?"
    return _question(season, preview, "pace/undo", title=title, button="Take it back", why=ReasonField.MAY)


def _question(
    season: SeasonRow, preview: Preview, path: str, *, title: str, button: str, why: ReasonField
) -> ActQuestion:
    place = OrganiserPlace.of(season)
    return ActQuestion(
        place=place,
        title=title,
        sentences=preview.sentences,
        button=button,
        path=f"{place.path}/{path}",
        back=place.path,
        version=preview.version,
        why=why,
    )
