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


def test_pages_of_reports_are_for_administrators_and_the_form_for_players(any_site: Site) -> None:
    game = a_game(any_site.room)
    cy = any_site.browser(any_site.room.player("Cy"))

    assert cy.get("/admin/reports").status_code == 404
    assert cy.post("/admin/reports/1", kind="close", days="1", reason="Hm.").status_code == 404
    assert cy.get(f"/players/Ada/report?game={game.id}").status_code == 403
    assert any_site.browser().get("/players/Ada/report").location == "/sign-in"
    assert cy.post("/players/Ada/report", reason=" ").status_code == 400
