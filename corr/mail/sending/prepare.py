"""
The preparation of letters: deciding whether they are needed and wanted, and rendering them.

Rendering takes the most time, so no transaction that writes is open meanwhile: several letters are read together and
rendered, and then their bytes and the tokens in them are stored in one transaction.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from corr.base.notices import NoticeKind
from corr.base.uow import UnitOfWork, Workshop
from corr.errors import UnreachableError
from corr.mail.letters.compose import compose_letter
from corr.mail.letters.letter import Letter
from corr.mail.letters.letter_facts import find_letters
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.outbox import (
    Attempt,
    ClaimedLetter,
    give_back,
    keep_letters,
    lock_letter,
    mark_obsolete,
    mark_withheld,
    put_off,
)
from corr.mail.queues.subscriptions import unsubscribe_tokens
from corr.players.command_addresses import store_command_tokens
from corr.players.profiles import locked_addresses
from corr.players.reply_tokens import LetterToken, store_tokens

_LOG = logging.getLogger(__name__)
_Prepared = tuple[ClaimedLetter, Letter | None]
"""What was claimed, and its letter; None if nobody needs it any more."""
_Step = Callable[[Sequence[_Prepared]], list[_Prepared]]
"""A step for several letters at once; gives those that go on to the next step."""


class _TakenError(Exception):
    """One of several letters is no longer this sender's to keep."""


def prepare(workshop: Workshop, identity: MailIdentity, claimed: Sequence[ClaimedLetter]) -> list[Letter]:
    """The letters that are to be sent, rendered and kept; the others are settled."""
    judged = _each(workshop, partial(_read_letters, workshop, identity), [(one, None) for one in claimed])
    rendered = [made for one in judged for made in _each(workshop, partial(_render, identity), [one])]
    kept = _each(workshop, partial(_keep, workshop, identity), rendered)
    return sorted((letter for _, letter in kept if letter), key=lambda letter: letter.claimed.id)


def put_off_for(workshop: Workshop, claimed: ClaimedLetter, fault: Exception, recipient: str = "") -> None:
    """Put a letter off that causes a fault, and log that: it must not stop others."""
    _LOG.error("letter %s cannot be prepared and is put off", claimed.id, exc_info=fault)
    to, words = recipient or claimed.recipient, type(fault).__name__
    with workshop.open() as uow:
        put_off(uow, Attempt(claimed.id, to, uow.now, words, claimed.lease_owner))


def settle_unwanted(uow: UnitOfWork, identity: MailIdentity, claimed: ClaimedLetter) -> Letter | None:
    """
    Settle a letter that was found not to be sent; gives the letter if it is wanted again, else None.

    It is decided again under its lock: resuming a game looks, under the same lock, for letters that were given up
    while the game stood still.
    """
    lock_letter(uow, claimed.id)
    letter = find_letters(uow, identity, [claimed]).get(claimed.id)
    if letter is None:
        mark_obsolete(uow, claimed)
    elif letter.withheld:
        mark_withheld(uow, claimed, letter.recipient, letter.withheld)
        return None
    return letter


def _each(workshop: Workshop, step: _Step, letters: Sequence[_Prepared]) -> list[_Prepared]:
    """*step* for all *letters*; after a fault for each alone, and the one that causes the fault is put off."""
    if not letters:
        return []
    try:
        return step(letters)
    except UnreachableError:
        # The database's trouble is not the letters'.
        raise
    except Exception as fault:  # noqa: BLE001 - a loop's last resort
        if len(letters) > 1:
            return [found for one in letters for found in _each(workshop, step, [one])]
        claimed, letter = letters[0]
        put_off_for(workshop, claimed, fault, letter.recipient if letter else "")
        return []


def _read_letters(workshop: Workshop, identity: MailIdentity, letters: Sequence[_Prepared]) -> list[_Prepared]:
    with workshop.look() as reader:
        found = find_letters(reader, identity, [claimed for claimed, _ in letters])
    return [(claimed, found.get(claimed.id)) for claimed, _ in letters]


