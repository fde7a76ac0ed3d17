"""Letters of all alphabets, whatever was declared."""

import pytest

from corr.mail.reading.parsed_mail import text_of


@pytest.mark.parametrize(
    ("content", "charset", "is_8bit", "text"),
    [
        ("Grüße".encode(), "utf-8", False, "Grüße"),
        ("Grüße".encode(), "iso-8859-1", True, "Grüße"),
        ("Grüße".encode("latin-1"), "iso-8859-1", False, "Grüße"),
        ("Grüße".encode("latin-1"), "utf-8", False, "Grüße"),
        ("Grüße".encode(), "x-unknown", False, "Grüße"),
        ("“a”".encode("cp1252"), "iso-8859-1", False, "“a”"),
        ("Grüße".encode("utf-7"), "unicode-1-1-utf-7", False, "Grüße"),
        ("안녕".encode("cp949"), "ks_c_5601-1987", False, "안녕"),
        ("你好".encode("gb18030"), "gb2312", False, "你好"),
        ("こんにちは".encode("iso-2022-jp"), "", True, "こんにちは"),
        ("こんにちは".encode("iso-2022-jp"), "iso-2022-jp", True, "こんにちは"),
        ("Grüße".encode("utf-7"), "utf-7", True, "Grüße"),
        ("こんにちは".encode(), "big5", True, "こんにちは"),
        (b"plain", "idna", False, "plain"),
        (b"plain", "zlib_codec", False, "plain"),
        (b"plain", "utf-8\x00", False, "plain"),
        (b"plain", "x" * 5000, False, "plain"),
    ],
)
def test_text_is_read_by_the_first_charset_that_fits(content: bytes, charset: str, text: str, *, is_8bit: bool) -> None:
    assert text_of(content, charset, is_8bit=is_8bit) == text


def test_bytes_that_fit_nothing_are_read_with_replacements() -> None:
    assert text_of(b"a\x81\xffb", "utf-8").startswith("a")
