"""Joining a season, leaving it before it begins, withdrawing while it runs: each asks for confirmation first."""

from dataclasses import dataclass

from flask import Blueprint, Response

from corr.base.tokens import new_order_key
from corr.leagues.acts.organiser_act import ActQuestion, ActRequest
from corr.leagues.acts.withdrawal import OwnWithdrawal
from corr.leagues.rows import SeasonRow, find_entry
from corr.leagues.seasons.entries import JoinSeason, LeaveSeason, check_may_join, join_season, leave_season
from corr.leagues.views.league_view import sign_up_of
from corr.leagues.views.season_view import season_at
from corr.states import EntryState
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.rendering import go_to, page

pages = Blueprint("entering", __name__, url_prefix="/leagues/<league:league_id>/<count:number>")


@dataclass(frozen=True, slots=True)
class WithdrawPage:
    """A season that the player is about to withdraw from."""

    season: SeasonRow
    question: ActQuestion
    order_key: str
    """Tells a second click from a second order."""


@pages.get("/join")
def ask_join(league_id: str, number: str) -> Response:
    """Show the settings of the season, and ask for confirmation before joining."""
    with reading() as reader:
        player = current_player()
        season = season_at(reader, league_id, number)
        entry = find_entry(reader, season.id, player.player_id)
        if entry is not None and entry.state is not EntryState.LEFT:
            return go_to(season.path, "You are in this season already.")
        check_may_join(reader, season, player.player_id)
        return page("leagues/join.html", sign_up_of(reader, season, player.player_id))


@pages.post("/join")
def join(league_id: str, number: str) -> Response:
    """Join the season."""
    with writing() as uow:
        season = season_at(uow, league_id, number)
        receipt = join_season(uow, JoinSeason(season.id, current_player().player_id, "web"))
    said = f"You have joined {season.name}." if receipt.is_changed else "You were in this season already."
    return go_to(season.path, f"{said} A letter comes when it begins.")


@pages.get("/leave")
def ask_leave(league_id: str, number: str) -> Response:
    """Ask for confirmation before leaving."""
    with reading() as reader:
        player = current_player()
        season = season_at(reader, league_id, number)
        sign_up = sign_up_of(reader, season, player.player_id)
        if not sign_up.is_in:
            return go_to(season.path, "You are not in this season.")
        if sign_up.may_withdraw:
            return go_to(f"{season.path}/withdraw", "The season has begun: now you can withdraw from it.")
        return page("leagues/leave.html", sign_up)


@pages.post("/leave")
def leave(league_id: str, number: str) -> Response:
    """Leave the season."""
    with writing() as uow:
        season = season_at(uow, league_id, number)
        receipt = leave_season(uow, LeaveSeason(season.id, current_player().player_id, "web"))
    return go_to(
        season.path, f"You have left {season.name}." if receipt.is_changed else "You were not in this season any more."
    )


@pages.get("/withdraw")
def ask_withdraw(league_id: str, number: str) -> Response:
    """Show what withdrawing would mean, and ask for confirmation."""
    with reading() as reader:
        player = current_player()
        season = season_at(reader, league_id, number)
        question = OwnWithdrawal(season.id, player.player_id).preview(reader, player.player_id)
        return page("leagues/withdraw.html", WithdrawPage(season, question, new_order_key()))


@pages.post("/withdraw")
def act_withdraw(league_id: str, number: str) -> Response:
    """Withdraw from the season."""
    reason = forms.reason()
    key = forms.order_key()
    with writing() as uow:
        season = season_at(uow, league_id, number)
        player_id = current_player().player_id
        request = ActRequest(player_id, reason, order_key=f"web:{key}")
        receipt = OwnWithdrawal(season.id, player_id).carry_out(uow, request)
    return go_to(season.path, receipt.sentence)
