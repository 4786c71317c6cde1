"""Around a match: resigning, offers on which the others decide, clocks, and a shared device."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from splitpick.core.matches.store import now
from splitpick.core.session.clock import Clock, time_left
from web_tables import Person, TestServer, ask, serving

THREE = {"anne": "human", "bart": "human", "grace": "human"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestServer]:
    """A server on which whoever has no page open counts as absent at once."""
    with serving(tmp_path_factory.mktemp("web"), patience=0) as running:
        yield running


def two(server: TestServer) -> list[Person]:
    return server.begin("jolly-roger", jolly="human", roger="human")


def test_whoever_resigns_loses_even_out_of_turn(server: TestServer) -> None:
    jolly, roger, onlooker = two(server)
    assert "You lose the match. Are you sure?" in roger.look()
    assert "Are you sure?" not in onlooker.look()
    assert roger.send(do="resign").code == 303

    assert "Roger resigns." in jolly.look()
    assert "You resign." in roger.look()
    assert '<p class="winner won">You win.</p>' in jolly.page
    assert roger.send(do="resign").code == 409  # it is over
    assert "forfeit resign" in ask(jolly.origin, f"{jolly.path}/record").text


def test_a_bot_plays_for_whoever_leaves_others_until_he_comes_back(server: TestServer) -> None:
    """Of three, the others would lose their match."""
    anne, bart, _, _ = server.begin("skull-queen", **THREE)
    assert "A bot plays on for you" in bart.look()
    assert bart.send(do="resign").code == 303
    assert "Play on yourself" in bart.look()
    assert 'class="result"' not in anne.look()
    assert "(mate)" in anne.page

    assert bart.send(do="come-back").code == 303
    assert "Play on yourself" not in bart.look()
    assert "(mate)" not in anne.look()
    assert anne.send(do="come-back").code == 409


def test_a_rematch_begins_when_the_others_agree(server: TestServer) -> None:
    jolly, roger, onlooker = two(server)
    assert jolly.send(do="again").code == 409  # not before the end
    roger.send(do="resign")
    assert onlooker.send(do="again").code == 404
    assert jolly.send(do="again").code == 303
    assert "You have asked the others" in jolly.look()
    assert "Jolly would like to play again" in roger.look()

    assert roger.send(do="refuse").code == 303
    assert "Roger has said no." in jolly.look()
    assert "would like" not in roger.look()
    assert jolly.send(do="again").code == 303
    assert roger.send(do="again").code == 303  # the same wish is an answer
    links = [re.findall('class="button main" href="([^"]+)"', one.look()) for one in (jolly, roger)]
    assert links == [[f"{jolly.path}/next"], [f"{roger.path}/next"]]
    assert jolly.send(do="again").code == 303  # there is one
    places = [ask(jolly.origin, link[0]).headers["location"] for link in links]
    assert "Roger</strong> (you)" in Person(jolly.origin, places[0]).look()
    assert "Jolly</strong> (you)" in Person(jolly.origin, places[1]).look()


def test_a_rematch_does_not_wait_for_those_who_have_gone(server: TestServer) -> None:
    """Neither when it is proposed, nor while it waits for an answer."""
    for late in (False, True):
        jolly, roger, _ = two(server)
        live = next(reversed(server.app.matches.open.values()))
        roger.send(do="resign")
        jolly.look()
        if not late:
            live.company.seen[1] -= 61_000
        assert jolly.send(do="again").code == 303
        if late:
            assert "You have asked the others" in jolly.look()
            live.company.seen[1] -= 61_000
            live.company._ring()
        assert f"{jolly.path}/next" in jolly.look()
        assert roger.send(do="agree").code == 303  # to what has begun without him
        assert f"{roger.path}/next" in roger.look()  # for whoever comes back


def test_both_seats_of_a_browser_are_its_matches(server: TestServer) -> None:
    """As when a telephone goes round, or somebody has two tabs."""
    jar = {}
    people = two(server)[:2]
    for person in people:
        key, _, rest = ask(person.origin, person.path).headers["set-cookie"].partition("=")
        jar[key] = rest.partition(";")[0]
    name = people[0].path.split("/")[2]
    page = visit(server, jar)

    assert [*jar] == [f"t.{name}.0", f"t.{name}.1"]
    assert [f'href="{one.path}"' in page for one in people] == [True, True]
    visit(server, jar, match=f"{name}.1", do="forget")
    assert [f'href="{one.path}"' in visit(server, jar) for one in people] == [True, False]


def test_a_rematch_speaks_the_language_that_was_chosen(server: TestServer) -> None:
    jolly, _ = server.begin("jolly-roger", jolly="human", roger="ships-boy")
    jolly.send(do="resign")
    jolly.look()
    jolly.send(do="again")
    led = ask(jolly.origin, f"{jolly.path}/next", headers={"Cookie": "lang=nl"})

    kept = led.headers["set-cookie"]
    assert "lang=nl;" in kept
    assert f"Path={led.headers['location']};" in kept


def test_nobody_is_asked_for_a_rematch_against_a_bot(server: TestServer) -> None:
    jolly, _ = server.begin("jolly-roger", jolly="human", roger="ships-boy")
    jolly.send(do="resign")
    jolly.look()

    for headers in ({}, {"X-Since": "0"}):  # without a script, and with it
        again = {"do": "again", "seen": jolly.seen}
        led = ask(jolly.origin, jolly.path, again, headers).headers["location"]
        assert led == f"{jolly.path}/next"
    assert ask(jolly.origin, led).code == 303


def test_the_host_keeps_the_invitations_in_a_rematch(server: TestServer) -> None:
    begun = ask(server.origin, server.host_path, {"game": "jolly-roger", "with": "bot"})
    path = begun.headers["location"]
    cookie = {"Cookie": begun.headers["set-cookie"].partition(";")[0]}
    host = Person(server.origin, path)
    host.send(do="resign")
    host.look()
    host.send(do="again")
    plain, led = (ask(host.origin, f"{path}/next", headers=one) for one in ({}, cookie))

    assert "set-cookie" not in plain.headers
    next_cookie = led.headers["set-cookie"]
    assert f"Path={led.headers['location']};" in next_cookie
    page = ask(host.origin, led.headers["location"], headers={"Cookie": next_cookie.split(";")[0]})
    assert 'class="invite watch"' in page.text


def test_the_others_decide_about_somebody_absent(server: TestServer) -> None:
    anne, bart, grace, onlooker = server.begin("skull-queen", **THREE)
    seats = {one.path: one for one in (anne, bart, grace)}
    for one in (anne, bart, grace):
        one.look()
    away = next(one for one in seats.values() if one.moves)
    first, second = (one for one in seats.values() if one is not away)
    assert "has been away for a long time." in first.page
    assert "has been away" not in away.page + onlooker.look()
    assert away.send(do="bot").code == 409  # not about oneself
    assert onlooker.send(do="bot").code == 404
    assert first.send(do="bot").code == 303
    assert "would like a bot to play for" in second.look()
    assert "would like" not in away.look()

    assert second.send(do="agree").code == 303
    assert away.sees("Play on yourself")
    assert "(mate)" in first.look()


def test_the_others_end_a_match_with_somebody_absent(server: TestServer) -> None:
    jolly, roger, _ = two(server)
    roger.look()
    assert roger.send(do="end").code == 303

    assert "Jolly was away for too long." in roger.look()
    assert "You were away for too long." in jolly.look()
    assert '<p class="winner won">You win.</p>' in roger.page


def test_whoever_has_the_page_open_is_not_absent(tmp_path: Path) -> None:
    """Nor is somebody whose time to come is not over."""
    with serving(tmp_path, patience=600) as server:
        _, roger, _ = two(server)
        assert "has been away" not in roger.look()
        assert roger.send(do="end").code == 409
        assert roger.send(do="bot").code == 409


def begin(server: TestServer, **form: object) -> Person:
    reply = ask(server.origin, server.host_path, {"game": "jolly-roger", **form})
    assert reply.code == 303, reply.text
    return Person(server.origin, urlsplit(reply.headers["location"]).path)


def test_a_device_goes_from_hand_to_hand_where_there_are_no_secrets(server: TestServer) -> None:
    """The page is that of whose turn it is, and says so; nobody has to agree to anything."""
    device = begin(server, **{"with": "shared", "first": "jolly", "variant": "advanced"})
    assert device.send(do="deal").code == 303
    assert "Jolly, split the cards." in device.look()
    assert device.play().code == 303
    assert "Roger, pick a set." in device.look()
    assert device.send(do="undo").code == 303
    assert "Jolly, split the cards." in device.look()
    asked = {"seen": device.seen, "move": device.moves[0]}
    shown = ask(device.origin, device.path, asked, headers={"X-Since": "0"}).text  # by a script
    assert "Roger, pick a set." in shown
    device.look()
    assert device.send(do="undo").code == 303
    device.look()
    assert device.send(do="resign").code == 303
    assert "Jolly resigns." in device.look()
    assert device.send(do="again").code == 303
    place = ask(device.origin, f"{device.path}/next").headers["location"]
    again = Person(device.origin, place)
    assert again.send(do="deal").code == 303
    assert ", split the cards." in again.look()


def test_a_device_is_not_shared_where_there_are_secrets(server: TestServer) -> None:
    start = ask(server.origin, f"{server.host_path}?game=skull-queen").text
    assert "Pass this device round" not in start
    assert "Pass this device round" in ask(server.origin, server.host_path).text
    refused = ask(server.origin, server.host_path, {"game": "skull-queen", "with": "shared"})
    assert refused.code == 422
    assert "This game has secrets: each player needs a device." in refused.text


def test_each_person_has_a_clock_that_runs_from_the_second_decision_on(server: TestServer) -> None:
    device = begin(server, **{"with": "shared", "clock": "600+10", "first": "jolly"})
    device.send(do="deal")
    live = next(reversed(server.app.matches.open.values()))
    shown = re.findall(r'class="clock( runs)?">(\w+) <time.*?>(.*?)</time>', device.look())
    assert shown == [("", "Jolly", "10:00"), ("", "Roger", "10:00")]
    times = iter(range(10_000, 90_000, 10_000))
    live.session.match.clock = lambda: next(times)
    for _ in range(4):
        live.session.play(live.session.match.legal()[0])
    match, clock = live.session.match, Clock.read(live.session.setup.clock)
    seats = [done.seat for done in match.actions if done.seat >= 0]
    again = sum(seat in seats[:at] for at, seat in enumerate(seats))
    spent = 1_200_000 - sum(time_left(clock, match, [0, 1], 0, match.entries[-1].at))

    assert again
    assert spent == 0  # ten seconds each, and as much for the next decision
    left = time_left(clock, match, [0, 1], 0, match.entries[-1].at + 700_000)
    assert 0 in left
    live.company.check_clock()  # this match has been watched only since it was opened
    assert not live.session.over
    live.company.opened = now() - 700_000
    assert "has run out of time." in device.look()
    assert live.session.record.entries[-1].text == "forfeit clock"


@pytest.mark.parametrize("clock", ["0+5", "600", "600+", "x", "9" * 9 + "+1"])
def test_a_clock_that_cannot_be_is_refused(server: TestServer, clock: str) -> None:
    form = {"game": "jolly-roger", "with": "bot", "clock": clock}
    refused = ask(server.origin, server.host_path, form)

    assert refused.code == 422
    assert "Give the clock in seconds" in refused.text


def visit(server: TestServer, jar: dict[str, str], **form: object) -> str:
    """Open the page of one's matches with the cookies in *jar*, or send *form* there."""
    cookies = {"Cookie": "; ".join(f"{key}={value}" for key, value in jar.items())}
    reply = ask(server.origin, "/mine", form or None, cookies)
    if form:
        assert (reply.code, reply.headers["location"]) == (303, "/mine")
        if gone := re.match(r'(t\.[\w.-]+)=""', reply.headers.get("set-cookie", "")):
            del jar[gone[1]]
    return ask(server.origin, "/mine", headers=cookies).text


