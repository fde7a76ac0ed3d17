"""
What cannot be undone, said within other words: "I think I should resign.", "accept draw?", "Chyba resign".

Nothing of it is done before it is confirmed, so it is found by the words of the command alone, in whatever sentence.
"""

import re

from corr.mail.reading.words.acts import Act

_LONGEST = 300
"""Letters of a sentence that is searched."""
# No letter of the Latin alphabet around a word, as it may stand among words that are not parted.
_MENTIONS = {
    Act.RESIGN: re.compile(
        r"(?<![a-z0-9_-])resign(?:s|ed|ing|ation)?(?![a-z0-9_-])(?! (?:myself|ourselves)\b)", re.IGNORECASE
    ),
    Act.ACCEPT_DRAW: re.compile(
        r"(?<![a-z])accept(?:ing)?(?: \w{1,12}){0,4} draw(?![a-z])|(?<![a-z])draw(?: \w{1,12}){0,3} accepted(?![a-z])",
        re.IGNORECASE,
    ),
    Act.CLAIM: re.compile(
        r"(?<![a-z])claim(?:ing)? (?:(?:the|this|a|my|our) )?(?:game|win|victory)(?![a-z])|"
        r"^\W*(?:\w+\W+){0,3}claim\W*$",
        re.IGNORECASE,
    ),
}
_OF_OTHERS = re.compile(
    r"\bresign\w* (?:as|from|over|after|in)\b|"
    r"\b(?:had|has|have|told|asked|forced|made|ought) to resign\b|\b(?:he|she|they|who)(?: \w+)? resign|"
    r"\bresign(?:ed|ation)\b",
    re.IGNORECASE,
)
"""Who leaves an office is no player who gives up a game."""
_DENIED = re.compile(r"(?:\b(?:not|never|cannot)|n['’]t)(?: \w+)? (?:resign|accept|claim)", re.IGNORECASE)


def mentioned(sentence: str) -> list[Act]:
    """What cannot be undone and is named in *sentence*, in whatever sense."""
    return [act for act, words in _MENTIONS.items() if len(sentence) <= _LONGEST and words.search(sentence)]


def considered(sentence: str) -> list[Act]:
    """Those of them that the writer may think of doing: "Or should I resign?"; not what others did, or he denies."""
    if _OF_OTHERS.search(sentence) is not None or _DENIED.search(sentence) is not None:
        return []
    return mentioned(sentence)
