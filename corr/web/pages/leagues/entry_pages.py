"""Joining a season, leaving and withdrawing, each confirmed first; answers to organisers, and whom they may enter."""

from dataclasses import dataclass

from flask import Blueprint, Response
from markupsafe import Markup

from corr.base.tokens import new_order_key
from corr.base.uow import UnitOfWork
from corr.errors import ConflictError, InputError
from corr.leagues.acts.organiser_act import ActQuestion, ActRequest
from corr.leagues.acts.replacement import TakeOver, decline_to_take_over, take_over
from corr.leagues.acts.withdrawal import OwnWithdrawal
from corr.leagues.consents import (
    Allowed,
    allow_asks,
    allowed_in,
    find_open_ask,
    give_standing_yes,
    organiser_named,
    refuse_asks,
    refused_by,
    revoke_standing_yes,
)
from corr.leagues.rows import SeasonRow, find_entry
from corr.leagues.seasons.entries import (
    JoinSeason,
    LeaveSeason,
    check_may_join,
    decline_season,
    join_season,
    leave_season,
)
from corr.leagues.views.league_view import sign_up_of
from corr.leagues.views.season_view import AskedGame, AskedView, find_asked, season_at
from corr.states import EntryState
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.boards import board_of
from corr.web.rendering import go_to, page

_SEASON = "/leagues/<league:league_id>/<count:number>"
_WORD_LENGTH = 10
pages = Blueprint("entering", __name__)


@dataclass(frozen=True, slots=True)
class WithdrawPage:
    """A season that the player is about to withdraw from."""

    season: SeasonRow
    question: ActQuestion
    order_key: str
    """Tells a second click from a second order."""


@pages.get(f"{_SEASON}/join")
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


@pages.post(f"{_SEASON}/join")
def join(league_id: str, number: str) -> Response:
    """Join the season."""
    with writing() as uow:
        season = season_at(uow, league_id, number)
        receipt = join_season(uow, JoinSeason(season.id, current_player().player_id, "web"))
    said = f"You have joined {season.name}." if receipt.is_changed else "You were in this season already."
    return go_to(season.path, f"{said} A letter comes when it begins.")


@pages.get(f"{_SEASON}/leave")
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


@pages.post(f"{_SEASON}/leave")
def leave(league_id: str, number: str) -> Response:
    """Leave the season."""
    with writing() as uow:
        season = season_at(uow, league_id, number)
        receipt = leave_season(uow, LeaveSeason(season.id, current_player().player_id, "web"))
    return go_to(
        season.path, f"You have left {season.name}." if receipt.is_changed else "You were not in this season any more."
    )


@pages.get(f"{_SEASON}/withdraw")
def ask_withdraw(league_id: str, number: str) -> Response:
    """Show what withdrawing would mean, and ask for confirmation."""
    with reading() as reader:
        player = current_player()
        season = season_at(reader, league_id, number)
        question = OwnWithdrawal(season.id, player.player_id).preview(reader, player.player_id)
        return page("leagues/withdraw.html", WithdrawPage(season, question, new_order_key()))


@pages.post(f"{_SEASON}/withdraw")
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


@dataclass(frozen=True, slots=True)
class AskedPage:
    """A question to the player, with the boards of the games to take over."""

    view: AskedView
    games: tuple[tuple[AskedGame, Markup], ...]
    is_refused: bool
    """Whether the player does not want to be asked by the organiser who asks."""

    @property
    def may_refuse(self) -> bool:
        """Whether an organiser asks whom the player can still refuse."""
        return self.view.ask.by_player_id is not None and not self.is_refused


@dataclass(frozen=True, slots=True)
class RefusalPage:
    """An organiser, and whether that organiser may ask the player."""

    organiser_id: int
    name: str
    is_refused: bool


@dataclass(frozen=True, slots=True)
class StandingPage:
    """Whether the organisers of a league may enter the player without asking."""

    season: SeasonRow
    allowed: Allowed


