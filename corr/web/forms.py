"""
Fields of forms and values in addresses, checked so that nothing malformed reaches a use case.

A field comes once, is text that can be stored, and is not too long; line ends become plain.
"""

import re
from collections.abc import Mapping
from hashlib import sha256
from urllib.parse import unquote_to_bytes, urlencode

from flask import request
from werkzeug.datastructures import MultiDict

from corr.errors import InputError
from corr.game.history import LONGEST_REASON

TURN_LENGTH = 4000
"""Characters of a turn in a form or an address: more than any turn has, so that the refusal speaks of the turn."""
_KEY_LENGTH = 60
_DIGEST_LENGTH = 16
UNSAID = frozenset({"csrf", "order_key", "version", "act"})
"""Fields that say nothing of what is ordered."""
_TICK_LENGTH = 20
_MOST_PICKS = 40
_PICK_LENGTH = 20
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_GAME = re.compile(r"[a-z0-9]{1,16}", re.ASCII)
UNREADABLE = "\N{REPLACEMENT CHARACTER}"
"""What stands for each letter that could not be read."""
_URLENCODED = "application/x-www-form-urlencoded"
LABELS: Mapping[str, str] = {
    "text": "What you wrote", "words": "Your message", "message": "Your message", "reason": "Reason", "name": "Name",
    "title": "Title", "description": "Description", "names": "Names", "roster": "Roster", "opponent": "Opponent",
    "days": "Days",
}  # fmt: skip
"""The labels of fields in which people write."""
_CONTROL = re.compile(r"[\x00-\x08\x0B-\x1F\x7F-\x9F\uD800-\uDFFF]")
"""Control characters but for tabs and line ends, and halves of characters."""


class UnreadableFormError(InputError):
    """A form is no text in UTF-8."""


def check_encoding() -> None:
    """
    Refuse the query of an address, or a form, that is no text in UTF-8: what reads them would put other words into it.

    :raises UnreadableFormError: the form is none.
    :raises InputError: the query is none.
    """
    is_form = request.mimetype == _URLENCODED
    form = request.get_data() if is_form else b""
    for what, sent, kind in (("address", request.query_string, InputError), ("form", form, UnreadableFormError)):
        try:
            unquote_to_bytes(sent).decode()
        except UnicodeDecodeError as fault:
            raise kind(f"This {what} is not readable as text in UTF-8.") from fault


def as_written(value: str) -> str:
    """What was written in a field, as it can be shown: without control characters, with plain line ends."""
    return _CONTROL.sub("", _with_plain_ends(value))


def field(name: str, longest: int, *, missing: str | None = "") -> str:
    """
    A field of the posted form on one line, without spaces around it.

    :param missing: the value of a field that did not come; None if it has to come.
    :raises InputError: it is missing, came twice, is too long, or has characters that nobody types.
    """
    return " ".join(_read(request.form, name, longest, missing).split())


def text_field(name: str, longest: int) -> str:
    """
    A field of the posted form that may have several lines.

    :raises InputError: as `field`.
    """
    return _read(request.form, name, longest, "").strip()


def is_ticked(name: str) -> bool:
    """
    Whether a box of the posted form is ticked; browsers do not send one that is not.

    :raises InputError: it has another value than "yes", or as `field`.
    """
    word = field(name, _TICK_LENGTH)
    if word not in {"", "yes"}:
        raise InputError(f"“{name}” is “yes”, or is left out.", field=name)
    return word == "yes"


def is_game_id(text: str) -> bool:
    """Whether *text* may stand in an address as the id of a game."""
    return _GAME.fullmatch(text) is not None


def reason() -> str:
    """
    The reason for an act, from the posted form; somewhat longer than it may be, so that the refusal speaks of it.

    :raises InputError: as `field`.
    """
    return field("reason", LONGEST_REASON + 100)


def number_field(name: str) -> int:
    """
    A whole number from the posted form, from 0.

    :raises InputError: it is missing or is no such number.
    """
    return _number(name, _read(request.form, name, 20, None))


def seen_offer() -> int | None:
    """
    The id of the draw offer that the page with the posted form showed; None if it showed none, or is of an old kind.

    :raises InputError: it is no id.
    """
    text = _read(request.form, "seen_offer", 20, "")
    return _number("seen_offer", text) if text else None


def order_key() -> str:
    """
    The key of the posted form, which tells a second click from a second order.

    :raises InputError: it is missing, or as `field`.
    """
    key = find_order_key()
    if key is None:
        raise InputError("The key of this form is missing; please load the page again.", field="order_key")
    return key


