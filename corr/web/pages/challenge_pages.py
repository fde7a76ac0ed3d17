"""Challenges: making one, accepting, declining or withdrawing it; and those by mail, with a link and a code."""

from dataclasses import dataclass, field, replace

from flask import Blueprint, Response

from corr.base.tokens import new_order_key
from corr.base.uow import Reader
from corr.core.pace import Late
from corr.errors import ConflictError, CorrError, InputError, NotFoundError
from corr.game.views import ChallengeView
from corr.games.api import Info, Option, OptionValue
from corr.play import challenges, invitations, proposals
from corr.play.challenges import MakeChallenge
from corr.play.proposals import Rematch
from corr.play.proposed_terms import MESSAGE_LENGTH
from corr.players import accounts
from corr.players.accounts import RequestSignIn
from corr.ratings.rated_games import game_of
from corr.web import forms
from corr.web.auth import (
    KNOWN,
    cookie_value,
    current_player,
    reading,
    remember_wanted,
    request_session,
    viewer_id,
    writing,
)
from corr.web.errors import status_of
from corr.web.pages.entry import ADDRESS_LENGTH, code_token, mail_is_sent, source
from corr.web.rendering import go_to, page

_PACES = (
    ("3d/turn", "3 days for each turn"),
    ("1d/turn", "1 day for each turn"),
    ("7d/turn", "7 days for each turn"),
    ("10d+1d/10d", "10 days in all, 1 more after each turn, never more than 10"),
    ("10d+36h/10d", "10 days in all, 36 hours more after each turn, never more than 10 days"),
    ("untimed", "no time limit"),
)
_LATE_CHOICES = (
    (Late.LOSE.value, "the game is lost automatically"),
    (Late.CLAIM.value, "the opponent may claim the win"),
)
_YES, _NO = "yes", "no"
_EITHER = "either"
_USUAL = (Late.LOSE.value, _NO, _YES, _YES, _EITHER)
"""What the folded fields hold at first."""
_FOLDED = frozenset({"late", "weekends_off", "leave", "rated", "seat_wish"})
_PACE_LENGTH = 40
pages = Blueprint("challenges", __name__)


@dataclass(frozen=True, slots=True)
class ChallengeForm:
    """The form for a challenge, as it was filled in."""

    games: tuple[Info, ...]
    order_key: str
    """Tells a second click from a second challenge."""
    paces: tuple[tuple[str, str], ...] = _PACES
    opponent: str = ""
    game: str = ""
    options: dict[str, str] = field(default_factory=dict)
    """The chosen values, by "game.option"."""
    pace: str = _PACES[0][0]
    own_pace: str = ""
    late_choices: tuple[tuple[str, str], ...] = _LATE_CHOICES
    late: str = _LATE_CHOICES[0][0]
    weekends_off: str = _NO
    """Whether clocks stand still on rest days: "yes" or "no"."""
    leave: str = _YES
    """Whether leave stops the clocks: "yes" or "no"."""
    rated: str = _YES
    """Whether the result counts for ratings: "yes" or "no"."""
    seat_wish: str = _EITHER
    message: str = ""
    fault: str = ""
    field: str = ""

    @property
    def has_other_terms(self) -> bool:
        """Whether anything that is folded away differs from the usual, or is wrong."""
        chosen = (self.late, self.weekends_off, self.leave, self.rated, self.seat_wish)
        usual = {f"{self.game}.{option.name}": _word(option.default) for option in self._options}
        has_options = any(self.options.get(name, word) != word for name, word in usual.items())
        return has_options or chosen != _USUAL or self.field in _FOLDED

    @property
    def has_message(self) -> bool:
        """Whether something was written in the message, or is wrong with it."""
        return bool(self.message) or self.field == "message"

    @property
    def _options(self) -> tuple[Option, ...]:
        """The options of the chosen game."""
        return next((info.options for info in self.games if info.game == self.game), ())


@pages.get("/challenge")
def challenge_form() -> Response:
    """The form for a challenge."""
    opponent, game = forms.query("opponent", ADDRESS_LENGTH), forms.query("game", 40)
    game_id = forms.query("rematch", 40)
    with reading() as reader:
        player = current_player()
        games = reader.registry.games()
        chosen = game if game in {info.game for info in games} else games[0].game
        form = ChallengeForm(games, new_order_key(), opponent=opponent, game=chosen)
        if game_id:
            form = _filled(form, proposals.rematch(reader, game_id, player.player_id))
        return page("challenges/form.html", form)


@pages.post("/challenge")
def make_challenge() -> Response:
    """Send the challenge."""
    form = _read_form()
    try:
        with writing() as uow:
            receipt = challenges.make_challenge(uow, _order(form))
    except CorrError as refusal:
        return _again(form, refusal)
    return go_to(f"/challenges/{receipt.id}", f"Your challenge to {receipt.to} is on its way.")


@pages.get("/challenges/<id:challenge_id>")
def challenge(challenge_id: str) -> Response:
    """One challenge, for its two players."""
    with reading() as reader:
        view = proposals.challenge_page(reader, challenge_id, current_player().player_id)
        return page("challenges/challenge.html", view)


@pages.post("/challenges/<id:challenge_id>/accept")
def accept(challenge_id: str) -> Response:
    """Accept a challenge, which begins the game."""
    with writing() as uow:
        game_id = challenges.accept_challenge(uow, challenge_id, current_player().player_id)
    return go_to(f"/games/{game_id}", "The game has begun. Have fun!")


@pages.post("/challenges/<id:challenge_id>/decline")
def decline(challenge_id: str) -> Response:
    """Decline a challenge."""
    with writing() as uow:
        challenges.decline_challenge(uow, challenge_id, current_player().player_id)
    return go_to("/", "You declined the challenge.")


