"""Challenges: making one, accepting, declining or withdrawing it; and those by mail, with a link and a code."""

from dataclasses import dataclass, replace

from flask import Blueprint, Response

from corr.base.tokens import new_order_key
from corr.base.uow import Reader
from corr.errors import CorrError, NotFoundError
from corr.game.views import ChallengeView
from corr.play import challenges, invitations, proposals
from corr.play.challenges import AskRematch, MakeChallenge
from corr.players import accounts
from corr.players.accounts import RequestSignIn
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
from corr.web.errors import refused_form
from corr.web.pages.entry import ADDRESS_LENGTH, code_token, mail_is_sent, source
from corr.web.proposal_forms import (
    PRIVATE_CHOICES,
    SEAT_LENGTH,
    ProposalForm,
    again,
    filled,
    read_form,
    typed_terms,
    unrated_at_first,
)
from corr.web.rendering import go_to, page

_REASON_LENGTH = 10
pages = Blueprint("challenges", __name__)


@dataclass(frozen=True, slots=True)
class ChallengeForm(ProposalForm):
    """The form for a challenge, as it was filled in."""

    rated_choices: tuple[tuple[str, str], ...] = PRIVATE_CHOICES
    opponent: str = ""


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
        form = unrated_at_first(form, reader, player.player_id)
        if game_id:
            before = proposals.rematch(reader, game_id, player.player_id)
            form = filled(replace(form, opponent=before.opponent), before)
        return page("challenges/form.html", form)


@pages.post("/challenge")
def make_challenge() -> Response:
    """Send the challenge."""
    form = read_form(ChallengeForm, opponent=forms.field("opponent", ADDRESS_LENGTH))
    try:
        with writing() as uow:
            player_id = current_player().player_id
            terms, key = typed_terms(form), form.order_key or None
            order = MakeChallenge(player_id, form.opponent, terms, key, is_private=form.is_private)
            receipt = challenges.make_challenge(uow, order)
    except CorrError as refusal:
        with reading() as reader:
            return refused_form("challenges/form.html", again(form, reader, viewer_id(), refusal), refusal)
    return go_to(f"/challenges/{receipt.id}", f"Your challenge to {receipt.to} is on its way. {receipt.unsaid}".strip())


@pages.get("/challenges/<id:challenge_id>")
def challenge(challenge_id: str) -> Response:
    """One challenge, for its two players."""
    with reading() as reader:
        view = proposals.challenge_page(reader, challenge_id, current_player().player_id)
        return page("challenges/challenge.html", view)


@pages.post("/challenges/<id:challenge_id>/accept")
def accept(challenge_id: str) -> Response:
    """Accept a challenge, which begins the game."""
    wish = forms.field("seat_wish", SEAT_LENGTH, missing="")
    with writing() as uow:
        game_id = challenges.accept_challenge(uow, challenge_id, current_player().player_id, wish)
    return go_to(f"/games/{game_id}", "The game has begun. Have fun!")


@pages.post("/challenges/<id:challenge_id>/decline")
def decline(challenge_id: str) -> Response:
    """Decline a challenge."""
    reason = forms.field("reason", _REASON_LENGTH, missing="")
    with writing() as uow:
        challenges.decline_challenge(uow, challenge_id, current_player().player_id, reason)
    return go_to("/", "You declined the challenge.")


@pages.post("/challenges/<id:challenge_id>/withdraw")
def withdraw(challenge_id: str) -> Response:
    """Withdraw a challenge."""
    with writing() as uow:
        challenges.withdraw_challenge(uow, challenge_id, current_player().player_id)
    return go_to("/", "You withdrew the challenge.")


@pages.post("/games/<id:game_id>/rematch")
def rematch(game_id: str) -> Response:
    """Ask for a rematch of a finished game, or accept the one that the opponent asked for."""
    with writing() as uow:
        receipt = challenges.ask_rematch(uow, AskRematch(game_id, current_player().player_id))
    if receipt.game_id:
        said = "This is the rematch." if receipt.is_repeated else "The rematch has begun. Have fun!"
        return go_to(f"/games/{receipt.game_id}", said)
    asked = f"You have asked {receipt.opponent} for a rematch already."
    told = asked if receipt.is_repeated else f"You asked {receipt.opponent} for a rematch."
    return go_to(f"/challenges/{receipt.challenge_id}", told)


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
    wish = forms.field("seat_wish", SEAT_LENGTH, missing="")
    with writing() as uow:
        game_id = invitations.accept_invitation(uow, token, current_player().player_id, wish)
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
    reason = forms.field("reason", _REASON_LENGTH, missing="")
    with writing() as uow:
        invitations.decline_invitation(uow, token, current_player().player_id, reason)
    return go_to("/", "You declined the invitation.")


def _invitation(reader: Reader, token: str) -> InvitationPage:
    view = invitations.invitation(reader, token, viewer_id())
    if view is None:
        raise NotFoundError("There is no such invitation. It may have been mistyped, or it no longer exists.")
    return InvitationPage(token, view.challenge, view.is_for_you)
