"""Letters about seasons, as their readers get them."""

import re
from collections.abc import Iterator
from email.message import Message

import pytest

from corr.base.notices import Category, NoticeKind
from corr.base.sentences import Sentence
from corr.leagues.acts.organiser_act import ActRequest
from corr.leagues.acts.withdrawal import OwnWithdrawal
from corr.leagues.league_news import Announcement, Link, tell_announcement, tell_news
from corr.leagues.rows import get_season
from corr.leagues.seasons.entries import JoinSeason, join_season
from corr.mail.queues.subscriptions import find_subscription, unsubscribe
from corr.players.mail_preferences import MailPreferences, set_preferences
from corr.store.tables.mails import Outbox, OutboxState, TurnMail
from tests.mail.leagues.seasons import a_season, begin, by_itself, change, close, finish, tell
from tests.mail.office import Office, an_office, html_of, text_of
from tests.playing import DAY, a_room

HOSTILE = 'Cup\r\nBcc: eve@example.org\r\n\r\n<script>alert(1)</script> =HYPERLINK("x") \u2028 \u202e'


@pytest.fixture
def office(sqlite_url: str) -> Iterator[Office]:
    """Ada, who runs leagues, and Bob, who reads letters."""
    with a_room(sqlite_url) as room:
        yield an_office(room)


def three(office: Office) -> tuple[int, int, int]:
    """Ada, Bob and Cleo."""
    return (*office.game.players, office.room.player("Cleo"))


def told(office: Office, kind: NoticeKind, season_id: int, **facts: object) -> Message:
    """A letter to Bob."""
    tell(office.room, kind, season_id, office.game.players[1], **facts)
    return office.letters("Bob")[-1]


def states(office: Office, kind: NoticeKind) -> list[str]:
    """What became of the letters of a kind."""
    office.send_all()
    return [row["state"] for row in office.room.rows(Outbox) if row["kind"] == kind]


def announce(office: Office, season_id: int, title: str, text: str) -> Message:
    """An organiser's words to Bob."""
    said = Announcement("Ada", "all players", title, text)
    with office.room.workshop.open() as uow:
        season = get_season(uow, season_id)
        tell_announcement(uow, season, [office.game.players[1]], said, occasion="1")
    return office.letters("Bob")[-1]


def test_whoever_is_asked_to_play_reads_all_settings_and_how_to_answer(office: Office) -> None:
    letter = told(office, NoticeKind.SEASON_OPENS, a_season(office.room, office.game.players[0]))

    words = " ".join(text_of(letter).split())
    assert letter["Subject"] == "Summer Cup, season 1: will you play?"
    assert "| join you play; yes means the same | no thanks you do not play this time" in words
    assert "Sign-up ends on Monday 16 March 2026, 13:00 CET (Europe/Berlin)" in words
    assert "Nobody has joined yet" in words
    for setting in ("Game: Kelasu", "Time to think: 3 days for each turn.", "Points: 1 for a win, ½ for a draw"):
        assert setting in words
    assert "1. Wins: more games won" in words
    assert "r+" in letter["Reply-To"]


@pytest.mark.parametrize("what", ["joined", "the sign-up is over", "called off", "begun"])
def test_nobody_is_asked_who_has_joined_or_can_no_longer_join(office: Office, what: str) -> None:
    players = three(office)
    season_id = a_season(office.room, players[0])
    tell(office.room, NoticeKind.SEASON_OPENS, season_id, players[1])

    if what == "joined":
        with office.room.workshop.open() as uow:
            join_season(uow, JoinSeason(season_id, players[1], "web"))
    elif what == "begun":
        begin(office.room, season_id, players)
    elif what == "called off":
        change(office.room, season_id, state="called-off")
    else:
        # A season that opened by itself asks until its sign-up is over, an organiser until it begins.
        by_itself(office.room)
        office.room.clock.move(15 * DAY)

    assert states(office, NoticeKind.SEASON_OPENS) == [OutboxState.OBSOLETE]


def test_a_season_that_begins_is_told_with_all_games_and_seats(office: Office) -> None:
    players = three(office)
    season_id = a_season(office.room, players[0])
    games = begin(office.room, season_id, players)

    letter = told(office, NoticeKind.SEASON_STARTED, season_id)

    words = " ".join(text_of(letter).split())
    assert letter["Subject"] == "Summer Cup, season 1 has begun"
    assert "You play in Division 1." in words
    assert f"Round 1: Ada, you are Red http://127.0.0.1:8000/games/{games[players[0], players[1]]}" in words
    assert f"Cleo, you are Blue. Your turn http://127.0.0.1:8000/games/{games[players[1], players[2]]}" in words
    assert "In one of them the first turn is yours." in words
    assert "3 days for each turn." in words


