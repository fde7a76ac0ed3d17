"""
The orders of a mail carried out: the one place where mail calls the use cases of games, leave and leagues.

Words beside what is done in a game are passed on to the other player, unless they would tell a secret choice.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from corr.base.tokens import TOKEN
from corr.base.uow import Reader, UnitOfWork
from corr.errors import CorrError, InputError
from corr.game.game_row import GameRow, get_game_row
from corr.game.views import ActReceipt, TurnReceipt
from corr.games.notation import folded
from corr.mail.answering import answers
from corr.mail.answering.account_by_mail import refused_account, settle_account
from corr.mail.answering.answers import Answer, MailOutcome, quoted, quoted_in_short
from corr.mail.answering.authority import DOOR, GameRequester, PlayerRequester
from corr.mail.answering.information import InformationAnswer, told, told_without_game
from corr.mail.answering.leave_by_mail import LEAVE_ACTS, lock_for_leave, refused_leave, settle_leave
from corr.mail.answering.playing_by_mail import refused_playing, settle_playing
from corr.mail.reading.words.commands import COMMANDS, OF_ACCOUNT, OF_LEAGUES, OF_PLAYING, Act, Subject, acts_about
from corr.mail.reading.words.orders import Orders
from corr.play.crossing_draws import UnseenDrawOfferError
from corr.play.deadlines import ClaimTime, claim_time
from corr.play.endings import accept_draw, decline_draw, offer_draw, resign, withdraw_draw
from corr.play.messages import SendMessage, send_message
from corr.play.turns import SubmitTurn, submit_turn

_WORD = re.compile(r"\S+")
_ADDRESSING = frozenset("@/")
_LEFT_OUT = "[…]"
_SIGNS = re.compile(r"[\W_]+")
_NAMES_A_CHOICE = (
    "They name something that can be chosen in secret, and that must not slip out. If you mean it, write it on "
    "the page of the game."
)
BESIDE_A_CHOICE = "Beside a secret choice, only lines that begin with “say:” are passed on."
NOT_PASSED_ON = "The rest of your mail was not passed on. To write to the other player, put “say:” before the words."
_NOTHING_PASSED_ON = "Nothing was passed on to the other player."
_WITHOUT_A_GAME = (
    "The rest of your mail was not passed on. To write to another player, reply to a letter of your game with “say:” "
    "and the words."
)
_NO_OFFER = "The game is over, so no draw is offered."
_ACTS: dict[Act, Callable[..., ActReceipt]] = {
    Act.RESIGN: resign,
    Act.OFFER_DRAW: offer_draw,
    Act.ACCEPT_DRAW: accept_draw,
    Act.DECLINE_DRAW: decline_draw,
    Act.WITHDRAW_DRAW: withdraw_draw,
}
_ANSWERING_OFFERS = frozenset({Act.ACCEPT_DRAW, Act.DECLINE_DRAW})
IN_GAME = acts_about(Subject.GAME)
"""Acts that change a game."""
_FOR_PLAYER = {
    Subject.LEAVE: (settle_leave, refused_leave),
    Subject.LEAGUE: (settle_playing, refused_playing),
    Subject.PLAYING: (settle_playing, refused_playing),
    Subject.ACCOUNT: (settle_account, refused_account),
}
"""What does an act about the player, and what answers it if it is refused; such acts are done in this order."""
OF_PLAYER = acts_about(*_FOR_PLAYER)
"""Acts about the player alone, which answers to letters without a game can ask for too."""
CHANGING = IN_GAME | OF_PLAYER | {Act.SAY}
"""Acts that others can see; they are done only for a player who surely asked for them."""
_SEVERAL = "Your mail asked for several things."
_TOLD_APART = frozenset({Act.TURN, Act.SAY})
_INFORMING = acts_about(Subject.INFORMATION)
WITHOUT_GAME = _INFORMING - {Act.BOARD, Act.RULES}
"""Acts that only ask, and about no game."""
_IN_ANY_STATE = OF_LEAGUES | OF_PLAYING | OF_ACCOUNT | {Act.OFFERS, Act.STANDINGS, Act.RATINGS, Act.SIGN_IN}
"""Acts that have nothing to do with the state of the game whose letter is answered."""


@dataclass(frozen=True, slots=True)
class ForwardedWords:
    """The result of passing words on to the other player."""

    code: str = ""
    """The code of the refusal; empty if they were passed on, or if there were none."""
    sentence: str = ""
    """What became of them; empty if there were none."""
    lines: tuple[str, ...] = ()
    """The lines that were passed on."""
    left_out: str = ""
    """Why some words were left out, in a sentence; empty if none were."""
    not_passed_on: tuple[str, ...] = ()
    """Lines that were left out, to be repeated."""


@dataclass(frozen=True, slots=True)
class _Done:
    """The acts that were done in a game."""

    turn: TurnReceipt | None
    acts: dict[Act, str]
    """The result of each act, in one sentence."""
    is_repeated: bool = False
    """Whether all of it had been done before."""

    @property
    def ends_game(self) -> bool:
        """Whether the turn has ended the game."""
        return self.turn is not None and bool(self.turn.outcome_words)


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """The result of a rehearsal."""

    orders: Orders
    """The orders, with the turn in canonical notation."""
    is_repeated: bool
    """Whether all of it was done before, so that nothing would change."""
    ends_game: bool
    """Whether the turn would end the game."""


def carry_out(uow: UnitOfWork, requester: GameRequester, orders: Orders) -> MailOutcome:
    """
    Carry out *orders*.

    In the game all of it is done or nothing. Leave, leagues and commands that only ask are done in any case. Words for
    the other player are passed on after that, unless something in the game was refused.

    :raises UnseenDrawOfferError: it is confirmed on a page that did not show a draw offer.
    """
    informed = {act: told(uow, requester, orders, act) for act in orders.acts if act in _INFORMING}
    lock_for_leave(uow, requester.target.player_id, orders)
    done = _attempted(uow, requester, orders)
    # After the turn, which counts as made before the leave began.
    informed |= _settled_for_player(uow, requester.of_player, orders)
    if isinstance(done, CorrError):
        return _refused(done, requester, orders, informed)
    passed = _pass_on(uow, requester, orders, done)
    sentences = {**done.acts, **({Act.SAY: passed.sentence} if Act.SAY in orders.acts else {}), **_sentences(informed)}
    answer = _main(done, passed, informed)
    lines = _lines(orders, sentences)
    if len(lines) > (0 if done.turn else 1):
        answer = replace(answer, title=answer.title if done.turn else _SEVERAL, done=lines)
    answer = _with_more(answer, passed, informed)
    return MailOutcome(_code(orders, done, passed), answer, _commands(orders, sentences))


def carry_out_for_player(uow: UnitOfWork, requester: PlayerRequester, orders: Orders) -> MailOutcome:
    """Carry out those *orders*, at least one, that are about the player or only ask; the others are ignored."""
    settled = {
        **_settled_for_player(uow, requester, orders),
        **{act: told_without_game(uow, requester, orders, act) for act in orders.acts if act in WITHOUT_GAME},
    }
    (act, first), *others = settled.items()
    lines = (*first.lines, *(line for _, one in others for line in (one.title, *one.lines)))
    pages = (*first.pages, *(page for _, one in others for page in one.pages))
    table = next((one.table for one in settled.values() if one.table), ())
    asked = next((one.question for one in settled.values() if one.question), None)
    answer = Answer(first.title, lines, pages=pages, table=table, question=asked, stands=True, begun=first.begun)
    has_commands = any(one.has_commands for one in settled.values())
    answer = replace(answer, has_commands=has_commands, tells_commands=Act.HELP in settled)
    answer = replace(answer, has_board=False, has_hints=False)
    words = quoted_in_short(orders.all_words)
    if words:
        answer = replace(answer, lines=(*answer.lines, _WITHOUT_A_GAME), not_passed_on=words)
    return MailOutcome(act.value.replace(" ", "-"), answer, _commands(orders, _sentences(settled)))


def _settled_for_player(uow: UnitOfWork, requester: PlayerRequester, orders: Orders) -> dict[Act, InformationAnswer]:
    """Do what *orders* ask about leave, leagues, new games and the account, in this order; the answer to each act."""
    acts = [act for subject in _FOR_PLAYER for act in orders.acts if COMMANDS[act].subject is subject]
    return {act: _settled(uow, requester, orders, act) for act in acts}


def _settled(uow: UnitOfWork, requester: PlayerRequester, orders: Orders, act: Act) -> InformationAnswer:
    settle, refused = _FOR_PLAYER[COMMANDS[act].subject]
    try:
        with uow.attempt():
            return settle(uow, requester, orders, act)
    except CorrError as refusal:
        return refused(act, refusal)


def rehearse(uow: UnitOfWork, requester: GameRequester, orders: Orders) -> Rehearsed:
    """
    What *orders* would do in the game, or to whom words alone would be passed on: it is done and undone.

    :raises CorrError: it cannot be done.
    """
    with uow.attempt() as part:
        done = _act_in_game(uow, requester, orders)
        if orders.acts == (Act.SAY,):
            _send(uow, requester, without_tokens(orders.say), None)
        part.undo()
    turn = orders.turn if done.turn is None else done.turn.text
    return Rehearsed(replace(orders, turn=turn), done.is_repeated, ends_game=done.ends_game)


def without_lost_words(reader: Reader, game_id: str, orders: Orders) -> Orders:
    """*orders* to be held, without the words that a yes would not pass on: those beside a secret choice."""
    is_choice = Act.TURN in orders.acts and _is_chosen_in_secret(reader, get_game_row(reader, game_id))
    return replace(orders, words="") if is_choice else orders


def is_pointless(uow: UnitOfWork, requester: PlayerRequester, orders: Orders) -> bool:
    """
    Whether *orders* ask for leave, new games or the account alone, and none of that can be done, so that nobody need be
    asked about it: each act is done and undone.
    """
    return all(
        act in LEAVE_ACTS | OF_PLAYING | OF_ACCOUNT and not _can_be_done(uow, requester, orders, act)
        for act in orders.acts
    )


def _can_be_done(uow: UnitOfWork, requester: PlayerRequester, orders: Orders, act: Act) -> bool:
    try:
        with uow.attempt() as part:
            _FOR_PLAYER[COMMANDS[act].subject][0](uow, requester, orders, act)
            part.undo()
    except CorrError:
        return False
    return True


def not_done(error: CorrError, requester: GameRequester, orders: Orders) -> MailOutcome:
    """The outcome of orders that were refused before anything was done."""
    return _refused(error, requester, orders, {})


def _attempted(uow: UnitOfWork, requester: GameRequester, orders: Orders) -> _Done | CorrError:
    """The acts done in the game, or the refusal, after which none is done."""
    try:
        with uow.attempt():
            return _act_in_game(uow, requester, orders)
    except UnseenDrawOfferError:
        # The page that confirms it asks again, and nothing is settled.
        raise
    except CorrError as refusal:
        return refusal


def _act_in_game(uow: UnitOfWork, requester: GameRequester, orders: Orders) -> _Done:
    """Do the acts that change the game, in order."""
    turn, sentences, repeated = None, dict[Act, str](), list[bool]()
    target = requester.target
    for act in orders.acts:
        if act is Act.TURN:
            submitted = SubmitTurn(
                game_id=target.game_id,
                player_id=target.player_id,
                turn_number=target.turn_number,
                text=orders.turn,
                door=DOOR,
                order_key=requester.order_key,
                received_at=requester.received_at,
                seen_offer=target.draw_offer_id,
                asks_first=requester.is_by_page,
            )
            turn = submit_turn(uow, submitted)
            sentences[act] = answers.played(turn).sentence
            repeated.append(turn.repeated)
        elif act is Act.OFFER_DRAW and turn is not None and turn.outcome_words:
            # Not refused: that would undo the turn, and a turn in doubt would show before it is played whether it wins.
            sentences[act] = _NO_OFFER
        elif act in IN_GAME:
            receipt = _done_in_game(uow, requester, act)
            sentences[act] = receipt.sentence
            repeated.append(receipt.repeated)
    return _Done(turn, sentences, bool(repeated) and all(repeated))


def _done_in_game(uow: UnitOfWork, requester: GameRequester, act: Act) -> ActReceipt:
    target, received_at = requester.target, requester.received_at
    if act is Act.CLAIM:
        return claim_time(uow, ClaimTime(target.game_id, target.player_id, DOOR, received_at, requester.mail_id))
    of_letter = {"seen_offer": target.draw_offer_id} if act in _ANSWERING_OFFERS else {}
    return _ACTS[act](uow, target.game_id, target.player_id, DOOR, received_at=received_at, **of_letter)


def _refused(
    error: CorrError, requester: GameRequester, orders: Orders, informed: dict[Act, InformationAnswer]
) -> MailOutcome:
    """The outcome if the acts in the game were refused."""
    answer = answers.refused(error, orders, requester.target.turn_number)
    words = quoted_in_short(orders.all_words)
    lost = ForwardedWords(left_out=_NOTHING_PASSED_ON if words else "", not_passed_on=words)
    undone = {act: f"Not done. {error.sentence}" for act in orders.acts if act in CHANGING}
    sentences = {**undone, **_sentences(informed)}
    others = [act for act in orders.acts if act is not Act.TURN]
    if len(orders.acts) > 1 and others:
        plain = dict.fromkeys(undone, "Not done.") | _sentences(informed)
        answer = replace(answer, done=_lines(orders, plain))
    answer = _with_more(answer, lost, informed)
    return MailOutcome(error.code, answer, _commands(orders, sentences))


def _main(done: _Done, passed: ForwardedWords, informed: dict[Act, InformationAnswer]) -> Answer:
    """The answer to the most important act, without the rest."""
    if done.turn is not None:
        return answers.played(done.turn)
    if done.acts:
        return answers.acted(next(iter(done.acts.values())))
    if passed.sentence:
        return replace(answers.acted(passed.sentence), has_board=False)
    first = next(iter(informed.values()))
    # Leave and leagues do not depend on the game.
    stands, is_of_player = not informed.keys() <= _INFORMING, informed.keys() <= _IN_ANY_STATE
    answer = Answer(first.title, has_board=False, has_hints=False, stands=stands, is_of_player=is_of_player)
    return replace(answer, begun=first.begun)


def _with_more(answer: Answer, passed: ForwardedWords, informed: dict[Act, InformationAnswer]) -> Answer:
    """*answer* with what became of the words to the other player, of leave, of leagues, and of what was only asked."""
    # What was passed on is shown, and needs no sentence.
    said = () if passed.lines or passed.sentence in {"", answer.title} else (passed.sentence,)
    answer = replace(answer, lines=(*answer.lines, *said), passed=passed.lines, not_passed_on=passed.not_passed_on)
    for found in informed.values():
        answer = replace(
            answer,
            lines=(*answer.lines, *found.lines),
            pages=(*answer.pages, *found.pages),
            table=found.table or answer.table,
            has_commands=answer.has_commands or found.has_commands,
            question=found.question or answer.question,
            has_board=answer.has_board or found.has_board,
            has_hints=answer.has_hints or found.has_hints,
        )
    # Last, since the words that it is about are shown below it.
    lines = (*answer.lines, *filter(None, (passed.left_out,)))
    return replace(answer, lines=lines, tells_commands=Act.HELP in informed)


def _sentences(informed: Mapping[Act, InformationAnswer]) -> dict[Act, str]:
    return {act: found.sentence for act, found in informed.items()}


def _lines(orders: Orders, sentences: dict[Act, str]) -> tuple[str, ...]:
    """A line for each command; the turn and words to pass on have sentences of their own."""
    return tuple(f"{act.value}: {sentences[act]}" for act in orders.acts if act in sentences.keys() - _TOLD_APART)


def _commands(orders: Orders, sentences: dict[Act, str]) -> tuple[tuple[str, str], ...]:
    """Each command as it was typed, with what became of it."""
    pairs = zip(orders.typed or orders.asked, orders.acts, strict=True)
    return tuple((text, sentences[act]) for text, act in pairs if act in sentences)


def _code(orders: Orders, done: _Done, passed: ForwardedWords) -> str:
    if done.turn is not None:
        if done.turn.repeated:
            return "repeated"
        return "sealed" if done.turn.is_sealed else "played"
    if not done.acts and passed.code:
        return passed.code
    changing = [act for act in orders.acts if act in CHANGING]
    return (changing or list(orders.acts))[0].value.replace(" ", "-")


def _pass_on(uow: UnitOfWork, requester: GameRequester, orders: Orders, done: _Done) -> ForwardedWords:
    """Pass on the words for the other player in *orders*; a refusal undoes nothing else."""
    left_out = _reason_to_leave_out(uow, requester, done) if orders.words else ""
    lost = quoted_in_short(orders.words) if left_out else ()
    text = without_tokens(orders.say if left_out else orders.message)
    if not text and Act.SAY not in orders.acts:
        return ForwardedWords(left_out=left_out, not_passed_on=lost)
    try:
        with uow.attempt():
            receipt = _send(uow, requester, text, done.turn)
    except CorrError as error:
        refused = f"Your words were not passed on. {error.sentence}"
        return ForwardedWords(error.code, refused, not_passed_on=quoted_in_short(orders.all_words))
    return ForwardedWords("", receipt.sentence, quoted(text), left_out, lost)


def _send(uow: UnitOfWork, requester: GameRequester, text: str, turn: TurnReceipt | None) -> ActReceipt:
    _check_keeps_secrets(uow, requester, text, turn)
    message = SendMessage(
        game_id=requester.target.game_id,
        player_id=requester.target.player_id,
        text=text,
        door=DOOR,
        order_key=f"{requester.order_key}:say",
        turn_number=turn.turn_number if turn else None,
    )
    return send_message(uow, message)


def without_tokens(text: str) -> str:
    """*text* without addresses and links that hold a token, which the rest of a quotation could give away."""
    return _WORD.sub(lambda found: _LEFT_OUT if _holds_token(found[0]) else found[0], text)


def _holds_token(word: str) -> bool:
    return bool(_ADDRESSING.intersection(word)) and TOKEN.search(word) is not None


def _reason_to_leave_out(reader: Reader, requester: GameRequester, done: _Done) -> str:
    """Why words beside what was done are passed on after “say:” alone; empty if all are."""
    turn = done.turn
    if not done.acts or (done.is_repeated if turn is None else turn.repeated):
        return NOT_PASSED_ON
    return BESIDE_A_CHOICE if turn and (turn.is_sealed or _secret_words(reader, requester, turn)) else ""


def _is_chosen_in_secret(reader: Reader, game_row: GameRow) -> bool:
    """Whether both players choose at the same time now."""
    rules = game_row.rules(reader)
    return len(rules.due(rules.parse_position(game_row.position))) > 1


def _check_keeps_secrets(reader: Reader, requester: GameRequester, text: str, turn: TurnReceipt | None) -> None:
    """
    Make sure that *text* names no secret choice: below “say:” may stand a choice that was not read as one, and what is
    told once cannot be taken back.

    :raises InputError: it names one.
    """
    secrets = _words_to_choose(reader, requester) | _secret_words(reader, requester, turn)
    told = {_SIGNS.sub("", word) for word in folded(text).casefold().split()}
    if any(word.casefold() in told for word in secrets):
        raise InputError(_NAMES_A_CHOICE, field="text")


def _words_to_choose(reader: Reader, requester: GameRequester) -> frozenset[str]:
    """The words that differ among the player's possible choices, if both players choose at the same time now."""
    game_row = get_game_row(reader, requester.target.game_id)
    if not _is_chosen_in_secret(reader, game_row):
        return frozenset()
    rules, seat = game_row.rules(reader), game_row.get_seat(requester.target.player_id).seat
    position = rules.parse_position(game_row.position)
    choices = [frozenset(rules.write_action(action).split()) for action in rules.begin(position, seat).actions()]
    return frozenset().union(*choices) - frozenset.intersection(*choices) if choices else frozenset()


def _secret_words(reader: Reader, requester: GameRequester, turn: TurnReceipt | None) -> frozenset[str]:
    """The word that *turn* still keeps secret."""
    if turn is None:
        return frozenset()
    game_row = get_game_row(reader, requester.target.game_id)
    rules = game_row.rules(reader)
    secret = rules.secret(turn.text, rules.parse_position(game_row.position))
    return frozenset() if secret is None else frozenset({secret.word})