def _render(identity: MailIdentity, letters: Sequence[_Prepared]) -> list[_Prepared]:
    """The same with bytes, for those that are to be sent and were not rendered at an earlier try."""
    return [
        (replace(claimed, rendered=compose_letter(letter, identity)), letter)
        if letter and not letter.withheld and not claimed.rendered
        else (claimed, letter)
        for claimed, letter in letters
    ]


def _keep(workshop: Workshop, identity: MailIdentity, letters: Sequence[_Prepared]) -> list[_Prepared]:
    """
    The letters whose bytes are kept for every retry, now or since an earlier try; the others are settled.

    A letter is given back, to be claimed anew, if its reader has another address by now, or if it is wanted again.

    :raises _TakenError: one of several is kept otherwise or settled by now, so that each has to be tried alone.
    """
    ready: list[_Prepared] = []
    others: list[_Prepared] = []
    for claimed, letter in letters:
        # It is to be sent, and was rendered at an earlier try.
        is_ready = letter is not None and not letter.withheld and letter.claimed.rendered is not None
        (ready if is_ready else others).append((claimed, letter))
    if not others:
        return ready
    with workshop.open() as uow:
        players = {claimed.player_id for claimed, _ in others if claimed.player_id is not None}
        addresses = locked_addresses(uow, players) if players else {}
        made: list[Letter] = []
        for claimed, letter in others:
            if letter and not letter.withheld and _is_current(letter, addresses):
                made.append(replace(letter, claimed=claimed))
            elif settle_unwanted(uow, identity, claimed):
                give_back(uow, [claimed.id], claimed.lease_owner or "")
        rendered = {letter.claimed.id: letter.claimed.rendered for letter in made if letter.claimed.rendered}
        are_kept = not rendered or keep_letters(uow, rendered)
        if not are_kept and len(letters) > 1:
            raise _TakenError
        kept = made if are_kept else []
        _store_tokens(uow, kept)
    return [*ready, *((letter.claimed, letter) for letter in kept)]


def _store_tokens(uow: UnitOfWork, letters: Sequence[Letter]) -> None:
    """Store the tokens to answer *letters*, and those to end their kind of letter."""
    store_tokens(uow, list(filter(None, map(_reply_token, letters))))
    told = [one.claimed.player_id for one in letters if one.command_address and not one.to.has_command_address]
    store_command_tokens(uow, {player_id for player_id in told if player_id is not None})
    # Tokens to end a kind are the same in all letters to one player, so everybody writes them in one order: two
    # processes must never wait for each other in a circle.
    wanted = {(one.claimed.player_id, one.to.address.lower(), one.category) for one in letters if one.category}
    unsubscribe_tokens(uow, sorted(wanted, key=lambda one: (one[0] or 0, *one[1:])))


def _is_current(letter: Letter, addresses: Mapping[int, tuple[str, ...]]) -> bool:
    """Whether its recipient is still the player's main address."""
    claimed = letter.claimed
    return (
        claimed.player_id is None or bool(claimed.address) or addresses[claimed.player_id][:1] == (letter.to.address,)
    )


def _reply_token(letter: Letter) -> LetterToken | None:
    """The token in the reply address, to be stored; None if there is none, or it was stored with an invitation."""
    claimed, game = letter.claimed, letter.game
    if not letter.reply_token or claimed.player_id is None:
        return None
    # The version before made notices without the id of the held order that they ask about.
    held = (letter.facts.get("question") or letter.facts).get("held_id")
    held_order_id = held if isinstance(held, int) else None
    token = LetterToken(letter.reply_token, claimed.player_id, claimed.id, held_order_id=held_order_id)
    if letter.is_of_account:
        purpose = NoticeKind.TEST if letter.kind == NoticeKind.TEST else NoticeKind.DIGEST
        return replace(token, purpose=purpose.value)
    assert game is not None
    return replace(token, turn=(game.id, game.turn_number))
