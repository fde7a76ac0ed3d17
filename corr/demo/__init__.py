"""
The contents of a demo: players, one of them on leave, games of every kind in every state, challenges, leagues, and mail
in and out.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP

from sqlalchemy import and_, func, select

from corr.administration.installation import become_demo
from corr.administration.reports import MakeReport, report
from corr.base.uow import UnitOfWork, Workshop
from corr.clocks.take_leave import TakeLeave, take_leave
from corr.core.days_off import ForDays
from corr.demo.demo_leagues import furnish_leagues
from corr.demo.sample_games import (
    AWAY,
    BY_MAIL,
    CHOOSING,
    FINISHED,
    IN_CHECK,
    OVERSLEPT,
    REVEALED,
    RUNNING,
    STACKS,
    Sample,
    earlier,
    others,
    play,
    turns_of,
)
from corr.game.game_row import SEAT, TURN
from corr.mail.queues.inbox import ArrivedMail, store_mail
from corr.mail.queues.round_trips import ask_test_letter
from corr.play.challenges import MakeChallenge, make_challenge
from corr.play.deadlines import enforce_deadline_of
from corr.play.followed_facts import tell_next_followers
from corr.play.following import follow, get_target
from corr.play.messages import SendMessage, send_message
from corr.play.offer_rows import Conditions
from corr.play.offers import MakeOffer, make_offer
from corr.play.proposed_terms import TypedTerms
from corr.play.public_games import GamesWanted, public_games
from corr.players.address_reputation import note_refusal
from corr.players.listing import note_seen
from corr.players.profiles import grant, make_player
from corr.players.reply_tokens import mint_reply_token
from corr.store.base import lift_limits
from corr.store.tables.follows import FollowWay

_ZONE = "UTC"
_DOOR = "web"
_MEMBERS_SINCE = timedelta(days=30)
_AWAY_SINCE = timedelta(days=2)
_DAYS_AWAY = 9
_CLAIMABLE_SINCE = timedelta(hours=23)
_RUDE_SINCE = timedelta(hours=5)

_SAMPLES = (FINISHED, REVEALED, OVERSLEPT, RUNNING, STACKS, IN_CHECK, BY_MAIL)
_LAST_TURNS = (
    select(SEAT.c.player_id, func.max(TURN.c.received_at))
    .join(TURN, and_(TURN.c.game_id == SEAT.c.game_id, TURN.c.seat == SEAT.c.seat))
    .group_by(SEAT.c.player_id)
)
ReplyAddress = Callable[[str], str]
"""The address for answers, for a reply token."""
_ADA = "ada@demo.example"
_GONE = "carl@gone.example"
_QUOTE = """On {day}, Corr <game@demo.example> wrote:
> It is your turn. Write above this line."""


@dataclass(frozen=True, slots=True)
class DemoPlayer:
    """A demo player: anybody at this machine may sign in as this player."""

    name: str
    address: str


PLAYERS = (
    DemoPlayer("Ada", _ADA),
    DemoPlayer("Ben", "ben@demo.example"),
    DemoPlayer("Cleo", "cleo@demo.example"),
)


def set_up_demo(workshop: Workshop, reply_address: ReplyAddress) -> bool:
    """
    Make an empty database a demo, in one transaction; a database that is a demo already is left as it is.

    :param reply_address: the address for answers, for a reply token.
    :return: whether the database was empty.
    :raises NotAllowedError: real people play there.
    :raises BrokenGameError: the turns that a game brings for a demo cannot be played.
    """
    # A second process waits for the first one, which may be slow.
    with workshop.wait_limits.within(None), workshop.open() as uow:
        lift_limits(uow.connection)
        is_new = become_demo(uow)
        if is_new:
            _furnish(uow, reply_address)
        return is_new


def sign_in_words(url: str) -> Iterator[str]:
    """Lines about who may sign in at a demo, and where; *url* is that of the service."""
    *names, last = (player.name for player in PLAYERS)
    yield f"Demo: sign in as {', '.join(names)} or {last} with one click at {url}/demo"
    yield "Demo players exist only with --demo, and this database will never serve as a real one."


def _furnish(uow: UnitOfWork, reply_address: ReplyAddress) -> None:
    with earlier(uow, _MEMBERS_SINCE):
        ada, ben, cleo = (make_player(uow, player.name, player.address, _ZONE, is_demo=True) for player in PLAYERS)
    grant(uow, PLAYERS[0].name)
    for followed in PLAYERS[1:]:
        follow(uow, ada, get_target(uow, "player", followed.name), FollowWay.FEED.value, each_turn=False)
    play(uow, (ada, cleo), AWAY)
    with earlier(uow, _AWAY_SINCE):
        take_leave(uow, TakeLeave(cleo, ForDays(_DAYS_AWAY), _DOOR, "demo"))
    games = {sample: play(uow, (ada, ben), sample) for sample in _SAMPLES}
    with earlier(uow, _CLAIMABLE_SINCE):
        enforce_deadline_of(uow, games[OVERSLEPT])
    play(uow, (ben, ada), CHOOSING)
    for sample in others(uow.registry.games()):
        # Ada is the one who is due.
        is_hers = len(turns_of(sample, uow.registry.get_rules_of_game(sample.game))) % 2 == 0
        play(uow, (ada, ben) if is_hers else (ben, ada), sample)
    terms = TypedTerms(
        game="kelasu",
        options={"spend_all": "true"},
        pace="10d+1d/20d",
        seat_wish="first",
        message="Another one, with all energy spent?",
        is_rated=True,
    )
    make_challenge(uow, MakeChallenge(ben, PLAYERS[0].name, terms, order_key="demo"))
    _offer(uow, ben, cleo)
    _send_link(uow, ada)
    furnish_leagues(uow, (ada, ben, cleo))
    _report(uow, cleo)
    _note_visits(uow)
    while tell_next_followers(uow):
        pass
    _ask_for_letters(uow, ada, ben)
    _lay_in_mails(uow, ada, games, reply_address)


def _offer(uow: UnitOfWork, ben: int, cleo: int) -> None:
    """Offers that Ada can take, and one that is not for her."""
    anybody, others = Conditions(one_at_a_time=False), Conditions()
    orders = (
        (ben, "kyo", "3d/turn", "Still learning the chains.", anybody),
        (cleo, "kerd", "7d/turn", "", anybody),
        (ben, "kelasu", "1d/turn", "Somebody new?", others),
    )
    for player, game, pace, message, conditions in orders:
        terms = TypedTerms(game, {}, pace, "either", message, is_rated=True)
        make_offer(uow, MakeOffer(player, terms, conditions, order_key=f"demo {game}"))


def _send_link(uow: UnitOfWork, ada: int) -> None:
    """A link for a club."""
    terms = TypedTerms("kyo", {}, "7d/turn", "either", "For our Tuesday table.")
    make_offer(uow, MakeOffer(ada, terms, Conditions(), order_key="demo link", is_link=True, seats=5))


def _report(uow: UnitOfWork, cleo: int) -> None:
    """A report about somebody in the league, for the administrator to decide."""
    demo_names = {player.name for player in PLAYERS}
    games = public_games(uow, GamesWanted(player_id=cleo)).items
    rude, game_id = next((seat.name, game.id) for game in games for seat in game.seats if seat.name not in demo_names)
    rude_id = int(get_target(uow, "player", rude).id)
    words = "Three days and no turn? Resign, you have lost anyway."
    with earlier(uow, _RUDE_SINCE):
        send_message(uow, SendMessage(game_id, rude_id, words, _DOOR, order_key="demo report"))
    report(uow, MakeReport(cleo, rude_id, "I am on leave, as everybody can see. Please ask for kinder words.", game_id))


@dataclass(frozen=True, slots=True)
class _Mail:
    """A mail from Ada to a game."""

    sample: Sample
    turn_number: int
    """The turn that was due in the letter that it answers."""
    text: str
    sender: str = _ADA
    subject: str = "Re: your turn"
    has_quote: bool = False
    headers: tuple[tuple[str, str], ...] = ()


_MAILS = (
    _Mail(BY_MAIL, 1, "B4-C4, B5-C5, A4-B4, A5-B5\n\nGood luck, Ben!\n", has_quote=True),
    _Mail(IN_CHECK, 12, "H1-H9\n"),
    _Mail(STACKS, 11, "What a game! I will think about it over the weekend.\n", has_quote=True),
    _Mail(
        STACKS,
        11,
        "I am on a boat until Monday and read no mail.\n",
        subject="Out of office",
        headers=(("Auto-Submitted", "auto-replied"),),
    ),
    _Mail(STACKS, 11, "A0>B0\n", sender="ada@work.example", subject="Re: your turn (from the office)"),
)
"""One that is played, one that is refused, one that is asked back, an automatic one, and one that is held."""


def _lay_in_mails(uow: UnitOfWork, ada: int, games: Mapping[Sample, str], reply_address: ReplyAddress) -> None:
    """Put Ada's mails to some *games* into the inbox, and one to the people who run the service."""
    for number, mail in enumerate(_MAILS):
        token = mint_reply_token(uow, ada, games[mail.sample], mail.turn_number)
        _store(uow, mail, reply_address(token), key=f"{number}", whose=(ada, games[mail.sample]))
    domain = reply_address("").rpartition("@")[2]
    question = _Mail(BY_MAIL, 1, "Is there a game for three?\n", sender="dora@elsewhere.example", subject="A question")
    _store(uow, question, f"postmaster@{domain}", key="question", whose=None)


