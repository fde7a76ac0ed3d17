"""The results of a season: listed, set with a reason, and taken back."""

from dataclasses import dataclass, replace

from flask import Response

from corr.base.uow import Reader, UnitOfWork
from corr.errors import InputError, NotFoundError
from corr.game.game_row import get_game_row
from corr.game.words import outcome_words
from corr.leagues.acts.rulings import SetResult, UndoResult, ruling_preview, set_result, undo_result, undoing_preview
from corr.leagues.pairings import get_pairing
from corr.leagues.rows import SeasonRow
from corr.leagues.views.result_list import ResultsView, Shown, results_view
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
from corr.web.rendering import page

_RESULTS = ("first", "second", "first-forfeit", "second-forfeit", "draw", "none")

pages = organiser_pages("season_results", f"{SEASON}/results")


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """Games with their results."""

    place: OrganiserPlace
    view: ResultsView
    path: str


@dataclass(frozen=True, slots=True)
class ResultPage:
    """The form to choose the result of a game."""

    place: OrganiserPlace
    path: str
    game_id: str
    names: tuple[str, str]
    seats: tuple[str, str]
    """What the seats are called."""
    outcome: str
    """How the game ended; empty while it goes on."""
    choices: tuple[tuple[str, str], ...]
    """(value, words) of each result."""
    result: str = ""
    fault: str = ""
    field: str = ""


@pages.get("")
def results(league_id: str, number: str) -> Response:
    """The games of a division, or of the whole season, with their results."""
    word, tier = forms.query("show", 10) or Shown.ALL.value, forms.query_number("division", 0)
    with reading() as reader:
        season = season_of(reader, league_id, number)
        if word not in set(Shown):
            raise InputError("Results are listed as “all”, “open”, “over” or “set”.", field="show")
        view = results_view(reader, season, Shown(word), tier or None, by_player_id=current_player().player_id)
        place = OrganiserPlace.of(season)
        return page("organise/results.html", ResultsPage(place, view, f"{place.path}/results"))


@pages.get("/<id:game_id>")
def ask_result(league_id: str, number: str, game_id: str) -> Response:
    """Ask which result to set; once it is chosen, ask for confirmation."""
    wish = forms.query("result", 20)
    with reading() as reader:
        season = season_of(reader, league_id, number)
        view = _result_page(reader, season, game_id)
        # Organisers who may not rule on this game are refused before they choose.
        ruling_preview(reader, game_id, result="draw", is_forfeit=False, by_player_id=current_player().player_id)
        if not wish:
            return page("organise/result.html", view)
        try:
            return ask(_setting(reader, season, game_id, wish))
        except InputError as refusal:
            view = replace(view, result=wish, fault=refusal.sentence, field="result")
            return page("organise/result.html", view, status=400)


@pages.post("/<id:game_id>")
def act_result(league_id: str, number: str, game_id: str) -> Response:
    """Set the result."""
    season, key, version = own_season(league_id, number), order_key(), forms.number_field("version")
    wish, reason = forms.field("result", 20), forms.field("reason", REASON_LENGTH)
    result, is_forfeit = _read(wish)
    _check_belongs(season, game_id)

    def act(uow: UnitOfWork) -> str:
        by = current_player().player_id
        return set_result(uow, SetResult(game_id, by, result, reason, version, is_forfeit, key)).sentence

    def again(reader: Reader) -> ActQuestion:
        return _setting(reader, season_of(reader, league_id, number), game_id, wish)

    return carry_out(act, again, f"{season.path}/organise/results")


@pages.get("/<id:game_id>/undo")
def ask_undo(league_id: str, number: str, game_id: str) -> Response:
    """Ask for confirmation before a set result is taken back."""
    with reading() as reader:
        return ask(_undoing(reader, season_of(reader, league_id, number), game_id))


@pages.post("/<id:game_id>/undo")
def act_undo(league_id: str, number: str, game_id: str) -> Response:
    """Take a set result back, so that the one that was played counts again."""
    season, key, version = own_season(league_id, number), order_key(), forms.number_field("version")
    reason = forms.field("reason", REASON_LENGTH)
    _check_belongs(season, game_id)

    def act(uow: UnitOfWork) -> str:
        return undo_result(uow, UndoResult(game_id, current_player().player_id, reason, version, key)).sentence

    def again(reader: Reader) -> ActQuestion:
        return _undoing(reader, season_of(reader, league_id, number), game_id)

    return carry_out(act, again, f"{season.path}/organise/results?show=set")


def _check_belongs(season: SeasonRow, game_id: str) -> None:
    with reading() as reader:
        _check_is_of(reader, season, game_id)


def _check_is_of(reader: Reader, season: SeasonRow, game_id: str) -> None:
    """Refuse a game of another season."""
    if get_pairing(reader, game_id).season_id != season.id:
        raise NotFoundError("This game belongs to another season.")


def _read(word: str) -> tuple[str, bool]:
    """
    The result that was chosen, and whether it is a forfeit.

    :raises InputError: there is no such result.
    """
    if word not in _RESULTS:
        raise InputError("Choose one of the results.", field="result")
    return word.removesuffix("-forfeit"), word.endswith("-forfeit")


def _result_page(reader: Reader, season: SeasonRow, game_id: str) -> ResultPage:
    _check_is_of(reader, season, game_id)
    game_row, place = get_game_row(reader, game_id), OrganiserPlace.of(season)
    info = game_row.rules(reader).info
    first, second = (seated.name for seated in game_row.seats)
    choices = (
        ("first", f"{first} wins ({info.seats[0]})"),
        ("second", f"{second} wins ({info.seats[1]})"),
        ("draw", "A draw"),
        ("none", "No result: the game counts for nothing"),
        ("first-forfeit", f"{first} wins by forfeit: {second} did not play on"),
        ("second-forfeit", f"{second} wins by forfeit: {first} did not play on"),
    )
    return ResultPage(
        place=place,
        path=f"{place.path}/results/{game_id}",
        game_id=game_id,
        names=(first, second),
        seats=(info.seats[0], info.seats[1]),
        outcome=outcome_words(info, game_row.winner, game_row.reason) if game_row.is_over else "",
        choices=choices,
    )


def _setting(reader: Reader, season: SeasonRow, game_id: str, wish: str) -> ActQuestion:
    _check_is_of(reader, season, game_id)
    result, is_forfeit = _read(wish)
    by = current_player().player_id
    preview = ruling_preview(reader, game_id, result=result, is_forfeit=is_forfeit, by_player_id=by)
    place = OrganiserPlace.of(season)
    return ActQuestion(
        place=place,
        title="Set this result?",
        sentences=preview.sentences,
        button="Set the result",
        path=f"{place.path}/results/{game_id}",
        back=f"{place.path}/results/{game_id}",
        hidden=(("result", wish),),
        version=preview.version,
        why=ReasonField.MUST,
    )


def _undoing(reader: Reader, season: SeasonRow, game_id: str) -> ActQuestion:
    _check_is_of(reader, season, game_id)
    preview = undoing_preview(reader, game_id, by_player_id=current_player().player_id)
    place = OrganiserPlace.of(season)
    return ActQuestion(
        place=place,
        title="Take this result back?",
        sentences=preview.sentences,
        button="Take it back",
        path=f"{place.path}/results/{game_id}/undo",
        back=f"{place.path}/results?show=set",
        version=preview.version,
        why=ReasonField.MUST,
    )
