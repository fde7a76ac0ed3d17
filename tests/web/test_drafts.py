"""Half-made turns as JSON, for the scripts that make turns without loading pages."""

import json
import re
from typing import Any
from urllib.parse import quote_plus, urlencode

import pytest
from werkzeug.test import TestResponse

from corr.games.choice_trees import FIRST_SQUARE, OWN_SQUARE, SQUARES
from corr.games.registry import Registry
from corr.store.tables.games import Turn
from tests.games.kyo.samples import a_position
from tests.long_turns import LONG_TURNS
from tests.playing import TestGame, a_game, another_game
from tests.web.browsing import Browser, Site, links

_JSON = "application/json"


def _game(site: Site, *turns: str, ruleset: str = "kelasu/1") -> tuple[TestGame, Browser]:
    game = a_game(site.room, *turns, ruleset=ruleset)
    return game, site.browser(game.players[len(turns) % 2])


def _ask(browser: Browser, address: str, **query: str | list[str]) -> TestResponse:
    return browser.get(f"{address}?{urlencode(query, doseq=True)}", Accept=_JSON)


def _draft(browser: Browser, game: TestGame, **query: str | list[str]) -> Any:  # noqa: ANN401 - whatever JSON has
    answer = _ask(browser, f"/games/{game.id}/draft", turn=str(game.view().turn_number), **query)
    assert answer.status_code == 200, answer.text
    return _json(answer)


def _json(answer: TestResponse) -> Any:  # noqa: ANN401 - whatever JSON has
    assert answer.content_type == _JSON
    return answer.json


def _choices(draft: Any) -> Any:  # noqa: ANN401 - whatever JSON has
    """The first question of a draft."""
    return _asked(draft["choices"])


def _asked(choices: Any, node: Any = None, first: str = "") -> Any:  # noqa: ANN401 - whatever JSON has
    """A question with its picks, of what is sent: deeds and questions once, and a tree of their numbers."""
    node = node or choices["tree"]
    if isinstance(node, dict):
        return {"picks": [], "gather": node}
    question: str = choices["questions"][node[0]]
    told = [(choices["deeds"][deed], squares.split(" "), *then) for deed, squares, *then in node[1:]]
    for place, (_, squares, *_) in enumerate(told):
        question = question.replace(f"{SQUARES}{place}", ", ".join(sorted(squares)))
    picks = []
    for deed, squares, *then in told:
        for square in squares:
            texts = [text.replace(OWN_SQUARE, square).replace(FIRST_SQUARE, first) for text in deed]
            label, action, value, kind = [*texts, "", "", ""][:4]
            pick = {"square": square, "label": label or square, "value": value or square, "kind": kind}
            pick["action"] = action
            picks.append(pick | ({"then": _asked(choices, then[0], first or square)} if then else {}))
    return {"question": question, "picks": picks}


def _leaves(question: Any) -> list[str]:  # noqa: ANN401 - whatever JSON has
    """The finished actions below a question."""
    found: list[str] = []
    for pick in question["picks"]:
        found += [pick["action"]] if pick["action"] else _leaves(pick["then"]) if "then" in pick else []
    return found


def _first_action(browser: Browser, game: TestGame) -> str:
    """The action of the first picks; what the tree had no room for is asked for by them."""
    picks: list[str] = []
    asked = _choices(_draft(browser, game))
    while True:
        pick = asked["picks"][0]
        picks.append(pick["value"])
        if pick["action"]:
            return str(pick["action"])
        asked = pick["then"] if "then" in pick else _choices(_draft(browser, game, pick=picks))


def _hand_in(browser: Browser, game: TestGame, text: str, turn: str = "1") -> TestResponse:
    form = {"csrf": browser.csrf(), "turn": turn, "text": text}
    return browser.post_raw(f"/games/{game.id}/turns", form, Accept=_JSON)


