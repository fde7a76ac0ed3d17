"""A certificate authority of our own, so that encryption is tried for real."""

import ssl
import subprocess
from dataclasses import dataclass
from pathlib import Path

_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")


@dataclass(frozen=True)
class Authority:
    """A folder with a root certificate, and with those that it signed."""

    folder: Path

    @property
    def root(self) -> Path:
        """The certificate that is to be trusted."""
        return self.folder / "root.pem"

    def server_context(self, names: str = "IP:127.0.0.1,DNS:localhost") -> ssl.SSLContext:
        """What a server with a certificate for *names* encrypts with."""
        key, request, certificate = (self.folder / f"server.{ending}" for ending in ("key", "csr", "pem"))
        extensions = self.folder / "server.ext"
        extensions.write_text(f"subjectAltName={names}\n")
        _openssl("req", *_KEY, "-keyout", key, "-out", request, "-subj", "/CN=a mail server")
        signing = ("-CA", self.root, "-CAkey", self.folder / "root.key", "-CAcreateserial", "-days", "2")
        _openssl("x509", "-req", "-in", request, *signing, "-extfile", extensions, "-out", certificate)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        return context


def an_authority(folder: Path) -> Authority:
    """A new authority."""
    made = Authority(folder)
    constraints = ("-addext", "keyUsage=critical,keyCertSign")
    _openssl(
        "req", "-x509", *_KEY, "-keyout", folder / "root.key", "-out", made.root, "-subj", "/CN=tests", *constraints
    )
    return made


def _openssl(*words: str | Path) -> None:
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)
