"""What forms share that propose a game, to one person or to anybody: the game, its terms and a message."""

from dataclasses import dataclass, field, replace
from typing import TypeVar

from corr.base.tokens import new_order_key
from corr.base.uow import Reader
from corr.core.pace import Late
from corr.errors import ConflictError, CorrError, InputError
from corr.games.api import Info, Option
from corr.games.registry import option_text
from corr.play.meeting import has_finished
from corr.play.proposals import Proposed
from corr.play.proposed_terms import MESSAGE_LENGTH, TypedTerms
from corr.ratings.rated_games import game_of
from corr.web import forms

_UNTIMED = "untimed"
_PACES = (
    ("3d/turn", "3 days for each turn"),
    ("1d/turn", "1 day for each turn"),
    ("7d/turn", "7 days for each turn"),
    ("10d+1d/10d", "10 days in all, 1 day more after each turn, never more than 10 days"),
    ("10d+36h/10d", "10 days in all, 36 hours more after each turn, never more than 10 days"),
    (_UNTIMED, "no time limit"),
)
_LATE_CHOICES = (
    (Late.LOSE.value, "lost automatically"),
    (Late.CLAIM.value, "the opponent may claim the win"),
)
_YES, _NO = "yes", "no"
_PRIVATE = "private"
_RATED_CHOICES = ((_YES, "the result counts"), (_NO, "the result does not count"))
PRIVATE_CHOICES = (*_RATED_CHOICES, (_PRIVATE, "private: it does not count, and only the two of you can see the game"))
"""Choices of what a game counts for, where it may be private."""
_EITHER = "either"
_FOLDED = frozenset({"late", "weekends_off", "leave", "rated", "seat_wish"})
_PACE_LENGTH = 40
SEAT_LENGTH = 20
Form = TypeVar("Form", bound="ProposalForm")


@dataclass(frozen=True, slots=True)
class ProposalForm:
    """Such a form, as it was filled in."""

    games: tuple[Info, ...]
    order_key: str
    """Tells a second click from a second proposal."""
    paces: tuple[tuple[str, str], ...] = _PACES
    game: str = ""
    options: dict[str, str] = field(default_factory=dict)
    """The chosen values, by "game.option"."""
    pace: str = _PACES[0][0]
    own_pace: str = ""
    late_choices: tuple[tuple[str, str], ...] = _LATE_CHOICES
    late: str = _LATE_CHOICES[0][0]
    weekends_off: str = _NO
    """Whether clocks stand still on rest days: "yes" or "no"."""
    leave: str = _YES
    """Whether leave stops the clocks: "yes" or "no"."""
    rated: str = _YES
    """Whether the result counts for ratings: "yes" or "no"; "private" if nobody else may see the game either."""
    rated_choices: tuple[tuple[str, str], ...] = _RATED_CHOICES
    usual_rated: str = _YES
    """What *rated* is unless another is chosen: "no" for a player who has not finished a game here."""
    seat_wish: str = _EITHER
    message: str = ""
    fault: str = ""
    field: str = ""

    @property
    def has_other_terms(self) -> bool:
        """Whether anything that is folded away differs from the usual, or is wrong."""
        chosen = (self.late, self.weekends_off, self.leave, self.rated, self.seat_wish)
        as_usual = (Late.LOSE.value, _NO, _YES, self.usual_rated, _EITHER)
        usual = {f"{self.game}.{option.name}": option_text(option.default) for option in self._options}
        has_options = any(self.options.get(name, word) != word for name, word in usual.items())
        return has_options or chosen != as_usual or self.field in _FOLDED

    @property
    def is_untimed(self) -> bool:
        """Whether the chosen pace is no time limit."""
        return (self.own_pace or self.pace) == _UNTIMED

    @property
    def is_usually_rated(self) -> bool:
        """Whether a game is rated unless its proposer chooses otherwise."""
        return self.usual_rated == _YES

    @property
    def has_message(self) -> bool:
        """Whether something was written in the message, or is wrong with it."""
        return bool(self.message) or self.field == "message"

    @property
    def may_be_private(self) -> bool:
        """Whether such a form can ask for a private game."""
        return _PRIVATE in dict(self.rated_choices)

    @property
    def is_private(self) -> bool:
        """Whether it asks for one."""
        return self.may_be_private and self.rated == _PRIVATE

    @property
    def _options(self) -> tuple[Option, ...]:
        """The options of the chosen game."""
        return next((info.options for info in self.games if info.game == self.game), ())