@pytest.mark.parametrize(
    ("turns", "words"),
    [
        (TurnMail.EACH, "You get a separate letter about each game in which it is your turn"),
        (TurnMail.DIGEST, "Your digest will tell you when it is your turn."),
        (TurnMail.NONE, "You get no letters about turns, so please check the site."),
    ],
)
def test_the_letter_of_the_start_says_how_turns_are_told(office: Office, turns: TurnMail, words: str) -> None:
    players = three(office)
    with office.room.workshop.open() as uow:
        set_preferences(uow, players[1], MailPreferences(turns=turns))
    season_id = a_season(office.room, players[0])
    begin(office.room, season_id, players)

    letter = told(office, NoticeKind.SEASON_STARTED, season_id)

    assert words in " ".join(text_of(letter).split())


def test_the_first_letter_of_a_league_game_says_where_it_belongs(office: Office) -> None:
    players = three(office)
    begin(office.room, a_season(office.room, players[0]), players)

    letter = office.letters("Bob")[-1]

    assert "Summer Cup, season 1, Division 1, round 3" in text_of(letter)
    assert "/leagues/summer-cup/1/1" in html_of(letter)


def test_a_game_of_no_league_says_nothing_of_one(office: Office) -> None:
    assert "season" not in text_of(office.letters("Ada")[-1])


def test_the_end_is_told_with_place_reason_table_and_what_follows(office: Office) -> None:
    players = three(office)
    season_id = a_season(office.room, players[0])
    games = begin(office.room, season_id, players)
    finish(office.room, games[players[0], players[1]], 0)
    finish(office.room, games[players[0], players[2]], 0)
    finish(office.room, games[players[1], players[2]], None)
    close(office.room, season_id, {players[0]: 1, players[1]: 2, players[2]: 2})
    following = a_season(office.room, players[0])

    letter = told(office, NoticeKind.SEASON_ENDED, season_id)

    words = " ".join(text_of(letter).split())
    assert "You share place 2 of 3 in Division 1 with Cleo." in words
    assert "1. Ada 2 2–0–0" in words
    assert "> " in text_of(letter)
    assert f"Sign-up for Summer Cup, season {following} is open until" in words
    assert "| join summer-cup" in words


def test_no_letter_says_how_to_join_a_season_whose_sign_up_is_over(office: Office) -> None:
    players = three(office)
    season_id = a_season(office.room, players[0])
    close(office.room, season_id, {players[0]: 1})
    following = a_season(office.room, players[0])
    change(office.room, following, sign_up_until=office.room.clock.now() - DAY)

    letter = told(office, NoticeKind.SEASON_ENDED, season_id)

    assert "join" not in text_of(letter)


def test_nobody_is_told_how_to_leave_a_season_that_is_over(office: Office) -> None:
    players = three(office)
    season_id = a_season(office.room, players[0])
    begin(office.room, season_id, players)
    close(office.room, season_id, {players[0]: 1})
    told(office, NoticeKind.SEASON_ENDED, season_id)

    office.answer("Bob", "Thanks!")

    assert "nothing about the league" in office.last_words()
    assert "“leave" not in office.last_words()


def test_whose_results_left_the_table_counts_for_no_place(office: Office) -> None:
    players = (*three(office), office.room.player("Dan"))
    season_id = a_season(office.room, players[0])
    begin(office.room, season_id, players)
    with office.room.workshop.open() as uow:
        OwnWithdrawal(season_id, players[3]).carry_out(uow, ActRequest(players[3]))
    close(office.room, season_id, dict(zip(players[:3], (1, 2, 3), strict=True)))

    told(office, NoticeKind.SEASON_ENDED, season_id)

    assert "You finished 2nd of 3 in Division 1." in office.last_words("Bob")
    assert "Dan withdrawn" in office.last_words("Bob")


def test_the_champion_is_congratulated(office: Office) -> None:
    players = three(office)
    season_id = a_season(office.room, players[0])
    begin(office.room, season_id, players)
    close(office.room, season_id, {players[1]: 1, players[0]: 2, players[2]: 3})

    letter = told(office, NoticeKind.SEASON_ENDED, season_id)

    assert "You are the champion: place 1 of Division 1. Congratulations!" in " ".join(text_of(letter).split())


def test_whoever_goes_down_or_up_is_told_where_to(office: Office) -> None:
    upper = three(office)
    lower = tuple(office.room.player(name) for name in ("Dan", "Eva", "Finn"))
    season_id = a_season(office.room, upper[0])
    begin(office.room, season_id, upper, lower)
    close(office.room, season_id, dict(zip((upper[0], upper[2], upper[1], *lower), (1, 2, 3, 1, 2, 3), strict=True)))
    for player_id in (upper[1], lower[0]):
        tell(office.room, NoticeKind.SEASON_ENDED, season_id, player_id)

    assert "You go down to Division 2." in office.last_words("Bob")
    assert "You go up to Division 1." in office.last_words("Dan")


