"""Pages of reports: the form of players, and what administrators see and decide."""

from corr.players.profiles import grant
from tests.playing import a_game
from tests.web.browsing import Site, links, words

BAD = "<b>Idiot</b> & co"


def test_a_report_comes_from_a_game_to_the_page_of_administrators_and_is_decided(any_site: Site) -> None:
    game = a_game(any_site.room)
    ada, bob = (any_site.browser(player) for player in game.players)
    zoe = any_site.browser(any_site.room.player("Zoe"))
    with any_site.room.workshop.open() as uow:
        grant(uow, "Zoe")
    ada.post(f"/games/{game.id}/messages", version="0", text=BAD)

    form = f"/players/Ada/report?game={game.id}"
    assert form in links(bob.get(f"/players/Ada/block?game={game.id}"))
    assert "wrote in this game go with it" in words(bob.get(form))
    sent = bob.post("/players/Ada/report", game=game.id, reason="<i>Rude</i>")
    assert "The administrators have your report" in words(bob.get(sent.location))

    shown = zoe.get("/admin/reports")
    assert "&lt;b&gt;Idiot&lt;/b&gt; &amp; co" in shown.text
    assert "&lt;i&gt;Rude&lt;/i&gt;" in shown.text
    refused = zoe.post("/admin/reports/1", kind="words", days="7", reason="")
    assert refused.status_code == 400
    decided = zoe.post("/admin/reports/1", kind="hide", days="7", reason="Rude.")
    assert "The words are hidden" in words(zoe.get(decided.location))
    assert "No report waits." in words(zoe.get("/admin/reports"))
    assert "Idiot" not in bob.get(f"/games/{game.id}").text


def test_what_was_forbidden_is_allowed_again_on_the_page(any_site: Site) -> None:
    game = a_game(any_site.room)
    ada, bob = (any_site.browser(player) for player in game.players)
    zoe = any_site.browser(any_site.room.player("Zoe"))
    with any_site.room.workshop.open() as uow:
        grant(uow, "Zoe")
    bob.post("/players/Ada/report", reason="Rude.")
    zoe.post("/admin/reports/1", kind="words", days="7", reason="Be kind.")

    shown = words(zoe.get("/admin/reports"))
    refused = zoe.post("/admin/sanctions/1/lift", reason=" ")
    done = zoe.post("/admin/sanctions/1/lift", reason="<b>All</b> is well.")

    assert (
        "Forbidden at the moment Ada : No messages can be written for 7 days, nor anything else that others "
        "read." in shown
    )
    assert refused.status_code == 400
    page = zoe.get(done.location)
    assert "Messages and other words can be written again. Both are told by letter." in words(page)
    assert "Forbidden at the moment" not in words(page)
    assert "&lt;b&gt;All&lt;/b&gt; is well." in page.text
    assert ada.post(f"/games/{game.id}/messages", version="0", text="Hello").status_code == 303
    assert zoe.post("/admin/sanctions/1/lift", reason="Again.").status_code == 404
    assert bob.post("/admin/sanctions/1/lift", reason="Hm.").status_code == 404


def test_pages_of_reports_are_for_administrators_and_the_form_for_players(any_site: Site) -> None:
    game = a_game(any_site.room)
    cy = any_site.browser(any_site.room.player("Cy"))

    assert cy.get("/admin/reports").status_code == 404
    assert cy.post("/admin/reports/1", kind="close", days="1", reason="Hm.").status_code == 404
    assert cy.get(f"/players/Ada/report?game={game.id}").status_code == 403
    assert any_site.browser().get("/players/Ada/report").location == "/sign-in"
    assert cy.post("/players/Ada/report", reason=" ").status_code == 400
