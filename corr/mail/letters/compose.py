"""A notice as a letter: headers, text, HTML and pictures of boards, from the templates of letters."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from css_inline import CSSInliner
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from corr.base.notices import NoticeKind
from corr.games.api import AnyRules
from corr.mail.envelope_addresses import one_line
from corr.mail.letters import letter_headers
from corr.mail.letters.letterview import LetterTokens, LetterView, Plan, foot_of, letter_view
from corr.mail.letters.mime import Image, Picture, picture, written
from corr.mail.letters.since_last_turn import is_flipped
from corr.mail.letters.wording import FILTERS, laid_out
from corr.mail.mail_site import Post
from corr.mail.queues.letter_facts import LetterContext
from corr.mail.queues.outbox import ClaimedLetter, RenderedLetter

_INLINER = CSSInliner(keep_style_tags=False, keep_at_rules=True, load_remote_stylesheets=False)
_WITHOUT_BOARD = frozenset({NoticeKind.ANSWER, NoticeKind.HELD})
"""Letters that show the board only if their facts say so, or if they ask about a turn."""


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
    letter: ClaimedLetter, context: LetterContext, post: Post, *, rules: AnyRules | None, tokens: LetterTokens
) -> RenderedLetter:
    """
    *letter* ready to be sent.

    :param rules: of the letter's game, if it has one.
    """
    message_id = post.letter_id(letter.key)
    content_id = message_id.strip("<>")
    foot = foot_of(context, post, tokens)
    plan = Plan(letter.created_at, content_id, bool(tokens.reply_token), foot)
    view = letter_view(context, plan, post.url)
    view = replace(view, subject=one_line(_rendered(post, letter.kind, "subject", view)))
    board = _board(context)
    if board:
        view = replace(view, picture=f"board.{content_id}", picture_width=board.width)
    images = [_image(view.picture, board)] if board else []
    images += _small_boards(context, view)
    settled = letter_headers.Settled(message_id, view.subject, foot, tokens)
    message = written(
        letter_headers.fields(letter.created_at, context, post, settled),
        laid_out(_rendered(post, letter.kind, "txt", view), rules),
        _INLINER.inline(_rendered(post, letter.kind, "html", view)),
        images,
    )
    signed = post.signer.signed(message) if post.signer else message
    return RenderedLetter(signed, message_id, context.recipient)


def _rendered(post: Post, kind: str, ending: str, view: LetterView) -> str:
    text = post.templates.get_template(f"mail/{kind}.{ending}").render(letter=view)
    # Half a sign, wherever it came from, must not hold a letter back.
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
