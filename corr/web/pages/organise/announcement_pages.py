"""Announcements: mails of organisers to a season or a division."""

from dataclasses import dataclass, replace

from flask import Response

from corr.base.tokens import new_order_key
from corr.base.uow import Reader
from corr.errors import ConflictError, CorrError, InputError
from corr.leagues.acts.announcements import (
    LONGEST_TEXT,
    LONGEST_TITLE,
    Announce,
    AnnouncementDraft,
)
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.division_tables import division_tables
from corr.leagues.rows import SeasonRow
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.errors import status_of
from corr.web.pages.organise.organiser_access import (
    SEASON,
    OrganiserPlace,
    organiser_pages,
    own_season,
    season_of,
)
from corr.web.rendering import go_to, page

pages = organiser_pages("season_mail", SEASON)


@dataclass(frozen=True, slots=True)
class AnnouncementPage:
    """An announcement as it was typed."""

    place: OrganiserPlace
    divisions: tuple[tuple[int, str], ...]
    """The ids and names of divisions; empty before the start."""
    order_key: str
    division: str = ""
    """The id of the division that gets it; empty for all."""
    title: str = ""
    text: str = ""
    longest_title: int = LONGEST_TITLE
    longest_text: int = LONGEST_TEXT
    preview: AnnouncementDraft | None = None
    fault: str = ""
    field: str = ""


@pages.get("/mail")
def mail_form(league_id: str, number: str) -> Response:
    """The form for an announcement."""
    with reading() as reader:
        season = season_of(reader, league_id, number)
        return page(
            "organise/mail.html",
            AnnouncementPage(OrganiserPlace.of(season), _divisions(reader, season), new_order_key()),
        )


@pages.post("/mail")
def send(league_id: str, number: str) -> Response:
    """Show the announcement as it would be sent, or send it, as the pressed button says."""
    season = own_season(league_id, number)
    typed = AnnouncementPage(
        place=OrganiserPlace.of(season),
        divisions=(),
        order_key=forms.order_key(),
        division=forms.field("division", 20),
        title=forms.field("title", LONGEST_TITLE * 4),
        text=forms.text_field("text", LONGEST_TEXT * 4),
    )
    act = forms.field("act", 20, missing="preview")
    try:
        order = _order(season, typed)
        if act != "send":
            return _show(season, typed, order, is_preview=act != "edit")
        with writing() as uow:
            receipt = order.carry_out(uow, ActRequest(current_player().player_id, order_key=typed.order_key))
    except ConflictError:
        raise
    except CorrError as refusal:
        return _again(season, typed, refusal)
    return go_to(f"{season.path}/organise", receipt.sentence)


def _order(season: SeasonRow, typed: AnnouncementPage) -> Announce:
    """
    What the form asks for.

    :raises InputError: there is no such division.
    """
    if typed.division and not (typed.division.isascii() and typed.division.isdigit()):
        raise InputError("Choose who gets the mail: everybody, or one of the divisions.", field="division")
    division_id = int(typed.division) if typed.division else None
    return Announce(season.id, typed.title, typed.text, division_id)


def _show(season: SeasonRow, typed: AnnouncementPage, order: Announce, *, is_preview: bool) -> Response:
    with reading() as reader:
        preview = order.draft(reader, current_player().player_id) if is_preview else None
        return page("organise/mail.html", replace(typed, divisions=_divisions(reader, season), preview=preview))


def _again(season: SeasonRow, typed: AnnouncementPage, refusal: CorrError) -> Response:
    with reading() as reader:
        view = replace(
            typed,
            divisions=_divisions(reader, season),
            fault=refusal.sentence,
            field=refusal.field,
        )
        return page("organise/mail.html", view, status=status_of(refusal))


def _divisions(reader: Reader, season: SeasonRow) -> tuple[tuple[int, str], ...]:
    return tuple((division.id, division.name) for division in division_tables(reader, season))
