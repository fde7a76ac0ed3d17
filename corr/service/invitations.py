"""Challenges by the link of an invitation: whoever holds it may answer, with or without an account."""

from corr.errors import NotAllowedError, NotFoundError
from corr.service.challenges import accept_proposal, check_open, decline_proposal
from corr.service.chance import hash_token, is_token
from corr.service.known_browsers import Browser
from corr.service.players import find_owner, make_player
from corr.service.proposals import CHALLENGE, Proposal, find_proposal, rated_view_of
from corr.service.sessions import NewSession, open_known_session
from corr.service.shown import ChallengeView
from corr.service.uow import Reader, UnitOfWork


def invitation(reader: Reader, token: str) -> ChallengeView | None:
    """The challenge that the link of an invitation leads to; None if it leads to none."""
    proposal = _find(reader, token, is_locked=False)
    if proposal is None:
        return None
    has_account = find_owner(reader, proposal.address_key or "") is not None
    return rated_view_of(reader, proposal, is_yours=False, has_account=has_account)


def accept_invitation(
    uow: UnitOfWork, token: str, *, player_id: int | None, name: str, zone: str, browser: Browser
) -> tuple[str, NewSession | None]:
    """
    Accept by the link; gives the game's id, and a session to whoever gets an account: the link proves the address.

    :param player_id: who is signed in; None for nobody, and then *name* and *zone* make the account.
    :raises NotFoundError: the link leads to no challenge.
    :raises NotAllowedError: the address has an account, which has to sign in; or the challenge is the player's own.
    :raises ConflictError: the challenge is not open any more.
    :raises InputError: the name or the zone cannot be used.
    """
    proposal = _get(uow, token)
    if player_id is not None:
        return accept_proposal(uow, proposal, player_id), None
    check_open(uow, proposal)
    # The link lives for days and may be forwarded, so it does not sign in to an account that is there.
    if find_owner(uow, proposal.address_key or "") is not None:
        raise NotAllowedError("This address has an account: please sign in first, then open the link again.")
    new_id = make_player(uow, name, proposal.address or "", zone, is_demo=False)
    game_id = accept_proposal(uow, proposal, new_id)
    return game_id, open_known_session(uow, new_id, browser, "an invitation")


def decline_invitation(uow: UnitOfWork, token: str) -> None:
    """
    Decline by the link.

    :raises NotFoundError: the link leads to no challenge.
    :raises ConflictError: the challenge is not open any more.
    """
    decline_proposal(uow, _get(uow, token))


def _get(uow: UnitOfWork, token: str) -> Proposal:
    proposal = _find(uow, token, is_locked=True)
    if proposal is None:
        raise NotFoundError("There is no such invitation.")
    return proposal


def _find(reader: Reader, token: str, *, is_locked: bool) -> Proposal | None:
    if not is_token(token):
        return None
    return find_proposal(reader, CHALLENGE.c.invitation_hash == hash_token(token), is_locked=is_locked)
