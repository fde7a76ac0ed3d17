"""The HTML of a mail as text, without the quotations and signatures that known mail programs mark."""

import re
from dataclasses import dataclass, field
from enum import Enum

from selectolax.lexbor import LexborHTMLParser, LexborNode

from corr.mail.reading.words.vocabulary import word_set

HARD_END = "\ue000"
"""A line that stands where a mail program's own mark says that everything from there on is quoted."""
MARKER = re.compile(r"#[a-z0-9]{6,10}#")
"""The mark in the first line of every letter of ours, which survives changes of the words around it."""
SOFT_QUOTE = "> \ue001"
"""A line that stands for a quoted block; own words may follow below it."""
STRUCK = "\ue002"
"""The sign of the lines ahead of the text that hold what its writer struck through."""

_QUOTES = word_set("html.quotes")
_UNTIL_END = word_set("html.until_end")
_DROPPED = word_set("html.dropped")
_RENAMED = re.compile(r"^(?:x_|ecx|m_-?\d{1,30}_?|ydp[0-9a-z]{1,20}?(?=yahoo|signature))+")
"""Prefixes that services put before class names when they clean HTML."""
_UNSEEN = word_set("html.unseen_tags")
_BLOCKS = word_set("html.block_tags")
_PARAGRAPHS = word_set("html.paragraph_tags")
# Outlook separates the answer from the quoted mail only by a block with a line above it.
_RULED_OFF = re.compile(
    r"border\s*:\s*(?:none|0|medium none)[^;]{0,20};\s*border-top\s*:[^;]{0,30}solid|"
    r"border-top\s*:\s*(?:solid|1(?:\.0)?p[xt] solid|#[0-9a-f]{3,6} 1(?:\.0)?p[xt] solid|solid 1p[xt]) ?#?|"
    r"border-width\s*:\s*1(?:\.0)?p[xt] (?:medium|0|0px|0pt|none)",
    re.IGNORECASE,
)
# What mail programs make of a paragraph that is moved to the right; a quotation has a line at its left, or a sign.
_INDENTED = re.compile(
    r"\s*margin\s*:(?:\s*0(?:px)?){3}\s+\d{1,3}px\s*;\s*border\s*:\s*(?:none|medium|medium none|0(?:px)?)\s*;"
    r"\s*padding\s*:\s*0(?:px)?\s*;?\s*|\s*margin-top\s*:\s*0(?:px)?\s*;\s*margin-bottom\s*:\s*0(?:px)?\s*;?\s*",
    re.IGNORECASE,
)
_INDENTING = "webkit-indent-blockquote"
_STYLE = 500
_STRIKING = frozenset({"s", "strike", "del"})
_STRUCK_THROUGH = re.compile(r"(?:^|[;\s])text-decoration(?:-line)?\s*:[^;]{0,40}line-through", re.IGNORECASE)
_HIDDEN = re.compile(
    r"(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)",
    re.IGNORECASE,
)
_SPACES = re.compile(r"[ \t\r\n\f]+")
_BLANKS = re.compile(r"\n{3,}")
_LINE = "\n"
_QUOTED_LINES = 300
_QUOTED_LENGTH = 20_000
"""The most text of quotations that is kept, to show what was cut off."""
_STRUCK_LENGTH = 300
_MOST_STRUCK = 50
"""The most elements that are struck through that are kept, and the most letters of each."""
_MARKS = re.compile("[\ue000-\ue002]")
_NESTING = re.compile(
    r"<(/?)(?!(?:p|li|br|hr|img|td|th|tr|tbody|meta|link|input|col|dd|dt|option)\b)[a-z]", re.IGNORECASE
)
_DEEPEST = 2000


class _End(Enum):
    """The mark on the stack for the end of a quoted block."""

    OF_QUOTE = "quote"


@dataclass(slots=True)
class _Text:
    """The text, while the tree is walked."""

    pieces: list[str] = field(default_factory=list)
    depth: int = 0
    """The number of quoted blocks around the present node."""
    quoted: list[str] = field(default_factory=list)
    """The text of the present quoted block."""
    struck: list[str] = field(default_factory=list)
    """What is struck through and not quoted, element by element."""
    is_ended: bool = False
    """Whether all the rest is quoted."""

    def append(self, text: str) -> None:
        """Add *text*; at the beginning of a line, a new block adds no line, and blanks are left out."""
        pieces = self.quoted if self.depth else self.pieces
        if text not in {"", " ", _LINE} or not pieces or pieces[-1][-1:] != "\n":
            pieces.append(text)

    def end(self) -> None:
        """Say that all the rest is quoted."""
        self.pieces.append(f"\n{HARD_END}\n")
        self.is_ended = True

    def break_line(self) -> None:
        """End the line, even an empty one."""
        (self.quoted if self.depth else self.pieces).append(_LINE)

    def leave_quote(self) -> None:
        """Add a quoted block line by line, each with its sign; the last one is short, as nothing was broken off it."""
        self.depth -= 1
        if self.depth:
            return
        lines = "".join(self.quoted)[:_QUOTED_LENGTH].split("\n")[:_QUOTED_LINES]
        kept = [f"> {line.strip()}" for line in lines if line.strip()]
        self.pieces.append("\n".join(["", *kept, SOFT_QUOTE, ""]))
        self.quoted = []