def usual_rated(reader: Reader, player_id: int | None) -> str:
    """What a form of the player says of ratings at first: the first game that a player finishes need not count."""
    return _YES if player_id is not None and has_finished(reader, player_id) else _NO


def unrated_at_first(form: Form, reader: Reader, player_id: int) -> Form:
    """*form* before its player chooses anything: not rated for one who has not finished a game here."""
    usual = usual_rated(reader, player_id)
    return replace(form, usual_rated=usual, rated=usual if form.rated == _YES else form.rated)


def filled(form: Form, proposed: Proposed) -> Form:
    """*form* with what was agreed on before, as far as it can be chosen today."""
    game, pace, terms = game_of(proposed.ruleset), proposed.terms.pace.text, proposed.terms
    if game not in {info.game for info in form.games}:
        return form
    is_listed = pace in {word for word, _ in _PACES}
    return replace(
        form,
        game=game,
        options={f"{game}.{name}": option_text(value) for name, value in proposed.options.items()},
        pace=pace if is_listed else form.pace,
        own_pace="" if is_listed else pace,
        late=terms.late.value,
        weekends_off=_YES if terms.has_weekends_off else _NO,
        leave=_YES if terms.allows_leave else _NO,
        rated=_YES if proposed.is_rated else _PRIVATE if proposed.is_private and form.may_be_private else _NO,
        seat_wish=proposed.seat.word,
    )


def read_form(kind: type[Form], **more: object) -> Form:
    """The form of *kind* that was handed in, with *more* fields of its own."""
    return kind(
        games=(),
        order_key=forms.find_order_key() or "",
        game=forms.field("game", 40),
        options=dict(forms.prefixed_fields("option.", 40)),
        pace=forms.field("pace", _PACE_LENGTH),
        own_pace=forms.field("own_pace", _PACE_LENGTH),
        late=forms.field("late", 10, missing=Late.LOSE.value),
        weekends_off=forms.field("weekends_off", 10, missing=_NO),
        leave=forms.field("leave", 10, missing=_YES),
        # A form without this field was drawn before the field was added.
        rated=forms.field("rated", 10, missing=_NO),
        seat_wish=forms.field("seat_wish", SEAT_LENGTH, missing=_EITHER),
        message=forms.text_field("message", MESSAGE_LENGTH),
        **more,  # type: ignore[arg-type]  # fields of that kind
    )


def typed_terms(form: ProposalForm) -> TypedTerms:
    """
    The terms that were typed.

    :raises InputError: a choice between yes and no is neither.
    """
    prefix = f"{form.game}."
    return TypedTerms(
        game=form.game,
        options={name.removeprefix(prefix): word for name, word in form.options.items() if name.startswith(prefix)},
        pace=form.own_pace or form.pace,
        seat_wish=form.seat_wish,
        message=form.message,
        has_weekends_off=is_yes(form.weekends_off, "weekends_off"),
        late=form.late,
        allows_leave=is_yes(form.leave, "leave"),
        is_rated=not form.is_private and is_yes(form.rated, "rated"),
    )


def is_yes(word: str, field_name: str) -> bool:
    """
    Whether the word of a choice between yes and no is yes.

    :raises InputError: it is neither.
    """
    if word not in {_YES, _NO}:
        raise InputError(f"Choose {_YES} or {_NO}.", field=field_name)
    return word == _YES


def again(form: Form, reader: Reader, player_id: int | None, refusal: CorrError) -> Form:
    """*form* for another try after a *refusal*; handed in once more after a conflict it means another proposal."""
    order_key = new_order_key() if isinstance(refusal, ConflictError) else form.order_key
    usual = usual_rated(reader, player_id)
    return replace(form, games=reader.registry.games(), order_key=order_key, usual_rated=usual)
