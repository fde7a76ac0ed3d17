"""
The pages of organisers' acts: each asks for what it needs, says what it would do, and is done when confirmed.

Mails to a season or a division are shown before they are sent, and can be edited again.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from http import HTTPStatus

from flask import Response, request

from corr.base.tokens import new_order_key
from corr.base.uow import Reader
from corr.errors import ConflictError, CorrError, InputError, NotFoundError, TooManyError
from corr.leagues.acts.announcements import (
    LONGEST_TEXT,
    LONGEST_TITLE,
    Announce,
    AnnouncementDraft,
)
from corr.leagues.acts.before_start import CallOff, RemovePlayer, ResetPlan, StartSeason
from corr.leagues.acts.league_changes import AddOrganiser, ChangeLeague, CloseLeague, RemoveOrganiser, ReopenLeague
from corr.leagues.acts.organiser_act import ActForm, ActQuestion, ActRequest, ActTarget, AnyAct, FormField, ReasonField
from corr.leagues.acts.replacement import AskToReplace
from corr.leagues.acts.rulings import SetResult, UndoResult
from corr.leagues.acts.season_changes import MoveEnd, Pause, Resume, Tighten, UndoTightening
from corr.leagues.acts.withdrawal import Withdraw
from corr.leagues.division_tables import division_tables
from corr.leagues.pairings import get_pairing
from corr.leagues.rows import SeasonRow
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.errors import refused_form, status_of
from corr.web.pages.leagues.organiser_access import (
    LEAGUE,
    SEASON,
    OrganiserPlace,
    league_of,
    moved_on,
    organiser_pages,
    own_season,
    season_of,
)
from corr.web.pages.leagues.settings_form import moment_word
from corr.web.rendering import go_to, page

pages = organiser_pages("organiser_acts", "")


@dataclass(frozen=True, slots=True)
class ActAddress:
    """An act with its address; all of them are below that of the organisers' page."""

    path: str
    act: type[AnyAct]
    back: str = ""
    """Where those go who do not mean it."""
    then: str = ""
    """Where everybody goes after it."""


@dataclass(frozen=True, slots=True)
class ActPage:
    """The form that an act is asked for with, or the question whether it is meant."""

    place: OrganiserPlace
    path: str
    back: str
    """The address for those who do not mean it."""
    typed: Mapping[str, str]
    """The values of the act's own fields."""
    form: ActForm | None = None
    question: ActQuestion | None = None
    """None while something has to be typed."""
    why: ReasonField = ReasonField.NO
    is_danger: bool = False
    is_confirmed: bool = True
    order_key: str = ""
    reason: str = ""
    is_conflict: bool = False
    """Whether it has changed since the form was opened, so that both versions are shown."""
    fault: str = ""
    field: str = ""

    def value(self, field: FormField) -> str:
        """What stands in a field: what was typed, or what is filled in at first."""
        if field.name in self.typed:
            return self.typed[field.name]
        if isinstance(field.value, datetime):
            return moment_word(field.value, current_player().zone)
        return field.value or ""


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


@dataclass(frozen=True, slots=True)
class _Order:
    """An act that is asked for at its address, by somebody who runs the league."""

    address: ActAddress
    place: OrganiserPlace
    target: ActTarget

    def below(self, path: str) -> str:
        """An address below that of the organisers' page."""
        return self.place.path + path

    def form(self, reader: Reader) -> ActPage:
        """The page with the form of the act."""
        form, back = self.address.act.form(reader, self.target), self.below(self.address.back)
        is_confirmed, key = self.address.act.is_confirmed, new_order_key()
        return ActPage(
            self.place, request.path, back, self.target.typed, form, is_confirmed=is_confirmed, order_key=key
        )

    def again(self, reader: Reader) -> ActPage:
        """The page from which the act is asked for once more."""
        return self.question(reader) if self.address.act.is_confirmed else self.form(reader)

    def question(self, reader: Reader) -> ActPage:
        """The page that says what the act would do."""
        act, target = self.address.act, self.target
        return ActPage(
            self.place,
            request.path,
            request.path if act.typed_fields else self.below(self.address.back),
            target.typed,
            question=act.read(target).preview(reader, current_player().player_id),
            why=act.why,
            is_danger=act.is_danger,
            order_key=new_order_key(),
        )


