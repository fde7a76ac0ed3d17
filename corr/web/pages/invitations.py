"""Invitations by mail: whoever holds the link may accept, and has an account afterwards."""

from dataclasses import dataclass, replace

from flask import Blueprint, Response

from corr.errors import InputError, NotFoundError
from corr.service import invitations
from corr.service.shown import ChallengeView
from corr.service.uow import Reader
from corr.web import forms
from corr.web.errors import status_of
from corr.web.moments import zone_names
from corr.web.pages.entry import NAME_LENGTH, ZONE_LENGTH, browser
from corr.web.rendering import go_to, page
from corr.web.visits import reading, sign_in, visit, writing

pages = Blueprint("invitations", __name__, url_prefix="/invitations")


@dataclass(frozen=True, slots=True)
class InvitationPage:
    """An invitation, and the form for whoever has no account yet."""

    token: str
    challenge: ChallengeView
    name: str = ""
    zone: str = "UTC"
    zones: tuple[str, ...] = ()
    fault: str = ""
    field: str = ""


@pages.get("/<token:token>")
def invitation(token: str) -> Response:
    """Show what was proposed; opening a link changes nothing."""
    with reading() as reader:
        return page("challenges/invitation.html", _invitation(reader, token))


@pages.post("/<token:token>/accept")
def accept(token: str) -> Response:
    """Begin the game, with a new account if need be."""
    name, zone = forms.field("name", NAME_LENGTH), forms.field("zone", ZONE_LENGTH) or "UTC"
    try:
        with writing() as uow:
            player = visit().player
            player_id = player.player_id if player else None
            game_id, session = invitations.accept_invitation(
                uow, token, player_id=player_id, name=name, zone=zone, browser=browser()
            )
    except InputError as refusal:
        with reading() as reader:
            filled_in = replace(_invitation(reader, token), name=name, zone=zone)
            told = replace(filled_in, fault=refusal.sentence, field=refusal.field)
            return page("challenges/invitation.html", told, status=status_of(refusal))
    response = go_to(f"/games/{game_id}", "The game has begun. Have fun!")
    if session is not None:
        sign_in(response, session)
    return response


@pages.post("/<token:token>/decline")
def decline(token: str) -> Response:
    """Say no."""
    with writing() as uow:
        invitations.decline_invitation(uow, token)
    return go_to("/", "You declined the invitation.")


def _invitation(reader: Reader, token: str) -> InvitationPage:
    """
    The invitation that the link leads to.

    :raises NotFoundError: it leads to none.
    """
    view = invitations.invitation(reader, token)
    if view is None:
        raise NotFoundError("There is no such invitation. It may have been mistyped, or it is not there any more.")
    return InvitationPage(token, view, zones=zone_names())
