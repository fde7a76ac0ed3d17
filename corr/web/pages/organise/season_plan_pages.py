"""The plan of a season before its start: divisions and pairings, and moves by hand."""

from dataclasses import dataclass, replace
from itertools import groupby

from flask import Response

from corr.base.tokens import new_order_key
from corr.base.uow import Reader
from corr.errors import ConflictError, CorrError, InputError
from corr.leagues.acts.before_start import ChangePlan
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.consents import open_asks_of
from corr.leagues.rows import SeasonRow, entries_of
from corr.leagues.rules.settings import SMALLEST_DIVISION
from corr.leagues.seasons.division_plans import PlannedDivision, SeasonPlan, plan_of, season_plan
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.errors import status_of
from corr.web.pages.organise.organiser_access import (
    SEASON,
    OrganiserPlace,
    moved_on,
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
    season, key, version = own_season(league_id, number), forms.order_key(), forms.number_field("version")
    word = forms.field("move", 40)
    try:
        entry_id, tier = _read_move(word)
        # Each button is an order of its own, though all buttons of a page send the same key.
        request = ActRequest(current_player().player_id, version=version, order_key=f"{key}-{word}")
        with writing() as uow:
            ChangePlan(season.id, {entry_id: tier}).carry_out(uow, request)
            after = plan_of(uow, season)
    except (InputError, ConflictError) as refusal:
        return _plan_again(league_id, number, refusal)
    name = next(
        (one.name for division in after.divisions for one in division.players if one.entry_id == entry_id), "A player"
    )
    return go_to(f"{season.path}/organise/plan#entry-{entry_id}", f"{name} is in division {tier}.")


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
