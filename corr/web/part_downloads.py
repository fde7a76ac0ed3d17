"""Tables that are taken home as files."""

from flask import Response

_TYPES = {"csv": "text/csv; charset=utf-8; header=present", "json": "application/json"}


def as_file(response: Response, name: str) -> Response:
    """
    The same, to be kept as a file of that name.

    :param name: of letters, digits, hyphens and points alone, as addresses are; its ending tells what it is.
    """
    response.content_type = _TYPES[name.rpartition(".")[2]]
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
