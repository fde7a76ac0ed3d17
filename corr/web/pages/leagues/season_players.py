"""
The players of a season: listed, and asked by name or by a roster, which is written as well.

Before the start also the plan of the season: divisions and pairings, and moves by hand.
"""

from dataclasses import dataclass, replace
from itertools import groupby

from flask import Response, request

from corr.base.tokens import new_order_key
from corr.base.uow import Reader
from corr.errors import ConflictError, CorrError, InputError
from corr.leagues.acts.before_start import ChangePlan
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.consents import AskRow, open_asks_of
from corr.leagues.journal import ALREADY, check_in_sign_up
from corr.leagues.rows import EntryRow, SeasonRow, entries_of
from corr.leagues.rules.settings import SMALLEST_DIVISION
from corr.leagues.rules.spreadsheets import BOM
from corr.leagues.rules.typed_values import FaultsError
from corr.leagues.seasons.division_plans import PlannedDivision, SeasonPlan, season_plan
from corr.leagues.seasons.entries import MOST_PLAYERS
from corr.leagues.seasons.entry_requests import MOST_AT_ONCE, AskPlayers, AskReceipt, ask_players, names_to_ask
from corr.leagues.seasons.rosters import (
    ImportRoster,
    RosterPreview,
    asked_words,
    import_roster,
    roster_csv,
    roster_preview,
)
from corr.leagues.views.organiser_view import ListedDivision, listed_divisions
from corr.players.names import isolated
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.errors import refused_form, status_of
from corr.web.pages.leagues.organiser_access import (
    SEASON,
    OrganiserPlace,
    moved_on,
    organiser_pages,
    own_season,
    season_of,
)
from corr.web.rendering import answer, as_file, go_to, page

ROSTER_LENGTH = 60_000
"""Characters of a roster: with the rest of the form it stays below what any form may have."""
_NAMES_LENGTH = 8000
_WIDE = (b"\xff\xfe", b"\xfe\xff")

pages = organiser_pages("season_players", SEASON)


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """Everybody in a season."""

    place: OrganiserPlace
    season: SeasonRow
    divisions: tuple[ListedDivision, ...]
    is_before_start: bool
    asked: tuple[AskRow, ...]
    """Who was asked and has not answered."""

    def may_withdraw(self, entry: EntryRow) -> bool:
        """Whether an entry can be withdrawn, or taken over by somebody else."""
        return self.season.is_running and entry.is_playing


@dataclass(frozen=True, slots=True)
class AskPage:
    """The names of those who are to be asked: of the last season, or as they were typed."""

    place: OrganiserPlace
    season: SeasonRow
    order_key: str
    names: str = ""
    most: int = MOST_AT_ONCE
    fault: str = ""
    field: str = ""

    @property
    def is_filled_in(self) -> bool:
        """Whether the names are those of the last season, and nothing was typed yet."""
        return bool(self.names) and not self.fault


@dataclass(frozen=True, slots=True)
class RosterPage:
    """A roster as it was given, with what is wrong with it or what it would do."""

    place: OrganiserPlace
    season: SeasonRow
    order_key: str
    roster: str = ""
    most: int = MOST_PLAYERS
    preview: RosterPreview | None = None
    faults: tuple[str, ...] = ()


@pages.get("/players")
def players(league_id: str, number: str) -> Response:
    """Everybody in the season, with what can be done about each."""
    with reading() as reader:
        season = season_of(reader, league_id, number)
        divisions = listed_divisions(reader, season, current_player().player_id)
        view = PlayersPage(
            OrganiserPlace.of(season), season, divisions, season.is_in_sign_up, open_asks_of(reader, season.id)
        )
        return page("organise/players.html", view)


@pages.get("/ask")
def ask_form(league_id: str, number: str) -> Response:
    """The form to ask players by name, filled in with those of the last season."""
    with reading() as reader:
        season = season_of(reader, league_id, number)
        check_in_sign_up(season)
        names = "\n".join(names_to_ask(reader, season))
        return page("organise/ask.html", AskPage(OrganiserPlace.of(season), season, new_order_key(), names))


