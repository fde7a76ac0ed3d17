"""The tables, one module a subject. Importing this package makes all of them known to the metadata."""

from corr.store.tables.accounts import (
    AddressChange,
    FormerName,
    KeptForm,
    MailAddress,
    Player,
    RateCount,
    Session,
    SignIn,
)
from corr.store.tables.clocks import ClockPreference, FeedToken, Leave, Outage
from corr.store.tables.games import Challenge, Game, GameEvent, GameSeat, Message, SealedTurn, Turn
from corr.store.tables.leagues import Division, Entry, Forecast, League, LeagueEvent, LeagueOrganiser, Pairing, Season
from corr.store.tables.mailing import (
    AccountToken,
    Breaker,
    DeliveryEvent,
    HeldOrder,
    MailCursor,
    MailPreference,
    MailStanding,
    UnsubscribeToken,
)
from corr.store.tables.post import Inbox, Outbox, ReplyToken
from corr.store.tables.ratings import Conduct, ConductDue, Rating, RatingDay, RatingDue
from corr.store.tables.running import Pulse, Setting

__all__ = [
    "AccountToken",
    "AddressChange",
    "Breaker",
    "Challenge",
    "ClockPreference",
    "Conduct",
    "ConductDue",
    "DeliveryEvent",
    "Division",
    "Entry",
    "FeedToken",
    "Forecast",
    "FormerName",
    "Game",
    "GameEvent",
    "GameSeat",
    "HeldOrder",
    "Inbox",
    "KeptForm",
    "League",
    "LeagueEvent",
    "LeagueOrganiser",
    "Leave",
    "MailAddress",
    "MailCursor",
    "MailPreference",
    "MailStanding",
    "Message",
    "Outage",
    "Outbox",
    "Pairing",
    "Player",
    "Pulse",
    "RateCount",
    "Rating",
    "RatingDay",
    "RatingDue",
    "ReplyToken",
    "SealedTurn",
    "Season",
    "Session",
    "Setting",
    "SignIn",
    "Turn",
    "UnsubscribeToken",
]