SEASON_ACTS = (
    ActAddress("/plan/reset", ResetPlan, "/plan", "/plan"),
    ActAddress("/start", StartSeason, "/plan"),
    ActAddress("/call-off", CallOff),
    ActAddress("/players/<count:player_id>/remove", RemovePlayer, "/players", "/players"),
    ActAddress("/end", MoveEnd),
    ActAddress("/pace", Tighten),
    ActAddress("/pace/undo", UndoTightening),
    ActAddress("/pause", Pause),
    ActAddress("/resume", Resume),
    ActAddress("/players/<count:player_id>/withdraw", Withdraw, "/players", "/players"),
    ActAddress("/players/<count:player_id>/replace", AskToReplace, "/players", "/players"),
    ActAddress("/results/<id:game_id>", SetResult, "/results", "/results"),
    ActAddress("/results/<id:game_id>/undo", UndoResult, "/results?show=set", "/results?show=set"),
)
LEAGUE_ACTS = (
    ActAddress("/about", ChangeLeague),
    ActAddress("/organisers", AddOrganiser, then="/organisers"),
    ActAddress("/organisers/<count:player_id>/remove", RemoveOrganiser, "/organisers", "/organisers"),
    ActAddress("/close", CloseLeague),
    ActAddress("/reopen", ReopenLeague),
)


def offered_acts(
    reader: Reader, addresses: Iterable[ActAddress], target: ActTarget, path: str
) -> Iterator[tuple[str, str, str]]:
    """The acts that are possible now, for links: what each is called, what it does in a line, and its address."""
    for address in addresses:
        tool = address.act.tool
        if tool is not None and address.act.is_possible(reader, target):
            yield *tool, path + address.path


def _register(prefix: str, addresses: Iterable[ActAddress]) -> None:
    for address in addresses:
        rule = prefix + address.path
        pages.add_url_rule(rule, f"ask_{address.act.__name__}", partial(_ask, address))
        pages.add_url_rule(rule, f"do_{address.act.__name__}", partial(_carry_out, address), methods=["POST"])


def _ask(address: ActAddress, **names: str) -> Response:
    """Ask for what is typed for an act; once that is given, ask for confirmation."""
    act = address.act
    queries = {name: forms.query(name, longest) for name, longest in act.typed_fields if act.is_confirmed}
    typed = {name: word for name, word in queries.items() if word}
    with reading() as reader:
        order = _order(reader, address, names, typed)
        if not act.typed_fields:
            return _page(order.question(reader))
        form, first = order.form(reader), act.typed_fields[0][0]
        if first not in typed:
            return _page(form)
        try:
            return _page(order.question(reader))
        except act.asks_again_after as refusal:
            view = replace(form, fault=refusal.sentence, field=refusal.field or first)
            return _page(view, status=HTTPStatus.BAD_REQUEST)


def _carry_out(address: ActAddress, **names: str) -> Response:
    """Carry out what was asked for; or ask again, with what is wrong or has changed."""
    act = address.act
    with reading() as reader:
        # The right is judged before the form is read: others are refused, whatever they send.
        order = _order(reader, address, names, {})
    typed = {
        name: forms.text_field(name, longest) if name in act.long_fields else forms.field(name, longest)
        for name, longest in act.typed_fields
    }
    order = replace(order, target=replace(order.target, typed=typed))
    wanted = act.read(order.target)
    sent = ActRequest(
        current_player().player_id,
        "" if act.why is ReasonField.NO else forms.reason(),
        forms.number_field("version") if act.is_versioned else None,
        forms.order_key(),
    )
    try:
        with writing() as uow:
            receipt = wanted.carry_out(uow, replace(sent, order_key=forms.order_key_of_contents()))
    except (InputError, ConflictError, TooManyError) as refusal:
        return _again(order, sent, refusal)
    if act is RemoveOrganiser and order.target.player_id == sent.by_player_id:
        # Pages of organisers are none of theirs any more.
        return go_to(f"/leagues/{order.target.league_id}", receipt.sentence)
    return go_to(order.below(address.then), receipt.sentence)


