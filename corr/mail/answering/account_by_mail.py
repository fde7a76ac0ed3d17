"""Whom a player blocks and follows, the time zone, and which letters come: about the player, whatever is answered."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from urllib.parse import quote

from corr.base.notices import Category, category_of
from corr.base.time_zones import zone_meaning, zone_words
from corr.base.uow import Reader, UnitOfWork
from corr.clocks.leave import owner_of
from corr.errors import CorrError, InputError, NotFoundError
from corr.leagues.rules.table_words import listed
from corr.mail.answering.answers import Pointer
from corr.mail.answering.authority import PlayerRequester
from corr.mail.answering.information import InformationAnswer
from corr.mail.queues.subscriptions import LETTERS, set_wanted_letters
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.free_requests import PEOPLE_BY_MAIL
from corr.mail.reading.words.orders import Orders
from corr.play.blocking import block_player
from corr.play.following import Target, end_follow, find_follow, follow, get_target
from corr.players.blocks import unblock
from corr.players.mail_preferences import SWITCHED
from corr.players.profiles import PlayerView, did_you_mean, player_named, set_zone

_OF_GAMES = (Category.TURNS, Category.REMINDERS, Category.MESSAGES)
"""The letters that end where the answered one is of no kind that can be ended."""
_ALL = (Category.TURNS, *SWITCHED)
_PEOPLE = Pointer("Whom you have blocked", "/account/people")
_FOLLOWING = Pointer("Everything you follow", "/following")
_PROFILE, _MAIL = Pointer("Your profile", "/account"), Pointer("Email settings", "/account/mail")
_NOTHING = {
    Act.BLOCK: ("Nobody was blocked.", _PEOPLE),
    Act.UNBLOCK: ("Nothing was changed.", _PEOPLE),
    Act.FOLLOW: ("You follow nothing new.", _FOLLOWING),
    Act.UNFOLLOW: ("Nothing was changed.", _FOLLOWING),
    Act.TIME_ZONE: ("Your time zone was not changed.", _PROFILE),
}
_ABOUT_LETTERS = frozenset({Act.UNSUBSCRIBE, Act.SUBSCRIBE})
_WHAT_IT_MEANS = (
    "There are no messages between you and no new games, and open challenges between you are cancelled. Games in "
    "progress go on, and so do the letters of a league that you both play in."
)
_BY_LETTER = "letter"
"""How somebody who asks by mail is told of what they follow."""
_ONESELF = "That is you: only others can be blocked or muted."


def settle_account(uow: UnitOfWork, requester: PlayerRequester, orders: Orders, act: Act) -> InformationAnswer:
    """
    Do one act about the player's account.

    :raises CorrError: that cannot be done.
    """
    if act in _ABOUT_LETTERS:
        return _change_letters(uow, requester, orders, act)
    return _DOING[act](uow, requester.player_id, orders.named.get(act, ""))


def refused_account(act: Act, refusal: CorrError) -> InformationAnswer:
    """The answer to an act about the player's account that was refused."""
    title, page = _NOTHING[act]
    how = (PEOPLE_BY_MAIL,) if isinstance(refusal, NotFoundError) else ()
    return InformationAnswer(title, f"{title} {refusal.sentence}", (refusal.sentence, *how), (page,))


def _block(uow: UnitOfWork, player_id: int, name: str) -> InformationAnswer:
    other = _other(uow, player_id, name)
    block_player(uow, player_id, other.id)
    takes_back = f"“unblock {other.name}”, alone on a line, takes it back."
    return _done(f"You have blocked {other.name}. They are not told.", _WHAT_IT_MEANS, takes_back, page=_PEOPLE)


def _unblock(uow: UnitOfWork, player_id: int, name: str) -> InformationAnswer:
    other = _other(uow, player_id, name)
    unblock(uow, player_id, other.id)
    return _done(f"You hear from {other.name} again.", "They are not told.", page=_PEOPLE)


def _other(reader: Reader, player_id: int, name: str) -> PlayerView:
    """
    The other player of that name.

    :raises NotFoundError: there is none; the sentence says who may be meant.
    :raises InputError: it is the player.
    """
    try:
        other = player_named(reader, name)
    except NotFoundError as unknown:
        raise NotFoundError(f"{unknown.sentence}{did_you_mean(reader, name)}") from None
    if other.id == player_id:
        raise InputError(_ONESELF)
    return other


