"""What may be settled about a season: dates that fit together, and a game that can be played here."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from corr.base.uow import Reader
from corr.errors import InputError, NotFoundError
from corr.leagues.rules.settings import Dates, SeasonSettings
from corr.leagues.rules.typed_values import Fault

SHORTEST_SEASON = timedelta(days=1)
LONGEST_SEASON = timedelta(days=2 * 366)
FURTHEST_START = timedelta(days=366)
"""How far ahead a season may start."""


def check_dates(dates: Dates, now: datetime, before: Dates | None = None) -> None:
    """
    Refuse dates of a season that do not fit together.

    :param before: what was settled before; what stays as it was may have passed.
    :raises InputError: they do not fit; the field says which of them.
    """
    for fault in date_faults(dates, now, before):
        raise InputError(fault.sentence, field=fault.field)


def date_faults(dates: Dates, now: datetime, before: Dates | None = None) -> Iterator[Fault]:
    """What is wrong with dates of a season; *before* is what was settled before, which may have passed."""
    yield from _span_faults(dates)
    if dates.sign_up_until <= now and (before is None or dates.sign_up_until != before.sign_up_until):
        yield Fault("sign_up_until", "The sign-up would be over already. Choose a later day for it.")
    if dates.starts_at <= now and (before is None or dates.starts_at != before.starts_at):
        yield Fault("starts_at", "That start has passed already. Choose a later day.")
    if dates.ends_at <= now:
        yield Fault("ends_at", "That end date has passed already. Choose a later day.")
    if dates.starts_at > now + FURTHEST_START:
        yield Fault("starts_at", "A season starts within a year from now. Choose an earlier day.")


def _span_faults(dates: Dates) -> Iterator[Fault]:
    if dates.starts_at < dates.sign_up_until:
        yield Fault(
            "starts_at",
            "The season would start before the sign-up ends. Choose a later start, or an earlier end of the sign-up.",
        )
    if dates.ends_at < dates.starts_at + SHORTEST_SEASON:
        yield Fault("ends_at", "The end date has to be at least a day after the start. Choose a later one.")
    if dates.ends_at > dates.starts_at + LONGEST_SEASON:
        yield Fault("ends_at", "A season lasts two years at most. Choose an earlier end date.")


def check_settings(reader: Reader, settings: SeasonSettings) -> None:
    """
    Refuse settings for a game that cannot be played here; its options were judged when they were read.

    :raises InputError: there is no such ruleset.
    """
    try:
        reader.registry.get_rules(settings.ruleset)
    except NotFoundError as unknown:
        raise InputError(unknown.sentence, field="game") from None
