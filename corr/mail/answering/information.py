"""Answers to commands that only ask: board, rules, games, help. Nothing here changes anything."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from corr.base.uow import Reader
from corr.clocks.leave import HOW_TO_WRITE
from corr.core.spans import left_words
from corr.game.game_row import get_game_row
from corr.game.views import GameLine
from corr.mail.answering.answers import LEAGUES_BY_MAIL, OFFERS_BY_MAIL, Answer, AnswerQuestion, Pointer, quoted
from corr.mail.queues.held_orders import held_of_game
from corr.mail.reading.words.commands import Act
from corr.play.game_lists import my_games
from corr.play.open_offers import OfferView, open_offers
from corr.play.sealed_turns import latest_by_seat, latest_sealed
from corr.play.turn_log import latest_turns
from corr.players.reply_tokens import ReplyTarget

_MOST_GAMES = 30
_UNCHANGED = "Nothing was changed, and nothing was passed on to anybody."
_CHOOSE_AGAIN = "Reply with another choice: until the other player has chosen too, the last one counts."
_TELL = "If it was a mistake, you can tell the other player: begin a line with “say:”."
_ALL_OFFERS = Pointer("All open offers", "/offers")
_BY_MAIL = Pointer("How to play", "/rules")


@dataclass(frozen=True, slots=True)
class InformationAnswer:
    """The answer to one command, as part of the answer to a mail."""

    title: str
    sentence: str
    """What became of the command, in one sentence."""
    lines: tuple[str, ...] = ()
    pages: tuple[Pointer, ...] = ()
    question: AnswerQuestion | None = None
    """The question that it asks back, if any."""
    has_board: bool = False
    has_hints: bool = False


def told(reader: Reader, target: ReplyTarget, act: Act) -> InformationAnswer:
    """The answer to *act*, a command that changes nothing."""
    if act is Act.BOARD:
        return InformationAnswer("This is the board.", "The board is below.", has_board=True)
    if act is Act.RULES:
        return _rules(reader, target)
    if act is Act.GAMES:
        return _games(reader, target.player_id)
    if act is Act.OFFERS:
        return _offers(reader, target.player_id)
    assert act is Act.HELP, f"{act} is nothing to be told"
    title, lines = "How to play by mail", (OFFERS_BY_MAIL, LEAGUES_BY_MAIL)
    return InformationAnswer(title, "How to answer is written below.", lines, has_board=True, has_hints=True)


def told_without_game(reader: Reader, player_id: int, act: Act) -> InformationAnswer:
    """The answer to *act*, a command that changes nothing and is about no game."""
    if act is Act.OFFERS:
        return _offers(reader, player_id)
    if act is Act.GAMES:
        return _games(reader, player_id)
    assert act is Act.HELP, f"{act} is about a game"
    turns = "To make a turn, reply to the last letter of that game."
    lines = (OFFERS_BY_MAIL, LEAGUES_BY_MAIL, f"To take leave: {HOW_TO_WRITE}", turns)
    return InformationAnswer("What you can write", "What can be written is told below.", lines, (_BY_MAIL,))


def played_already(reader: Reader, target: ReplyTarget, own_words: str) -> Answer | None:
    """The answer to *own_words* that take the last turn back; None if none was played, or if a question waits."""
    game_row = get_game_row(reader, target.game_id)
    seat, number = game_row.find_seat(target.player_id), game_row.turn_number
    if seat is None or held_of_game(reader, target.player_id, target.game_id):
        return None
    yours = quoted(own_words)
    if game_row.frozen_at is None and seat.seat in latest_by_seat(latest_sealed(reader, game_row.id, number)):
        lines = (_UNCHANGED, _CHOOSE_AGAIN)
        return Answer("Your choice can still be changed.", lines, yours=yours, not_passed_on=yours, has_hints=False)
    played = latest_turns(reader, game_row.id, before=number, most=1).turns
    last = tuple(turn.text for turn in played if turn.seat == seat.seat)[-1:]
    answer = Answer("Your turn was played already and cannot be taken back.", (_UNCHANGED, _TELL), turns=last)
    return replace(answer, yours=yours, not_passed_on=yours, has_hints=seat.is_due) if last else None


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
