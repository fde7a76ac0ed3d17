"""
The reader of league files, which reports every fault with its line and key. Only this module imports the YAML library.

Only the parts of YAML that people need are accepted: keys, texts, lists of texts, and keys within keys. So `no` stays
a text, and `1:30` is not a number of seconds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import yaml

from corr.base.time_zones import read_zone, zone_of
from corr.core.pace import Pace
from corr.errors import InputError
from corr.games.notation import shown
from corr.games.registry import Registry
from corr.leagues.acts.league_changes import MOST_ORGANISERS
from corr.leagues.rules.league_file import ALL_KEYS, DESCRIPTION, ID, NAME, ORGANISERS, ZONE, LeagueFile
from corr.leagues.rules.setting_table import OPTIONS
from corr.leagues.rules.settings import Dates
from corr.leagues.rules.settings_conversion import dates_on, settings_on
from corr.leagues.rules.typed_values import SettingFault, SettingReader
from corr.leagues.seasons.league_founding import read_description, read_league_id
from corr.leagues.seasons.season_opening import date_faults
from corr.players.names import read_league_name

LARGEST = 256 * 1024
"""The most bytes of a file."""
_MOST_PARTS = 2000
_DEEPEST = 3
_PARTS = {
    OPTIONS: "The options of the game stand below it, each with its value on a line of its own and indented.",
    "points": "It has keys below it, each on a line of its own and indented, such as “  win: 1”.",
}
"""Keys that have others below them, with the sentence for a file that has a value there."""
_LISTED = "“corr league schema” lists all that there are"


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys and values of a file."""

    typed: dict[str, str | list[str]] = field(default_factory=dict)
    """The values by the paths of their keys, such as "points.win"."""
    lines: dict[str, int] = field(default_factory=dict)
    """The line of each key, also of those with others below them."""
    faults: list[SettingFault] = field(default_factory=list)
    """Keys that cannot be used."""

    def refusal(self, faults: Sequence[SettingFault]) -> InputError:
        """One refusal for all *faults*, in the order of the file, each with its line and key."""
        told = sorted(dict.fromkeys(faults), key=lambda fault: self._line(fault.field) or 0)
        return InputError("\n".join(map(self._sentence, told)), field=told[0].field)

    def _line(self, path: str) -> int | None:
        """The line of a key, or of the nearest key above it; None if there is neither."""
        while path and path not in self.lines:
            path = path.rpartition(".")[0]
        return self.lines.get(path)

    def _sentence(self, fault: SettingFault) -> str:
        line = self._line(fault.field)
        key = f"key {fault.field}: {fault.sentence}" if fault.field else fault.sentence
        return key[:1].upper() + key[1:] if line is None else f"Line {line}, {key}"


def read_league_file(body: bytes, registry: Registry, now: datetime | None) -> tuple[LeagueFile, Keys]:
    """
    The league that a file describes, and its keys for further refusals.

    :param now: the moment after which all dates have to lie; None if that does not matter.
    :raises InputError: the file cannot be used; the sentence has a line for each fault, with its line and key.
    """
    keys = read_keys(body)
    typed = {path: words for path, words in keys.typed.items() if path not in _PARTS or words}
    sheet = SettingReader(typed)
    sheet.faults += keys.faults
    _check_keys(sheet)
    settings = settings_on(sheet, registry)
    dates = _dates(sheet, settings.terms.pace, now)
    league_id = sheet.read(ID, read_league_id, "") if typed.get(ID) else ""
    name, description = _name(sheet), sheet.read(DESCRIPTION, read_description, "")
    organisers: tuple[str, ...] = sheet.read_list(ORGANISERS, _organisers, ())
    if sheet.faults or dates is None:
        raise keys.refusal(sheet.faults)
    return LeagueFile(league_id, name, description, organisers, dates, settings), keys


def _check_keys(sheet: SettingReader) -> None:
    for part, sentence in _PARTS.items():
        if sheet.has(part):
            sheet.refuse(part, sentence)
    sheet.check_keys((*ALL_KEYS, *_PARTS), open_ended=OPTIONS, listed=_LISTED)


def _name(sheet: SettingReader) -> str:
    if not sheet.has(NAME):
        sheet.refuse(NAME, "What is the league called? Write, for example, “name: Summer Cup”.")
    return sheet.read(NAME, lambda text: read_league_name(text).name, "")


