"""
The preparation of letters: deciding whether they are needed and wanted, and rendering them.

Rendering takes the most time, so no transaction that writes is open meanwhile: several letters get their tokens in one
transaction, are rendered, and are kept in another.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from corr.base.notices import ABOUT_SEASONS, NoticeKind
from corr.base.tokens import new_token
from corr.base.uow import Reader, UnitOfWork, Workshop
from corr.errors import UnreachableError
from corr.mail.letters.compose import compose_letter
from corr.mail.letters.letter_view import LetterTokens
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.letter_facts import LetterContext, letter_context
from corr.mail.queues.outbox import (
    Attempt,
    ClaimedLetter,
    RenderedLetter,
    keep_letter,
    lock_letter,
    mark_obsolete,
    mark_withheld,
    put_off,
)
from corr.mail.queues.subscriptions import unsubscribe_token
from corr.players.address_reputation import reason_to_spare
from corr.players.mail_preferences import Category, category_of, reason_to_withhold
from corr.players.profiles import locked_addresses
from corr.players.reply_tokens import mint_account_token, mint_reply_token

_ACCOUNT_LETTERS = ABOUT_SEASONS | {NoticeKind.DIGEST, NoticeKind.AUTOMATIC_LEAVE, NoticeKind.TEST}
"""Letters without a game that can be answered."""
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PreparedLetter:
    """A letter on its way through preparation."""

    letter: ClaimedLetter
    context: LetterContext | None = field(default=None, repr=False)
    """The facts that it is composed from; None if nobody needs it any more."""
    reason: str = ""
    """Why it is withheld, in one sentence; empty if it may go."""
    category: Category | None = None
    """The category that its reader can end; None for a letter that nobody can refuse."""
    tokens: LetterTokens | None = field(default=None, repr=False)
    made: RenderedLetter | None = field(default=None, repr=False)

    @property
    def is_wanted(self) -> bool:
        """Whether it is to be sent."""
        return self.context is not None and not self.reason

    @property
    def is_ready(self) -> bool:
        """Whether it is to be sent and was rendered at an earlier try."""
        return self.is_wanted and self.letter.message is not None

    @property
    def recipient(self) -> str:
        """The address that it goes to; empty if there is none."""
        found = self.context.recipient if self.context else self.letter.address
        kept = self.letter.recipient if self.letter.message is not None else None
        return kept or found or ""


_Step = Callable[[Sequence[PreparedLetter]], list[PreparedLetter]]
"""A step for several letters at once; gives those that go on to the next step."""


def prepare(workshop: Workshop, identity: MailIdentity, letters: Sequence[ClaimedLetter]) -> list[ClaimedLetter]:
    """Those of *letters* that are to be sent, rendered and kept; the others are settled."""
    judged = _each(workshop, partial(_all_judged, workshop), [PreparedLetter(letter) for letter in letters])
    ready = [found for found in judged if found.is_ready]
    others = [found for found in judged if not found.is_ready]
    with_tokens = _each(workshop, partial(_all_begun, workshop), others)
    rendered = [
        made for found in with_tokens for made in _each(workshop, partial(_rendered, workshop, identity), [found])
    ]
    ready += _each(workshop, partial(_all_kept, workshop), rendered)
    return sorted((found.letter for found in ready), key=lambda letter: letter.id)


def put_off_for(workshop: Workshop, letter: ClaimedLetter, fault: Exception, recipient: str = "") -> None:
    """Put a letter off that causes a fault, and log that: it must not stop others."""
    _LOG.error("letter %s cannot be prepared and is put off", letter.id, exc_info=fault)
    words = type(fault).__name__
    with workshop.open() as uow:
        put_off(uow, Attempt(letter.id, letter.recipient or recipient, uow.now, words, letter.lease_owner))


def judge(reader: Reader, letter: ClaimedLetter) -> PreparedLetter:
    """The decision whether *letter* is to be sent: its news may be overtaken, or not be wanted."""
    context = letter_context(reader, letter)
    if context is None:
        return PreparedLetter(letter)
    found = PreparedLetter(letter, context)
    recipient = found.recipient
    reason = reason_to_withhold(reader, letter.kind, letter.player_id, letter.address, letter_id=letter.id)
    category = category_of(letter.kind, has_account=letter.player_id is not None)
    return replace(found, category=category, reason=reason or reason_to_spare(reader, letter.kind, recipient))


def settled(uow: UnitOfWork, letter: ClaimedLetter) -> PreparedLetter:
    """
    The decision about a *letter* that was found not to be sent, made again under its lock and noted.

    Resuming a game looks, under the same lock, for letters that were given up while the game stood still.
    """
    lock_letter(uow, letter.id)
    found = judge(uow, letter)
    if found.reason:
        mark_withheld(uow, found.letter, found.recipient, found.reason)
    elif not found.is_wanted:
        mark_obsolete(uow, found.letter)
    return found


def _each(workshop: Workshop, step: _Step, letters: Sequence[PreparedLetter]) -> list[PreparedLetter]:
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
            return [found for letter in letters for found in _each(workshop, step, [letter])]
        put_off_for(workshop, letters[0].letter, fault, letters[0].recipient)
        return []


def _all_judged(workshop: Workshop, letters: Sequence[PreparedLetter]) -> list[PreparedLetter]:
    with workshop.look() as reader:
        return [judge(reader, found.letter) for found in letters]


def _all_begun(workshop: Workshop, letters: Sequence[PreparedLetter]) -> list[PreparedLetter]:
    """Those of *letters* that are to be rendered, with their tokens; the others are settled."""
    with workshop.open() as uow:
        # A player's address may have changed since the letter was judged.
        players = {found.letter.player_id for found in letters if found.letter.player_id is not None}
        addresses = locked_addresses(uow, players) if players else {}
        again = [found if _is_current(found, addresses) else settled(uow, found.letter) for found in letters]
        return _all_tokens(uow, [found for found in again if found.is_wanted])


def _is_current(found: PreparedLetter, addresses: Mapping[int, tuple[str, ...]]) -> bool:
    """Whether a letter is to be sent, and its recipient is still the player's main address."""
    player_id = found.letter.player_id
    if not found.is_wanted or player_id is None or found.letter.address:
        return found.is_wanted
    return addresses[player_id][:1] == (found.recipient,)