def test_the_first_draft_holds_all_that_can_be_picked(site: Site) -> None:
    game, browser = _game(site)

    found = _draft(browser, game)

    assert (found["turn"], found["begun"], found["steps"]) == (1, "", [])
    assert found["squares"]["B3"] == "Blue Blank"
    assert "C5" not in found["squares"]
    assert _choices(found)["question"] == "Choose a piece."
    assert "B3-C3" in _leaves(_choices(found))
    assert found["stop"]["maySubmit"] is False


def test_a_finished_action_gives_the_next_draft(site: Site) -> None:
    game, browser = _game(site)

    found = _draft(browser, game, begun="B3-C3, B4-C4")

    assert found["begun"] == "B3-C3, B4-C4"
    assert found["steps"][1] == {"text": "B4-C4", "sentence": "Blank on B4 moves to C4"}
    assert found["squares"]["C4"] == "Blue Blank"
    assert found["stop"]["maySubmit"] is True
    assert found["stop"]["words"] == "If you end it now: 2 energy unused."


def test_a_turn_that_is_read_action_by_action_is_the_same_as_one_that_is_read_at_once(site: Site) -> None:
    browser, actions = site.browser(), LONG_TURNS["kyo"][0].text.split(", ")[:9]
    position = LONG_TURNS["kyo"][0].position

    begun = [", ".join(actions[:count]) for count in range(1, len(actions) + 1)]
    step_by_step = [_json(_ask(browser, "/practice/kyo/draft", position=position, begun=text)) for text in begun]
    at_once = _json(_ask(browser, "/practice/kyo/draft", position=position, begun=",  ".join(actions)))

    assert step_by_step[-1] == at_once
    assert [step["text"] for step in at_once["steps"]] == actions


def test_a_turn_does_not_grow_beyond_its_limit_action_by_action(site: Site) -> None:
    turn, browser = LONG_TURNS["kyo"][0], site.browser()
    action = _leaves(_choices(_json(_ask(browser, "/practice/kyo/draft", position=turn.position, begun=turn.text))))[0]

    answer = _ask(browser, "/practice/kyo/draft", position=turn.position, begun=f"{turn.text}, {action}")

    assert answer.status_code == 422
    assert "at most 2,000 characters" in _json(answer)["sentence"]


def test_a_fault_in_the_last_action_is_told_with_its_number(site: Site) -> None:
    game, browser = _game(site)
    _draft(browser, game, begun="B3-C3")

    answer = _ask(browser, f"/games/{game.id}/draft", turn="1", begun="B3-C3, B4-D4")

    assert "Action 2, “B4-D4”" in _json(answer)["sentence"]


def test_picks_finish_an_action_or_tell_what_follows_them(site: Site) -> None:
    game, browser = _game(site)

    asked = _draft(browser, game, pick=["B3"])
    finished = _draft(browser, game, pick=["B3", "C3"])

    assert asked["begun"] == ""
    assert _leaves(_choices(asked)) == ["B3-C3"]
    assert finished["begun"] == "B3-C3"


def test_of_a_typed_turn_the_legal_beginning_is_shown_and_the_fault_is_named(site: Site) -> None:
    game, browser = _game(site)

    found = _draft(browser, game, text="b3-c3, b4-d4, b5-c5")

    assert found["begun"] == "B3-C3"
    assert found["squares"]["C3"] == "Blue Blank"
    assert "B4-C4" in found["fault"]["legal"]
    assert "“b4-d4”" in found["fault"]["sentence"]


def test_a_typed_turn_without_fault_is_read_as_it_is_on_pages(site: Site) -> None:
    game, browser = _game(site)

    found = _draft(browser, game, text="1. b3-c3\n2. b4 – c4")

    assert found["begun"] == "B3-C3, B4-C4"
    assert "fault" not in found


def test_a_draft_that_a_script_has_already_is_not_sent_again(site: Site) -> None:
    game, browser = _game(site)
    address = f"/games/{game.id}/draft?turn=1&begun=B3-C3"
    tag = browser.get(address, Accept=_JSON).headers["ETag"]

    again = browser.get(address, Accept=_JSON, If_None_Match=tag)

    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["Cache-Control"] == "no-store"