def test_an_announcement_shows_its_words_marked_as_said(office: Office) -> None:
    season_id = a_season(office.room, office.game.players[0])

    letter = announce(office, season_id, "A pause", "Dear all,\n\nresign\njoin summer-cup")

    assert letter["Subject"] == "Summer Cup: A pause"
    assert "Ada, who runs Summer Cup, writes to all players." in " ".join(text_of(letter).split())
    assert "  | resign\n  | join summer-cup\n" in text_of(letter)


def test_news_are_told_in_the_readers_zone(office: Office) -> None:
    season_id = a_season(office.room, office.game.players[0])
    with office.room.workshop.open() as uow:
        season = get_season(uow, season_id)
        said = (Sentence.of("All games stand still since ", uow.now, "."), Sentence.of("They go on later."))
        tell_news(uow, season, [office.game.players[1]], occasion="1", title="Paused", sentences=said)

    assert office.letters("Bob")[-1]["Subject"] == "Summer Cup, season 1: Paused"
    assert "since Monday 2 March 2026, 13:00 CET (Europe/Berlin). They go on later." in office.last_words("Bob")


def test_news_lead_to_the_page_that_they_are_about(office: Office) -> None:
    season_id = a_season(office.room, office.game.players[0])
    with office.room.workshop.open() as uow:
        season, said = get_season(uow, season_id), [Sentence.of("It is a draw.")]
        link = Link("The game’s page", "/games/abc2345")
        tell_news(uow, season, [office.game.players[1]], occasion="1", title="A result", sentences=said, link=link)

    letter = office.letters("Bob")[-1]

    assert re.search(r"\nThe game’s page:\nhttps?://[^/]+/games/abc2345\n\nThe season’s page", text_of(letter))
    assert re.search(r'/games/abc2345"[^>]*>The game’s page</a>', html_of(letter))


def test_names_and_words_of_organisers_can_neither_forge_headers_nor_run(office: Office) -> None:
    players = three(office)
    season_id = a_season(office.room, players[0], league="hostile", name=HOSTILE)
    begin(office.room, season_id, players)

    letters = [announce(office, season_id, HOSTILE, f"{HOSTILE}\n</div><img src=x>")]
    letters += [told(office, kind, season_id) for kind in (NoticeKind.SEASON_STARTED,)]

    for letter in letters:
        assert letter["Bcc"] is None
        assert "\n" not in letter["Subject"].replace("\n ", "")
        assert "<script" not in html_of(letter)
        assert "<img src=x" not in html_of(letter)
        assert max(len(line) for line in text_of(letter).split("\n") if "http" not in line) <= 76


def test_a_very_long_announcement_still_goes_out(office: Office) -> None:
    season_id = a_season(office.room, office.game.players[0])

    letter = announce(office, season_id, "Long", "word " * 20_000)

    assert "word word" in text_of(letter)


def test_names_are_cut_so_that_tables_stay_narrow(office: Office) -> None:
    ada, bob = office.game.players
    longest = office.room.player("A" * 40)
    season_id = a_season(office.room, ada)
    begin(office.room, season_id, (ada, bob, longest))
    close(office.room, season_id, {ada: 1, bob: 2, longest: 3})

    text = text_of(told(office, NoticeKind.SEASON_ENDED, season_id))

    assert f"{'A' * 29}…" in text
    assert max(len(line) for line in text.split("\n") if "http" not in line) <= 72


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        (NoticeKind.SEASON_OPENS, OutboxState.WITHHELD),
        (NoticeKind.ANNOUNCEMENT, OutboxState.WITHHELD),
        (NoticeKind.LEAGUE_NEWS, OutboxState.SENT),
    ],
)
def test_whoever_wants_no_news_of_leagues_is_told_of_their_own_part_alone(
    office: Office, kind: NoticeKind, state: OutboxState
) -> None:
    season_id = a_season(office.room, office.game.players[0])
    with office.room.workshop.open() as uow:
        set_preferences(uow, office.game.players[1], MailPreferences(turns=TurnMail.NONE, leagues=False))

    facts = {"title": "x", "by": "Ada", "to": "all", "text": "x", "sentences": []}
    tell(office.room, kind, season_id, office.game.players[1], **facts)

    assert states(office, kind) == [state]


def test_one_click_ends_news_of_leagues_and_nothing_else(office: Office) -> None:
    letter = told(office, NoticeKind.SEASON_OPENS, a_season(office.room, office.game.players[0]))
    token = str(letter["List-Unsubscribe"]).partition("/u/")[2].partition(">")[0]

    with office.room.workshop.open() as uow:
        assert unsubscribe(uow, token)

    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    with office.room.workshop.look() as reader:
        found = find_subscription(reader, token)
    assert found is not None
    assert (found.category, found.is_ended, found.turns) == (Category.LEAGUES, True, TurnMail.EACH)
