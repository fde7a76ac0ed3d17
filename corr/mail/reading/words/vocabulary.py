"""
The words of all languages, from the files in `corr/mail/reading/languages`: one for each, for a speaker to mend.

`lists.toml` beside them says what each list is for. Words count in any language, since nobody says in which one a mail
is written: a list here is that of all files together.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from corr.errors import ConfigError

FOLDER = Path(__file__).parents[1] / "languages"
_ABOUT = "lists.toml"
UNPARTED = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""A sign of a script that puts no spaces between words."""
_ACCENTS = re.compile("[\u0300-\u036f]")
_GAP = re.compile(r"\{([a-z_]+\.[a-z_]+)\}")


class WordListError(ConfigError):
    """A file of words that cannot be used; the sentence names the file and the key."""

    def __init__(self, file: str, fault: str) -> None:
        super().__init__(f"The words for reading mails cannot be used. {file}: {fault}.")


@dataclass(frozen=True, slots=True)
class WordLists:
    """The lists of all languages, by names such as "letters.greetings"."""

    entries: Mapping[str, Mapping[str, tuple[str, ...]]]
    """For each list and each language in it the entries."""
    patterns: frozenset[str]
    """The lists whose entries are regular expressions."""

    def all(self, name: str) -> list[str]:
        """The entries of a list in all languages, each once."""
        return list(dict.fromkeys(entry for entries in self.entries[name].values() for entry in entries))

    def pattern(self, template: str, flags: int = 0) -> re.Pattern[str]:
        """
        The pattern *template*, where "{letters.greetings}" stands for any one entry of that list.

        :raises WordListError: an entry is no regular expression.
        """
        try:
            return re.compile(_GAP.sub(lambda gap: f"(?:{'|'.join(self._alternatives(gap[1]))})", template), flags)
        except re.error:
            self.check_patterns(_GAP.findall(template))
            raise

    def check_patterns(self, names: Iterable[str]) -> None:
        """
        Refuse entries of lists that are no regular expressions, though they have to be.

        :raises WordListError: there is one.
        """
        for name in self.patterns.intersection(names):
            for language, entries in self.entries[name].items():
                for entry in entries:
                    try:
                        re.compile(entry)
                    except re.error as error:
                        raise WordListError(
                            f"{language}.toml", f"{name}: “{entry}” is not a pattern: {error}"
                        ) from None

    def _alternatives(self, name: str) -> list[str]:
        # Phones leave accents out.
        entries = list(dict.fromkeys(text for entry in self.all(name) for text in (entry, _without_accents(entry))))
        if name in self.patterns:
            return entries
        # The longest first, as one may begin like another.
        return [re.escape(entry) for entry in sorted(entries, key=len, reverse=True)]


def read_word_lists(folder: Path) -> WordLists:
    """
    The lists in the files of *folder*.

    :raises WordListError: one of them is malformed.
    """
    about = _read(folder / _ABOUT)
    kinds = {f"{section}.{name}": kind for section, lists in _tables(about) for name, kind in lists.items()}
    found: dict[str, dict[str, tuple[str, ...]]] = {name: {} for name in kinds}
    files = {path.stem: path for path in sorted(folder.glob("*.toml")) if path.name != _ABOUT}
    for language, path in files.items():
        for name, entries in _lists(path).items():
            if name not in found:
                raise WordListError(f"{language}.toml", f"{name}: there is no such list in {_ABOUT}")
            found[name][language] = entries
    return WordLists(found, frozenset(name for name, kind in kinds.items() if "patterns" in str(kind)))


def check_words() -> None:
    """
    Refuse words that the first mail would stumble over; it takes a tenth of a second.

    :raises WordListError: an entry that has to be a regular expression is none.
    """
    _shipped().check_patterns(_shipped().patterns)


def word_set(name: str) -> frozenset[str]:
    """The entries of a list in all languages."""
    return frozenset(_shipped().all(name))


def folded_word_set(name: str) -> frozenset[str]:
    """The same for words that were folded (`str.casefold`); without accents too, since phones leave them out."""
    folded = {word.casefold() for word in _shipped().all(name)}
    return frozenset(folded | {_without_accents(word) for word in folded})


def _without_accents(text: str) -> str:
    """*text* without accents on letters; the marks of other scripts stay."""
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", text)))


class WordPattern:
    """
    A pattern with the entries of lists in it, as `WordLists.pattern` makes it.

    It is compiled when it is first used: that takes long, and most processes never read a mail.
    """

    def __init__(self, template: str, flags: int = 0) -> None:
        self._template = template
        self._flags = flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern as Python has it."""
        return _shipped().pattern(self._template, self._flags)

    def search(self, text: str, at: int = 0) -> re.Match[str] | None:
        """The first place from *at* on where it matches."""
        return self.compiled.search(text, at)

    def match(self, text: str) -> re.Match[str] | None:
        """How it matches the beginning of *text*."""
        return self.compiled.match(text)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """How it matches all of *text*."""
        return self.compiled.fullmatch(text)

    def sub(self, replacement: str, text: str) -> str:
        """*text* with the replacement wherever it matches."""
        return self.compiled.sub(replacement, text)


@cache
def _shipped() -> WordLists:
    return read_word_lists(FOLDER)


def _read(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, RecursionError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WordListError(path.name, str(error)) from None


def _tables(content: Mapping[str, object]) -> list[tuple[str, dict[str, object]]]:
    return [(section, lists) for section, lists in content.items() if isinstance(lists, dict)]


def _lists(path: Path) -> dict[str, tuple[str, ...]]:
    """The lists in the file of a language."""
    content = _read(path)
    if not isinstance(content.pop("name", None), str):
        raise WordListError(path.name, "name: the language's name is missing")
    found: dict[str, tuple[str, ...]] = {}
    for section, lists in content.items():
        if not isinstance(lists, dict):
            raise WordListError(path.name, f"{section}: there is no such section in {_ABOUT}")
        for name, text in lists.items():
            if not isinstance(text, str) or not all(entries := _entries(text)):
                raise WordListError(path.name, f"{section}.{name}: a list is a text of entries, none of them empty")
            found[f"{section}.{name}"] = entries
    return found


def _entries(text: str) -> tuple[str, ...]:
    return tuple(text.strip().replace(",\n", "\n").replace("\n", ", ").split(", "))
