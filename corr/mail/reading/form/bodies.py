"""Bytes of a mail to text, whatever the sender's client called its letters."""

import codecs
import re

_ALIASES = {
    "unicode-1-1-utf-7": "utf-7",
    "ks_c_5601": "cp949",
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "us-ascii": "ascii",
    "ascii": "ascii",
    "iso-8859-8-i": "iso-8859-8",
}
_USUAL = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,39}")
# Codecs that are no character sets, or that expand what they are given.
_TEXTUAL = re.compile(
    r"ascii|utf|latin|iso-?8859|iso-?2022|cp\d|windows|koi8|big5|gb|euc|shift|mac|tis|johab|ks_c|hz", re.IGNORECASE
)


def text_of(content: bytes, charset: str, *, is_8bit: bool = False, is_whole: bool = True) -> str:
    """
    *content* as text: by the declared *charset*, else as UTF-8, else as Windows letters with what is unknown replaced.

    :param is_8bit: whether the bytes came unencoded; then UTF-8 is tried first, as declarations there are often wrong.
    :param is_whole: whether *content* is all there is; else a letter of which the end is missing is left out.
    """
    for name in _ladder(content, charset, is_8bit=is_8bit):
        try:
            return codecs.getincrementaldecoder(name)().decode(content, is_whole)
        except (LookupError, UnicodeError, ValueError):
            continue
    return content.decode("cp1252", "replace")


def _ladder(content: bytes, charset: str, *, is_8bit: bool) -> list[str]:
    declared = _codec(charset)
    if not declared and b"\x1b" in content:
        return ["iso-2022-jp", "utf-8"]
    # Plain bytes are UTF-8 in any case, and could be one of the charsets that spell other letters with plain bytes.
    if declared == "ascii" or (is_8bit and not content.isascii()):
        return ["utf-8", declared] if declared else ["utf-8"]
    return [declared, "utf-8"] if declared else ["utf-8"]


def _codec(charset: str) -> str:
    """The name of Python's codec for *charset*, or an empty string if there is none for text."""
    wanted = charset.strip().strip("\"'").lower()
    if not _USUAL.fullmatch(wanted):
        return ""
    wanted = _ALIASES.get(wanted, wanted)
    try:
        found = codecs.lookup(wanted).name
    except (LookupError, ValueError):
        return ""
    return wanted if _TEXTUAL.match(found) else ""
