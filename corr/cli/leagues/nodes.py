"""
YAML as keys and values, each value as the text that was typed. Only this module imports the library.

Only the parts of YAML that people need are accepted: keys, texts, lists of texts, and keys within keys. So `no` stays
a text, and `1:30` is not a number of seconds.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

from corr.errors import InputError
from corr.games.notation import shown
from corr.leagues.rules.typed_values import SettingFault

LARGEST = 256 * 1024
"""The most bytes of a file."""
_MOST_PARTS = 2000
_DEEPEST = 3
_TOML = re.compile(r"(?:[\w.-]+|\"[^\"]*\"|'[^']*')\s*=|\[[^\]]*\]\]?\s*(?:#|$)")
"""The beginning of the first line of a TOML file; no usable YAML file begins like that."""
_WRITE_YAML = (
    'this looks like TOML, and a league is written as YAML: “name: Summer Cup” instead of “name = "Summer Cup"”, and '
    "“points:” with indented lines below it instead of “[points]”. “corr league sample” prints a file to begin with."
)
_NO_SPACE = re.compile(r"\s*[\w.-]+\s*:([\u00a0\u2000-\u200a\u202f\u205f\u3000])")
"""A key whose colon is followed by a character that only looks like a space."""
_NO_COLON = "could not find expected ':'"
_PROBLEMS = (
    ("mapping values are not allowed", "a text with a colon and a space in it has to stand in quotation marks"),
    (_NO_COLON, "a key is followed by a colon and a space, such as “name: Summer Cup”"),
    ("character '\\t'", "there is a tab; write spaces instead"),
    ("unexpected end of stream", "a quotation mark or a bracket that was opened is not closed"),
    ("expected ',' or ']'", "a list that was opened with [ is not closed, or lacks a comma"),
    ("expected ',' or '}'", "a brace { that was opened is not closed; write each key on a line of its own"),
    ("unknown escape character", "a backslash in double quotation marks is written twice"),
    ("expected escape sequence", "a backslash in double quotation marks is written twice"),
    ("<document start>", "the lines of one part have to begin in the same column"),
    ("sequence entries", "a list that is written with hyphens begins in the line after its key"),
    ("chomping or indentation", "the line ends behind the |, and the text begins in the next one"),
    ("<block end>", "the lines of one part begin in the same column, and behind a closing quotation mark a line ends"),
    ("cannot start any token", "this sign cannot begin a text; put the text in quotation marks"),
)
"""Messages of the library, with what is wrong in words for people."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys and values of a file."""

    typed: dict[str, str | list[str]] = field(default_factory=dict)
    """The values by the paths of their keys, such as "points.win"."""
    lines: dict[str, int] = field(default_factory=dict)
    """The line of each key, also of those with others below them."""
    faults: list[SettingFault] = field(default_factory=list)
    """Keys that cannot be used."""


def read_keys(body: bytes) -> Keys:
    """
    The keys of a file with their values.

    :raises InputError: the file cannot be read; the sentence names the line.
    """
    text = _text(body)
    _expect_no_toml(text)
    try:
        events = _events(text)
        _expect_mapping(next(events, None))
        return _Parser(events).keys()
    except InputError as refused:
        # To YAML such a key is part of a text, so that the library may report it many lines below.
        raise InputError(_false_space(text) or refused.sentence) from None


def _text(body: bytes) -> str:
    """
    The file as text.

    :raises InputError: it is too large, or not in UTF-8.
    """
    if len(body) > LARGEST:
        raise InputError(f"The file of a league has at most {LARGEST // 1024} KB; this is larger.")
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = body[: fault.start].count(b"\n") + 1
        raise InputError(f"Line {line}: the file is not written in UTF-8. Save it with that encoding.") from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise InputError(f"Line {line} holds a sign that is no text (NUL). Save the file with the encoding UTF-8.")
    return text


def _false_space(text: str) -> str:
    """A sentence about the first key whose colon is followed by no real space; empty if there is none."""
    for number, line in enumerate(text.splitlines(), 1):
        if found := _NO_SPACE.match(line):
            sign = f"U+{ord(found[1]):04X}"
            return f"Line {number}: the space behind the colon only looks like one ({sign}); write it anew."
    return ""


def _expect_no_toml(text: str) -> None:
    """
    Refuse a file in TOML, which people easily take for YAML.

    :raises InputError: it looks like TOML.
    """
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if words and not words.startswith("#"):
            if _TOML.match(words):
                raise InputError(f"Line {number}: {_WRITE_YAML}")
            return