@pages.get(f"{_SEASON}/asked")
def question(league_id: str, number: str) -> Response:
    """What the player is asked in the season, with all terms."""
    with reading() as reader:
        player_id = current_player().player_id
        season = season_at(reader, league_id, number)
        view = find_asked(reader, season, player_id)
        if view is None:
            return go_to(season.path, "You are not asked anything in this season now.")
        if not view.is_replacement:
            check_may_join(reader, season, player_id)
        boards = tuple((game, board_of(game.game, flipped=game.is_flipped)) for game in view.games)
        is_refused = view.ask.by_player_id in {organiser for organiser, _ in refused_by(reader, player_id)}
        return page("leagues/asked.html", AskedPage(view, boards, is_refused))


@pages.post(f"{_SEASON}/asked")
def answer(league_id: str, number: str) -> Response:
    """Answer yes or no."""
    with writing() as uow:
        player_id = current_player().player_id
        season = season_at(uow, league_id, number)
        is_yes = _is_pressed("answer", yes="yes", no="no")
        said = _accept(uow, season, player_id) if is_yes else _decline(uow, season, player_id)
    return go_to(season.path, said)


@pages.get(f"{_SEASON}/standing")
def standing_yes(league_id: str, number: str) -> Response:
    """Whether the organisers of the league may enter the player without asking, and what that means."""
    with reading() as reader:
        player_id = current_player().player_id
        season = season_at(reader, league_id, number)
        allowed = allowed_in(reader, season.league_id, player_id)
        if not allowed.may_change:
            raise ConflictError("You can let the organisers sign you up while you take part in the latest season.")
        return page("leagues/standing.html", StandingPage(season, allowed))


@pages.post(f"{_SEASON}/standing")
def set_standing_yes(league_id: str, number: str) -> Response:
    """Let the organisers of the league enter the player without asking, or make them ask first."""
    with writing() as uow:
        player_id = current_player().player_id
        season = season_at(uow, league_id, number)
        is_yes = _is_pressed("answer", yes="yes", no="no")
        (give_standing_yes if is_yes else revoke_standing_yes)(uow, season.league_id, player_id)
    may = "may sign you up for its next season" if is_yes else "ask you from now on"
    return go_to(season.path, f"The organisers of {season.league} {may}.")


@pages.get("/account/asks/<count:organiser>")
def refusal(organiser: str) -> Response:
    """Whether an organiser may ask the player."""
    with reading() as reader:
        player_id, organiser_id = current_player().player_id, int(organiser)
        name = organiser_named(reader, organiser_id)
        is_refused = organiser_id in {refused for refused, _ in refused_by(reader, player_id)}
        return page("leagues/refusal.html", RefusalPage(organiser_id, name, is_refused))


@pages.post("/account/asks/<count:organiser>")
def set_refusal(organiser: str) -> Response:
    """Stop the organiser from asking the player, or allow it again."""
    with writing() as uow:
        player_id = current_player().player_id
        is_refused = _is_pressed("asks", yes="never", no="again")
        name = (refuse_asks if is_refused else allow_asks)(uow, player_id, int(organiser))
    sentence = f"{name} can no longer ask you." if is_refused else f"{name} can ask you again."
    return go_to("/account/people", sentence)


def _is_pressed(name: str, *, yes: str, no: str) -> bool:
    """Whether the button *yes* was pressed; refused if neither was."""
    word = forms.field(name, _WORD_LENGTH)
    if word not in {yes, no}:
        raise InputError("Use one of the buttons to answer.", field=name)
    return word == yes


def _accept(uow: UnitOfWork, season: SeasonRow, player_id: int) -> str:
    ask = find_open_ask(uow, season.id, player_id)
    if season.is_running and (ask is None or ask.entry_id is not None):
        return take_over(uow, TakeOver(season.id, player_id)).sentence
    receipt = join_season(uow, JoinSeason(season.id, player_id, "web"))
    said = f"You have joined {season.name}." if receipt.is_changed else "You were in this season already."
    return f"{said} A letter comes when it begins."


def _decline(uow: UnitOfWork, season: SeasonRow, player_id: int) -> str:
    if season.is_running:
        return decline_to_take_over(uow, season.id, player_id).sentence
    declined = decline_season(uow, season.id, player_id)
    return f"You do not play in {season.name}." if declined.is_changed else "You are not asked in this season now."
