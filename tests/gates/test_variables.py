"""Variables of the environment: what begins with CORR_ is a setting, so tests and benchmarks read others."""

import re

import pytest

from corr.config import read_settings
from corr.errors import ConfigError
from tests.gates import tree

_NAME = re.compile(r"\bCORR_[A-Z]\w+")
_OF_NO_SETTING = frozenset(
    {"CORR_LOGLEVEL", "CORR_NONSENSE_OF_A_TEST", "CORR_POXIES", "CORR_SECRET_KEY", "CORR_URLS"},
)
"""What tests set to see that it is refused or not handed on."""


def _settings() -> set[str]:
    with pytest.raises(ConfigError) as refused:
        read_settings({"CORR_NONSENSE_OF_A_TEST": "x"})
    return set(_NAME.findall(refused.value.sentence.partition("There are:")[2]))


def test_what_looks_like_a_setting_is_one() -> None:
    settings, texts = _settings(), tree.everything("")

    used = {name: set(_NAME.findall(text)) for name, text in texts.items() if not name.endswith("/test_variables.py")}
    foreign = {
        f"{name}: {word}"
        for name, words in used.items()
        for word in words - (_OF_NO_SETTING if name.startswith("tests/") else set())
        if word.removesuffix("_FILE") not in settings and word not in settings
    }

    assert {name.partition("/")[0] for name, words in used.items() if words} >= {"README.md", "corr", "deploy", "tests"}
    assert foreign == set()
