"""
Letters on their way out: claimed, rendered once, kept, handed over, marked.

Killed anywhere, the same letter goes out again later: with the same bytes if it had been rendered, and with the same
Message-ID in any case.
"""

import logging
from dataclasses import replace

from corr.mail.letters.compose import compose_letter
from corr.mail.letters.tokens import Addresses
from corr.mail.post import Post
from corr.mail.sending.transport import PutOffError, RefusedError, Transport
from corr.service.chance import new_token
from corr.service.contexts import LetterContext
from corr.service.letters import letter_context
from corr.service.notices import NoticeKind
from corr.service.outbox import (
    ClaimedLetter,
    RenderedLetter,
    claim_letter,
    give_up,
    keep_letter,
    mark_obsolete,
    mark_sent,
    put_off,
)
from corr.service.reply_tokens import mint_reply_token
from corr.service.uow import Workshop

_log = logging.getLogger(__name__)


def send_next(workshop: Workshop, post: Post, transport: Transport, owner: str) -> bool:
    """Send the letter that has waited longest; False if none waits."""
    with workshop.open() as uow:
        letter = claim_letter(uow, owner)
    if letter is None:
        return False
    try:
        _send(workshop, post, transport, letter)
    except Exception as fault:  # noqa: BLE001 - a loop's last resort
        # One letter that trips up the program must not stop all others.
        _log.exception("letter %s could not be made", letter.id)
        with workshop.open() as uow:
            put_off(uow, letter.id, type(fault).__name__)
    return True


def _send(workshop: Workshop, post: Post, transport: Transport, letter: ClaimedLetter) -> None:
    if letter.message is None:
        with workshop.look() as reader:
            context = letter_context(reader, letter)
        if context is None:
            with workshop.open() as uow:
                mark_obsolete(uow, letter.id)
            return
        kept = _kept(workshop, post, letter, context)
        if kept is None:
            return
        letter = kept
    assert letter.message is not None
    assert letter.recipient is not None
    assert letter.message_id is not None
    try:
        transport.send(letter.envelope_sender or "", letter.recipient, letter.message)
    except RefusedError as fault:
        _log.warning("letter %s was refused for good", letter.id)
        with workshop.open() as uow:
            give_up(uow, letter.id, str(fault))
    except PutOffError as fault:
        _log.warning("letter %s was put off", letter.id)
        with workshop.open() as uow:
            put_off(uow, letter.id, str(fault))
    else:
        with workshop.open() as uow:
            mark_sent(uow, letter.id)


def _with_envelope(post: Post, letter: ClaimedLetter, made: RenderedLetter) -> RenderedLetter:
    """*made* with the address for bounces; none for an answer without a game, known by a From field alone."""
    if letter.kind == NoticeKind.ANSWER and letter.game_id is None:
        return made
    token = new_token()
    return replace(made, envelope_sender=post.bounce_address(token), bounce_token=token)


def _kept(workshop: Workshop, post: Post, letter: ClaimedLetter, context: LetterContext) -> ClaimedLetter | None:
    """*letter* with its bytes, which are kept for every retry; None if another process has kept its own meanwhile."""
    rules = workshop.registry.get_rules(context.game.ruleset) if context.game else None
    addresses = Addresses(_reply_token(workshop, letter, context))
    made = _with_envelope(post, letter, compose_letter(letter, context, post, rules=rules, addresses=addresses))
    with workshop.open() as uow:
        is_kept = keep_letter(uow, letter.id, made)
    if not is_kept:
        return None
    return replace(
        letter,
        message=made.message,
        message_id=made.message_id,
        recipient=made.recipient,
        envelope_sender=made.envelope_sender,
    )


def _reply_token(workshop: Workshop, letter: ClaimedLetter, context: LetterContext) -> str:
    """A fresh token for a letter to one of the players of a game, else an empty string."""
    game = context.game
    if game is None or game.you is None or letter.player_id is None:
        return ""
    with workshop.open() as uow:
        return mint_reply_token(uow, letter.player_id, game.id, game.turn_number)