def test_a_browser_knows_its_matches_and_goes_on_with_them_or_ends_them(server: TestServer) -> None:
    """Their links are in cookies that no other page gets."""
    jar = {}
    people = [two(server)[0], two(server)[1]]
    for person in people:
        key, _, rest = ask(person.origin, person.path).headers["set-cookie"].partition("=")
        assert "Path=/mine" in rest
        assert "HttpOnly" in rest
        jar[key] = rest.partition(";")[0]
    page = visit(server, jar)
    assert [f'href="{one.path}"' in page for one in people] == [True, True]
    assert "Your turn" in page
    assert "is to act." in page
    name = people[0].path.split("/")[2] + ".0"

    assert page.count("You lose the match. Are you sure?") == 2  # before the button that ends it
    assert "The game is over." in visit(server, jar, match=name, do="resign")
    assert "You resign." in people[0].look()
    visit(server, jar, match=name, do="forget")
    assert people[0].path not in visit(server, jar)
    assert people[1].path in visit(server, jar)
    assert "This browser has no match yet" in visit(server, {})
    assert "This browser has no match yet" in visit(server, {f"t.{name}": "A" * 22})


def test_the_pages_install_as_an_app(server: TestServer) -> None:
    """Of which the first page shows the matches of the browser."""
    page = ask(server.origin, two(server)[0].path).text
    link = re.findall('rel="manifest" href="([^"]+)"', page)[0]
    manifest = json.loads(ask(server.origin, link).text)
    icon = ask(server.origin, manifest["icons"][0]["src"])

    assert manifest["start_url"] == "/mine"
    assert icon.headers["content-type"].startswith("image/svg+xml")
    worker = ask(server.origin, "/worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert "manifest-src 'self'" in worker.headers["content-security-policy"]


def test_people_are_called_by_the_names_that_they_give(server: TestServer) -> None:
    """So it is everywhere but in the list of players, which tells the figures, too."""
    jolly, roger, _ = two(server)
    assert jolly.send(do="name", name="Kim").code == 303

    assert "Kim’s crew" in roger.look().replace("'", "’").replace("&#39;", "’")
    assert "Kim is splitting the cards." in roger.page
    assert '<strong>Kim</strong> <span class="faint">· Jolly</span>' in roger.page
    jolly.language = "de"
    assert "deine Crew" in jolly.look()
    jolly.play()
    assert "Kim splits" in roger.look()

    roger.send(do="name", name="kim")  # two of the same name stay what they are
    assert "Jolly splits" in roger.look()
    roger.send(do="name", name="")
    assert "Kim splits" in roger.look()


def test_the_first_page_says_what_the_game_is_about(server: TestServer) -> None:
    """Until its seat has decided something."""
    jolly, roger, _ = two(server)
    about = "you fight for merchant ships"
    assert about in jolly.look()
    jolly.play()
    assert about not in jolly.look()
    assert about in roger.look()
