"""Reporting somebody to the administrators, and the administrators' page of reports."""

from dataclasses import dataclass
from urllib.parse import quote

from flask import Blueprint, Response

from corr.administration import reports
from corr.administration.reports import (
    LONGEST_REASON,
    MOST_DAYS,
    Decision,
    JournalLine,
    MakeReport,
    ReportLine,
    SanctionLine,
)
from corr.base.uow import Reader
from corr.errors import InputError
from corr.game.game_row import get_game_row
from corr.players.profiles import player_named
from corr.web import forms
from corr.web.auth import current_admin, current_player, reading, writing
from corr.web.errors import refused_form
from corr.web.rendering import go_to, page

_WORD_LENGTH = 20
_NAME_LENGTH = 60
pages = Blueprint("reports", __name__)


@dataclass(frozen=True, slots=True)
class ReportPage:
    """The form of a report."""

    name: str
    game_id: str
    reason: str = ""
    longest: int = LONGEST_REASON
    fault: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True)
class ReportsPage:
    """The reports that wait, and what was decided."""

    reports: tuple[ReportLine, ...]
    in_force: tuple[SanctionLine, ...]
    """What is forbidden to players at the moment."""
    journal: tuple[JournalLine, ...]
    longest: int = LONGEST_REASON
    most_days: int = MOST_DAYS
    fault: str = ""
    field: str = ""


@pages.get("/players/<name>/report")
def ask(name: str) -> Response:
    """The form of a report."""
    with reading() as reader:
        player_id, game_id = current_player().player_id, forms.query("game", _WORD_LENGTH)
        if game_id:
            get_game_row(reader, game_id).get_seat(player_id)
        other = player_named(reader, forms.readable(name, _NAME_LENGTH))
        return page("account/report.html", ReportPage(other.name, game_id))


@pages.post("/players/<name>/report")
def send(name: str) -> Response:
    """Report somebody."""
    game_id, reason = forms.field("game", _WORD_LENGTH), forms.text_field("reason", 2 * LONGEST_REASON)
    try:
        with writing() as uow:
            player_id = current_player().player_id
            other = player_named(uow, forms.readable(name, _NAME_LENGTH))
            reports.report(uow, MakeReport(player_id, other.id, reason, game_id))
    except InputError as refusal:
        with reading():
            return refused_form("account/report.html", ReportPage(name, game_id, reason), refusal)
    said = "Thank you. The administrators have your report; a letter tells you what they decide."
    return go_to(f"/games/{game_id}" if game_id else f"/players/{quote(other.name)}", said)


@pages.get("/admin/reports")
def waiting() -> Response:
    """The reports that wait, and the journal."""
    with reading() as reader:
        return page("admin/reports.html", _reports(reader))


@pages.post("/admin/reports/<count:report_id>")
def decide(report_id: str) -> Response:
    """Decide about a report."""
    kind, reason = forms.field("kind", _WORD_LENGTH), forms.field("reason", 2 * LONGEST_REASON)
    days = forms.number_field("days")
    try:
        with writing() as uow:
            order = Decision(int(report_id), current_admin().player_id, kind, reason, days)
            words = reports.decide(uow, order)
    except InputError as refusal:
        return _reports_again(refusal)
    return go_to("/admin/reports", f"Decided. {words} Both are told by letter.")


@pages.post("/admin/sanctions/<count:sanction_id>/lift")
def lift(sanction_id: str) -> Response:
    """Allow again before its time what was forbidden to somebody."""
    reason = forms.field("reason", 2 * LONGEST_REASON)
    try:
        with writing() as uow:
            words = reports.lift_sanction(uow, int(sanction_id), current_admin().player_id, reason)
    except InputError as refusal:
        return _reports_again(refusal)
    return go_to("/admin/reports", f"{words} Both are told by letter.")


def _reports(reader: Reader) -> ReportsPage:
    admin_id = current_admin().player_id
    found = reports.open_reports(reader, admin_id)
    return ReportsPage(found, reports.sanctions_in_force(reader, admin_id), reports.journal(reader))


def _reports_again(refusal: InputError) -> Response:
    with reading() as reader:
        return refused_form("admin/reports.html", _reports(reader), refusal)