def _follow(uow: UnitOfWork, player_id: int, name: str) -> InformationAnswer:
    target = _target(uow, name)
    now = find_follow(uow, player_id, target)
    way = _BY_LETTER if now is None else now.way
    follow(uow, player_id, target, way, each_turn=False)
    title = f"You follow {target.title}."
    news = "A letter tells you what is new there." if way == _BY_LETTER else "You are told as you have chosen."
    lines = (f"{news} You can choose another way on the page below.", _ends(target))
    return _done(
        title, *lines, page=Pointer("How to notify you", f"/follow?kind={target.kind}&what={quote(target.asked)}")
    )


def _ends(target: Target) -> str:
    return f"“unfollow {target.asked}”, alone on a line, ends it."


def _unfollow(uow: UnitOfWork, player_id: int, name: str) -> InformationAnswer:
    target = _target(uow, name)
    now = find_follow(uow, player_id, target)
    if now is not None:
        end_follow(uow, player_id, now.id)
    return _done(f"You do not follow {target.title} any more.", page=_FOLLOWING)


def _target(reader: Reader, name: str) -> Target:
    """
    The player of that name, or else the league with that short name.

    :raises NotFoundError: there is neither; the sentence says who may be meant.
    """
    for kind in ("player", "league"):
        try:
            return get_target(reader, kind, name)
        except NotFoundError:
            continue
    raise NotFoundError(f"There is no player and no league of that name.{did_you_mean(reader, name)}")


def _set_zone(uow: UnitOfWork, player_id: int, text: str) -> InformationAnswer:
    if not text:
        zone = owner_of(uow, player_id).zone
        how = "To change it, write “time zone” and a city or UTC+2, such as “time zone Europe/Berlin”."
        return _done(f"Your time zone is {zone_words(zone)}.", zone_meaning(zone, uow.now), how, page=_PROFILE)
    zone = set_zone(uow, player_id, text)
    return _done(f"Times are now shown for {zone_words(zone)}.", zone_meaning(zone, uow.now), page=_PROFILE)


def _change_letters(uow: UnitOfWork, requester: PlayerRequester, orders: Orders, act: Act) -> InformationAnswer:
    word = orders.named.get(act, "").lower()
    categories, is_wanted = _categories(requester, word), act is Act.SUBSCRIBE
    for category in categories:
        set_wanted_letters(uow, requester.player_id, category, is_wanted=is_wanted)
    letters = listed([LETTERS[category] for category in categories])
    if is_wanted:
        return _done(f"You get {letters}.", page=_MAIL)
    named = categories[0].value if len(categories) == 1 else "all" if categories == _ALL else ""
    goes_on = (
        ("Your games and their deadlines continue. Please check the site now and then.",)
        if {Category.TURNS, Category.REMINDERS} & set(categories)
        else ()
    )
    lines = (
        *goes_on,
        "You still get sign-in links, answers to your mails, and anything you have to confirm.",
        f"“{f'subscribe {named}'.strip()}”, alone on a line, brings them back. "
        f"{'' if named == 'all' else '“unsubscribe all” ends all that can be ended.'}".strip(),
    )
    return _done(f"You get no more {letters}.", *lines, page=_MAIL)


def _categories(requester: PlayerRequester, word: str) -> tuple[Category, ...]:
    """The letters that are meant: those of a word, else those like the answered one."""
    if word:
        return _ALL if word == "all" else (Category(word),)
    if not requester.letter_kind:
        return _OF_GAMES
    of_season = (Category.LEAGUES,) if requester.season_id is not None else _OF_GAMES
    category = category_of(requester.letter_kind)
    return of_season if category is None else (category,)


def with_letters_named(requester: PlayerRequester, orders: Orders) -> Orders:
    """*orders* with the letters that “unsubscribe” means, so that it can be done when the answered one is not known."""
    categories = _categories(requester, "")
    if len(categories) > 1:
        return orders
    named = {act: word or categories[0].value if act in _ABOUT_LETTERS else word for act, word in orders.named.items()}
    return replace(orders, named=named)


def _done(title: str, *lines: str, page: Pointer) -> InformationAnswer:
    return InformationAnswer(title, title, lines, (page,))


_DOING: Mapping[Act, Callable[[UnitOfWork, int, str], InformationAnswer]] = {
    Act.BLOCK: _block,
    Act.UNBLOCK: _unblock,
    Act.FOLLOW: _follow,
    Act.UNFOLLOW: _unfollow,
    Act.TIME_ZONE: _set_zone,
}
