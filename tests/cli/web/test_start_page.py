"""The start page: a match by one button, invitations, the deal of today, and records."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from splitpick.core.matches.record import Record
from splitpick.core.matches.records.record_writer import write_text
from web_tables import Person, Reply, TestServer, ask, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestServer]:
    with serving(tmp_path_factory.mktemp("web")) as running:
        yield running


def send(server: TestServer, **form: object) -> Reply:
    return ask(server.origin, server.host_path, form)


def cookies(reply: Reply) -> dict[str, str]:
    """Return the header that sends back the last cookie of *reply*."""
    return {"Cookie": reply.headers["set-cookie"].partition(";")[0]}


def test_each_game_has_a_picture_a_sentence_and_its_minutes(server: TestServer) -> None:
    page = ask(server.origin, server.host_path).text
    games = re.findall(r'<div class="game">.*?</div></?div>|<a class="game".*?</a>', page, re.S)
    chosen = page[page.index('class="chosen"') : page.index("<form", page.index('class="chosen"'))]

    assert "fight for merchant ships" in chosen
    assert "2 players · about 10 minutes" in chosen
    assert 'href="#s-ship"' in chosen
    assert len(games) >= 4
    assert all(re.search(r"\d players · about \d+ minutes", game) for game in games)
    assert all('href="#s-' in game for game in games)


def test_every_symbol_of_a_page_is_in_it(server: TestServer) -> None:
    start = ask(server.origin, server.host_path).text
    one = send(server, game="jolly-roger", **{"with": "bot"})
    table = ask(server.origin, urlsplit(one.headers["location"]).path).text
    for page in (start, table):
        used = {*re.findall('href="#([^"]+)"', page)} - {"choices"}
        assert len(used) > 3
        assert used <= {*re.findall('id="([^"]+)"', page)}


def test_one_button_leads_to_the_first_decision_against_a_bot(server: TestServer) -> None:
    begun = send(server, **{"game": "jolly-roger", "with": "bot", "first": "jolly"})
    assert begun.code == 303
    jolly = Person(server.origin, begun.headers["location"])
    jolly.send(do="deal")
    jolly.look()

    assert jolly.moves
    assert "ship&#39;s boy" in jolly.page
    assert 'class="invite"' not in jolly.page  # it has no cookie of the host's


def test_a_match_of_one_person_is_gone_on_with_from_the_list(server: TestServer) -> None:
    """There is nobody to invite to it but onlookers, which the table does as well."""
    begun = send(server, **{"game": "jolly-roger", "with": "bot", "first": "jolly"})
    page = ask(server.origin, server.host_path).text
    listed = re.findall(rf'<a href="({server.host_path}/jolly-roger-[^"]+)"', page)
    opened = [ask(server.origin, path) for path in listed]

    assert begun.headers["location"] in [
        one.headers["location"] for one in opened if one.code == 303
    ]


@pytest.mark.parametrize("seat", ["jolly", "roger"])
def test_the_host_sits_where_the_form_says(server: TestServer, seat: str) -> None:
    """On the last seat, too, of a table of two."""
    send(server, **{"game": "jolly-roger", "with": "bot", "me": seat})
    match = server.app.matches.open[next(reversed(server.app.matches.open))]

    assert match.session.setup.players.index("human") == ("jolly", "roger").index(seat)


def test_the_host_plays_with_the_invitation_at_hand(
    server: TestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = send(server, **{"game": "skull-queen", "with": "friend", "me": "bart"})
    path = begun.headers["location"]
    page = ask(server.origin, path, headers=cookies(begun)).text
    links = re.findall(r'<dd><a href="([^"]+)"', page)

    assert '<details class="invite" open>' in page
    assert len(links) == 2  # the other seat's, and that of onlookers
    assert server.origin + path not in links
    assert 'class="local">The link works on this computer only.' in page
    assert (
        "<small>The link works on this computer only." in ask(server.origin, server.host_path).text
    )
    assert 'class="qr"' not in page  # no camera could open it
    with monkeypatch.context() as known:
        known.setattr(server.app, "origins", ["https://play.example.org", server.origin])
        page = ask(server.origin, path, headers=cookies(begun)).text
        assert page.count('class="qr"') == 1
        assert 'class="local"' not in page
    friend = Person(server.origin, urlsplit(unescape(links[0])).path)
    friend.send(do="name")
    assert 'class="invite"' not in friend.look()
    stolen = ask(server.origin, friend.path, headers=cookies(begun)).text
    assert 'class="invite"' in stolen  # the cookie is of the match, and only the host has it
    other = send(server, **{"game": "skull-queen", "with": "friend"})
    assert 'class="invite"' not in ask(server.origin, path, headers=cookies(other)).text

    alone = send(server, **{"game": "skull-queen", "with": "bot"})
    page = ask(server.origin, alone.headers["location"], headers=cookies(alone)).text
    assert '<details class="invite watch">' in page  # only spectators, who need no sign on a phone


def test_the_table_speaks_the_language_of_the_start_page(server: TestServer) -> None:
    form = {"game": "jolly-roger", "with": "bot", "first": "jolly"}
    chosen = ask(server.origin, f"{server.host_path}?lang=de").headers["set-cookie"]
    begun = ask(server.origin, server.host_path, form, {"Cookie": chosen.partition(";")[0]})
    assert re.search(f"lang=de;.*Path={begun.headers['location']}", begun.headers["set-cookie"])
    assert "lang=" not in ask(server.origin, server.host_path, form).headers.get("set-cookie", "")


def test_a_name_is_shown_to_others_and_remembered(server: TestServer) -> None:
    begun = send(server, **{"game": "jolly-roger", "with": "bot", "name": "Ann\tB \u202eC<b>"})
    page = ask(server.origin, begun.headers["location"], headers=named(begun)).text
    assert "<strong>Ann B C&lt;b&gt;</strong>" in page
    assert (
        'value="Ann B C&lt;b&gt;"'
        in ask(server.origin, server.host_path, headers=named(begun)).text
    )

    jolly = Person(server.origin, begun.headers["location"], page)
    changed = jolly.send(do="name", name="Zoë" * 20)
    assert changed.code == 303
    assert "<strong>ZoëZoëZoëZoëZoëZoëZoëZoë</strong>" in jolly.look()
    jolly.send(do="name", name=" ")
    assert "Zoë" not in jolly.look()


def named(reply: Reply) -> dict[str, str]:
    """Return the header that sends the cookie with the name of *reply*."""
    found = re.search("name=[^;]+", reply.headers["set-cookie"])
    assert found
    return {"Cookie": found[0]}


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"game": "jolly-roger", "with": "bot", "at-bot": "0+4"}, "This game is for 2 players."),
        ({"game": "jolly-roger", "with": "bot", "level": "admiral"}, "admiral"),
        ({"game": "jolly-roger", "with": "bot", "level": "captain:nodes=9"}, "budget of its own"),
        ({"do": "import"}, "Choose a file or paste a record first."),
        ({"do": "import", "record": "hello"}, "This is not a record"),
    ],
)
def test_what_cannot_be_begun_is_said(server: TestServer, form: dict[str, str], told: str) -> None:
    reply = send(server, **form)

    assert reply.code == 422
    assert told in unescape(reply.text)


def test_the_deal_of_today_is_begun_once(server: TestServer) -> None:
    first, second = send(server, do="daily"), send(server, do="daily")

    assert first.code == second.code == 303
    assert first.headers["location"] == second.headers["location"]
    (match,) = [one for one in server.app.matches.store.list() if one.setup.daily]
    assert sorted(match.setup.players) == ["human", "mate"]


def test_a_record_may_be_long_but_not_endless(server: TestServer) -> None:
    """Of a text that is too long, a sentence says so."""
    long = send(server, do="import", record="x" * 200_000)
    endless = send(server, do="import", record="x" * 600_000)

    assert long.code == 422  # no record
    assert (endless.code, endless.text) == (413, "That is too much text for this form.")


def test_a_record_is_imported_once(server: TestServer, tmp_path: Path) -> None:
    begun = send(server, **{"game": "smugglers-cove", "with": "friend", "first": "nell"})
    name = begun.headers["location"].split("/")[2]
    nell = Person(server.origin, begun.headers["location"])
    ask(server.origin, f"{server.host_path}/{name}", {"do": "deal"})
    nell.play()
    record = server.app.matches.find(name).session.record
    known = send(server, do="import", record=write_text(record))
    assert known.headers["location"].startswith(f"{server.host_path}/{name}")

    with serving(tmp_path) as elsewhere:
        reply = send(elsewhere, do="import", record=write_text(record))
        again = reply.headers["location"].partition("?")[0].rpartition("/")[2]
        copied: Record = elsewhere.app.matches.find(again).session.record
    assert [one.text for one in copied.entries] == [one.text for one in record.entries]


def test_the_rules_of_each_game_are_a_link_away(server: TestServer) -> None:
    page = ask(server.origin, f"{server.host_path}/rules/skull-queen")

    assert "Skull Queen" in page.text
    assert f"{server.host_path}?game=skull-queen" in page.text
    assert ask(server.origin, f"{server.host_path}/rules/none").code == 404
    assert ask(server.origin, "/s/wrong/rules/skull-queen").code == 404


def test_whoever_waits_reads_what_the_other_does(server: TestServer) -> None:
    jolly, roger, onlooker = server.begin("jolly-roger", jolly="human", roger="human")
    assert "Split the cards." in jolly.look()
    assert all("Jolly is splitting the cards." in one.look() for one in (roger, onlooker))
    jolly.play()
    assert "Pick a set." in roger.look()
    assert all("Roger is making a choice." in one.look() for one in (jolly, onlooker))


def test_who_sits_at_the_table_stands_beside_the_button_that_invites(server: TestServer) -> None:
    page = ask(server.origin, f"{server.host_path}?game=galley-thieves").text
    form, _, options = page.partition("<details")
    assert '<option value="1+2">you, 1 friend and 2 computers</option>' in form
    assert 'name="count"' not in options
    assert "at-" not in ask(server.origin, f"{server.host_path}?game=jolly-roger").text
    wanted = {"game": "galley-thieves", "with": "friend", "me": "finn", "at-friend": "1+2"}
    begun = send(server, **wanted, level="mate")
    live = server.app.matches.find(begun.headers["location"].split("/")[2])
    assert live.session.setup.players == ("human", "human", "mate", "mate")
    assert "ship&#39;s boy (easiest)<" in page
    assert "pirate king (hardest)<" in page


def test_a_guest_is_asked_for_a_name_and_others_see_it(server: TestServer) -> None:
    begun = send(server, **{"game": "skull-queen", "with": "friend"})
    page = ask(server.origin, begun.headers["location"], headers=cookies(begun)).text
    link = urlsplit(re.findall(r'<dd><a href="([^"]+)"', page)[0]).path
    guest = Person(server.origin, link)
    asked = guest.look()
    assert "Anne · Bart (you)" in asked
    assert 'id="choices"' not in asked
    known = ask(server.origin, link, headers={"Cookie": "name=Eva"}).text
    assert 'name="name" value="Eva"' in known
    guest.send(do="name", name="Eva")
    assert 'id="choices"' in guest.look()
    page = ask(server.origin, begun.headers["location"], headers=cookies(begun)).text
    assert "<strong>Eva</strong>" in page
    assert '<strong data-at="1">Eva</strong></dt>' in page  # beside the link, too


def test_the_page_with_the_links_has_the_title_of_the_game(server: TestServer) -> None:
    begun = send(server, **{"game": "dead-mans-dice", "with": "friend"})
    name = begun.headers["location"].split("/")[2]
    page = ask(server.origin, f"{server.host_path}/{name}").text
    assert "<title>Dead Man&#39;s Dice</title>" in page.replace("’", "&#39;")
    assert name not in page.partition("<h1>")[2].partition("</h1>")[0]


def test_ones_own_name_stands_in_the_list_of_matches(server: TestServer) -> None:
    begun = send(server, **{"game": "jolly-roger", "with": "bot", "name": "Anna"})
    page = ask(server.origin, server.host_path, headers=named(begun)).text
    name = begun.headers["location"].split("/")[2]
    assert f'</a> (still going) <a href="{server.host_path}/{name}?table">Play on<' in page
    assert "<td>Anna, Roger (ship&#39;s boy)</td>" in page