def test_the_legend_explains_the_signs_of_the_half_made_turn(site: Site) -> None:
    position = a_position(D4="DLH", D5="d+")

    boards = [
        _json(_ask(site.browser(), "/practice/kyo/draft", position=position, begun=begun))["board"]
        for begun in ("", "D4*D5")
    ]

    assert ["</svg>Shield</li>" in board.partition("board-legend")[2] for board in boards] == [True, False]


def test_stacks_are_told_from_their_bottom(site: Site) -> None:
    game, browser = _game(site, ruleset="kyo/1")

    stack = _draft(browser, game)["stacks"]["A0"]

    assert stack == [
        *[["Gold Dark Mana", "gold-dark-mana", upwards] for upwards in (3, 2, 1)],
        ["Gold Heavy Pawn", "gold-heavy-pawn", 0],
    ]


@pytest.mark.parametrize("ruleset", ["kelasu/1", "kyo/1"])
def test_a_turn_by_json_is_the_same_order_as_by_pages(any_site: Site, ruleset: str) -> None:
    by_pages, browser = _game(any_site, ruleset=ruleset)
    by_script = another_game(any_site.room, by_pages.players, ruleset=ruleset)
    text = _first_action(browser, by_script)

    browser.post(f"/games/{by_pages.id}/turns", turn="1", text=text, act="submit")
    sentence = browser.sentence()
    answer = _hand_in(browser, by_script, _draft(browser, by_script, begun=text)["begun"])

    assert _json(answer) == {"address": f"/games/{by_script.id}", "sentence": sentence}
    assert by_script.view().turns[-1].text == by_pages.view().turns[-1].text == text
    assert by_script.view().position == by_pages.view().position


def test_a_turn_that_is_sent_twice_is_played_once(any_site: Site) -> None:
    game, browser = _game(any_site)

    first, second = _hand_in(browser, game, "B3-C3"), _hand_in(browser, game, "B3-C3")

    assert (first.status_code, second.status_code) == (200, 200)
    assert _json(second)["sentence"].startswith("Your turn had been played already: B3-C3")
    assert browser.sentence() == _json(second)["sentence"]
    assert any_site.room.count(Turn) == 1


def test_whoever_is_not_signed_in_or_no_player_gets_no_draft(site: Site) -> None:
    game, _ = _game(site)
    carol, opponent = site.browser(site.room.player("Carol")), site.browser(game.players[1])
    address = f"/games/{game.id}/draft"

    assert _ask(site.browser(), address, turn="1").status_code == 401
    assert _ask(carol, address, turn="1").status_code == 403
    assert _ask(opponent, address, turn="1").status_code == 409
    assert _ask(carol, "/games/nosuch/draft", turn="1").status_code == 404
    assert site.browser().get(f"{address}?turn=1").status_code == 303


def test_a_game_that_moved_on_says_so_to_scripts(site: Site) -> None:
    game, browser = _game(site)
    game.play("B3-C3")

    for answer in (_ask(browser, f"/games/{game.id}/draft", turn="1"), _hand_in(browser, game, "B4-C4")):
        assert answer.status_code == 409
        assert _json(answer)["code"] == "stale"
        assert _json(answer)["sentence"]


def test_what_cannot_be_played_is_refused_as_json(site: Site) -> None:
    game, browser = _game(site)
    address = f"/games/{game.id}/draft"

    for answer in (
        _ask(browser, address, turn="1", begun="B3-D3"),
        _ask(browser, address, turn="1", pick=["B3", "Z9"]),
        _hand_in(browser, game, "B3-D3"),
    ):
        assert answer.status_code == 422
        assert set(_json(answer)) == {"sentence"}


def test_a_form_of_an_ended_session_is_told_so_and_kept_by_nobody(site: Site) -> None:
    game, browser = _game(site)
    form = {"csrf": browser.csrf(), "turn": "1", "text": "B3-C3"}
    browser.client.delete_cookie("sid", domain="localhost")

    answer = browser.post_raw(f"/games/{game.id}/turns", form, Accept=_JSON)

    assert answer.status_code == 401
    assert "signed out" in _json(answer)["sentence"]
    assert site.room.count(Turn) == 0


