"""
What is done before letters are handed over: asking whether anybody needs and wants them, and rendering them.

Rendering takes the most time of all, so no transaction that writes is open meanwhile: several letters get their tokens
in one, are rendered, and are kept in another.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from corr.errors import UnreachableError
from corr.mail.letters.compose import compose_letter
from corr.mail.letters.tokens import LetterTokens
from corr.mail.post import Post
from corr.service.chance import new_token
from corr.service.mail.account_tokens import mint_account_token
from corr.service.mail.contexts import LetterContext
from corr.service.mail.letters import letter_context
from corr.service.mail.outbox import (
    Attempt,
    ClaimedLetter,
    RenderedLetter,
    keep_letter,
    mark_obsolete,
    mark_withheld,
    put_off,
)
from corr.service.mail.preferences import category_of, reason_to_withhold
from corr.service.mail.reply_tokens import mint_reply_token
from corr.service.mail.standings import reason_to_spare
from corr.service.mail.unsubscribing import unsubscribe_token
from corr.service.notices import NoticeKind
from corr.service.uow import Reader, UnitOfWork, Workshop

_ACCOUNT_LETTERS = frozenset({NoticeKind.DIGEST, NoticeKind.AUTOMATIC_LEAVE, NoticeKind.TEST})
"""Letters of no game that can be answered."""
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Judged:
    """A letter, and whether it is to be sent."""

    letter: ClaimedLetter
    context: LetterContext | None = field(default=None, repr=False)
    """What it is composed from; None if nobody needs it any more."""
    reason: str = ""
    """Why it is withheld, in one sentence; empty if it may go."""
    fault: str = ""
    """Why nothing could be found out, or it could not be rendered."""

    @property
    def is_wanted(self) -> bool:
        """Whether it is to be sent."""
        return self.context is not None and not self.reason and not self.fault

    @property
    def recipient(self) -> str:
        """Where it goes; empty if that cannot be told."""
        found = self.context.recipient if self.context else self.letter.address
        return self.letter.recipient or found or ""


def prepare(workshop: Workshop, post: Post, letters: Sequence[ClaimedLetter]) -> list[ClaimedLetter]:
    """Those of *letters* that are to be sent, rendered and kept; what is to become of the others is noted."""
    judged = _all_judged(workshop, letters)
    fresh = [found for found in judged if found.is_wanted and found.letter.message is None]
    others = [found for found in judged if not found.is_wanted]
    tokens: list[LetterTokens] = []
    if fresh or others:
        with workshop.open() as uow:
            for found in others:
                settle(uow, found)
            tokens = _all_tokens(uow, fresh)
    ready = [found.letter for found in judged if found.is_wanted and found.letter.message is not None]
    ready += _kept(workshop, [_rendered(workshop, post, *both) for both in zip(fresh, tokens, strict=True)])
    return sorted(ready, key=lambda letter: letter.id)


def judge(reader: Reader, letter: ClaimedLetter) -> Judged:
    """Whether *letter* is to be sent: what it tells may have been overtaken, or not be wanted there."""
    context = letter_context(reader, letter)
    if context is None:
        return Judged(letter)
    found = Judged(letter, context)
    reason = reason_to_withhold(reader, letter.kind, letter.player_id, letter.address, letter_id=letter.id)
    return replace(found, reason=reason or reason_to_spare(reader, letter.kind, found.recipient))


def settle(uow: UnitOfWork, found: Judged) -> None:
    """Note what becomes of a letter that is not to be sent."""
    if found.fault:
        put_off(uow, Attempt(found.letter.id, found.recipient, uow.now, found.fault, found.letter.lease_owner))
    elif found.reason:
        mark_withheld(uow, found.letter, found.recipient, found.reason)
    else:
        mark_obsolete(uow, found.letter)


def _all_judged(workshop: Workshop, letters: Sequence[ClaimedLetter]) -> list[Judged]:
    """All *letters* at one moment; one by one if any of them trips the program up."""
    try:
        with workshop.look() as reader:
            return [judge(reader, letter) for letter in letters]
    except UnreachableError:
        # The database's trouble is not the letters'.
        raise
    except Exception:  # noqa: BLE001 - which of them it was is found out, and said, below
        return [_judged(workshop, letter) for letter in letters]


def _judged(workshop: Workshop, letter: ClaimedLetter) -> Judged:
    try:
        with workshop.look() as reader:
            return judge(reader, letter)
    except UnreachableError:
        raise
    except Exception as fault:  # noqa: BLE001 - a loop's last resort
        # One letter that trips up the program must not stop all others.
        _LOG.exception("nothing could be found out about letter %s", letter.id)
        return Judged(letter, fault=type(fault).__name__)


def _all_tokens(uow: UnitOfWork, fresh: Sequence[Judged]) -> list[LetterTokens]:
    """The tokens of each of these letters, in their order."""
    # Tokens to unsubscribe are the same in all letters to one player, so they are written in one order by everybody:
    # two processes must never wait for each other in a circle.
    made = {found.letter.id: _tokens(uow, found) for found in sorted(fresh, key=_subscription)}
    return [made[found.letter.id] for found in fresh]


def _subscription(found: Judged) -> tuple[int, str, str]:
    """What belongs to the token to unsubscribe: equal for letters that have the same."""
    player_id = found.letter.player_id
    category = category_of(found.letter.kind, has_account=player_id is not None) or ""
    return player_id or 0, "" if player_id else found.recipient.lower(), category


def _tokens(uow: UnitOfWork, found: Judged) -> LetterTokens:
    """Fresh tokens for the addresses in a letter."""
    return LetterTokens(_reply_token(uow, found), _unsubscribe_token(uow, found))


def _reply_token(uow: UnitOfWork, found: Judged) -> str:
    """What an answer is known by: to a letter about a game, or to one of the few others that can be answered."""
    letter, game = found.letter, found.context.game if found.context else None
    if letter.player_id is None:
        return ""
    if letter.kind in _ACCOUNT_LETTERS:
        purpose = NoticeKind.TEST if letter.kind == NoticeKind.TEST else NoticeKind.DIGEST
        return mint_account_token(uow, letter.player_id, purpose, letter.id)
    if game is None or game.you is None:
        return ""
    return mint_reply_token(uow, letter.player_id, game.id, game.turn_number)


def _unsubscribe_token(uow: UnitOfWork, found: Judged) -> str:
    player_id = found.letter.player_id
    category = category_of(found.letter.kind, has_account=player_id is not None)
    if category is None:
        return ""
    if player_id is not None:
        return unsubscribe_token(uow, player_id=player_id, category=category)
    return unsubscribe_token(uow, address_key=found.recipient.lower(), category=category)


def _rendered(
    workshop: Workshop, post: Post, found: Judged, tokens: LetterTokens
) -> tuple[Judged, RenderedLetter | None]:
    """A letter with its bytes; without them if it trips the program up."""
    assert found.context is not None
    game = found.context.game
    rules = workshop.registry.get_rules(game.ruleset) if game else None
    try:
        made = compose_letter(found.letter, found.context, post, rules=rules, tokens=tokens)
    except Exception as fault:  # noqa: BLE001 - a loop's last resort
        _LOG.exception("letter %s could not be made", found.letter.id)
        return replace(found, fault=type(fault).__name__), None
    return found, _with_envelope(post, found.letter, made)


def _with_envelope(post: Post, letter: ClaimedLetter, made: RenderedLetter) -> RenderedLetter:
    """*made* with the address for bounces; none for an answer without a game, known by a From field alone."""
    if letter.kind == NoticeKind.ANSWER and letter.game_id is None:
        return made
    token = new_token()
    return replace(made, envelope_sender=post.bounce_address(token), bounce_token=token)


def _kept(workshop: Workshop, rendered: Sequence[tuple[Judged, RenderedLetter | None]]) -> list[ClaimedLetter]:
    """The letters with their bytes, which are kept for every retry, but for those that another process has kept."""
    if not rendered:
        return []
    kept = []
    with workshop.open() as uow:
        for found, made in rendered:
            if made is None:
                settle(uow, found)
            elif keep_letter(uow, found.letter.id, made):
                kept.append(_with_bytes(found.letter, made))
    return kept


def _with_bytes(letter: ClaimedLetter, made: RenderedLetter) -> ClaimedLetter:
    return replace(
        letter,
        message=made.message,
        message_id=made.message_id,
        recipient=made.recipient,
        envelope_sender=made.envelope_sender,
    )
