"""Changes of players while a season runs: an organiser withdraws a player, or asks somebody else to play on."""

from dataclasses import dataclass, replace

from flask import Response

from corr.base.sentences import Sentence
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, InputError
from corr.leagues.act_basics import get_playing, read_required_reason
from corr.leagues.acts.replacement import AskToReplace, ask_to_replace, replacement_preview
from corr.leagues.acts.withdrawal import Withdraw, withdraw, withdrawal_preview
from corr.leagues.rows import EntryRow, SeasonRow
from corr.web import forms
from corr.web.auth import current_player, reading
from corr.web.pages.organise.act_confirmation import ActQuestion, ReasonField, ask, carry_out
from corr.web.pages.organise.organiser_access import (
    REASON_LENGTH,
    SEASON,
    OrganiserPlace,
    order_key,
    organiser_pages,
    own_season,
    season_of,
)
from corr.web.rendering import page

_NAME_LENGTH = 200

pages = organiser_pages("season_leaving", f"{SEASON}/players/<count:player_id>")


@dataclass(frozen=True, slots=True)
class ReplacePage:
    """The form that asks who is to play on."""

    place: OrganiserPlace
    path: str
    entry: EntryRow
    name: str = ""
    fault: str = ""
    field: str = ""


@pages.get("/withdraw")
def ask_withdraw(league_id: str, number: str, player_id: str) -> Response:
    """Show what withdrawing the player would mean, and ask for confirmation."""
    with reading() as reader:
        return ask(_withdrawing(reader, season_of(reader, league_id, number), int(player_id)))


@pages.post("/withdraw")
def act_withdraw(league_id: str, number: str, player_id: str) -> Response:
    """Withdraw the player."""
    season, key, reason = own_season(league_id, number), order_key(), forms.field("reason", REASON_LENGTH)

    def act(uow: UnitOfWork) -> str:
        # On the pages of organisers even those who withdraw themselves must give a reason.
        order = Withdraw(
            season.id, int(player_id), current_player().player_id, read_required_reason(reason), "web", key
        )
        return withdraw(uow, order).sentence

    def again(reader: Reader) -> ActQuestion:
        return _withdrawing(reader, season_of(reader, league_id, number), int(player_id))

    return carry_out(act, again, f"{season.path}/organise/players")


@pages.get("/replace")
def ask_replace(league_id: str, number: str, player_id: str) -> Response:
    """Ask who is to play on; once a name is given, ask for confirmation."""
    name = forms.query("name", _NAME_LENGTH)
    with reading() as reader:
        season = season_of(reader, league_id, number)
        view = _replace_page(reader, season, int(player_id))
        if not name:
            return page("organise/replace.html", view)
        try:
            return ask(_replacing(reader, season, int(player_id), name))
        except (InputError, ConflictError) as refusal:
            # The organiser may try another name.
            view = replace(view, name=name, fault=refusal.sentence, field="name")
            return page("organise/replace.html", view, status=400)


@pages.post("/replace")
def act_replace(league_id: str, number: str, player_id: str) -> Response:
    """Ask the named player to play on."""
    season, key, reason = own_season(league_id, number), order_key(), forms.field("reason", REASON_LENGTH)
    name = forms.field("name", _NAME_LENGTH)

    def act(uow: UnitOfWork) -> str:
        order = AskToReplace(season.id, int(player_id), name, current_player().player_id, reason, key)
        return ask_to_replace(uow, order).sentence

    def again(reader: Reader) -> ActQuestion:
        return _replacing(reader, season_of(reader, league_id, number), int(player_id), name)

    return carry_out(act, again, f"{season.path}/organise/players")


def _withdrawing(reader: Reader, season: SeasonRow, player_id: int) -> ActQuestion:
    preview = withdrawal_preview(reader, season.id, player_id, current_player().player_id)
    place = OrganiserPlace.of(season)
    told = Sentence.of(
        "The division, the organisers and the player get a mail each; opponents of open games get another."
    )
    return ActQuestion(
        place=place,
        title=f"Withdraw {preview.name}?",
        sentences=(*preview.sentences, told),
        button="Withdraw the player",
        path=f"{place.path}/players/{player_id}/withdraw",
        back=f"{place.path}/players",
        why=ReasonField.MUST,
        is_danger=True,
    )


def _replacing(reader: Reader, season: SeasonRow, player_id: int, name: str) -> ActQuestion:
    by = current_player().player_id
    preview = replacement_preview(reader, season.id, player_id, new_name=name, by_player_id=by)
    place = OrganiserPlace.of(season)
    return ActQuestion(
        place=place,
        title="Ask somebody else to play on?",
        sentences=preview.sentences,
        button="Send the question",
        path=f"{place.path}/players/{player_id}/replace",
        back=f"{place.path}/players",
        hidden=(("name", name),),
        version=preview.version,
        why=ReasonField.MUST,
    )


def _replace_page(reader: Reader, season: SeasonRow, player_id: int) -> ReplacePage:
    place = OrganiserPlace.of(season)
    entry = get_playing(reader, season, player_id)
    return ReplacePage(place, f"{place.path}/players/{player_id}/replace", entry)