def _events(text: str) -> Iterator[yaml.Event]:
    """
    The events of the file's one document, up to a limit that no league needs.

    :raises InputError: it is no YAML, or uses a part of YAML that is not accepted.
    """
    documents = 0
    try:
        for number, event in enumerate(yaml.parse(text, Loader=yaml.SafeLoader)):
            documents += isinstance(event, yaml.DocumentStartEvent)
            _check_event(event, documents, number)
            if isinstance(event, yaml.NodeEvent | yaml.CollectionEndEvent):
                yield event
    except yaml.MarkedYAMLError as fault:
        raise InputError(_syntax_words(fault)) from None
    except yaml.reader.ReaderError as fault:
        line = text.count("\n", 0, fault.position) + 1
        raise InputError(f"Line {line} holds a sign that cannot be seen. Delete it and write the line anew.") from None


def _check_event(event: yaml.Event, documents: int, number: int) -> None:
    """
    Refuse parts of YAML that a league does not need.

    :raises InputError: the event is one of them.
    """
    line = _line(event)
    if documents > 1:
        raise InputError(f"Line {line}: a file holds one league; delete the line of three hyphens and what follows.")
    if number > _MOST_PARTS:
        raise InputError(f"Line {line}: no league has so many keys. Is this the right file?")
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
        raise InputError(
            f"Line {line}: texts with & and * are references in YAML, which are not used here. Quote them."
        )
    if getattr(event, "tag", None) is not None:
        raise InputError(
            f"Line {line}: tags with ! are not used here. Leave it out, or put the text in quotation marks."
        )


def _expect_mapping(event: yaml.Event | None) -> None:
    """
    Refuse a file that has no keys.

    :raises InputError: it is empty, or something else.
    """
    if event is None or (isinstance(event, yaml.ScalarEvent) and not event.value):
        raise InputError("The file is empty. See “corr league sample” for one to begin with.")
    if not isinstance(event, yaml.MappingStartEvent):
        raise InputError("Line 1: the file holds keys with values, such as “name: Summer Cup”; this is something else.")


class _Parser:
    """A parser of events; the first event, which opens the mapping, has been read already."""

    def __init__(self, events: Iterator[yaml.Event]) -> None:
        self._events = events
        self._keys = Keys()

    def keys(self) -> Keys:
        """All keys of the file."""
        self._read_mapping("", 1)
        for _ in self._events:
            pass
        return self._keys

    def _read_mapping(self, prefix: str, depth: int) -> None:
        while isinstance(event := next(self._events), yaml.ScalarEvent) and event.value:
            self._read_entry(f"{prefix}{event.value}", event, depth)
        if not isinstance(event, yaml.MappingEndEvent):
            raise InputError(f"Line {_line(event)}: a key is a plain word, such as “name”.")

    def _read_entry(self, path: str, key: yaml.ScalarEvent, depth: int) -> None:
        line = _line(key)
        if path in self._keys.lines:
            self._keys.faults.append(SettingFault(path, f"It stands in line {line} again. Delete one of the two."))
        else:
            self._keys.lines[path] = line
        value = next(self._events)
        if isinstance(value, yaml.ScalarEvent):
            self._keys.typed[path] = value.value
        elif isinstance(value, yaml.SequenceStartEvent):
            self._keys.typed[path] = self._read_list(path)
        elif depth >= _DEEPEST:
            raise InputError(f"Line {line}: the key “{shown(path)}” lies too deep within others.")
        else:
            self._read_mapping(f"{path}.", depth + 1)

    def _read_list(self, path: str) -> list[str]:
        words = []
        while isinstance(event := next(self._events), yaml.ScalarEvent):
            words.append(event.value)
        if not isinstance(event, yaml.SequenceEndEvent):
            raise InputError(f"Line {_line(event)}: the list of “{shown(path)}” holds plain words and nothing else.")
        return words


def _line(event: yaml.Event) -> int:
    return 1 if event.start_mark is None else int(event.start_mark.line) + 1


def _syntax_words(fault: yaml.MarkedYAMLError) -> str:
    problem = fault.problem or ""
    # If a colon is missing, the library notices it only on the next line.
    marks = (fault.problem_mark, fault.context_mark)
    mark = next(filter(None, marks[::-1] if _NO_COLON in problem else marks), None)
    place = "The file" if mark is None else f"Line {mark.line + 1}, column {mark.column + 1}"
    for sign, words in _PROBLEMS:
        if sign in problem:
            return f"{place}: {words}."
    return f"{place}: this cannot be read as YAML ({shown(problem)})."
