"""Invitations by mail: the link shows the invitation, and whoever signs in with the invited address may answer."""

from dataclasses import dataclass

from flask import Blueprint, Response

from corr.base.uow import Reader
from corr.errors import NotFoundError
from corr.game.views import ChallengeView
from corr.play import invitations
from corr.players import accounts
from corr.players.accounts import RequestSignIn
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
from corr.web.pages.entry import code_token, mail_is_sent, source
from corr.web.rendering import go_to, page

pages = Blueprint("invitations", __name__, url_prefix="/invitations")


@dataclass(frozen=True, slots=True)
class InvitationPage:
    """An invitation, for whoever has its link."""

    token: str
    challenge: ChallengeView
    is_for_you: bool
    """Whether the viewer is signed in with the invited address."""


@pages.get("/<token:token>")
def invitation(token: str) -> Response:
    """Show the invitation; opening a link changes nothing."""
    with reading() as reader:
        return page("challenges/invitation.html", _invitation(reader, token))


@pages.post("/<token:token>/accept")
def accept(token: str) -> Response:
    """Accept, signed in with the invited address; the game begins."""
    with writing() as uow:
        game_id = invitations.accept_invitation(uow, token, current_player().player_id)
    return go_to(f"/games/{game_id}", "The game has begun. Have fun!")


@pages.post("/<token:token>/code")
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


@pages.post("/<token:token>/decline")
def decline(token: str) -> Response:
    """Decline, signed in with the invited address."""
    with writing() as uow:
        invitations.decline_invitation(uow, token, current_player().player_id)
    return go_to("/", "You declined the invitation.")


def _invitation(reader: Reader, token: str) -> InvitationPage:
    view = invitations.invitation(reader, token, viewer_id())
    if view is None:
        raise NotFoundError("There is no such invitation. It may have been mistyped, or it is not there any more.")
    return InvitationPage(token, view.challenge, view.is_for_you)
