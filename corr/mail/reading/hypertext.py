"""The HTML of a mail as text, with what the known clients quote or sign left out."""

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

HARD_END = "\ue000"
"""Stands alone on a line where a client's own mark says: from here on all is quoted."""
SOFT_QUOTE = "> \ue001"
"""Stands alone on a line in place of a quoted block; own words may follow below it."""

_QUOTES = frozenset(
    [
        "yahoo_quoted",
        "protonmail_quote",
        "zmail_extra",
        "front-blockquote",
        "tutanota_quote",
        "AppleOriginalContents",
        "moz-forward-container",
        "mail-editor-reference-message-container",
        "ms-outlook-mobile-reference-message",
        "ms-outlook-mobile-body-separator-line",
    ]
)
_UNTIL_END = frozenset(
    [
        "divRplyFwdMsg",
        "x_divRplyFwdMsg",
        "appendonsend",
        "x_appendonsend",
        "stopSpelling",
        "isForwardContent",
        "OLK_SRC_BODY_SECTION",
        "mail-editor-reference-message-container",
    ]
)
_DROPPED = frozenset(
    [
        "gmail_attr",
        "moz-cite-prefix",
        "moz-email-headers-table",
        "gmail_signature",
        "moz-signature",
        "protonmail_signature_block",
        "ymail_android_signature",
        "ms-outlook-mobile-signature",
        "AppleMailSignature",
        "yahoo-signature",
        "composer_signature",
        "Signature",
        "signature",
    ]
)
_UNSEEN = frozenset(
    [
        "script",
        "style",
        "head",
        "title",
        "template",
        "noscript",
        "svg",
        "math",
        "object",
        "iframe",
        "select",
    ]
)
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "body",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "pre",
        "section",
        "tbody",
        "thead",
        "tr",
    ]
)
_PARAGRAPHS = frozenset(
    [
        "p",
        "ul",
        "ol",
        "table",
    ]
)
# Outlook parts the mail that it answers from the answer by a line above a block, and by nothing else.
_RULED_OFF = re.compile(r"border\s*:\s*none\s*;\s*border-top\s*:\s*solid|border-top\s*:\s*(?:solid|1px solid) #")
_STYLE = 500
_SPACES = re.compile(r"[ \t\r\n\f]+")
_BLANKS = re.compile(r"\n{3,}")
_LINE = "\n"
_MARKS = re.compile("[\ue000\ue001]")
_NESTING = re.compile(
    r"<(/?)(?!(?:p|li|br|hr|img|td|th|tr|tbody|meta|link|input|col|dd|dt|option)\b)[a-z]", re.IGNORECASE
)
_DEEPEST = 2000


def text_of_html(html: str) -> str:
    """The visible text of *html*, block by block; quoted blocks are replaced by `SOFT_QUOTE` or `HARD_END`."""
    # The parser needs seconds for tens of thousands of blocks within each other, which no client writes.
    if _depth(html) > _DEEPEST:
        return ""
    body = LexborHTMLParser(_MARKS.sub("", html)).body
    if body is None:
        return ""
    lines = (line.strip(" ") for line in "".join(_pieces(body)).split("\n"))
    return _BLANKS.sub("\n\n", "\n".join(lines)).strip("\n")


def _depth(html: str) -> int:
    depth = deepest = 0
    for tag in _NESTING.finditer(html):
        depth = max(0, depth - 1) if tag[1] else depth + 1
        deepest = max(deepest, depth)
    return deepest


def _pieces(root: LexborNode) -> list[str]:
    """The text of everything below *root*, without recursion, as mails may be nested as deeply as they like."""
    pieces: list[str] = []
    stack: list[LexborNode | str] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            _append(pieces, node)
        elif node.is_text_node:
            _append(pieces, _words(node))
        elif node.is_element_node and not _enter(node, pieces, stack):
            break
    return pieces


def _enter(node: LexborNode, pieces: list[str], stack: list[LexborNode | str]) -> bool:
    """Take in an element and put what is within on *stack*; False where all that follows is quoted."""
    tag = node.tag or ""
    attributes = node.attributes
    names = {*(attributes.get("class") or "").split(), attributes.get("id") or ""}
    style = (attributes.get("style") or "")[:_STYLE].replace("\n", " ")
    if names & _UNTIL_END or (tag == "div" and _RULED_OFF.search(style)):
        pieces.append(f"\n{HARD_END}\n")
        return False
    if tag == "blockquote" or names & _QUOTES or (tag == "div" and attributes.get("name") == "quote"):
        pieces.append(f"\n{SOFT_QUOTE}\n")
    elif tag == "br":
        pieces.append(_LINE)
    elif tag not in _UNSEEN and not names & _DROPPED:
        before, after = _edges(tag)
        _append(pieces, before)
        stack.append(after)
        stack += reversed(_children(node))
    return True


def _append(pieces: list[str], text: str) -> None:
    """Add *text*; where a line has just begun, blocks begin no other one and blanks are not seen."""
    if text not in {"", " ", _LINE} or not pieces or pieces[-1][-1:] != "\n":
        pieces.append(text)


def _words(node: LexborNode) -> str:
    text = node.text_content or ""
    parent = node.parent
    return text if parent is not None and parent.tag == "pre" else _SPACES.sub(" ", text)


def _edges(tag: str) -> tuple[str, str]:
    """What the text has before and after an element."""
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
