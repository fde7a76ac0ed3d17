"""The mailbox and the demo players: for whoever sits at this machine, and for nobody else."""

import json
import mailbox
import os
import re
import struct
from base64 import b64encode
from collections.abc import Iterator
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from corr.web.app_state import WebSettings
from corr.web.letterbox import Letterbox
from tests.mail.far_end import LONGEST_START
from tests.ports import free_port
from tests.web.browsing import URL, Browser, Site, links, words

_DEMO = WebSettings(URL, is_demo=True)
_PICTURE = b"\x89PNG\r\n\x1a\n picture"


class _Listener:
    """The far end of a reply: keeps what it is given, if it takes it."""

    def __init__(self) -> None:
        self.envelopes: list[Envelope] = []
        self.refusal = ""

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        envelope.rcpt_tos.append(address)
        return self.refusal or "250 fine"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's name
        self.envelopes.append(envelope)
        return "250 kept"


@pytest.fixture
def listener() -> Iterator[tuple[_Listener, int]]:
    kept = _Listener()
    port = free_port()
    controller = Controller(kept, hostname="127.0.0.1", port=port, ready_timeout=LONGEST_START)
    controller.start()
    yield kept, port
    controller.stop()


def _letter(**headers: str) -> EmailMessage:
    letter = EmailMessage(policy=policy.SMTP)
    values = {"From": "Corr <game@corr.localhost>", "To": "Ada <ada@example.org>", "Subject": "Your turn", **headers}
    for name, value in values.items():
        letter[name.replace("_", "-")] = value
    letter.set_content("It is your turn.\n")
    letter.add_alternative(
        '<p>It is <b>your</b> turn. <img src="cid:board@x"></p><script>alert(1)</script>', subtype="html"
    )
    letter.get_payload()[1].add_related(_PICTURE, "image", "png", cid="<board@x>")  # type: ignore[union-attr,index]  # It has two parts.
    return letter


def _mailbox(site: Site, folder: Path, *letters: EmailMessage, port: int = 1) -> Browser:
    kept = mailbox.Maildir(folder / "letters")
    for letter in letters:
        kept.add(letter.as_bytes())
    return Site(site.room, _DEMO, Letterbox(folder / "letters", "127.0.0.1", port)).browser()


def _first(browser: Browser) -> str:
    return next(link for link in links(browser.get("/mailbox")) if link.startswith("/mailbox/"))


def test_a_letter_is_shown_with_its_text_and_headers(site: Site, tmp_path: Path) -> None:
    browser = _mailbox(site, tmp_path, _letter(Message_ID="<1@corr.localhost>"))

    page = browser.get(_first(browser))

    assert "It is your turn." in words(page)
    assert "<1@corr.localhost>" in words(page)


def test_lines_of_a_table_in_the_text_stay_whole(site: Site, tmp_path: Path) -> None:
    letter = _letter()
    letter.get_payload()[0].set_content(  # type: ignore[union-attr,index]  # It has two parts.
        "It is your turn.\n\nYou can also write:\n  resign     gives up the game\n  draw       offers a draw\n"
    )
    browser = _mailbox(site, tmp_path, letter)

    blocks = re.findall(r'<pre class="letter-text( scroll)?"[^>]*>\s*<span>(\w+)', browser.get(_first(browser)).text)

    assert blocks == [("", "It"), (" scroll", "You")]


def test_lines_that_the_letter_broke_are_whole_in_a_window_that_breaks_them_itself(site: Site, tmp_path: Path) -> None:
    letter = _letter()
    sentence = "The board is as it was. Reply to this letter with another turn, or with"
    check = f"  | Turn 1, White: A2\n  | {'ab' * 32}\n    printf '%s' abcdefgh \\\n    {'c' * 60}"
    quoted = f"  | {'name a piece ' * 5}as\n  | infiltrator."
    body = f"{sentence}\nanything else.\n\nShort.\nShort, too.\n\n{check}\n\n{quoted}\n"
    letter.get_payload()[0].set_content(body)  # type: ignore[union-attr,index]  # It has two parts.
    browser = _mailbox(site, tmp_path, letter)

    texts = re.findall(r'(?s)<pre class="letter-text">(.*?)</pre>', browser.get(_first(browser)).text)
    blocks = [re.sub("</?span[^>]*>", "", text).strip() for text in texts]
    digits = f"  |\N{WORD JOINER} {'ab' * 32}".replace(" ", "\N{NO-BREAK SPACE}")

    assert blocks == [
        f"{sentence} anything else.",
        "Short.\nShort, too.",
        f"| Turn 1, White: A2\n{digits}\n    printf &#39;%s&#39; abcdefgh \\\n    {'c' * 60}",
        f"| {'name a piece ' * 5}as infiltrator.",
    ]