@pytest.mark.parametrize(
    "query",
    [
        "turn=x",
        "turn=1&turn=2",
        "turn=1&begun=%00",
        "turn=1&begun=" + 5000 * "A",
        "turn=1&text=%EF%BF%BD",
        "turn=1" + 50 * "&pick=B3",
        "turn=1&pick=" + 50 * "B",
    ],
)
def test_what_no_script_of_ours_would_send_is_refused(site: Site, query: str) -> None:
    game, browser = _game(site)

    answer = browser.get(f"/games/{game.id}/draft?{query}", Accept=_JSON)

    assert answer.status_code == 400
    assert set(_json(answer)) == {"sentence"}


def test_a_practice_board_gives_drafts_to_anybody(site: Site) -> None:
    browser = site.browser()

    first = _json(_ask(browser, "/practice/kelasu/draft", turns="B3-C3"))
    action = _leaves(_choices(first))[0]
    found = _json(_ask(browser, "/practice/kelasu/draft", turns="B3-C3", begun=action))

    assert found["begun"] == action
    assert found["turn"] == 2
    assert found["after"] == f"turns=B3-C3_{action}"
    assert [link for link in links(browser.get(f"/practice/kelasu?{found['after']}")) if "pick=" in link]


def test_a_practice_board_that_cannot_be_set_up_says_why(site: Site) -> None:
    for query in ({"turns": "B3-D3"}, {"position": "nonsense"}, {"option.nosuch": "1"}):
        answer = _ask(site.browser(), "/practice/kelasu/draft", **query)

        assert answer.status_code == 422
        assert _json(answer)["sentence"]


def test_a_practice_game_that_is_over_has_nothing_to_choose(site: Site) -> None:
    found = _json(_ask(site.browser(), "/practice/tiny/draft", position="xxxoo.... o"))

    assert found["choices"] is None
    assert found["stop"]["maySubmit"] is False


def test_a_long_practice_game_goes_on_from_its_position(site: Site) -> None:
    browser, query = site.browser(), ""
    for _ in range(240):
        found = _json(browser.get(f"/practice/kyo/draft?{query}", Accept=_JSON))
        text = _leaves(_choices(found))[0]
        query = _json(browser.get(f"/practice/kyo/draft?{query}&begun={quote_plus(text)}", Accept=_JSON))["after"]
        if "folded=1" in query:
            break

    assert "folded=1" in query
    assert len(query) < 4000


def _embedded(page: TestResponse) -> Any:  # noqa: ANN401 - whatever JSON has
    found = re.search(r'<script type="application/json" id="turn-draft">(.*?)</script>', page.text)
    assert found is not None
    assert "<" not in found[1]
    return json.loads(found[1])


@pytest.mark.parametrize("ruleset", ["kelasu/1", "kyo/1", "kerd/1"])
def test_the_page_of_a_game_holds_the_same_draft_but_for_the_board(site: Site, ruleset: str) -> None:
    game, browser = _game(site, ruleset=ruleset)

    asked = _draft(browser, game)
    del asked["board"]

    assert _embedded(browser.get(f"/games/{game.id}")) == asked


def test_a_half_made_turn_on_a_page_holds_its_draft_without_picks(site: Site) -> None:
    game, browser = _game(site)

    page = browser.get(f"/games/{game.id}/compose?turn=1&begun=B3-C3&pick=B4")

    assert _embedded(page) == _draft(browser, game, begun="B3-C3")


def test_a_practice_board_holds_its_draft(site: Site) -> None:
    browser = site.browser()

    found = _embedded(browser.get("/practice/kelasu?turns=B3-C3&turned=1"))

    assert found == _json(_ask(browser, "/practice/kelasu/draft", turns="B3-C3", turned="1"))


