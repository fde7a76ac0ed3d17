"""
Sentences in templates do not run into each other: a tag at a line's end takes the line's end with it, and a tag at a
line's beginning takes what stands before it.
"""

import re

from corr.resources import templates_folder

_TAGS = r"(?:\{%[^%]*%\}\s*?)"
_GLUED = re.compile(
    rf"[\w.,;:!?)}}’”](?:</(?:a|b|bdi|em|i)>)*{_TAGS}*\{{%-?\s*end(?:if|for)\s*-?%\}}\n\s*\{{%-?\s*(?:if|for)[^%]*%\}}[\w({{“‘]"
)
_GLUED_IN_LINE = re.compile(r"[a-z][.!?]\{%\s*end(?:if|for)\s*%\}\{%\s*(?:if|for)[^%]*%\}\w")


def test_no_tag_takes_the_space_between_two_sentences() -> None:
    found = [
        f"{path.name}: {glued[0]}"
        for path in sorted(templates_folder().rglob("*"))
        if path.is_file()
        for pattern in (_GLUED, _GLUED_IN_LINE)
        for glued in pattern.finditer(path.read_text())
    ]

    assert found == []
