"""The tasks of the service: mail in and out, deadlines, reminders, seasons, forecasts and purging."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from threading import Event

from corr.administration.purge import purge
from corr.base.uow import UnitOfWork, Workshop
from corr.clocks.outages import credit_next, is_outage
from corr.clocks.reminders import remind_next
from corr.jobs.heartbeat_loop import OrphanedLeases, lease_owner
from corr.jobs.runner import Runner, Task
from corr.leagues.division_forecasts import work_out_next
from corr.leagues.season_stamps import results_mark
from corr.leagues.season_tick import advance_next_season
from corr.mail.answering.delayed_play import play_next_delayed
from corr.mail.answering.gateway import understand_next
from corr.mail.inbound.imap import MailboxFaultError, MailboxPoller
from corr.mail.letters.dispatch import send_next
from corr.mail.letters.transport import Transport
from corr.mail.queues.address_changes import hold_next_change
from corr.mail.queues.delayed_orders import next_due
from corr.mail.queues.digests import digest_next
from corr.mail.reading.words.vocabulary import check_words
from corr.play.challenges import expire_next
from corr.play.deadlines import enforce_next_deadline
from corr.play.followed_facts import tell_next_followers
from corr.play.offer_pauses import renew_pauses
from corr.play.offers import expire_next_offers, expire_next_standing, refill_next
from corr.play.overdue import mail_since
from corr.play.time_outs import close_next_abandoned
from corr.players.listing import list_next
from corr.players.sign_in_letters import is_any_waiting, write_letters
from corr.ratings.counting import count_next, is_any_due
from corr.wiring.assembly import Service

_MOST_SKIPPED = 60
_MAILBOX_EVERY = 20.0
"""Seconds between two polls of the mailbox: each is a connection, and providers limit them."""
_FASTEST = 0.5
"""The least time between two ticks, in seconds."""
_SECOND = timedelta(seconds=1)


class Forecaster:
    """
    Works out forecasts of divisions, and skips ticks while no result has changed: a look at all games takes long.

    If a game is written later than one that ended after it, the mark stays the same; so not all ticks are skipped.
    """

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._mark = ""
        self._skipped = 0

    def look_after(self) -> bool:
        """
        Work out the forecast that has waited longest, if any waits.

        Only one each tick, since it takes computing time that pages need too.
        """
        with self._workshop.look() as reader:
            mark = results_mark(reader)
        if mark == self._mark and self._skipped < _MOST_SKIPPED:
            self._skipped += 1
            return False
        self._skipped = 0
        # Results that change from here on have another mark.
        self._mark = "" if work_out_next(self._workshop) else mark
        return False


class DelayedTurns:
    """
    Plays delayed turns whose moment has come. A mailbox that is polled is polled once more before that, since a mail
    that stops one may lie there.

    :param poller: of the mailbox; None if none is polled.
    """

    def __init__(self, workshop: Workshop, poller: MailboxPoller | None = None) -> None:
        self._workshop = workshop
        self._poller = poller

    def look_after(self) -> bool:
        """Play the delayed turn that came first, if its moment has come; whether there may be more."""
        with self._workshop.look() as reader:
            due = None if is_outage(reader) else next_due(reader)
            waits_longest_since = mail_since(reader)
        if due is None:
            return False
        try:
            while self._poller is not None and self._poller.fetch_next():
                pass
        except MailboxFaultError:
            # For as long as an unread mail would hold it up.
            if due.at is not None and due.at > waits_longest_since:
                raise
        with self._workshop.open() as uow:
            return play_next_delayed(uow)


def runner_of(service: Service) -> Runner:
    """
    The loops of *service*, ready to start.

    :raises WordListError: mails could not be read.
    """
    check_words()
    stopping = Event()
    return Runner(tasks_of(service, stopping.is_set), stopping=stopping)


def tasks_of(service: Service, is_stopping: Callable[[], bool] = lambda: False) -> tuple[Task, ...]:
    """
    Every task of *service*.

    :param is_stopping: whether the service is about to stop, for tasks that do several things at once.
    """
    # In a rehearsal time runs faster, and what depends on the time is looked for as much more often.
    factor = service.workshop.machine(_SECOND) / _SECOND
    often, seldom, rarely = (max(_FASTEST, seconds / factor) for seconds in (5, 60, 600))
    return (
        *_senders(service, is_stopping),
        Task("inbox", _FASTEST, lambda: _understand(service)),
        Task("heirs", 5, OrphanedLeases(service.workshop, service.owner).look_after),
        Task("outages", often, partial(_done, service, credit_next)),
        Task("delayed turns", often, DelayedTurns(service.workshop, _poller(service)).look_after),
        Task("deadlines", often, partial(_done, service, enforce_next_deadline)),
        Task("reminders", seldom, partial(_done, service, remind_next)),
        Task("follows", often, partial(_done, service, tell_next_followers)),
        Task("digests", seldom, partial(_done, service, digest_next)),
        Task("seasons", often, partial(_done, service, advance_next_season)),
        Task("challenges", seldom, partial(_done, service, expire_next)),
        Task("offers", rarely, partial(_done, service, expire_next_offers)),
        Task("standing offers", seldom, lambda: _refill(service)),
        Task("addresses", seldom, partial(_done, service, hold_next_change)),
        Task("ratings", often, lambda: _count(service)),
        Task("listing", often, partial(_done, service, list_next)),
        Task("forecasts", 5, Forecaster(service.workshop).look_after),
        Task("abandoned", rarely, partial(_done, service, close_next_abandoned)),
        Task("purge", rarely, partial(_done, service, purge)),
        *_mailbox(service),
    )


def _senders(service: Service, is_stopping: Callable[[], bool]) -> Iterator[Task]:
    """The loops that send letters, each over a connection of its own: while one waits for its answer, others work."""
    for number, transport in enumerate(service.transports, 1):
        name = "outbox" if number == 1 else f"outbox/{number}"
        owner = lease_owner(service.owner, name)
        yield Task(name, _FASTEST, partial(_send, service, transport, owner, is_stopping))


def _send(service: Service, transport: Transport, owner: str, is_stopping: Callable[[], bool]) -> bool:
    _write_sign_ins(service)
    return send_next(service.workshop, service.mail_identity, transport, owner, is_stopping=is_stopping)


def _write_sign_ins(service: Service) -> None:
    with service.workshop.look() as reader:
        if not is_any_waiting(reader):
            return
    with service.workshop.open() as uow:
        write_letters(uow)


def _understand(service: Service) -> bool:
    return understand_next(service.workshop, service.mail_identity, service.mail_reader, service.owner)


def _done(service: Service, use_case: Callable[[UnitOfWork], object]) -> bool:
    """Call a use case in a unit of work; whether it did something, so that there may be more to do."""
    with service.workshop.open() as uow:
        return bool(use_case(uow))


def _refill(service: Service) -> bool:
    renew_pauses(service.workshop)
    return _done(service, expire_next_standing) or _done(service, refill_next)


def _count(service: Service) -> bool:
    # Usually there is nothing to count; a look finds that out without making anybody wait.
    with service.workshop.look() as reader:
        if not is_any_due(reader):
            return False
    return _done(service, count_next)


def _mailbox(service: Service) -> tuple[Task, ...]:
    poller = _poller(service)
    if poller is None:
        return ()
    return (Task("mailbox", _MAILBOX_EVERY, poller.fetch_next),)


def _poller(service: Service) -> MailboxPoller | None:
    mailbox = service.settings.mailbox
    return None if mailbox is None else MailboxPoller(service.workshop, service.mail_identity, mailbox)