def test_a_letter_is_listed_with_how_it_opens(site: Site, tmp_path: Path) -> None:
    letter = _letter()
    body = (
        f"It is your turn. Really,\nit is. {'Really. ' * 40}Write\xa0above\xa0this\xa0line.\xa0#abcdefg#\n\nNo more.\n"
    )
    letter.get_payload()[0].set_content(body)  # type: ignore[union-attr,index]  # It has two parts.

    listed = words(_mailbox(site, tmp_path, letter).get("/mailbox"))

    assert "It is your turn. Really, it is. Really." in listed
    assert "…" in listed
    assert not any(word in listed for word in ("#abc#", "No more."))


def test_a_letter_that_came_or_went_since_the_last_look_is_listed_or_not(site: Site, tmp_path: Path) -> None:
    browser = _mailbox(site, tmp_path, _letter(Subject="The first"))
    seen = [words(browser.get("/mailbox"))]
    kept = mailbox.Maildir(tmp_path / "letters")
    kept.add(_letter(Subject="The second").as_bytes())
    seen.append(words(browser.get("/mailbox")))
    kept.remove(next(key for key, letter in kept.items() if letter["Subject"] == "The first"))
    seen.append(words(browser.get("/mailbox")))

    assert ["The first" in page for page in seen] == [True, True, False]
    assert ["The second" in page for page in seen] == [False, True, True]


def _listed(browser: Browser, address: str) -> list[str]:
    """The subjects on a page of the list."""
    return re.findall(r'<span class="mailbox-what">\s*<b>(.*?)</b>', browser.get(address).text)


def test_letters_are_listed_fifty_a_page_the_newest_first(site: Site, tmp_path: Path) -> None:
    browser = _mailbox(site, tmp_path, *(_letter(Subject=f"Letter {number}") for number in range(60)))
    for number, path in enumerate(sorted((tmp_path / "letters" / "new").iterdir(), key=_subject_number)):
        os.utime(path, (number, number))

    pages = [_listed(browser, f"/mailbox?page={number}") for number in (1, 2, 3)]

    assert pages == [
        [f"Letter {number}" for number in range(59, 9, -1)],
        [f"Letter {number}" for number in range(9, -1, -1)],
        [],
    ]
    assert "/mailbox?to=&page=2" in links(browser.get("/mailbox"))


def test_what_somebody_just_did_stands_above_what_leagues_report_meanwhile(site: Site, tmp_path: Path) -> None:
    report = {"List-Id": "<leagues.corr.localhost>"}
    kept = (
        _letter(Subject="Old report", **report), _letter(Subject="Sign in"), _letter(Subject="Report", **report),
        _letter(Subject="Late report", **report),
    )  # fmt: skip
    browser = _mailbox(site, tmp_path, *kept)
    minutes = {"Old report": 0, "Sign in": 10, "Report": 12, "Late report": 40}
    for path in (tmp_path / "letters" / "new").iterdir():
        (at,) = (at for subject, at in minutes.items() if f"Subject: {subject}\r" in path.read_bytes().decode())
        os.utime(path, (60 * at, 60 * at))

    assert _listed(browser, "/mailbox") == ["Late report", "Sign in", "Report", "Old report"]


def test_an_open_list_is_told_when_a_letter_came(site: Site, tmp_path: Path) -> None:
    browser = _mailbox(site, tmp_path, _letter())
    shown = re.search(r'data-live="/mailbox/live" data-version="(.*?)"', browser.get("/mailbox").text)
    before = browser.get("/mailbox/live?waited=0")
    mailbox.Maildir(tmp_path / "letters").add(_letter().as_bytes())

    after = browser.get("/mailbox/live?waited=1000")

    assert shown is not None
    assert json.loads(before.text)["version"] == shown[1] != json.loads(after.text)["version"]
    assert int(before.headers["Retry-After"]) < int(after.headers["Retry-After"])


def _subject_number(path: Path) -> int:
    found = re.search(r"Letter (\d+)", path.read_text())
    assert found is not None
    return int(found[1])


def test_letters_to_one_address_can_be_chosen(site: Site, tmp_path: Path) -> None:
    letters = [_letter(Subject=f"To {name}", To=f"{name} <{name.lower()}@example.org>") for name in ("Ada", "Bob")]
    browser = _mailbox(site, tmp_path, *letters)

    form = browser.get("/mailbox?to=ada%40example.org")

    assert _listed(browser, "/mailbox?to=ada%40example.org") == ["To Ada"]
    assert _listed(browser, "/mailbox?to=nobody") == []
    assert sorted(_listed(browser, "/mailbox")) == ["To Ada", "To Bob"]
    assert re.findall(r'<option value="([^"]*)"( selected)?>(\w+)', form.text) == [
        ("", "", "Everyone"),
        ("ada@example.org", " selected", "Ada"),
        ("bob@example.org", "", "Bob"),
    ]