def text_of_html(html: str) -> str:
    """
    The visible text of *html*, block by block, as a mail of plain text would have it.

    Lines of quoted blocks have the sign of a quote, `SOFT_QUOTE` below them; what follows `HARD_END` is all quoted.
    What is struck through stands ahead, in lines that begin with `STRUCK`.
    """
    # The parser needs seconds for tens of thousands of nested blocks, which no mail program writes.
    if _depth(html) > _DEEPEST:
        return ""
    body = LexborHTMLParser(_MARKS.sub("", html)).body
    if body is None:
        return ""
    text = _walked(body)
    lines = (line.strip(" ") for line in "".join(text.pieces).split("\n"))
    words = _BLANKS.sub("\n\n", "\n".join(lines)).strip("\n")
    return "".join(f"{STRUCK}{one}\n" for one in text.struck) + words


def _depth(html: str) -> int:
    depth = deepest = 0
    for tag in _NESTING.finditer(html):
        depth = max(0, depth - 1) if tag[1] else depth + 1
        deepest = max(deepest, depth)
    return deepest


def _walked(root: LexborNode) -> _Text:
    """The text of everything below *root*; without recursion, since mails may be nested deeply."""
    text = _Text()
    stack: list[LexborNode | str | _End] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, _End):
            text.leave_quote()
        elif isinstance(node, str):
            text.append(node)
        elif node.is_text_node:
            text.append(_words(node))
        elif node.is_element_node:
            _enter(node, text, stack)
    return text


def _enter(node: LexborNode, text: _Text, stack: list[LexborNode | str | _End]) -> None:
    """Add an element, and put its children on *stack*."""
    tag = node.tag or ""
    attributes = node.attributes
    names = {_RENAMED.sub("", name) for name in _names(attributes)} if attributes else frozenset()
    style = (attributes.get("style") or "")[:_STYLE].replace("\n", " ")
    if tag in _UNSEEN or (names & _DROPPED):
        return
    if not text.depth and (names & _UNTIL_END or (tag == "div" and _RULED_OFF.search(style))):
        text.end()
    is_struck = tag in _STRIKING or _STRUCK_THROUGH.search(style) is not None
    if is_struck or "hidden" in attributes or _HIDDEN.search(style):
        # What clients hide or people strike out is not said; but it may be where a letter of ours begins.
        if not text.depth and MARKER.search(node.text() or ""):
            text.end()
        elif is_struck and not (text.depth or text.is_ended) and len(text.struck) < _MOST_STRUCK:
            text.struck.append(" ".join((node.text() or "").split())[:_STRUCK_LENGTH])
        return
    is_block = tag == "blockquote" and not _is_indented(attributes, style)
    if is_block or names & _QUOTES or any("yahoo_quoted" in name for name in names):
        text.depth += 1
        stack.append(_End.OF_QUOTE)
    if tag == "br":
        text.break_line()
        return
    before, after = _edges(tag)
    text.append(before)
    stack.append(after)
    stack += reversed(_children(node))


def _is_indented(attributes: dict[str, str | None], style: str) -> bool:
    """Whether a block that could be a quotation is only moved to the right by its writer."""
    is_plain = attributes.keys() <= {"style", "dir", "class"} and attributes.get("class") in {None, _INDENTING}
    return is_plain and _INDENTED.fullmatch(style) is not None


def _names(attributes: dict[str, str | None]) -> list[str]:
    """The names of an element in all attributes that mail programs use for it."""
    # The only name that one web mail program gives its quoted block.
    name = "yahoo_quoted" if attributes.get("name") == "quote" else attributes.get("name") or ""
    return [
        *(attributes.get("class") or "").split(),
        attributes.get("id") or "",
        name,
        attributes.get("data-marker") or "",
    ]


def _words(node: LexborNode) -> str:
    text = node.text_content or ""
    parent = node.parent
    return text if parent is not None and parent.tag == "pre" else _SPACES.sub(" ", text)


def _edges(tag: str) -> tuple[str, str]:
    """The text before and after an element."""
    if tag == "li":
        return "\n- ", "\n"
    if tag in _PARAGRAPHS:
        return "\n\n", "\n\n"
    if tag in _BLOCKS:
        return _LINE, _LINE
    return ("", " ") if tag in {"td", "th"} else ("", "")


def _children(node: LexborNode) -> list[LexborNode]:
    children = []
    child = node.child
    while child is not None:
        children.append(child)
        child = child.next
    return children
