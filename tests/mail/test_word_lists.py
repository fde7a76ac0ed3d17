"""The files of words, one for each language: they are whole, and say what is wrong with them."""

import re
import shutil
from pathlib import Path

import pytest

from corr.mail.reading.words.vocabulary import FOLDER, WordListError, read_word_lists

LISTS = read_word_lists(FOLDER)
LANGUAGES = sorted({language for languages in LISTS.entries.values() for language in languages})
PACKAGE = FOLDER.parent


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_entry_of_a_language_is_a_pattern_or_a_phrase_without_blanks_around_it(language: str) -> None:
    for name, languages in LISTS.entries.items():
        for entry in languages.get(language, ()):
            assert entry.strip() == entry
            assert entry, name
            if name in LISTS.patterns:
                re.compile(entry)


def test_each_language_has_a_file_with_a_list_in_it() -> None:
    files = {path.stem for path in FOLDER.glob("*.toml")} - {"lists"}

    assert files == set(LANGUAGES)


def test_each_list_is_written_in_a_language_and_read_by_the_reader() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))

    for name, languages in LISTS.entries.items():
        assert languages, name
        assert f'"{name}"' in code or f"{{{name}}}" in code, name


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ('[letters]\ngreetings = "ahoj"', "xx.toml: name: the language's name is missing"),
        (
            'name = "X"\n[letters]\ngreatings = "ahoj"',
            "xx.toml: letters.greatings: there is no such list",
        ),
        ('name = "X"\n[leters]\ngreetings = "ahoj"', "xx.toml: leters.greetings: there is no such list"),
        ('name = "X"\ngreetings = "ahoj"', "xx.toml: greetings: there is no such section in lists.toml"),
        ('name = "X"\n[letters]\ngreetings = ["ahoj"]', "xx.toml: letters.greetings: a list is a text of entries"),
        ('name = "X"\n[letters]\ngreetings = ""', "xx.toml: letters.greetings: a list is a text of entries"),
        ('name = "X"\n[letters]\ngreetings = "ahoj, , čau"', "xx.toml: letters.greetings: a list is a text of entries"),
        ('name = "X"\n[letters\n', "xx.toml: "),
    ],
)
def test_a_file_that_is_wrong_is_refused_by_name_and_key(content: str, fault: str, tmp_path: Path) -> None:
    folder = _with_file(tmp_path, content)

    with pytest.raises(WordListError, match=re.escape(fault)):
        read_word_lists(folder)


def test_a_pattern_that_is_none_is_refused_by_name_and_key(tmp_path: Path) -> None:
    lists = read_word_lists(_with_file(tmp_path, "name = 'X'\n[doubt]\ntaking_back = 'zapome\\w+, (zruš'"))

    with pytest.raises(WordListError, match=re.escape("xx.toml: doubt.taking_back: “(zruš” is not a pattern")):
        lists.pattern(r"\b{doubt.taking_back}")


def test_every_pattern_can_be_checked_before_a_mail_comes(tmp_path: Path) -> None:
    lists = read_word_lists(_with_file(tmp_path, "name = 'X'\n[doubt]\ntaking_back = '(zruš'"))

    LISTS.check_patterns(LISTS.patterns)
    with pytest.raises(WordListError, match=re.escape("xx.toml: doubt.taking_back: “(zruš” is not a pattern")):
        lists.check_patterns(lists.patterns)


@pytest.mark.parametrize("content", [None, b"order = [", b"\xff", b"x = " + b"[" * 100_000])
def test_a_list_of_lists_that_is_wrong_is_refused_by_name(content: bytes | None, tmp_path: Path) -> None:
    folder = _with_file(tmp_path, "name = 'X'")
    (folder / "lists.toml").unlink()
    if content is not None:
        (folder / "lists.toml").write_bytes(content)

    with pytest.raises(WordListError, match=r"lists\.toml: "):
        read_word_lists(folder)


def test_entries_may_go_on_in_the_next_line_with_or_without_a_comma(tmp_path: Path) -> None:
    lists = read_word_lists(
        _with_file(tmp_path, "name = 'X'\n[letters]\ngreetings = '''\nahoj, čau,\ndobrý den\nhej'''")
    )

    assert lists.entries["letters.greetings"]["xx"] == ("ahoj", "čau", "dobrý den", "hej")


def _with_file(tmp_path: Path, content: str) -> Path:
    folder = tmp_path / "languages"
    shutil.copytree(FOLDER, folder)
    (folder / "xx.toml").write_text(content, encoding="utf-8")
    return folder
