"""What browsers are told about every answer."""

from flask import Response, request

from corr.web.app_state import house

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; "
    "object-src 'none'; frame-src 'self'; frame-ancestors 'none'"
)
LETTER_POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; "
    "sandbox allow-popups allow-popups-to-escape-sandbox"
)
"""For a letter's HTML, which is shown in a frame: no script, no form, nothing from outside; links open new windows."""
FRAMED_POLICY = (
    "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; object-src 'none'; frame-ancestors *"
)
"""For what other sites may show in a frame: public, without forms, and nothing in it is the reader's own."""
_YEARS = 63_072_000
_ALWAYS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}


def add_headers(response: Response) -> Response:
    """Add what the page has not set by itself."""
    headers = response.headers
    present = {name.lower() for name, _ in headers}
    for name, value in _ALWAYS.items():
        if name.lower() not in present:
            headers.add(name, value)
    if headers.get("Content-Security-Policy") == FRAMED_POLICY:
        # It knows no word for "anybody"; the policy says it.
        headers.remove("X-Frame-Options")
    if house().settings.is_secure:
        response.headers.setdefault("Strict-Transport-Security", f"max-age={_YEARS}; includeSubDomains")
    return response


def add_static_headers(response: Response) -> Response:
    """Let files be kept for ever under the address that carries their digest."""
    name, digest = request.path.rpartition("/")[2], request.args.get("v", "")
    is_current = response.status_code in {200, 304} and house().statics.is_current(name, digest)
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if is_current else "no-cache"
    return response
