"""
Invitations: challenges to a mail address, for whoever reads that mailbox, with or without an account.

The link of the letter lives for days and may be forwarded, so it shows what was proposed and proves nothing. Whoever
accepts or declines is signed in with the invited address, or answers the letter by mail.
"""

from dataclasses import dataclass, field

from sqlalchemy import ColumnElement, select, update

from corr.base.addresses import same_address
from corr.base.tokens import hash_token, is_token
from corr.base.uow import Reader, UnitOfWork
from corr.errors import NotAllowedError, NotFoundError
from corr.game.views import ChallengeView
from corr.play.challenges import accept_proposal, check_open, decline_proposal
from corr.play.proposals import CHALLENGE, Proposal, find_proposal, is_to, rated_view_of
from corr.players.profiles import find_owner, make_player


@dataclass(frozen=True, slots=True)
class InvitationView:
    """An invitation as whoever opens its link sees it."""

    challenge: ChallengeView
    address: str = field(repr=False)
    """The invited mail address."""
    is_for_you: bool
    """Whether the invited address is the viewer's, so that nothing more has to be proved."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A game that began by an answer to an invitation."""

    game_id: str
    player_id: int
    name: str
    is_new: bool
    """Whether the account was made by that answer."""


def invitation(reader: Reader, token: str, viewer_id: int | None) -> InvitationView | None:
    """The challenge that the link of an invitation leads to; None if it leads to none."""
    proposal = _find(reader, token, is_locked=False)
    if proposal is None:
        return None
    is_for_you = viewer_id is not None and is_to(reader, proposal, viewer_id)
    return InvitationView(rated_view_of(reader, proposal, is_yours=False), proposal.address or "", is_for_you)


def accept_invitation(uow: UnitOfWork, token: str, player_id: int, wish: str = "") -> str:
    """Accept by the link, signed in with the invited address; gives the game's id. *wish* is for a seat."""
    return accept_proposal(uow, _get_own(uow, token, player_id), player_id, wish)


def invited_address(reader: Reader, token: str) -> str:
    """The invited address, to which a code is sent that proves who reads the mailbox."""
    proposal = _find(reader, token, is_locked=False)
    if proposal is None:
        raise NotFoundError("There is no such invitation.")
    check_open(reader, proposal)
    return proposal.address or ""


def has_reply_address(reader: Reader, token: str) -> bool:
    """Whether the letter with that link can be answered by mail."""
    found = select(CHALLENGE.c.id).where(_is_of(token), CHALLENGE.c.answers_revoked_at.is_(None))
    return is_token(token) and reader.connection.execute(found).first() is not None


def revoke_reply_address(uow: UnitOfWork, token: str) -> None:
    """Revoke the reply address of the letter with that link; the link itself goes on working."""
    uow.connection.execute(update(CHALLENGE).where(_is_of(token)).values(answers_revoked_at=uow.now))


def is_invited(reader: Reader, token: str, address: str) -> bool:
    """Whether *address* is the invited one: the same letters, upper and lower case differing only in the domain."""
    proposal = _find(reader, token, is_locked=False)
    return proposal is not None and same_address(proposal.address or "", address)


def accept_by_mail(uow: UnitOfWork, token: str, name: str) -> Accepted:
    """
    Accept in an answer from the invited mailbox, which makes an account where there is none.

    :param name: for the new account; ignored where there is one.
    :raises InputError: the name cannot be used.
    """
    proposal = _get(uow, token)
    owner = find_owner(uow, proposal.address_key or "")
    if owner is not None:
        return Accepted(accept_proposal(uow, proposal, owner.id), owner.id, owner.name, is_new=False)
    check_open(uow, proposal)
    player_id = make_player(uow, name, proposal.address or "", "UTC", is_demo=False)
    return Accepted(accept_proposal(uow, proposal, player_id), player_id, name, is_new=True)


def decline_invitation(uow: UnitOfWork, token: str, player_id: int, reason: str = "") -> None:
    """Decline by the link, signed in with the invited address; *reason* as for any challenge."""
    decline_proposal(uow, _get_own(uow, token, player_id), reason)


def decline_by_mail(uow: UnitOfWork, token: str, reason: str = "") -> None:
    """Decline in an answer from the invited mailbox; *reason* as for any challenge."""
    decline_proposal(uow, _get(uow, token), reason)


def check_invited(reader: Reader, token: str, player_id: int) -> None:
    """
    Refuse whoever is not invited by that link.

    :raises NotFoundError: there is no such invitation.
    :raises NotAllowedError: it is to an address that is not proved to be the player's.
    """
    _check_to(reader, _get(reader, token, is_locked=False), player_id)


def _get_own(uow: UnitOfWork, token: str, player_id: int) -> Proposal:
    proposal = _get(uow, token)
    _check_to(uow, proposal, player_id)
    return proposal


def _check_to(reader: Reader, proposal: Proposal, player_id: int) -> None:
    if not is_to(reader, proposal, player_id):
        raise NotAllowedError("This invitation is for whoever reads the invited mailbox: a code sent there proves it.")


def _get(reader: Reader, token: str, *, is_locked: bool = True) -> Proposal:
    proposal = _find(reader, token, is_locked=is_locked)
    if proposal is None:
        raise NotFoundError("There is no such invitation.")
    return proposal


def _find(reader: Reader, token: str, *, is_locked: bool) -> Proposal | None:
    if not is_token(token):
        return None
    return find_proposal(reader, _is_of(token), is_locked=is_locked)


def _is_of(token: str) -> ColumnElement[bool]:
    return CHALLENGE.c.invitation_hash == hash_token(token)
