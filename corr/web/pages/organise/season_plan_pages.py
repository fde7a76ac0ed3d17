"""A season before its start: planned divisions and pairings, moves by hand, the start, and calling it off."""

from dataclasses import dataclass, replace
from itertools import groupby

from flask import Response

from corr.base.sentences import Sentence
from corr.base.tokens import new_order_key
from corr.base.uow import Reader, UnitOfWork
from corr.core.spans import counted
from corr.errors import ConflictError, CorrError, InputError
from corr.leagues.act_basics import check_in_sign_up
from corr.leagues.asks import open_asks_of
from corr.leagues.rows import SeasonRow, entries_of
from corr.leagues.rules.settings import SMALLEST_DIVISION
from corr.leagues.rules.table_words import listed
from corr.leagues.seasons.division_plans import (
    ChangePlan,
    PlannedDivision,
    ResetPlan,
    SeasonPlan,
    change_plan,
    reset_plan,
    season_plan,
)
from corr.leagues.seasons.season_opening import CallOff, call_off
from corr.leagues.seasons.season_start import StartSeason, start_season
from corr.players.names import isolated
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.errors import status_of
from corr.web.pages.organise.act_confirmation import ActQuestion, ReasonField, ask, carry_out
from corr.web.pages.organise.organiser_access import (
    REASON_LENGTH,
    SEASON,
    OrganiserPlace,
    moved_on,
    order_key,
    organiser_pages,
    own_season,
    season_of,
)
from corr.web.rendering import go_to, page

pages = organiser_pages("season_plan", SEASON)


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
    season, key, version = own_season(league_id, number), order_key(), forms.number_field("version")
    word = forms.field("move", 40)
    try:
        entry_id, tier = _read_move(word)
        with writing() as uow:
            by = current_player().player_id
            # Each button is an order of its own, though all buttons of a page send the same key.
            order = ChangePlan(by, season.id, version, {entry_id: tier}, f"{key}-{word}")
            after = change_plan(uow, order)
    except (InputError, ConflictError) as refusal:
        return _plan_again(league_id, number, refusal)
    name = next(
        (one.name for division in after.divisions for one in division.players if one.entry_id == entry_id), "A player"
    )
    return go_to(f"{season.path}/organise/plan#entry-{entry_id}", f"{name} is in division {tier}.")


@pages.get("/plan/reset")
def ask_reset(league_id: str, number: str) -> Response:
    """Ask for confirmation before the seeding decides again about everybody."""
    with reading() as reader:
        return ask(_resetting(season_of(reader, league_id, number)))


@pages.post("/plan/reset")
def reset(league_id: str, number: str) -> Response:
    """Undo all moves by hand, so that the seeding decides again about everybody."""
    season, key, version = own_season(league_id, number), order_key(), forms.number_field("version")

    def act(uow: UnitOfWork) -> str:
        reset_plan(uow, ResetPlan(current_player().player_id, season.id, version, key))
        return "The seeding decides again about everybody."

    def again(reader: Reader) -> ActQuestion:
        return _resetting(season_of(reader, league_id, number))

    return carry_out(act, again, f"{season.path}/organise/plan")


@pages.get("/start")
def ask_start(league_id: str, number: str) -> Response:
    """Ask for confirmation before starting now."""
    with reading() as reader:
        return ask(_starting(reader, season_of(reader, league_id, number)))


@pages.post("/start")
def start(league_id: str, number: str) -> Response:
    """Start the season."""
    season, key, version = own_season(league_id, number), order_key(), forms.number_field("version")

    def act(uow: UnitOfWork) -> str:
        receipt = start_season(uow, StartSeason(current_player().player_id, season.id, version, key))
        if receipt.repeated:
            return "The season has begun already; nothing changed now."
        return f"The season has begun with {counted(receipt.games, 'game')}, and everybody is told."

    def again(reader: Reader) -> ActQuestion:
        return _starting(reader, season_of(reader, league_id, number))

    return carry_out(act, again, f"{season.path}/organise")


@pages.get("/call-off")
def ask_call_off(league_id: str, number: str) -> Response:
    """Ask for confirmation before calling the season off."""
    with reading() as reader:
        return ask(_calling_off(reader, season_of(reader, league_id, number)))


@pages.post("/call-off")
def call_it_off(league_id: str, number: str) -> Response:
    """Call the season off."""
    season, key, reason = own_season(league_id, number), order_key(), forms.field("reason", REASON_LENGTH)

    def act(uow: UnitOfWork) -> str:
        call_off(uow, CallOff(current_player().player_id, season.id, reason, key))
        return "The season is called off, and everybody is told."

    def again(reader: Reader) -> ActQuestion:
        return _calling_off(reader, season_of(reader, league_id, number))

    return carry_out(act, again, f"{season.path}/organise")


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


def _resetting(season: SeasonRow) -> ActQuestion:
    check_in_sign_up(season)
    place = OrganiserPlace.of(season)
    said = "Nobody stays in a division that was chosen by hand: the last season and the ratings decide. Nobody is told."
    path, back = f"{place.path}/plan/reset", f"{place.path}/plan"
    title = "Let the seeding decide again?"
    return ActQuestion(place, title, (Sentence.of(said),), "Reset", path, back, version=season.version)


def _starting(reader: Reader, season: SeasonRow) -> ActQuestion:
    """The question whether to start; refused if too few have joined."""
    found = season_plan(reader, season.id, current_player().player_id)
    if not found.divisions:
        raise ConflictError(
            f"Fewer than {SMALLEST_DIVISION} players have joined. Wait for more, or call the season off."
        )
    players = sum(len(division.players) for division in found.divisions)
    sizes = ", ".join(f"{division.name} with {len(division.players)}" for division in found.divisions)
    place, dates = OrganiserPlace.of(season), season.dates
    said: tuple[Sentence, ...] = (
        Sentence.of(f"{counted(found.games, 'game')} of {players} players begin at once: {sizes}."),
        Sentence.of("By itself the season would begin on ", dates.starts_at, ". It still ends on ", dates.ends_at, "."),
        Sentence.of("The sign-up is over then, and the settings are fixed. This cannot be undone."),
        Sentence.of(f"All {players} players get a mail."),
    )
    unanswered = [isolated(ask.name) for ask in open_asks_of(reader, season.id)]
    if unanswered:
        have = "has" if len(unanswered) == 1 else "have"
        left_out = "is left out" if len(unanswered) == 1 else "are left out"
        said = (Sentence.of(f"{listed(unanswered)} {have} not answered yet, and {left_out}."), *said)
    return ActQuestion(
        place=place,
        title=f"Start season {season.number} now?",
        sentences=said,
        button="Start now",
        path=f"{place.path}/start",
        back=f"{place.path}/plan",
        version=found.version,
    )


def _calling_off(reader: Reader, season: SeasonRow) -> ActQuestion:
    check_in_sign_up(season)
    place, players = OrganiserPlace.of(season), len(entries_of(reader, season.id))
    joined = f"{counted(players, 'player')} who joined and the organisers" if players else "The organisers"
    said = (
        "The season does not take place. This cannot be undone, but you may open another one.",
        f"{joined} get a mail.",
    )
    return ActQuestion(
        place=place,
        title=f"Call season {season.number} off?",
        sentences=tuple(map(Sentence.of, said)),
        button="Call off",
        path=f"{place.path}/call-off",
        back=place.path,
        why=ReasonField.MAY,
        is_danger=True,
    )
