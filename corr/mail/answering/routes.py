"""Where a mail is for: by the address that it was delivered to, or else by a token that it refers to."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from corr.mail.post import Post
from corr.mail.reading.reading import Reading
from corr.service.mail.account_tokens import AccountTarget, find_account_target
from corr.service.mail.reply_tokens import ReplyTarget, find_reply_target
from corr.service.standing import get_standing
from corr.service.uow import Reader

_MOST_REFERENCES = 100


@dataclass(frozen=True, slots=True)
class Route:
    """Where a mail is for."""

    token: str = field(default="", repr=False)
    """The token of a letter that it answers; empty if there is none, or it is unknown."""
    game: ReplyTarget | None = None
    account: AccountTarget | None = None
    ruleset: str | None = None
    """By which turns are read."""

    @property
    def player_id(self) -> int | None:
        """Whose token it is."""
        owner = self.game or self.account
        return owner.player_id if owner else None


NOWHERE = Route()


def route_of(reader: Reader, post: Post, recipient: str, received_at: datetime) -> Route:
    """Where a mail to *recipient* is for that came at that moment: whoever lost a seat since is answered too."""
    return _route(reader, post.reply_token(recipient), received_at)


@dataclass(frozen=True, slots=True)
class References:
    """The letters of ours that a mail refers to."""

    addressed: tuple[Route, ...]
    """Those whose reply addresses it names: they most likely got it too, each for itself."""
    threaded: tuple[Route, ...]
    """Those that it follows in a thread."""

    def the_one(self) -> Route:
        """The letter that is answered; `NOWHERE` if there is none, or if it could be of one game or of another."""
        found = self.addressed or self.threaded
        if len({(route.player_id, route.game and route.game.game_id) for route in found}) != 1:
            return NOWHERE
        return max(found, key=lambda route: route.game.turn_number if route.game else 0)


def references_of(reader: Reader, post: Post, reading: Reading) -> References:
    """What a mail refers to, in whatever field."""
    texts = reading.references[:_MOST_REFERENCES]
    return References(
        addressed=_known(reader, map(post.reply_token, texts)),
        threaded=_known(reader, (token for text in texts for token in post.referred_tokens(text))),
    )


def _known(reader: Reader, tokens: Iterable[str]) -> tuple[Route, ...]:
    routes = (_route(reader, token) for token in dict.fromkeys(tokens) if token)
    return tuple(route for route in routes if route != NOWHERE)


def _route(reader: Reader, token: str, received_at: datetime | None = None) -> Route:
    if not token:
        return NOWHERE
    game = find_reply_target(reader, token, at=received_at)
    if game is not None:
        return Route(token, game=game, ruleset=get_standing(reader, game.game_id).ruleset)
    account = find_account_target(reader, token)
    return NOWHERE if account is None else Route(token, account=account)
