"""The composition of a letter from a notice: header fields, text, HTML and pictures of boards."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from email.utils import format_datetime
from pathlib import Path

from css_inline import CSSInliner
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from corr.base.notices import NoticeKind
from corr.game.views import GameView
from corr.games.api import AnyRules
from corr.mail.envelope_addresses import encoded_words, one_line, with_name
from corr.mail.letters.letter_layout import FILTERS, laid_out
from corr.mail.letters.letter_view import Foot, LetterTokens, LetterView, Plan, foot_of, letter_view
from corr.mail.letters.mime import Field, Image, Picture, picture, written
from corr.mail.letters.since_last_turn import is_flipped
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.letter_facts import LetterContext
from corr.mail.queues.outbox import ClaimedLetter, RenderedLetter
from corr.mail.reading.form.robots import INSTANCE_FIELD

_ID = 900
"""The longest Message-ID of somebody else, in characters."""
_INLINER = CSSInliner(keep_style_tags=False, keep_at_rules=True, load_remote_stylesheets=False)
_WITHOUT_BOARD = frozenset({NoticeKind.ANSWER, NoticeKind.HELD})
"""Letters that show the board only if their facts say so or they ask about a turn."""


@dataclass(frozen=True, slots=True)
class LetterDetails:
    """The facts about a letter that its header fields need."""

    message_id: str
    subject: str
    foot: Foot | None
    tokens: LetterTokens


def fields(created_at: datetime, context: LetterContext, identity: MailIdentity, settled: LetterDetails) -> list[Field]:
    """
    The header fields of a letter, without those of its parts; every value is one line of ASCII.

    Mail programs copy References into answers to anybody, so it holds only ids that give no right.

    :param created_at: the moment of its notice.
    """
    is_answer = context.kind == NoticeKind.ANSWER
    token = settled.tokens.reply_token
    root, parents = _root(context.game, identity), _parents(context)
    found = [
        ("From", with_name(_sender(context.game, identity), identity.sender_address)),
        ("To", with_name(context.name, context.recipient)),
        ("Reply-To", with_name(_reply_name(context.game), identity.reply_address(token)) if token else ""),
        ("Subject", encoded_words(settled.subject)),
        ("Date", format_datetime(created_at)),
        ("Message-ID", settled.message_id),
        ("In-Reply-To", " ".join(parents or ([] if is_answer else root))),
        ("References", " ".join([*root, *parents])),
        *_list_fields(settled, identity),
        ("Auto-Submitted", "auto-replied" if is_answer else "auto-generated"),
        ("X-Auto-Response-Suppress", "All"),
        (INSTANCE_FIELD.title(), identity.domain),
    ]
    return [(name, value) for name, value in found if value]


def _list_fields(settled: LetterDetails, identity: MailIdentity) -> list[Field]:
    """The fields for sorting and ending letters of a kind: RFC 2919, RFC 2369, RFC 8058."""
    foot, token = settled.foot, settled.tokens.unsubscribe_token
    if foot is None:
        return []
    named = ("List-Id", f"<{foot.category}.{identity.domain}>")
    if not token:
        return [named]
    by_mail = f"mailto:{identity.unsubscribe_address(token)}?subject=unsubscribe"
    return [
        named,
        ("List-Unsubscribe", f"<{foot.unsubscribe_url}>, <{by_mail}>"),
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
    ]


def _sender(game: GameView | None, identity: MailIdentity) -> str:
    other = next((seat.name for seat in game.seats if not seat.is_you), "") if game and game.you is not None else ""
    return f"{one_line(other, 40)} via {identity.sender_name}" if other else identity.sender_name


def _reply_name(game: GameView | None) -> str:
    if game is None:
        return "Reply to this letter"
    return "Reply with your turn" if game.may_play else "Reply to this game"


def _parents(context: LetterContext) -> list[str]:
    """The Message-ID that the letter follows: of the mail that it answers, or of the letter before."""
    answered = _id(one_line(str(context.facts.get("in_reply_to", "")), _ID))
    if answered or context.kind == NoticeKind.ANSWER:
        return [answered] if answered else []
    return [context.previous_id] if context.previous_id else []


def _root(game: GameView | None, identity: MailIdentity) -> list[str]:
    """The root of the thread of a game, so that mail programs show its letters together."""
    return [identity.root_id(game.id)] if game else []


def _id(text: str) -> str:
    """A Message-ID of somebody else in brackets, if it is safe in a header; else empty."""
    return f"<{text}>" if text and text.isascii() and "@" in text and not set(text) & set(" <>") else ""


def mail_templates(folder: Path) -> Environment:
    """The environment of the templates of letters, which lie in `mail` below *folder*."""
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
    environment.filters.update(FILTERS)
    return environment


def compose_letter(
    letter: ClaimedLetter,
    context: LetterContext,
    identity: MailIdentity,
    *,
    rules: AnyRules | None,
    tokens: LetterTokens,
) -> RenderedLetter:
    """
    *letter* rendered and signed, ready to be sent.

    :param rules: of the letter's game, if it has one.
    """
    message_id = identity.letter_id(letter.key)
    content_id = message_id.strip("<>")
    foot = foot_of(context, identity, tokens)
    plan = Plan(letter.created_at, content_id, bool(tokens.reply_token), foot)
    view = letter_view(context, plan, identity.url)
    view = replace(view, subject=one_line(_rendered(identity, letter.kind, "subject", view)))
    board = _board(context)
    if board:
        view = replace(view, picture=f"board.{content_id}", picture_width=board.width)
    images = [_image(view.picture, board)] if board else []
    images += _small_boards(context, view)
    settled = LetterDetails(message_id, view.subject, foot, tokens)
    message = written(
        fields(letter.created_at, context, identity, settled),
        laid_out(_rendered(identity, letter.kind, "txt", view), rules),
        _INLINER.inline(_rendered(identity, letter.kind, "html", view)),
        images,
    )
    signed = identity.signer.signed(message) if identity.signer else message
    return RenderedLetter(signed, message_id, context.recipient)


def _rendered(identity: MailIdentity, kind: str, ending: str, view: LetterView) -> str:
    text = identity.templates.get_template(f"mail/{kind}.{ending}").render(letter=view)
    # A lone surrogate, wherever it came from, must not hold a letter back.
    return text.encode("utf-8", "replace").decode()


def _board(context: LetterContext) -> Picture | None:
    """The board as a picture, if the letter shows one."""
    game = context.game
    is_shown = context.is_tried or context.facts.get("has_board")
    if game is None or (context.kind in _WITHOUT_BOARD and not is_shown):
        return None
    return picture(game.scene, flipped=is_flipped(game), last=game.last)


def _small_boards(context: LetterContext, view: LetterView) -> Iterator[Image]:
    """The pictures of earlier boards that the letter shows."""
    boards = {board.turn_number: board for board in context.boards}
    for passage in view.since.passages:
        if passage.board and context.game:
            past = boards[passage.turn.number]
            drawn = picture(past.scene, flipped=is_flipped(context.game), last=past.last)
            yield _image(passage.board.picture, drawn)


def _image(content_id: str, drawn: Picture) -> Image:
    return Image(content_id, f"{content_id.partition('.')[0]}.png", drawn.encoded)