def _all_tokens(uow: UnitOfWork, fresh: Sequence[PreparedLetter]) -> list[PreparedLetter]:
    # Unsubscribe tokens are the same in all letters to one player, so everybody writes them in one order: two processes
    # must never wait for each other in a circle.
    made = {found.letter.id: _tokens(uow, found) for found in sorted(fresh, key=_subscription)}
    return [replace(found, tokens=made[found.letter.id]) for found in fresh]


def _subscription(found: PreparedLetter) -> tuple[int, str, str]:
    """A sort key, equal for letters with the same unsubscribe token."""
    return found.letter.player_id or 0, found.recipient.lower(), found.category or ""


def _tokens(uow: UnitOfWork, found: PreparedLetter) -> LetterTokens:
    return LetterTokens(_reply_token(uow, found), _unsubscribe_token(uow, found))


def _reply_token(uow: UnitOfWork, found: PreparedLetter) -> str:
    """A new token for the reply address of a letter; empty if it cannot be answered."""
    letter, game = found.letter, found.context.game if found.context else None
    if letter.player_id is None:
        return str(letter.facts.get("reply_token", "")) if letter.kind == NoticeKind.INVITATION else ""
    if letter.kind in _ACCOUNT_LETTERS or (game is None and letter.facts.get("is_answerable")):
        purpose = NoticeKind.TEST if letter.kind == NoticeKind.TEST else NoticeKind.DIGEST
        return mint_account_token(uow, letter.player_id, purpose, letter.id, held_order_id=_held_order_id(letter))
    if game is None or game.you is None:
        return ""
    held_order_id = _held_order_id(letter)
    return mint_reply_token(
        uow, letter.player_id, game.id, game.turn_number, letter_id=letter.id, held_order_id=held_order_id
    )


def _held_order_id(letter: ClaimedLetter) -> int | None:
    """The held order that *letter* asks about; None if there is none, or if the version before made the notice."""
    asking = letter.facts.get("question") or letter.facts
    found = asking.get("held_id")
    return found if isinstance(found, int) else None


def _unsubscribe_token(uow: UnitOfWork, found: PreparedLetter) -> str:
    if found.category is None:
        return ""
    player_id, address_key = found.letter.player_id, found.recipient.lower()
    return unsubscribe_token(uow, player_id=player_id, address_key=address_key, category=found.category)


def _rendered(workshop: Workshop, identity: MailIdentity, letters: Sequence[PreparedLetter]) -> list[PreparedLetter]:
    return [replace(found, made=_made(workshop, identity, found)) for found in letters]


def _made(workshop: Workshop, identity: MailIdentity, found: PreparedLetter) -> RenderedLetter:
    assert found.context is not None
    assert found.tokens is not None
    game = found.context.game
    rules = workshop.registry.get_rules(game.ruleset) if game else None
    made = compose_letter(found.letter, found.context, identity, rules=rules, tokens=found.tokens)
    return _with_envelope(identity, found.letter, made)


def _with_envelope(identity: MailIdentity, letter: ClaimedLetter, made: RenderedLetter) -> RenderedLetter:
    """*made* with an envelope sender for bounces; none for an answer without a game, whose recipient is unproved."""
    if letter.kind == NoticeKind.ANSWER and letter.game_id is None:
        return made
    token = new_token()
    return replace(made, envelope_sender=identity.bounce_address(token), bounce_token=token)


def _all_kept(workshop: Workshop, rendered: Sequence[PreparedLetter]) -> list[PreparedLetter]:
    """The letters whose bytes were kept for every retry, without those that another process has kept."""
    kept = []
    with workshop.open() as uow:
        for found in rendered:
            assert found.made is not None
            if keep_letter(uow, found.letter.id, found.made):
                kept.append(replace(found, letter=_with_bytes(found.letter, found.made)))
    return kept


def _with_bytes(letter: ClaimedLetter, made: RenderedLetter) -> ClaimedLetter:
    return replace(
        letter,
        message=made.message,
        message_id=made.message_id,
        recipient=made.recipient,
        envelope_sender=made.envelope_sender,
    )
