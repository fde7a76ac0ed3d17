"""Text with `format=flowed` (RFC 3676): lines that a client broke with a space at the end are put together again."""

_SIGNATURE = "-- "
_LONGEST = 20_000


def unflowed(text: str, *, joins: bool) -> str:
    """
    *text* with its soft line breaks undone, quotes kept apart by their depth.

    :param joins: whether the space at the end of a broken line is to be dropped (`delsp=yes`).
    """
    paragraphs: list[str] = []
    pending, pending_depth = "", -1
    for line in text.replace("\r\n", "\n").split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        content = line[depth:].removeprefix(" ")
        if pending and depth == pending_depth and content != _SIGNATURE and len(pending) < _LONGEST:
            content, pending = pending + content, ""
        elif pending:
            paragraphs.append(_quoted(pending, pending_depth))
            pending = ""
        if content.endswith(" ") and content != _SIGNATURE:
            pending, pending_depth = (content[:-1] if joins else content), depth
        else:
            paragraphs.append(_quoted(content, depth))
    if pending:
        paragraphs.append(_quoted(pending, pending_depth))
    return "\n".join(paragraphs)


def _quoted(content: str, depth: int) -> str:
    return f"{'>' * depth} {content}" if depth else content
