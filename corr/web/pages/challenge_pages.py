"""Challenges: making one, and accepting, declining or withdrawing it."""

from dataclasses import dataclass, field, replace

from flask import Blueprint, Response

from corr.base.tokens import new_order_key
from corr.core.pace import Late
from corr.errors import ConflictError, CorrError, InputError
from corr.games.api import Info
from corr.play import challenges, proposals
from corr.play.challenges import MakeChallenge
from corr.web import forms
from corr.web.auth import current_player, reading, writing
from corr.web.errors import status_of
from corr.web.pages.entry import ADDRESS_LENGTH
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
    seat_wish: str = "either"
    message: str = ""
    fault: str = ""
    field: str = ""


@pages.get("/challenge")
def challenge_form() -> Response:
    """The form for a challenge."""
    opponent, game = forms.query("opponent", ADDRESS_LENGTH), forms.query("game", 40)
    with reading() as reader:
        current_player()
        games = reader.registry.games()
        chosen = game if game in {info.game for info in games} else games[0].game
        form = ChallengeForm(games, new_order_key(), opponent=opponent, game=chosen)
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
        seat_wish=forms.field("seat_wish", 10, missing="either"),
        message=forms.text_field("message", challenges.MESSAGE_LENGTH),
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
    wrong = refusal.field if isinstance(refusal, InputError) else ""
    # Sending a used form once more means another challenge.
    order_key = new_order_key() if isinstance(refusal, ConflictError) else form.order_key
    with reading() as reader:
        view = replace(form, games=reader.registry.games(), order_key=order_key, fault=refusal.sentence, field=wrong)
        return page("challenges/form.html", view, status=status_of(refusal))
