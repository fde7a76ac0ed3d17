"""The page that asks whether an act is meant, and says exactly what it would do."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from flask import Response

from corr.base.sentences import Sentence
from corr.base.tokens import new_order_key
from corr.base.uow import Reader, UnitOfWork
from corr.errors import ConflictError, CorrError, InputError, TooManyError
from corr.web import forms
from corr.web.auth import reading, writing
from corr.web.errors import status_of
from corr.web.pages.organise.organiser_access import REASON_LENGTH, OrganiserPlace, moved_on
from corr.web.rendering import go_to, page


class ReasonField(Enum):
    """Whether a reason is asked for."""

    NO = "no"
    MAY = "may"
    """It may stay empty."""
    MUST = "must"


@dataclass(frozen=True, slots=True)
class ActQuestion:
    """The question whether an act is meant."""

    place: OrganiserPlace
    title: str
    sentences: tuple[Sentence, ...]
    """What the act would do, and who is told."""
    button: str
    path: str
    """The address that the form is posted to."""
    back: str
    """The address for those who do not mean it."""
    hidden: tuple[tuple[str, str], ...] = ()
    """(field, value) of what else the form sends."""
    version: int = 0
    """The version that the organiser sees, so that nobody overwrites what somebody else decided meanwhile."""
    why: ReasonField = ReasonField.NO
    is_danger: bool = False
    order_key: str = ""
    reason: str = ""
    fault: str = ""
    field: str = ""


def ask(question: ActQuestion) -> Response:
    """The question on its page."""
    return page("organise/confirm.html", replace(question, order_key=new_order_key()))


def carry_out(act: Callable[[UnitOfWork], str], question: Callable[[Reader], ActQuestion], path: str) -> Response:
    """
    Do what was asked for, and redirect to *path*; or ask again, with what is wrong or has changed.

    :param act: does it, and gives a sentence about the outcome.
    :param question: gives the question as things are now.
    """
    try:
        with writing() as uow:
            sentence = act(uow)
    except (InputError, ConflictError, TooManyError) as refusal:
        return _again(refusal, question)
    return go_to(path, sentence)


def _again(refusal: InputError | ConflictError | TooManyError, question: Callable[[Reader], ActQuestion]) -> Response:
    is_fault = not isinstance(refusal, ConflictError)
    try:
        with reading() as reader:
            asked = question(reader)
    except CorrError as further:
        return moved_on(further if isinstance(further, ConflictError) else refusal)
    asked = replace(
        asked,
        # Sending the form once more after a conflict means another order.
        order_key=forms.field("order_key", 60) if is_fault else new_order_key(),
        reason=forms.field("reason", REASON_LENGTH),
        fault=refusal.sentence,
        field=refusal.field if isinstance(refusal, InputError) else "",
    )
    return page("organise/confirm.html", asked, status=status_of(refusal))