def _dates(sheet: SettingReader, pace: Pace, now: datetime | None) -> Dates | None:
    zone = sheet.read(ZONE, read_zone, "UTC")
    dates = dates_on(sheet, zone_of(zone))
    for fault in () if dates is None or now is None else date_faults(dates, pace, now):
        # One fault for each date is enough: a correction may mend the other too.
        if not sheet.has_fault(fault.field):
            sheet.refuse(fault.field, fault.sentence)
    return dates


def _organisers(words: Sequence[str]) -> tuple[str, ...]:
    if len(words) > MOST_ORGANISERS:
        raise InputError(f"A league has at most {MOST_ORGANISERS} organisers; these are {len(words)}.")
    return tuple(dict.fromkeys(words))


def read_keys(body: bytes) -> Keys:
    """
    The keys of a file with their values.

    :raises InputError: the file cannot be read; the sentence names the line.
    """
    keys, events = Keys(), _events(_text(body))
    first = next(events, None)
    if first is None or (isinstance(first, yaml.ScalarEvent) and not first.value):
        raise InputError("The file is empty. See “corr league sample” for one to begin with.")
    if not isinstance(first, yaml.MappingStartEvent):
        raise InputError("Line 1: the file holds keys with values, such as “name: Summer Cup”; this is something else.")
    _read_mapping(keys, events, ())
    for _ in events:
        pass
    return keys


def _text(body: bytes) -> str:
    if len(body) > LARGEST:
        raise InputError(f"The file of a league has at most {LARGEST // 1024} KB; this is larger.")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = body[: fault.start].count(b"\n") + 1
        raise InputError(f"Line {line}: the file is not written in UTF-8. Save it with that encoding.") from None


def _events(text: str) -> Iterator[yaml.Event]:
    """The events of the file's one document, up to a limit that no league needs."""
    documents = 0
    try:
        for number, event in enumerate(yaml.parse(text, Loader=yaml.SafeLoader)):
            documents += isinstance(event, yaml.DocumentStartEvent)
            _check_event(event, documents, number)
            if isinstance(event, yaml.NodeEvent | yaml.CollectionEndEvent):
                yield event
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        place = "The file" if mark is None else f"Line {mark.line + 1}, column {mark.column + 1}"
        raise InputError(f"{place}: this cannot be read as YAML ({shown(fault.problem or '')}).") from None
    except yaml.reader.ReaderError as fault:
        line = text.count("\n", 0, fault.position) + 1
        raise InputError(f"Line {line}: this cannot be read as YAML ({fault.reason}).") from None


def _check_event(event: yaml.Event, documents: int, number: int) -> None:
    """Refuse parts of YAML that a league does not need."""
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


def _read_mapping(keys: Keys, events: Iterator[yaml.Event], above: tuple[str, ...]) -> None:
    while isinstance(key := next(events), yaml.ScalarEvent) and key.value:
        path, line = ".".join([*above, key.value]), _line(key)
        if path in keys.lines:
            keys.faults.append(SettingFault(path, f"It stands in line {line} again. Delete one of the two."))
        keys.lines.setdefault(path, line)
        value = next(events)
        if isinstance(value, yaml.ScalarEvent):
            keys.typed[path] = value.value
        elif isinstance(value, yaml.SequenceStartEvent):
            keys.typed[path] = _read_list(events, path)
        elif len(above) + 1 >= _DEEPEST:
            raise InputError(f"Line {line}: the key “{shown(path)}” lies too deep within others.")
        else:
            _read_mapping(keys, events, (*above, key.value))
    if not isinstance(key, yaml.MappingEndEvent):
        raise InputError(f"Line {_line(key)}: a key is a plain word, such as “name”.")


def _read_list(events: Iterator[yaml.Event], path: str) -> list[str]:
    words = []
    while isinstance(event := next(events), yaml.ScalarEvent):
        words.append(event.value)
    if not isinstance(event, yaml.SequenceEndEvent):
        raise InputError(f"Line {_line(event)}: the list of “{shown(path)}” holds plain words and nothing else.")
    return words


def _line(event: yaml.Event) -> int:
    return 1 if event.start_mark is None else int(event.start_mark.line) + 1
