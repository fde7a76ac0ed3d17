"""Answers to commands that only ask: board, rules, games, standings, help. Nothing of the player's is changed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from corr.base.uow import Reader, UnitOfWork
from corr.clocks.leave import HOW_TO_WRITE
from corr.core.spans import counted, left_words
from corr.errors import CorrError
from corr.game.game_row import get_game_row
from corr.game.views import GameLine
from corr.leagues.division_tables import division_tables
from corr.leagues.letter_contents import TableLine, table_lines
from corr.leagues.rows import LeagueRow, SeasonRow, find_last_begun, find_latest_season, get_season
from corr.leagues.rules.standings import standings
from corr.leagues.season_search import league_called
from corr.mail.answering.answers import Answer, AnswerQuestion, Pointer, quoted
from corr.mail.answering.authority import GameRequester, PlayerRequester
from corr.mail.queues.delayed_orders import find_delayed
from corr.mail.queues.held_orders import held_of_game
from corr.mail.reading.words.commands import Act
from corr.mail.reading.words.free_requests import LEAGUES_BY_MAIL, OFFERS_BY_MAIL
from corr.mail.reading.words.orders import Orders
from corr.play.game_lists import my_games
from corr.play.open_offers import OfferView, open_offers
from corr.play.sealed_turns import latest_by_seat, latest_sealed
from corr.play.turn_log import latest_turns
from corr.players.accounts import RequestSignIn, request_sign_in
from corr.players.profiles import addresses_of
from corr.players.reply_tokens import ReplyTarget
from corr.ratings.player_ratings import GameRating, ratings_of
from corr.states import SeasonState

_MOST_GAMES = 30
_UNCHANGED = "Nothing was changed, and nothing was passed on to anybody."
_CHOOSE_AGAIN = "Reply with another choice: until the other player has chosen too, the last one counts."
_TELL = "If it was a mistake, you can tell the other player: begin a line with “say:”."
_ALL_OFFERS = Pointer("All open offers", "/offers")
_BY_MAIL = Pointer("How to play", "/rules")
_LEAGUES, _RATINGS = Pointer("All leagues", "/leagues"), Pointer("All ratings", "/ratings")
_LETTERS_TO_SIGN_IN = (
    "You get five such letters at once, and then one every five minutes, whoever asks for them. So if you ask more "
    "often, use the newest letter that is there."
)
_NO_TABLE = "No standings can be shown."
_PROVISIONAL = "A question mark means the rating is provisional: there are too few games to be sure."
_UNRATED = "A rating begins with the first rated game that you finish."


@dataclass(frozen=True, slots=True)
class InformationAnswer:
    """The answer to one command, as part of the answer to a mail."""

    title: str
    sentence: str
    """What became of the command, in one sentence."""
    lines: tuple[str, ...] = ()
    pages: tuple[Pointer, ...] = ()
    table: tuple[TableLine, ...] = ()
    """The standings of a division, line by line."""
    question: AnswerQuestion | None = None
    """The question that it asks back, if any."""
    has_commands: bool = False
    """Whether it lists all commands that are about no game."""
    has_board: bool = False
    has_hints: bool = False
    begun: str = ""
    """The id of the game that has begun by the command; empty if none has."""


def told(uow: UnitOfWork, requester: GameRequester, orders: Orders, act: Act) -> InformationAnswer:
    """The answer to *act*, a command that changes nothing, in a mail about a game."""
    if act is Act.BOARD:
        return InformationAnswer("This is the board.", "The board is below.", has_board=True)
    if act is Act.RULES:
        return _rules(uow, requester.target)
    if act is Act.HELP:
        title = "How to play by mail"
        sentence = "How to answer is written below."
        return InformationAnswer(title, sentence, has_commands=True, has_board=True, has_hints=True)
    season_id = get_game_row(uow, requester.target.game_id).season_id
    return told_without_game(uow, replace(requester.of_player, season_id=season_id), orders, act)


def told_without_game(uow: UnitOfWork, requester: PlayerRequester, orders: Orders, act: Act) -> InformationAnswer:
    """The answer to *act*, a command that changes nothing and is about no game."""
    player_id = requester.player_id
    if act is Act.OFFERS:
        return _offers(uow, player_id)
    if act is Act.GAMES:
        return _games(uow, player_id)
    if act is Act.STANDINGS:
        return _standings(uow, player_id, orders.named.get(act, ""), requester.season_id)
    if act is Act.RATINGS:
        return _ratings(uow, player_id)
    if act is Act.SIGN_IN:
        return _sign_in(uow, player_id)
    assert act is Act.HELP, f"{act} is about a game"
    turns = "To make a turn, reply to the last letter of that game."
    lines = (turns, f"To take leave: {HOW_TO_WRITE}")
    sentence = "What can be written is told below."
    return InformationAnswer("What you can write", sentence, lines, (_BY_MAIL,), has_commands=True)


def played_already(reader: Reader, target: ReplyTarget, own_words: str) -> Answer | None:
    """The answer to *own_words* that take the last turn back; None if none was played, or if a question waits."""
    game_row = get_game_row(reader, target.game_id)
    seat, number = game_row.find_seat(target.player_id), game_row.turn_number
    if seat is None or _waits(reader, target):
        return None
    yours = quoted(own_words)
    if game_row.frozen_at is None and seat.seat in latest_by_seat(latest_sealed(reader, game_row.id, number)):
        lines = (_UNCHANGED, _CHOOSE_AGAIN)
        return Answer("Your choice can still be changed.", lines, yours=yours, not_passed_on=yours, has_hints=False)
    played = latest_turns(reader, game_row.id, before=number, most=1).turns
    last = tuple(turn.text for turn in played if turn.seat == seat.seat)[-1:]
    answer = Answer("Your turn was played already and cannot be taken back.", (_UNCHANGED, _TELL), turns=last)
    return replace(answer, yours=yours, not_passed_on=yours, has_hints=seat.is_due) if last else None


def _sign_in(uow: UnitOfWork, player_id: int) -> InformationAnswer:
    """Ask for the letter to sign in at the registered address, as anybody can on the page."""
    busy = request_sign_in(uow, RequestSignIn(addresses_of(uow, player_id)[0], "", f"mail of player {player_id}"))
    how = "Use the link in the latest email; it works in any browser for 15 minutes."
    title = "Look for our letter to sign in."
    return InformationAnswer(title, title, tuple(filter(None, (how, _LETTERS_TO_SIGN_IN, busy))))


def _waits(reader: Reader, target: ReplyTarget) -> bool:
    """Whether a turn of the player is delayed, or a question to the player is open."""
    mine = (reader, target.player_id, target.game_id)
    return find_delayed(*mine) is not None or bool(held_of_game(*mine))


def _games(reader: Reader, player_id: int) -> InformationAnswer:
    pages = games_of(reader, player_id)
    title = "These are your games." if pages else "You have no game that is running."
    return InformationAnswer(title, "They are listed below." if pages else title, pages=pages)


def _offers(reader: Reader, player_id: int) -> InformationAnswer:
    """The newest open offers that the player may take, each with what takes it."""
    found = open_offers(reader, player_id)
    free = [offer for offer in found.items if not (offer.is_yours or offer.why_not)]
    pages = tuple(Pointer(_offered(offer), f"/offers/{offer.id}") for offer in free)
    title = "These games are offered." if pages else "There is no open offer for you at the moment."
    how = "To take one, write “take” and its short name, alone on a line."
    more = "Only the newest are listed; their page has all." if found.older else ""
    lines = tuple(filter(None, (how if pages else OFFERS_BY_MAIL, more)))
    return InformationAnswer(title, "They are listed below." if pages else title, lines, (*pages, _ALL_OFFERS))


def _offered(offer: OfferView) -> str:
    who = f"{offer.player} ({offer.rating})" if offer.rating else offer.player
    rated = "rated" if offer.is_rated else "not rated"
    return f"{offer.id}: {offer.game_title} with {who}, {offer.pace_words}, {rated}. {offer.seat_words}"


def games_of(reader: Reader, player_id: int) -> tuple[Pointer, ...]:
    """Links to the running games of a player: first those in which the player is due, by time left."""
    mine = my_games(reader, player_id)
    return tuple(_pointers(reader, (*mine.your_turn, *mine.their_turn)[:_MOST_GAMES]))


def _pointers(reader: Reader, games: tuple[GameLine, ...]) -> Iterator[Pointer]:
    for game in games:
        left = f", {left_words(game.due_at, reader.now)} left" if game.due_at else ""
        whose = f"your turn{left}" if game.is_your_turn else f"{game.opponent}’s turn"
        yield Pointer(f"{game.title} against {game.opponent}: {whose}", f"/games/{game.id}")


def _rules(reader: Reader, target: ReplyTarget) -> InformationAnswer:
    """How turns are written and how the game ends, with a link to the whole rules."""
    info = get_game_row(reader, target.game_id).rules(reader).info
    ends = "; ".join(info.endings.values())
    lines = (
        "The page below has all of its rules, with pictures.",
        f"This is how games end: {ends}; a player resigned or ran out of time; both agreed on a draw.",
    )
    page = Pointer(f"The rules of {info.title}", f"/rules/{info.game}")
    sentence = "They are told below, with the page that has all of them."
    return InformationAnswer(f"{info.title} in short", sentence, lines, (page,), has_hints=True)


def _standings(reader: Reader, player_id: int, name: str, season_id: int | None) -> InformationAnswer:
    """
    The standings of the player's division in a league, else of its first one.

    :param name: what the league is called; empty for the season of the answered letter.
    :param season_id: that season; None if the letter is about none.
    """
    try:
        if not name and season_id is None:
            return _refused("That does not say which league you mean.", LEAGUES_BY_MAIL)
        season = _season_of(reader, league_called(reader, name)) if name else get_season(reader, season_id or 0)
    except CorrError as refusal:
        return _refused(refusal.sentence)
    divisions = () if season is None or season.state is SeasonState.SIGN_UP else division_tables(reader, season)
    if season is None or not divisions:
        return _refused("No season of it has begun yet.")
    shown = next((one for one in divisions if one.find_entry(player_id) is not None), divisions[0])
    lines = table_lines(shown, standings(shown.table, season.settings), player_id)
    title = f"{season.name}: {shown.name}"
    page = Pointer("The season’s page, with all tables", season.path)
    return InformationAnswer(f"{title}.", f"{title} is shown below.", (), (page,), table=lines)


def _season_of(reader: Reader, league: LeagueRow) -> SeasonRow | None:
    """The latest season of a league that has begun; None without any."""
    latest = find_latest_season(reader, league.id)
    if latest is None or latest.state is not SeasonState.SIGN_UP:
        return latest
    return find_last_begun(reader, latest)


def _refused(*lines: str) -> InformationAnswer:
    return InformationAnswer(_NO_TABLE, f"{_NO_TABLE} {lines[0]}", lines, (_LEAGUES,))


def _ratings(reader: Reader, player_id: int) -> InformationAnswer:
    """The player's ratings in all games."""
    ratings = ratings_of(reader, player_id).ratings
    if not ratings:
        title = "You have no rating yet."
        return InformationAnswer(title, title, (_UNRATED,), (_RATINGS,))
    is_any_provisional = any(rating.shown.is_provisional for rating in ratings)
    lines = (*map(_rating_words, ratings), *((_PROVISIONAL,) if is_any_provisional else ()))
    return InformationAnswer("These are your ratings.", "They are listed below.", lines, (_RATINGS,))


def _rating_words(rating: GameRating) -> str:
    shown = rating.shown
    games = counted(shown.games, "rated game")
    return f"{rating.title}: {shown.words}, deviation ±{shown.deviation}, {games}, the last on {shown.last_day_words}."