def test_the_list_says_the_day_once_and_the_time_of_each_letter(site: Site, tmp_path: Path) -> None:
    dates = ("Sat, 21 Nov 2026 09:00:00 +0000", "Sun, 22 Nov 2026 09:30:00 +0000", "Sun, 22 Nov 2026 10:05:00 +0000")
    browser = _mailbox(site, tmp_path, *(_letter(Date=date, Subject=f"Letter {n}") for n, date in enumerate(dates)))
    for number, path in enumerate(sorted((tmp_path / "letters" / "new").iterdir(), key=_subject_number)):
        os.utime(path, (number, number))

    listed = words(browser.get("/mailbox"))

    assert re.findall(r"(\d+ Nov 2026|\d\d:\d\d)", listed) == ["22 Nov 2026", "10:05", "09:30", "21 Nov 2026", "09:00"]


def test_the_frame_of_a_letter_is_as_tall_as_its_text_and_its_pictures(site: Site, tmp_path: Path) -> None:
    letter = EmailMessage(policy=policy.SMTP)
    letter["To"] = "Ada <ada@example.org>"
    html = (
        "<head><style>p { color: red }</style></head><p>It is <b>your</b> turn &amp; mine.</p><script>alert(1)</script>"
    )
    png = b64encode(b"\x89PNG\r\n\x1a\n" + struct.pack(">I4s2I", 13, b"IHDR", 520, 600)).decode()
    pictures = f'<img src="data:image/png;base64,{png}" alt="A board" width="260"><img src="cid:none" width="100">'
    letter.set_content(f"{html}{pictures}<p>So far</p>", subtype="html")
    browser = _mailbox(site, tmp_path, letter)

    room = re.search(r'(?s)<div class="letter-room" aria-hidden="true">(.*?)</div>', browser.get(_first(browser)).text)

    assert room is not None
    assert re.findall(r'<p>(.*?)</p>|<svg width="(\d+)" height="(\d+)"', room[1]) == [
        ("It is your turn &amp; mine.", "", ""),
        ("", "260", "300"),
        ("", "100", "100"),
        ("So far", "", ""),
    ]


@pytest.mark.parametrize("address", ["/mailbox?page=0", "/mailbox?page=999999999", "/mailbox?to=%3Cscript%3E"])
def test_strange_pages_of_the_list_are_empty_or_the_nearest(site: Site, tmp_path: Path, address: str) -> None:
    answer = _mailbox(site, tmp_path, _letter()).get(address)

    assert answer.status_code == 200
    assert "<script>" not in answer.text


def test_the_html_of_a_letter_can_run_nothing_and_carries_its_pictures(site: Site, tmp_path: Path) -> None:
    browser = _mailbox(site, tmp_path, _letter())

    page = browser.get(_first(browser))
    frame = browser.get(f"{_first(browser)}/html")

    assert "sandbox=" in page.text
    assert "allow-scripts" not in page.text
    assert "alert(1)" not in page.text
    policy_of_frame = frame.headers["Content-Security-Policy"]
    assert "sandbox allow-popups" in policy_of_frame
    assert "default-src 'none'" in policy_of_frame
    assert "allow-scripts" not in policy_of_frame
    assert "script-src" not in policy_of_frame
    assert 'src="data:image/png;base64,' in frame.text


def test_the_addresses_in_a_letter_can_be_followed(site: Site, tmp_path: Path) -> None:
    letter = _letter()
    letter.get_payload()[0].set_content("Look: http://localhost:8000/link/abc.\n")  # type: ignore[union-attr,index]  # It has two parts.
    browser = _mailbox(site, tmp_path, letter)

    assert "http://localhost:8000/link/abc" in links(browser.get(_first(browser)))


def test_a_reply_goes_by_mail_to_the_reply_address(site: Site, tmp_path: Path, listener: tuple[_Listener, int]) -> None:
    kept, port = listener
    letter = _letter(Reply_To="r+token@corr.localhost", Message_ID="<1@corr.localhost>")
    browser = _mailbox(site, tmp_path, letter, port=port)

    answer = browser.post(f"{_first(browser)}/reply", text="B3-C3")

    mail = BytesParser(policy=policy.default).parsebytes(kept.envelopes[0].content or b"")  # type: ignore[arg-type]  # aiosmtpd gives bytes
    assert answer.status_code == 303
    assert kept.envelopes[0].mail_from == "ada@example.org"
    assert kept.envelopes[0].rcpt_tos == ["r+token@corr.localhost"]
    assert mail["In-Reply-To"] == "<1@corr.localhost>"
    assert mail.get_content().startswith("B3-C3")
    assert "> It is your turn." in mail.get_content()


