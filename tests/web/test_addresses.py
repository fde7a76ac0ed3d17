"""The pages about mail addresses: links that change nothing by being opened, forms that say what was wrong."""

import re

import pytest

from corr.players import profiles
from corr.store.tables.mails import Outbox
from corr.store.tables.player_accounts import AddressChange, MailAddress
from tests.web.browsing import Site, words

pytestmark = pytest.mark.both_databases

NEW = "ada@new.example"


def links_of(site: Site) -> dict[str, str]:
    """The addresses in the two letters."""
    found = {row["kind"]: row["facts"]["token"] for row in site.room.rows(Outbox) if row["kind"].startswith("address-")}
    return {side: f"/address/{found[kind]}" for side, kind in _KINDS.items()}


_KINDS = {"new": "address-to-confirm", "old": "address-asked-for"}


def test_an_address_is_changed_by_the_links_of_two_letters_without_signing_in(any_site: Site) -> None:
    ada = any_site.browser(any_site.room.player("Ada"))

    asked = ada.post("/account/address", address=NEW)
    waiting = words(ada.get("/account/addresses"))
    links = links_of(any_site)
    anybody = any_site.browser()
    seen = [words(anybody.get(link)) for link in links.values()]
    before = [row["address"] for row in any_site.room.rows(MailAddress)]
    for link in links.values():
        anybody.post(f"{link}/confirm")

    assert asked.status_code == 303
    assert f"A new address is waiting: {NEW}" in waiting
    assert "Ada" in seen[0]
    assert NEW in seen[1]
    assert before == ["ada@example.org"]
    assert [row["address"] for row in any_site.room.rows(MailAddress)] == [NEW]
    assert anybody.get("/account").status_code == 303
    assert ada.get("/account").status_code == 200


def test_the_old_mailbox_stops_it_with_one_button(site: Site) -> None:
    ada = site.browser(site.room.player("Ada"))
    ada.post("/account/address", address=NEW)
    link = links_of(site)["old"]

    stopped = site.browser().post(f"{link}/stop")

    assert stopped.status_code == 303
    assert [row["state"] for row in site.room.rows(AddressChange)] == ["stopped"]
    assert site.browser().get(link).status_code == 410


def test_opening_a_link_changes_nothing(site: Site) -> None:
    ada = site.browser(site.room.player("Ada"))
    ada.post("/account/address", address=NEW)
    before = site.room.rows(AddressChange)

    for link in links_of(site).values():
        assert site.browser().get(link).status_code == 200

    assert site.room.rows(AddressChange) == before


@pytest.mark.parametrize("address", ["", "nobody", "ada@example.org", "<script>@example.org"])
def test_a_wrong_address_is_told_where_it_was_typed(site: Site, address: str) -> None:
    ada = site.browser(site.room.player("Ada"))

    answer = ada.post("/account/address", address=address)

    assert answer.status_code == 400
    assert re.search(r'<input id="address"[^>]*aria-invalid="true"', answer.text)
    assert "<script>" not in answer.text


def test_a_second_address_can_be_removed_and_the_main_one_cannot(site: Site) -> None:
    ada = site.browser(site.room.player("Ada"))
    ada.post("/account/address", address=NEW, keep="yes")
    for link in links_of(site).values():
        site.browser().post(f"{link}/confirm")

    refused = ada.post("/account/address/remove", address="ada@example.org")
    done = ada.post("/account/address/remove", address=NEW)

    assert (refused.status_code, done.status_code) == (400, 303)
    assert [row["address"] for row in site.room.rows(MailAddress)] == ["ada@example.org"]


def test_an_administrator_asks_with_a_reason_and_it_is_kept_in_the_journal(site: Site) -> None:
    site.room.player("Ada")
    zoe = site.browser(site.room.player("Zoe"))
    with site.room.workshop.open() as uow:
        profiles.grant(uow, "Zoe")

    without = zoe.post("/admin/addresses", name="Ada", address=NEW, reason="")
    unknown = zoe.post("/admin/addresses", name="Nobody At All", address=NEW, reason="x")
    own = zoe.post("/admin/addresses", name="Zoe", address=NEW, reason="x")
    done = zoe.post("/admin/addresses", name="Ada", address=NEW, reason="Her provider closed.")

    assert [answer.status_code for answer in (without, unknown, own, done)] == [400, 400, 403, 303]
    assert "Asked for by Zoe: Her provider closed." in words(zoe.get("/admin/addresses"))