@pages.post("/ask")
def ask_them(league_id: str, number: str) -> Response:
    """Ask the named players to join."""
    season, names, key = own_season(league_id, number), forms.text_field("names", _NAMES_LENGTH), forms.order_key()
    try:
        with writing() as uow:
            by, asked = current_player().player_id, forms.order_key_of_contents()
            receipt = ask_players(uow, AskPlayers(by, season.id, names.splitlines(), asked))
    except ConflictError:
        raise
    except CorrError as refusal:
        with reading():
            return refused_form("organise/ask.html", AskPage(OrganiserPlace.of(season), season, key, names), refusal)
    return go_to(f"{season.path}/organise", _asked_words(receipt))


@pages.get("/roster")
def roster_form(league_id: str, number: str) -> Response:
    """The form for a roster."""
    with reading() as reader:
        season = season_of(reader, league_id, number)
        check_in_sign_up(season)
        return page("organise/roster.html", RosterPage(OrganiserPlace.of(season), season, new_order_key()))


@pages.post("/roster")
def enter_roster(league_id: str, number: str) -> Response:
    """Show what the roster would do, or import it, as the pressed button says."""
    season, key, act = own_season(league_id, number), forms.order_key(), forms.field("act", 20, missing="preview")
    asked = RosterPage(OrganiserPlace.of(season), season, key, roster=forms.as_written(request.form.get("roster", "")))
    try:
        body = _body(forms.text_field("roster", ROSTER_LENGTH))
        asked = replace(asked, roster=_text(body))
        order = ImportRoster(season.id, current_player().player_id, body, forms.order_key_of_contents())
        if act == "edit":
            return _roster_page(asked)
        if act != "enter":
            with reading() as reader:
                return page("organise/roster.html", replace(asked, preview=roster_preview(reader, order)))
        with writing() as uow:
            receipt = import_roster(uow, order)
    except InputError as refusal:
        return _roster_page(replace(asked, faults=_sentences(refusal)), status=status_of(refusal))
    return go_to(f"{season.path}/organise/players", receipt.sentence)


@pages.get("/roster.csv")
def download_roster(league_id: str, number: str) -> Response:
    """The roster of the season as CSV."""
    with reading() as reader:
        season = season_of(reader, league_id, number)
        response = answer(BOM + roster_csv(reader, season.id, current_player().player_id))
    response.headers["Cache-Control"] = "no-store"
    return as_file(response, f"{season.league_id}-{season.number}-roster.csv")


def _roster_page(view: RosterPage, *, status: int = 200) -> Response:
    with reading():
        return page("organise/roster.html", view, status=status)


def _body(text: str) -> bytes:
    """
    The roster that was sent: a file, or *text* from the field.

    :raises InputError: neither was sent, or both.
    """
    files = [body for file in request.files.getlist("file") if (body := file.read())]
    if len(files) > 1:
        raise InputError(f"There are {len(files)} files. Send one of them at a time.", field="roster")
    body = files[0] if files else b""
    if body and text:
        raise InputError("There are a file and names in the field. Send one of them at a time.", field="roster")
    if not body and not text:
        raise InputError("Choose a file, or write a player’s name in each line.", field="roster")
    return body or text.encode()


def _text(body: bytes) -> str:
    """The roster as text, for the field; empty if it is no text."""
    try:
        return forms.as_written(body.decode("utf-16" if body.startswith(_WIDE) else "utf-8-sig"))
    except UnicodeDecodeError:
        return ""


def _sentences(refusal: InputError) -> tuple[str, ...]:
    if isinstance(refusal, FaultsError):
        return tuple(fault.sentence for fault in refusal.faults)
    return (refusal.sentence,)


