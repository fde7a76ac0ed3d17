"""The composition of a letter from a notice: header fields, text, HTML and pictures of boards."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from email.utils import format_datetime
from functools import partial
from pathlib import Path

from css_inline import CSSInliner
from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateNotFound, select_autoescape
from markupsafe import Markup

from corr.base.notices import NoticeKind
from corr.base.sentences import ENGLISH, Catalogue
from corr.base.tokens import new_token
from corr.game.views import GameView
from corr.mail.envelope_addresses import encoded_words, one_line, with_name
from corr.mail.letters.letter import Letter
from corr.mail.letters.letter_layout import FILTERS, in_zone, laid_out
from corr.mail.letters.mime import Field, Image, picture, written
from corr.mail.letters.since_last_turn import is_flipped
from corr.mail.mail_identity import MailIdentity
from corr.mail.queues.outbox import RenderedLetter
from corr.mail.reading.form.robots import INSTANCE_FIELD

_SHARED = ("parts", "challenges", "accounts", "seasons")
"""Templates with what several kinds of letters share."""
_ID = 900
"""The longest Message-ID of somebody else, in characters."""
_INLINER = CSSInliner(keep_style_tags=False, keep_at_rules=True, load_remote_stylesheets=False)


def fields(letter: Letter, identity: MailIdentity, subject: str) -> list[Field]:
    """
    The header fields of *letter*, without those of its parts; every value is one line of ASCII.

    Mail programs copy References into answers to anybody, so it holds only ids that give no right.
    """
    is_answer = letter.kind == NoticeKind.ANSWER
    token = letter.reply_token
    # The root of the thread, so that mail programs show all letters of a game together.
    root, parents = [identity.root_id(letter.game.id)] if letter.game else [], _parents(letter)
    found = [
        ("From", with_name(_sender(letter, identity), identity.sender_address)),
        ("To", with_name(letter.to.name, letter.to.address)),
        ("Reply-To", with_name(_reply_name(letter.game), identity.reply.address(token)) if token else ""),
        ("Subject", encoded_words(subject)),
        ("Date", format_datetime(letter.written_at)),
        ("Message-ID", letter.message_id),
        ("In-Reply-To", " ".join(parents or ([] if is_answer else root))),
        ("References", " ".join([*root, *parents])),
        *_list_fields(letter, identity),
        ("Auto-Submitted", "auto-replied" if is_answer else "auto-generated"),
        ("X-Auto-Response-Suppress", "All"),
        (INSTANCE_FIELD.title(), identity.domain),
    ]
    return [(name, value) for name, value in found if value]


def _list_fields(letter: Letter, identity: MailIdentity) -> list[Field]:
    """The fields for sorting and ending letters of a kind: RFC 2919, RFC 2369, RFC 8058."""
    if letter.category is None:
        return []
    named, token = ("List-Id", f"<{letter.category}.{identity.domain}>"), letter.unsubscribe_token
    if not token:
        return [named]
    by_mail = f"mailto:{identity.unsubscribe.address(token)}?subject=unsubscribe"
    return [
        named,
        ("List-Unsubscribe", f"<{letter.words.unsubscribe_url}>, <{by_mail}>"),
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
    ]


def _sender(letter: Letter, identity: MailIdentity) -> str:
    other = one_line(letter.words.opponent, 40) if letter.game and letter.game.you is not None else ""
    return f"{other} via {identity.sender_name}" if other else identity.sender_name


def _reply_name(game: GameView | None) -> str:
    if game is None:
        return "Reply to this letter"
    return "Reply with your turn" if game.may_play else "Reply to this game"


def _parents(letter: Letter) -> list[str]:
    """The Message-ID that the letter follows: of the mail that it answers, or of the letter before."""
    answered = one_line(str(letter.facts.get("in_reply_to", "")), _ID)
    # Somebody else has made it up, so it is used only if it is safe in a header.
    if answered.isascii() and "@" in answered and not set(answered) & set(" <>"):
        return [f"<{answered}>"]
    return [letter.previous_id] if letter.previous_id and letter.kind != NoticeKind.ANSWER else []


def filled(letter: Letter, identity: MailIdentity, form: str, subject: str = "") -> str:
    """The templates of *letter* filled: its subject, or one of its bodies; *form* is "subject", "txt" or "html"."""
    template = identity.templates.get_template(f"mail/{letter.kind}.{form}")
    forms = identity.templates.globals["forms"]
    assert isinstance(forms, dict)
    text = template.render(forms[form], letter=letter, subject=subject, layout=f"mail/layout.{form}")
    # A lone surrogate, wherever it came from, must not hold a letter back.
    return text.encode("utf-8", "replace").decode()


class _LetterLoader(FileSystemLoader):
    """Loads `kind.body` for `kind.txt`, `kind.html` and `kind.subject`: each sentence of a letter is written once."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        try:
            return super().get_source(environment, template)
        except TemplateNotFound:
            return super().get_source(environment, f"{template.rpartition('.')[0]}.body")


def mail_templates(folder: Path, catalogue: Catalogue = ENGLISH) -> Environment:
    """
    The environment of the templates of letters, which lie in `mail` below *folder*; *catalogue* has the sentences that
    they are given.

    Its global `forms` has what they get in each form: the marks of the form, and what letters share.
    """
    environment = Environment(
        loader=_LetterLoader(folder),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        # Templates come with the program and stay as they are while it runs.
        auto_reload=False,
    )
    environment.filters.update(FILTERS)
    environment.filters["in_zone"] = partial(in_zone, catalogue=catalogue)
    text, html = (_form(environment, ending) for ending in ("txt", "html"))
    environment.globals["forms"] = {"txt": text, "html": html, "subject": text}
    return environment


def _form(environment: Environment, ending: str) -> dict[str, object]:
    is_text = ending == "txt"
    marks = environment.get_template(f"mail/marks.{ending}").module
    form = {"is_text": is_text, "m": marks, "br": "" if is_text else Markup("<br>")}
    shared = {name: environment.get_template(f"mail/{name}.{ending}").make_module(form) for name in _SHARED}
    return form | shared


def compose_letter(letter: Letter, identity: MailIdentity) -> RenderedLetter:
    """*letter* rendered and signed, ready to be sent."""
    subject = one_line(filled(letter, identity, "subject"))
    message = written(
        fields(letter, identity, subject),
        laid_out(filled(letter, identity, "txt"), letter.rules),
        _INLINER.inline(filled(letter, identity, "html", subject)),
        list(_images(letter)),
    )
    signed = identity.signer.signed(message) if identity.signer else message
    rendered = RenderedLetter(signed, letter.message_id, letter.to.address)
    if letter.kind == NoticeKind.ANSWER and letter.claimed.game_id is None:
        # No bounce of an answer to somebody whose address is unproved is wanted.
        return rendered
    token = new_token()
    return replace(rendered, envelope_sender=identity.bounce.address(token), bounce_token=token)


def _images(letter: Letter) -> Iterator[Image]:
    """The pictures that the letter shows: the board, and earlier ones."""
    if letter.picture:
        yield Image(letter.words.picture_id, letter.picture.encoded)
    boards = {board.turn_number: board for board in letter.boards}
    for passage in letter.since.passages:
        if passage.board and letter.game:
            past = boards[passage.turn.number]
            flipped, theme = is_flipped(letter.game), letter.to.theme
            drawn = picture(past.scene, flipped=flipped, course=past.course, theme=theme)
            yield Image(passage.board.picture, drawn.encoded)