def test_only_the_player_who_is_due_is_given_a_draft_with_the_page(site: Site) -> None:
    game, _ = _game(site)

    for browser in (site.browser(game.players[1]), site.browser(site.room.player("Carol")), site.browser()):
        assert "turn-draft" not in browser.get(f"/games/{game.id}").text


_BLANKS = "S1S4S1S/10/2BBBBB3/2BBBBB3/2BBBBB3/10/10/s1s4s1s/bbbbbbbbbb/bbbbbbbbbb b 0"


def _compact(choices: Any) -> bytes:  # noqa: ANN401 - whatever JSON has
    return json.dumps(choices, ensure_ascii=False, separators=(",", ":")).encode()


def _tall_board() -> str:
    """Kyo's start with a stack of eighty Mana on every tile of a row."""
    row = ",".join(["DL" * 40] * 10)
    start = _json_position("kyo")
    rows = start.split("/")
    return "/".join([*rows[:5], row, *rows[6:]])


def _json_position(game: str) -> str:
    rules = Registry.discover().get_rules_of_game(game)
    return rules.format_position(rules.start())


@pytest.mark.parametrize("game", ["kelasu", "kyo", "kerd"])
def test_choices_take_eight_kilobytes_at_most(site: Site, game: str) -> None:
    positions = {"kelasu": [_BLANKS], "kyo": [_tall_board(), LONG_TURNS["kyo"][0].position], "kerd": []}

    for position in [_json_position(game), *positions[game]]:
        found = _json(_ask(site.browser(), f"/practice/{game}/draft", position=position))
        assert _choices(found)["picks"]
        assert len(_compact(found["choices"])) <= 8 * 1024


def test_all_choices_of_the_start_come_with_the_page(site: Site) -> None:
    for game in ("kelasu", "kyo", "kerd"):
        waiting = [_choices(_embedded(site.browser().get(f"/practice/{game}")))]
        while waiting:
            picks = waiting.pop()["picks"]
            assert all(pick["action"] or "then" in pick for pick in picks)
            waiting += [pick["then"] for pick in picks if not pick["action"]]


def test_a_set_of_squares_is_picked_in_any_order(site: Site) -> None:
    browser, address = site.browser(), "/practice/kelasu/draft"
    asked = _json(_ask(browser, address, position=_BLANKS, pick=["C2", "=C"]))

    gather = _choices(asked)["gather"]
    done = _json(_ask(browser, address, position=_BLANKS, pick=["C2", "=C", "E2", "D3", "D2", "C3", "@D3"]))
    apart = _ask(browser, address, position=_BLANKS, pick=["C2", "=C", "E6", "D6", "E5", "E4"])

    assert (gather["count"], len(gather["squares"]), gather["chosen"]) == (5, 15, ["C2"])
    assert gather["last"]["prefix"] == "@"
    assert done["begun"] == "C2+C3+D2+D3+E2=C@D3"
    assert apart.status_code == 422


@pytest.mark.parametrize(
    ("accepts", "kind"),
    [
        ("application/json", _JSON),
        ("Application/JSON", _JSON),
        ("application/json, */*;q=0.5", _JSON),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"),
        ("*/*", "text/html"),
        ("application/json;q=0", "text/html"),
        ("application/json;q=0.1, */*", "text/html"),
        ("text/*, application/json;q=0.9", "text/html"),
        ("application/json;q=x," * 500, "text/html"),
    ],
)
def test_json_is_for_those_who_like_it_better_than_a_page(site: Site, accepts: str, kind: str) -> None:
    game, browser = _game(site)
    form = {"csrf": browser.csrf(), "turn": "1", "text": "B3-D3"}

    refused = browser.post_raw(f"/games/{game.id}/turns", form, Accept=accepts)
    played = browser.post_raw(f"/games/{game.id}/turns", {**form, "text": "B3-C3"}, Accept=accepts)

    assert (refused.status_code, refused.mimetype) == (422, kind)
    assert (played.status_code, played.mimetype) == (200 if kind == _JSON else 303, kind)
    assert browser.get("/games/nosuch", Accept=accepts).mimetype == kind