def _asked_words(receipt: AskReceipt) -> str:
    """Who was asked, and who was not, in a sentence or two."""
    said = list(asked_words(receipt))
    if not said and not receipt.known:
        return ALREADY
    if receipt.known:
        said.append(f"Asked before, or in the season already: {_names(receipt.known)}.")
    return " ".join(said if receipt.asked else ["No letter goes out.", *said] if not receipt.entered else said)


def _names(names: tuple[str, ...]) -> str:
    shown = ", ".join(isolated(name) for name in names[:10])
    return shown if len(names) <= 10 else f"{shown} and {len(names) - 10} more"  # noqa: PLR2004 - as many as a line has


@dataclass(frozen=True, slots=True)
class PlanPage:
    """What would begin if the season began now."""

    place: OrganiserPlace
    plan: SeasonPlan
    rounds: tuple[tuple[tuple[int, tuple[tuple[str, str], ...]], ...], ...]
    """For each division its rounds: (number, the names of those who meet)."""
    is_by_hand: bool
    """Whether organisers moved somebody."""
    joined: int
    unanswered: tuple[str, ...]
    """Who was asked and has not answered."""
    order_key: str
    fewest: int = SMALLEST_DIVISION
    fault: str = ""


@pages.get("/plan")
def plan(league_id: str, number: str) -> Response:
    """The planned divisions and pairings."""
    with reading() as reader:
        season = season_of(reader, league_id, number)
        return page("organise/plan.html", _plan_page(reader, season))


@pages.post("/plan")
def move(league_id: str, number: str) -> Response:
    """Move a player to another division."""
    season, key, version = own_season(league_id, number), forms.order_key(), forms.number_field("version")
    word = forms.field("move", 40)
    try:
        entry_id, tier = _read_move(word)
        # Each button is an order of its own, though all buttons of a page send the same key.
        request = ActRequest(current_player().player_id, version=version, order_key=f"{key}-{word}")
        with writing() as uow:
            receipt = ChangePlan(season.id, {entry_id: tier}).carry_out(uow, request)
    except (InputError, ConflictError) as refusal:
        return _plan_again(league_id, number, refusal)
    return go_to(f"{season.path}/organise/plan#entry-{entry_id}", receipt.sentence)


def _read_move(word: str) -> tuple[int, int]:
    """
    The id of the entry to move, and the tier to move it to, as the button sends them.

    :raises InputError: no button of ours sends that.
    """
    entry, _, tier = word.partition(":")
    if not (entry.isascii() and entry.isdigit() and tier.isascii() and tier.isdigit()):
        raise InputError("Use the buttons beside a player to choose the division.", field="move")
    return int(entry), int(tier)


def _plan_page(reader: Reader, season: SeasonRow) -> PlanPage:
    """
    The plan as it is now.

    :raises ConflictError: the season has begun.
    """
    found = season_plan(reader, season.id, current_player().player_id)
    return PlanPage(
        place=OrganiserPlace.of(season),
        plan=found,
        rounds=tuple(_rounds(division) for division in found.divisions),
        is_by_hand=any(one.is_by_hand for division in found.divisions for one in division.players),
        joined=len(entries_of(reader, season.id)),
        unanswered=tuple(ask.name for ask in open_asks_of(reader, season.id)),
        order_key=new_order_key(),
    )


def _plan_again(league_id: str, number: str, refusal: CorrError) -> Response:
    try:
        with reading() as reader:
            view = replace(_plan_page(reader, season_of(reader, league_id, number)), fault=refusal.sentence)
            return page("organise/plan.html", view, status=status_of(refusal))
    except ConflictError as further:
        return moved_on(further)


def _rounds(division: PlannedDivision) -> tuple[tuple[int, tuple[tuple[str, str], ...]], ...]:
    pairings = sorted(division.pairings, key=lambda pairing: pairing.round)
    return tuple(
        (
            number,
            tuple((division.player(one.first).name, division.player(one.second).name) for one in found),
        )
        for number, found in groupby(pairings, key=lambda pairing: pairing.round)
    )