@pages.post("/challenges/<id:challenge_id>/withdraw")
def withdraw(challenge_id: str) -> Response:
    """Withdraw a challenge."""
    with writing() as uow:
        challenges.withdraw_challenge(uow, challenge_id, current_player().player_id)
    return go_to("/", "You withdrew the challenge.")


def _filled(form: ChallengeForm, rematch: Rematch) -> ChallengeForm:
    """The form with what was agreed on before, as far as it can be chosen today."""
    game, pace, terms = game_of(rematch.ruleset), rematch.terms.pace.text, rematch.terms
    if game not in {info.game for info in form.games}:
        return replace(form, opponent=rematch.opponent)
    is_listed = pace in {word for word, _ in _PACES}
    return replace(
        form,
        opponent=rematch.opponent,
        game=game,
        options={f"{game}.{name}": _word(value) for name, value in rematch.options.items()},
        pace=pace if is_listed else form.pace,
        own_pace="" if is_listed else pace,
        late=terms.late.value,
        weekends_off=_YES if terms.has_weekends_off else _NO,
        leave=_YES if terms.allows_leave else _NO,
        rated=_YES if rematch.is_rated else _NO,
        seat_wish=rematch.seat_wish.value,
    )


def _word(value: OptionValue) -> str:
    """The value of an option as a list of the form has it."""
    return str(value).lower() if isinstance(value, bool) else value


def _read_form() -> ChallengeForm:
    return ChallengeForm(
        games=(),
        order_key=forms.find_order_key() or "",
        opponent=forms.field("opponent", ADDRESS_LENGTH),
        game=forms.field("game", 40),
        options=dict(forms.prefixed_fields("option.", 40)),
        pace=forms.field("pace", _PACE_LENGTH),
        own_pace=forms.field("own_pace", _PACE_LENGTH),
        late=forms.field("late", 10, missing=Late.LOSE.value),
        weekends_off=forms.field("weekends_off", 10, missing=_NO),
        leave=forms.field("leave", 10, missing=_YES),
        # A form without this field was drawn before the field was added.
        rated=forms.field("rated", 10, missing=_NO),
        seat_wish=forms.field("seat_wish", 10, missing=_EITHER),
        message=forms.text_field("message", MESSAGE_LENGTH),
    )


def _order(form: ChallengeForm) -> MakeChallenge:
    prefix = f"{form.game}."
    return MakeChallenge(
        challenger_id=current_player().player_id,
        opponent=form.opponent,
        game=form.game,
        options={name.removeprefix(prefix): word for name, word in form.options.items() if name.startswith(prefix)},
        pace=form.own_pace or form.pace,
        seat_wish=form.seat_wish,
        message=form.message,
        has_weekends_off=_is_yes(form.weekends_off, "weekends_off"),
        late=form.late,
        allows_leave=_is_yes(form.leave, "leave"),
        is_rated=_is_yes(form.rated, "rated"),
        order_key=form.order_key or None,
    )


def _is_yes(word: str, field_name: str) -> bool:
    if word not in {_YES, _NO}:
        raise InputError(f"Choose {_YES} or {_NO}.", field=field_name)
    return word == _YES


def _again(form: ChallengeForm, refusal: CorrError) -> Response:
    # Sending a used form once more means another challenge.
    order_key = new_order_key() if isinstance(refusal, ConflictError) else form.order_key
    with reading() as reader:
        view = replace(
            form, games=reader.registry.games(), order_key=order_key, fault=refusal.sentence, field=refusal.field
        )
        return page("challenges/form.html", view, status=status_of(refusal))


@dataclass(frozen=True, slots=True)
class InvitationPage:
    """An invitation, for whoever has its link."""

    token: str
    challenge: ChallengeView
    is_for_you: bool
    """Whether the viewer is signed in with the invited address."""


@pages.get("/invitations/<token:token>")
def invitation(token: str) -> Response:
    """Show the invitation; opening a link changes nothing."""
    with reading() as reader:
        return page("challenges/invitation.html", _invitation(reader, token))


@pages.post("/invitations/<token:token>/accept")
def accept_invitation(token: str) -> Response:
    """Accept, signed in with the invited address; the game begins."""
    with writing() as uow:
        game_id = invitations.accept_invitation(uow, token, current_player().player_id)
    return go_to(f"/games/{game_id}", "The game has begun. Have fun!")


@pages.post("/invitations/<token:token>/code")
def send_code(token: str) -> Response:
    """Send a code to the invited address; whoever enters it is led back to the invitation."""
    browser_token = code_token()
    with writing() as uow:
        address = invitations.invited_address(uow, token)
        player = request_session().player
        signed_in = player.player_id if player else None
        order = RequestSignIn(address, browser_token, source(), cookie_value(KNOWN), session_player=signed_in)
        said = accounts.request_sign_in(uow, order)
    response = mail_is_sent(browser_token, said or "The letter was sent to the invited address.")
    remember_wanted(response, f"/invitations/{token}")
    return response


@pages.post("/invitations/<token:token>/decline")
def decline_invitation(token: str) -> Response:
    """Decline, signed in with the invited address."""
    with writing() as uow:
        invitations.decline_invitation(uow, token, current_player().player_id)
    return go_to("/", "You declined the invitation.")


def _invitation(reader: Reader, token: str) -> InvitationPage:
    view = invitations.invitation(reader, token, viewer_id())
    if view is None:
        raise NotFoundError("There is no such invitation. It may have been mistyped, or it is not there any more.")
    return InvitationPage(token, view.challenge, view.is_for_you)