def _again(order: _Order, sent: ActRequest, refusal: InputError | ConflictError | TooManyError) -> Response:
    try:
        with reading() as reader:
            view = order.again(reader)
    except CorrError as further:
        return moved_on(further if isinstance(further, ConflictError) else refusal)
    if isinstance(refusal, ConflictError):
        # Sending the form once more means another order.
        view = replace(view, is_conflict=True)
    else:
        view = replace(view, order_key=sent.order_key or "")
    view = replace(view, reason=sent.reason, fault=refusal.sentence, field=refusal.field)
    return _page(view, status=status_of(refusal))


def _order(reader: Reader, address: ActAddress, names: Mapping[str, str], typed: Mapping[str, str]) -> _Order:
    """
    What is asked for at an address.

    :raises NotFoundError: there is no such league, season or game in it.
    :raises NotAllowedError: the viewer does not run the league.
    """
    player, player_id = current_player(), int(names.get("player_id", 0))
    target = ActTarget("", player_id=player_id, by_player_id=player.player_id, zone=player.zone, typed=typed)
    if "number" not in names:
        league = league_of(reader, names["league_id"])
        return _Order(address, OrganiserPlace.of_league(league), replace(target, league_id=league.id))
    season = season_of(reader, names["league_id"], names["number"])
    game_id = names.get("game_id", "")
    if game_id and get_pairing(reader, game_id).season_id != season.id:
        raise NotFoundError("This game belongs to another season.")
    target = replace(target, league_id=season.league_id, season_id=season.id, game_id=game_id)
    return _Order(address, OrganiserPlace.of(season), target)


def _page(view: ActPage, *, status: int = HTTPStatus.OK) -> Response:
    return page("organise/act.html", view, status=status)


@pages.get(f"{SEASON}/mail")
def mail_form(league_id: str, number: str) -> Response:
    """The form for an announcement."""
    with reading() as reader:
        season = season_of(reader, league_id, number)
        return page(
            "organise/mail.html",
            AnnouncementPage(OrganiserPlace.of(season), _divisions(reader, season), new_order_key()),
        )


@pages.post(f"{SEASON}/mail")
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
        order = _announcement(season, typed)
        if act != "send":
            return _show_announcement(season, typed, order, is_preview=act != "edit")
        with writing() as uow:
            receipt = order.carry_out(
                uow, ActRequest(current_player().player_id, order_key=forms.order_key_of_contents())
            )
    except ConflictError:
        raise
    except CorrError as refusal:
        with reading() as reader:
            return refused_form("organise/mail.html", replace(typed, divisions=_divisions(reader, season)), refusal)
    return go_to(f"{season.path}/organise", receipt.sentence)


def _announcement(season: SeasonRow, typed: AnnouncementPage) -> Announce:
    """
    What the form asks for.

    :raises InputError: there is no such division.
    """
    if typed.division and not (typed.division.isascii() and typed.division.isdigit()):
        raise InputError("Choose who gets the mail: everybody, or one of the divisions.", field="division")
    division_id = int(typed.division) if typed.division else None
    return Announce(season.id, typed.title, typed.text, division_id)


def _show_announcement(season: SeasonRow, typed: AnnouncementPage, order: Announce, *, is_preview: bool) -> Response:
    with reading() as reader:
        preview = order.draft(reader, current_player().player_id) if is_preview else None
        return page("organise/mail.html", replace(typed, divisions=_divisions(reader, season), preview=preview))


def _divisions(reader: Reader, season: SeasonRow) -> tuple[tuple[int, str], ...]:
    return tuple((division.id, division.name) for division in division_tables(reader, season))


_register(SEASON, SEASON_ACTS)
_register(LEAGUE, LEAGUE_ACTS)