def _note_visits(uow: UnitOfWork) -> None:
    """Note that each player was here when the player's last turn was made."""
    for player_id, at in uow.connection.execute(_LAST_TURNS):
        with earlier(uow, uow.now - at):
            note_seen(uow, player_id)


def _ask_for_letters(uow: UnitOfWork, ada: int, ben: int) -> None:
    """Ask for a test letter to Ada, and for an invitation by Ben to an address that takes no letters."""
    ask_test_letter(uow, ada, "demo")
    note_refusal(uow, _GONE, "5.1.1", "550 5.1.1 there is nobody of that name here")
    make_challenge(
        uow, MakeChallenge(ben, _GONE, TypedTerms("kelasu", {}, "7d/turn", "either"), order_key="demo mails")
    )


def _store(uow: UnitOfWork, mail: _Mail, recipient: str, *, key: str, whose: tuple[int, str] | None) -> None:
    player_id, game_id = whose or (None, None)
    raw = _written(mail, recipient, key, uow.now)
    store_mail(uow, ArrivedMail("smtp", mail.sender, recipient, raw, None, player_id, game_id))


def _written(mail: _Mail, recipient: str, key: str, at: datetime) -> bytes:
    """The bytes of the mail, as a mail program would send them."""
    message = EmailMessage(policy=SMTP)
    message["From"] = mail.sender
    message["To"] = recipient
    message["Subject"] = mail.subject
    message["Message-ID"] = f"<demo-{key}@{mail.sender.rpartition('@')[2]}>"
    for name, value in mail.headers:
        message[name] = value
    quote = f"\n{_QUOTE.format(day=f'{at:%d %B %Y at %H:%M}')}\n" if mail.has_quote else ""
    message.set_content(f"{mail.text}{quote}")
    return message.as_bytes()