@pytest.mark.parametrize("text", ["", " \n\t "])
def test_a_blank_reply_shows_the_form_again(site: Site, tmp_path: Path, text: str) -> None:
    browser = _mailbox(site, tmp_path, _letter(Reply_To="r+token@corr.localhost"))

    answer = browser.post(f"{_first(browser)}/reply", text=text)

    assert answer.status_code == 400
    assert "An answer needs at least one word." in words(answer)
    assert "<textarea" in answer.text


def test_a_letter_that_wants_no_answer_has_no_reply_box(site: Site, tmp_path: Path) -> None:
    browser = _mailbox(site, tmp_path, _letter())

    assert "/reply" not in browser.get(_first(browser)).text


def test_a_listener_that_does_not_answer_is_told(site: Site, tmp_path: Path) -> None:
    browser = _mailbox(site, tmp_path, _letter(Reply_To="r+token@corr.localhost"))

    answer = browser.post(f"{_first(browser)}/reply", text="B3-C3")

    assert answer.status_code == 409
    assert "did not take the reply" in words(answer)
    assert "B3-C3</textarea>" in answer.text


def test_what_a_listener_says_that_takes_no_reply_is_told_without_the_token(
    site: Site, tmp_path: Path, listener: tuple[_Listener, int]
) -> None:
    kept, port = listener
    kept.refusal = f"550 5.1.1 <r+token@corr.localhost>: no <b>such</b> address {'x' * 400}"
    browser = _mailbox(site, tmp_path, _letter(Reply_To="r+token@corr.localhost"), port=port)

    answer = browser.post(f"{_first(browser)}/reply", text="B3-C3")

    fault = re.search(r'(?s)<p class="fault".*?</p>', answer.text)
    assert answer.status_code == 409
    assert fault is not None
    assert "take the reply: 550 5.1.1 &lt;…&gt;: no &lt;b&gt;such&lt;/b&gt; address xx" in fault[0]
    assert "token" not in fault[0]
    assert "x" * 300 not in fault[0]


@pytest.mark.parametrize("key", ["nothing", "..", "%2e%2e%2fcur", "a%00b", "x" * 500])
def test_a_letter_that_is_not_there_is_told_to_be_missing(site: Site, tmp_path: Path, key: str) -> None:
    browser = _mailbox(site, tmp_path, _letter())

    assert browser.get(f"/mailbox/{key}").status_code == 404


@pytest.mark.parametrize("path", ["/mailbox", "/demo"])
@pytest.mark.parametrize(
    "strange",
    [
        {"Host": "play.example.org"},
        {"X_Forwarded_For": "127.0.0.1"},
        {"X_Real_IP": "127.0.0.1"},
        {"Forwarded": "for=127.0.0.1"},
        {"Via": "1.1 proxy"},
        {"X_Forwarded_Port": "443"},
        {"CF_Connecting_IP": "192.0.2.7"},
        {"True_Client_IP": "192.0.2.7"},
    ],
)
def test_through_a_proxy_or_another_name_they_do_not_exist(
    site: Site, tmp_path: Path, path: str, strange: dict[str, str]
) -> None:
    browser = _mailbox(site, tmp_path, _letter())

    assert browser.get(path).status_code == 200
    assert browser.get(path, **strange).status_code in {400, 404}


@pytest.mark.parametrize("path", ["/mailbox", "/demo"])
@pytest.mark.parametrize("address", ["192.0.2.7", "10.0.0.1", "2001:db8::1", "", "not an address"])
def test_from_another_machine_they_do_not_exist(site: Site, tmp_path: Path, path: str, address: str) -> None:
    browser = _mailbox(site, tmp_path, _letter())

    answer = browser.client.get(path, base_url=URL, environ_overrides={"REMOTE_ADDR": address})

    assert answer.status_code == 404


@pytest.mark.parametrize("path", ["/mailbox", "/demo"])
def test_a_site_without_them_has_no_such_pages(site: Site, path: str) -> None:
    assert site.browser().get(path).status_code == 404
    assert path not in [urlsplit(link).path for link in links(site.browser().get("/"))]


def test_a_real_player_cannot_be_signed_in_as_by_the_demo_page(site: Site) -> None:
    player = site.room.player("Ada")
    browser = Site(site.room, _DEMO).browser()

    assert browser.post("/demo", player=str(player)).status_code == 403
    assert browser.get("/account").status_code == 303
