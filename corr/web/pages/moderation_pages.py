"""Muting, blocking and reporting somebody, who is muted and blocked, and the administrators' page of reports."""

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
from corr.errors import InputError, NotAllowedError
from corr.game.game_row import get_game_row
from corr.leagues.consents import refused_by
from corr.play import blocking
from corr.players import blocks
from corr.players.blocks import BlockLine, blocks_of, wishes_about
from corr.players.profiles import PlayerView, player_named
from corr.web import forms
from corr.web.auth import current_admin, current_player, reading, writing
from corr.web.errors import refused_form
from corr.web.rendering import go_to, page

_WORD_LENGTH = 20
_NAME_LENGTH = 60
_NOTHING_CHOSEN = "Choose what you want to hear of this player."
pages = Blueprint("moderation", __name__)


@dataclass(frozen=True, slots=True)
class BlockPage:
    """The form that asks what a player wants no more of from another one."""

    name: str
    game_id: str
    """The game from which the player comes here; empty for none."""
    chosen: str
    """What holds now: "block", "mute", "game" or "none"."""


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """Whom a player wants to hear nothing of."""

    blocks: tuple[BlockLine, ...]
    refused: tuple[tuple[int, str], ...]
    """The organisers who may not ask the player: (id, name)."""


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


@pages.get("/players/<name>/block")
def ask_to_block(name: str) -> Response:
    """Ask what the player wants no more of from somebody."""
    with reading() as reader:
        player_id = current_player().player_id
        other, game_id = _other(reader, name, player_id), _game(reader, forms.query("game", _WORD_LENGTH), player_id)
        chosen = wishes_about(reader, player_id, other.id, game_id).word
        return page("account/block.html", BlockPage(other.name, game_id, chosen))


@pages.post("/players/<name>/block")
def block_or_mute(name: str) -> Response:
    """Keep what the player wants no more of from somebody."""
    wish = forms.field("wish", _WORD_LENGTH)
    with writing() as uow:
        player_id = current_player().player_id
        other, game_id = _other(uow, name, player_id), _game(uow, forms.field("game", _WORD_LENGTH), player_id)
        if wish == "block":
            blocking.block_player(uow, player_id, other.id)
            said = f"You have blocked {other.name}. They are not told."
        elif wish == "mute":
            blocking.mute_player(uow, player_id, other.id)
            said = f"You have muted {other.name}. They are not told."
        elif wish == "game" and game_id:
            blocking.mute_in_game(uow, player_id, other.id, game_id)
            said = f"You have muted {other.name} in this game. They are not told."
        elif wish == "none":
            blocks.unblock(uow, player_id, other.id)
            blocks.unblock(uow, player_id, other.id, game_id)
            said = f"You hear from {other.name} again."
        else:
            raise InputError(_NOTHING_CHOSEN, field="wish")
    return go_to(f"/games/{game_id}#messages" if game_id else f"/players/{quote(other.name)}", said)


@pages.get("/account/people")
def people() -> Response:
    """Whom the player has blocked or muted, and who may not ask the player to join a season."""
    with reading() as reader:
        player_id = current_player().player_id
        return page("account/people.html", PeoplePage(blocks_of(reader, player_id), refused_by(reader, player_id)))


@pages.post("/account/blocks/end")
def end_block() -> Response:
    """Neither block nor mute somebody of the list any more."""
    other_id, game_id = forms.number_field("player"), forms.field("game", _WORD_LENGTH)
    with writing() as uow:
        blocks.unblock(uow, current_player().player_id, other_id, game_id)
    return go_to("/account/people", "That is taken back. They are not told.")


def _other(reader: Reader, name: str, player_id: int) -> PlayerView:
    other = player_named(reader, forms.readable(name, _NAME_LENGTH))
    if other.id == player_id:
        raise NotAllowedError("That is you: only others can be blocked or muted.")
    return other


def _game(reader: Reader, game_id: str, player_id: int) -> str:
    """The game of that id, if there is one; refused if the player does not play it."""
    if game_id:
        get_game_row(reader, game_id).get_seat(player_id)
    return game_id


@pages.get("/players/<name>/report")
def ask_to_report(name: str) -> Response:
    """The form of a report."""
    with reading() as reader:
        game_id = _game(reader, forms.query("game", _WORD_LENGTH), current_player().player_id)
        other = player_named(reader, forms.readable(name, _NAME_LENGTH))
        return page("account/report.html", ReportPage(other.name, game_id))


@pages.post("/players/<name>/report")
def send_report(name: str) -> Response:
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
def open_reports() -> Response:
    """The reports that wait, and the journal."""
    with reading() as reader:
        return page("admin/reports.html", _reports(reader))


@pages.post("/admin/reports/<count:report_id>")
def decide_report(report_id: str) -> Response:
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
def lift_sanction(sanction_id: str) -> Response:
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