def order_key_of_contents() -> str:
    """
    The same with a digest of what the form says: sent again with something else, it is another order.

    :raises InputError: as `order_key`.
    """
    said = [(name, words) for name, words in request.form.items(multi=True) if name not in UNSAID]
    digest = sha256(repr(sorted(said)).encode("utf-8", "surrogatepass"))
    for file in (file for files in request.files.listvalues() for file in files):
        # It may have been read already, or be read later.
        file.seek(0)
        digest.update(sha256(file.read()).digest())
        file.seek(0)
    return f"{order_key()} {digest.hexdigest()[:_DIGEST_LENGTH]}"


def find_order_key() -> str | None:
    """
    The same where a form without a key is an order of its own; None without one.

    :raises InputError: as `field`.
    """
    return field("order_key", _KEY_LENGTH) or None


def prefixed_fields(prefix: str, longest: int) -> Mapping[str, str]:
    """
    All fields of the posted form whose names begin with *prefix*, without it.

    :raises InputError: as `field`.
    """
    names = [name for name in request.form if name.startswith(prefix)]
    return {name.removeprefix(prefix): field(name, longest) for name in names}


def query(name: str, longest: int) -> str:
    """
    A value from the address.

    :raises InputError: as `field`.
    """
    return _read(request.args, name, longest, "").strip()


def prefixed_queries(prefix: str, longest: int) -> Mapping[str, str]:
    """
    All values from the address whose names begin with *prefix*, without it.

    :raises InputError: as `field`.
    """
    names = [name for name in request.args if name.startswith(prefix)]
    return {name.removeprefix(prefix): query(name, longest) for name in names}


def query_of(values: Mapping[str, str]) -> str:
    """The query of an address that has those of *values* which are not empty."""
    return urlencode({name: value for name, value in values.items() if value})


def query_number(name: str, missing: int) -> int:
    """
    A whole number from the address, from 0.

    :raises InputError: it is no such number.
    """
    text = _read(request.args, name, 20, "")
    return _number(name, text) if text else missing


def page_number() -> int:
    """
    The page of a long list that the address asks for; the list takes a number beyond its ends for the nearest page.

    :raises InputError: it is no number.
    """
    return query_number("page", 1)


def picks() -> tuple[str, ...]:
    """
    The picks of an unfinished action, from the address.

    :raises InputError: there are too many, or as `field`.
    """
    values = request.args.getlist("pick")
    if len(values) > _MOST_PICKS:
        told = f"“pick” stands in the address {len(values)} times; at most {_MOST_PICKS} are possible."
        raise InputError(told, field="pick")
    return tuple(_checked("pick", value, _PICK_LENGTH) for value in values)


def readable(text: str, longest: int) -> str:
    """
    A part of the address that a person may have written.

    :raises InputError: it is too long, or has characters that nobody types.
    """
    return _checked("address", text, longest)


def _read(values: MultiDict[str, str], name: str, longest: int, missing: str | None) -> str:
    found = values.getlist(name)
    if len(found) > 1:
        raise InputError(f"{_named(name)} came {len(found)} times; it can be given once.", field=name)
    if not found:
        if missing is None:
            raise InputError(f"{_named(name)} is missing.", field=name)
        return missing
    return _checked(name, found[0], longest)


def _checked(name: str, value: str, longest: int) -> str:
    text = _with_plain_ends(value)
    if len(text) > longest:
        told = f"{_named(name)} has {len(text):,} characters, which is too many. Please shorten it."
        raise InputError(told, field=name)
    if UNREADABLE in text:
        raise InputError(f"{_named(name)} is not readable as text in UTF-8.", field=name)
    if found := _CONTROL.search(text):
        line = text.count("\n", 0, found.start()) + 1
        where = f" in line {line}" if "\n" in text else ""
        told = f"{_named(name)} holds a control character{where} (U+{ord(found[0]):04X}); leave it out."
        raise InputError(told, field=name)
    return text


def _named(name: str) -> str:
    return f"The field “{LABELS.get(name, name.replace('_', ' '))}”"


def _with_plain_ends(text: str) -> str:
    # Text processors copy their line breaks as U+000B.
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\v", "\n")


def _number(name: str, text: str) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise InputError(f"{_named(name)} has to be a whole number from 0, in at most nine digits.", field=name)
    return int(text)
