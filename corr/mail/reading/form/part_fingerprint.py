"""What is the same when the same mail arrives again."""

import re
from hashlib import sha256

_END_OF_HEAD = re.compile(rb"\n[ \t]*\n")
# Fields that servers write on a mail on its way.
_ON_ITS_WAY = re.compile(
    rb"(?:^|(?<=\n))(?:received|received-spf|x-received|return-path|delivered-to|x-original-to|envelope-to|x-envelope-to"
    rb"|x-envelope-from|authentication-results|x-spam-[a-z-]{1,40}|x-virus-[a-z-]{1,40}|arc-[a-z-]{1,40})"
    rb"[ \t]*:[^\n]*\n(?:[ \t][^\n]*\n)*",
    re.IGNORECASE,
)


def body_hash(raw: bytes) -> str:
    """The SHA-256 of a mail without what servers write on it on its way, whatever its lines end in."""
    mail = raw.replace(b"\r\n", b"\n").strip(b"\r\n \t")
    end = _END_OF_HEAD.search(mail)
    at = end.start() + 1 if end else len(mail)
    head = _ON_ITS_WAY.sub(b"", mail[:at] if end else mail + b"\n")
    return sha256(head.strip(b"\n") + b"\n" + mail[at:]).hexdigest()
