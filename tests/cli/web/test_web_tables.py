"""Tables in a browser without JavaScript: people with links play, see, undo, and are kept apart."""

import gzip
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from command import run
from sample_sizes import weekly_if
from web_tables import Person, TestServer, ask, serving

GAMES = {
    "jolly-roger": ("jolly", "roger"),
    "skull-queen": ("anne", "bart"),
    "dead-mans-dice": ("jack", "bart"),
    "smugglers-cove": ("nell", "silas"),
    "galley-thieves": ("mary", "finn"),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestServer]:
    with serving(tmp_path_factory.mktemp("web")) as running:
        yield running


def two(server: TestServer, game: str = "jolly-roger", practice: bool = False) -> list[Person]:
    seats = dict.fromkeys(GAMES[game], "human")
    variant = "advanced" if game == "jolly-roger" else ""
    return server.begin(game, variant, practice, **seats)


def play_on(people: list[Person], most: int = 1000) -> int:
    """Let whoever is to act play at random until nobody can; return the number of decisions."""
    for count in range(most):
        for person in people:
            person.look()
        acting = next((person for person in people if person.moves), None)
        if acting is None:
            return count
        assert acting.play().code == 303
    return most


@pytest.fixture(scope="module")
def ended(server: TestServer) -> list[Person]:
    """Both players and an onlooker of a match that was played to its end, and what was promised."""
    nell, silas, onlooker = two(server, "smugglers-cove")
    promised = re.findall("[0-9a-f]{64}", nell.look())[:1]
    assert ask(nell.origin, f"{nell.path}/record").code == 404  # not before the end
    assert play_on([nell, silas]) > 5
    assert [re.findall("[0-9a-f]{64}", one.look())[0] for one in (nell, silas)] == promised * 2
    return [nell, silas, onlooker]


def test_a_whole_match_is_played_by_forms_alone(ended: list[Person]) -> None:
    for person in ended:
        assert 'class="result"' in person.look()
    assert "Rematch" in ended[0].page
    assert "Rematch" not in ended[2].page  # onlookers only look


def test_a_page_at_the_end_is_light(ended: list[Person]) -> None:
    """With all that it loads: under 60,000 bytes go through the wires, of 150,000 uncompressed."""

    def loaded(path: str) -> bytes:
        asked = Request(ended[0].origin + path, headers={"Accept-Encoding": "gzip"})
        with urlopen(asked) as answer:
            data = bytes(answer.read())
            assert answer.headers["Content-Encoding"] == "gzip" or len(data) < 1000, path
            return data

    page = loaded(ended[0].path)
    parts = {*re.findall(r'(?:src|href)="(/static/[^"]+)"', gzip.decompress(page).decode())}
    sent = [page, *map(loaded, parts)]
    whole = [gzip.decompress(one) if one[:2] == b"\x1f\x8b" else one for one in sent]

    assert len(parts) > 5
    assert sum(map(len, sent)) < 60_000
    assert sum(map(len, whole)) < 150_000


def test_what_is_fetched_later_has_only_symbols_that_no_page_keeps(server: TestServer) -> None:
    jolly, _, _ = two(server)
    page = jolly.look()
    later = ask(jolly.origin, f"{jolly.path}/table").text
    kept, more = (re.findall('<symbol id="([^"]+)"', text) for text in (page, later))

    assert {"s-pirate", "s-kraken", "s-ship"} <= {*kept} - {*more}
    assert {*re.findall('href="#(s-[^"]+)"', later)} <= {*kept, *more}


def test_two_ways_to_play_a_card_at_a_ship_say_what_differs(server: TestServer) -> None:
    """Its strength counts only face up; face down it is a parrot, also where it could join."""
    people = two(server)[:2]
    while True:
        person = next(one for one in people if one.look() and one.moves)
        if move := next((one for one in person.moves if "@" in one), ""):
            break
        person.play()
    card, ship = move.split("@")

    def said(notation: str) -> str:
        found = re.search(rf'value="{re.escape(notation)}".*?</kbd> <span>([^<]*)', person.page)
        assert found
        return found[1]

    assert f"{card[-1]} face up at the {ship} ship counts {card[-1]}: " in said(move)
    down = said(f"{card}?{ship}")
    assert f"{card[-1]} face down at the {ship} ship counts 1 as a parrot: " in down


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    weekly_if(
        {"dead-mans-dice", "galley-thieves"},
        ["jolly-roger", "skull-queen", "dead-mans-dice", "galley-thieves"],
    ),
)
def test_every_game_is_played_by_forms_alone(server: TestServer, game: str) -> None:
    people = two(server, game)
    assert play_on(people[:2]) > 5

    assert all('class="result"' in person.look() for person in people)


def test_a_page_that_is_out_of_date_changes_nothing(server: TestServer) -> None:
    jolly, _, _ = two(server)
    jolly.look()
    again = Person(jolly.origin, jolly.path, jolly.page)
    assert jolly.send(move=jolly.moves[0]).code == 303
    refused = again.send(move=again.moves[0])

    assert refused.code == 409
    assert "The table has changed in the meantime." in refused.text


def test_only_the_seat_to_act_may_act_and_only_by_the_rules(server: TestServer) -> None:
    jolly, roger, onlooker = two(server)
    for one in (jolly, roger, onlooker):
        one.look()

    assert not roger.moves
    assert "It is not your turn." in roger.send(seen=jolly.seen, move=jolly.moves[0]).text
    assert onlooker.send(seen=jolly.seen, move=jolly.moves[0]).code == 404
    for odd in ("pick 1", "G9@green", "<script>", "x" * 5000, "\0"):
        assert jolly.send(move=odd).code == 409
    assert jolly.send(do="conquer").code == 409
    assert jolly.send(seen="99999999999", move=jolly.moves[0]).code == 409


def test_cards_are_split_by_boxes(server: TestServer) -> None:
    jolly, roger, _ = two(server)
    cards = re.findall(r'name="two" value="(\w+)"', jolly.look())
    assert jolly.send(do="split", two=cards[:2]).code == 303

    sets = sorted(" ".join(sorted(one)) for one in (cards[:2], cards[2:]))
    offered = [sorted(move.partition(" ")[2].split()) for move in two_sets(roger.look())]
    assert sorted(" ".join(one) for one in offered) == sets


def two_sets(page: str) -> list[str]:
    """Return ``N CARDS`` for the sets on the table."""
    found = re.findall(r'<div [^>]*data-zone="set:(\d)">(.*?)</div>', page, re.DOTALL)
    sets = {number: re.findall('data-card="(.*?)"', cards) for number, cards in found}
    return [f"{number} {' '.join(cards)}" for number, cards in sets.items()]


def test_boxes_with_cards_that_are_not_there_change_nothing(server: TestServer) -> None:
    jolly, _, _ = two(server)
    jolly.look()

    assert jolly.send(do="split", two=["ZZ"]).code == 409
    assert jolly.send(do="split").code == 409  # an empty set


def test_an_undo_that_concerns_the_other_needs_consent(server: TestServer) -> None:
    jolly, roger, _ = two(server)
    jolly.play()
    jolly.look()
    assert jolly.send(do="undo").code == 303
    assert "You have asked the others" in jolly.look()
    assert "Jolly would like to take back" in roger.look()

    assert roger.send(do="refuse").code == 303
    assert "Jolly would like" not in roger.look()
    assert jolly.send(do="undo", seen=roger.seen).code == 303
    roger.look()
    assert roger.send(do="agree").code == 303
    assert "Jolly takes 1 action back." in roger.look()
    assert jolly.look()
    assert jolly.moves


def test_a_bot_answers_and_its_answer_is_taken_back_with_the_split(server: TestServer) -> None:
    jolly, _ = server.begin("jolly-roger", "advanced", jolly="human", roger="ships-boy")
    jolly.play()
    assert jolly.sees("Play a card.")
    assert re.search(r"Take back <small>and the moves since<", jolly.page)
    split = jolly.send(do="undo")

    assert split.code == 303
    assert "Split the cards." in jolly.look()


def test_hints_come_step_by_step(server: TestServer) -> None:
    jolly, roger, _ = two(server)
    jolly.look()
    assert jolly.send(do="hint").code == 303
    first = re.findall(r'class="hint"><p>(.*?)<', jolly.look())
    assert jolly.page.count(" data-hint") == 1  # the things themselves are shown
    why = jolly.page.partition('class="hint"')[2].partition("</div>")[0]
    assert jolly.send(do="hint").code == 303

    assert re.findall(r'class="hint"><p>(.*?)<', jolly.look()) == first
    assert first[0].startswith("Hint: ")  # no number of a list that is shut
    assert "</p><p>" in why
    assert 'class="hint"' not in roger.look()


def test_a_split_is_laid_out_however_many_there_are(server: TestServer) -> None:
    """The page says what a tap does, and then which cards are still to be hidden."""
    nell, silas, _ = two(server, "smugglers-cove")
    while person := next((one for one in (nell, silas) if one.look() and one.moves), None):
        if " / " in person.moves[0]:
            assert 'class="offers many splits"' in person.page
            assert "Tap the cards of set 1; once it is full" in person.page
            assert 'data-left="Now tap the card in each set that is to lie' in person.page
        person.play()


def test_each_seat_has_its_own_language(server: TestServer) -> None:
    jolly, roger, _ = two(server)
    reply = ask(jolly.origin, f"{jolly.path}?lang=de")

    assert (reply.code, reply.headers["location"]) == (303, jolly.path)
    cookie = reply.headers["set-cookie"]
    assert f"Path={jolly.path};" in cookie
    assert "HttpOnly" in cookie
    german = ask(jolly.origin, jolly.path, headers={"Cookie": cookie.partition(";")[0]}).text
    assert '<html lang="de">' in german
    assert "Teil die Karten auf." in german
    dutch = ask(roger.origin, roger.path, headers={"Accept-Language": "fr, nl;q=0.5, de;q=0.4"})
    assert '<html lang="nl">' in dutch.text


def test_each_move_leads_to_its_moment(server: TestServer) -> None:
    jolly, roger, _ = two(server)
    jolly.play()
    roger.play()
    links = re.findall(r'href="(\?at=\d+)"', jolly.look())
    past = ask(jolly.origin, jolly.path + links[0])

    assert "The table after" in past.text
    assert 'name="move"' not in past.text
    assert ask(jolly.origin, f"{jolly.path}?at=-1").code == 200
    assert ask(jolly.origin, f"{jolly.path}?at=9999").code == 200


def held(page: str) -> list[str]:
    """Return the codes of the own cards on *page*."""
    hand = re.search(r'mine" data-zone="hand:\w+">(.*?)</div>', page, re.DOTALL)
    return re.findall('data-card="(.*?)"', hand[1]) if hand else []


def cards_on(table: str) -> list[str]:
    """Return the zones and cards of a table, in order."""
    return re.findall('data-(?:zone|card)="(.*?)"', table)


@pytest.mark.slow
def test_a_page_gets_the_tables_since_the_one_that_it_shows(ended: list[Person]) -> None:
    """They are the tables of the past, after each decision; more than 24 are not shown."""
    for person in ended:
        asked = ask(person.origin, person.path + "/table", headers={"X-Since": "3"}).text
        frames = re.findall("(?s)<template>(.*?)</template>", asked)
        assert 0 < len(frames) <= 24
        last = int(re.findall('data-count="([0-9]+)"', asked)[0])
        past = [cards_on(person.look(f"?at={at}")) for at in range(4, last)]
        place = -1
        for frame in map(cards_on, frames):
            place = past.index(frame, place + 1)
    assert "<template>" not in ask(ended[0].origin, ended[0].path + "/table").text
    for wrong in ("-1", "1e9", str(last), "9" * 30):
        asked = ask(ended[0].origin, ended[0].path + "/table", headers={"X-Since": wrong}).text
        assert "<template>" not in asked


def test_tables_after_an_undo_begin_where_the_line_was_left(server: TestServer) -> None:
    """A page that showed what was taken back gets everything that came instead."""
    jolly, roger, onlooker = two(server, practice=True)
    jolly.play()
    roger.play()
    seen = re.findall('data-count="([0-9]+)"', onlooker.look())[0]
    roger.look()
    assert roger.send(do="undo").code == 303
    jolly.look()
    while roger.send(do="agree").code != 303 and jolly.send(do="agree").code != 303:
        break
    for _ in range(3):
        roger.play()
    now = re.findall(r"[?]at=([0-9]+)", onlooker.look())
    asked = ask(onlooker.origin, onlooker.path + "/table", headers={"X-Since": seen}).text
    frames = re.findall("(?s)<template>(.*?)</template>", asked)

    past = [cards_on(onlooker.look(f"?at={at}")) for at in now[-3:-1]]
    assert [cards_on(frame) for frame in frames][-2:] == past
    assert "Roger takes" in frames[0]


def test_what_the_others_did_is_marked_until_one_acts(server: TestServer) -> None:
    jolly, roger, _ = server.begin("jolly-roger", jolly="human", roger="human")
    jolly.play()
    roger.play()
    while roger.moves:
        roger.play()
        roger.look()
    assert 'class="card' in roger.page
    assert "data-new" not in roger.page
    assert re.search('class="card[a-z0-9 -]*" data-new[ >]', jolly.look())


@pytest.mark.slow
def test_the_end_shows_who_has_what_and_the_way_there(server: TestServer) -> None:
    jolly, roger, _ = server.begin("jolly-roger", jolly="human", roger="human")
    while 'class="result"' not in jolly.look():
        for person in (jolly, roger):
            person.look()
            if person.moves:
                person.send(move=person.moves[-1])
    rows = re.findall(
        r'<li class="o(\d)( wins)?">(?:<svg.*?</svg>)?<span>(\w+)</span>'
        r' <strong class="amount">(\d+) gold',
        jolly.page,
    )
    golds = [int(row[3]) for row in rows]
    assert golds == sorted(golds, reverse=True)
    assert {row[2] for row in rows} == {"You", "Roger"}
    assert rows[0][1] == " wins"

    jolly.send(do="analyse")
    assert jolly.sees('class="curve"')
    assert "Your expected lead" in jolly.page
    assert "Your expected lead" in roger.look()
    lines = [
        [
            tuple(map(float, point.split(",")))
            for point in re.findall('points="(.*?)"', one)[0].split()
        ]
        for one in (jolly.page, roger.page)
    ]
    assert [x for x, _ in lines[0]] == [x for x, _ in lines[1]]
    levels = [
        float(re.findall('class="level" x1="0" x2="600" y1="(.*?)"', one.page)[0])
        for one in (jolly, roger)
    ]
    leads = [
        [round(y - level, 1) for _, y in line] for line, level in zip(lines, levels, strict=True)
    ]
    assert leads[0] == [-lead for lead in leads[1]]  # what one leads by, the other trails by
    dots = re.findall(r'href="[^"]*[?]at=(\d+)"><circle', jolly.page)
    assert dots == sorted(dots, key=int)


def test_the_end_offers_a_rematch_with_the_seats_changed(ended: list[Person]) -> None:
    nell, silas, _ = ended
    hand = held(nell.look("?at=5"))
    assert nell.send(do="same-deal").code == 303
    silas.look()
    assert silas.send(do="agree").code == 303
    next_pages = [ask(one.origin, f"{one.path}/next") for one in (nell, silas)]
    paths = [page.headers["location"] for page in next_pages]
    assert len({path.split("/")[2] for path in paths}) == 1

    new = [Person(nell.origin, path) for path in paths]
    assert "Silas</strong> (you)" in new[0].look()
    assert "Nell</strong> (you)" in new[1].look()
    assert len(hand) == 5
    assert held(new[1].page) == hand


def test_what_began_elsewhere_goes_on_here(tmp_path: Path) -> None:
    run("play", "--seat", "jolly=human", "--seat", "roger=human", "--first", "jolly",
        variables={"SPLITPICK_HOME": str(tmp_path)})  # fmt: skip
    with serving(tmp_path) as server:
        jolly, _, _ = server.seats_of(f"{server.host_path}/jolly-roger-1")
        assert jolly.play().code == 303
        moves = jolly.look()
    ended = run("resume", typed="log\n", variables={"SPLITPICK_HOME": str(tmp_path)})

    assert "Roger, pick a set." in ended.out
    assert "Roger is making a choice." in moves


def test_another_program_may_go_on_with_the_match(tmp_path: Path) -> None:
    home = {"SPLITPICK_HOME": str(tmp_path)}
    with serving(tmp_path) as server:
        jolly, roger, _ = two(server)
        stale = Person(jolly.origin, jolly.path, jolly.look())
        run("resume", typed=f"{jolly.moves[0]}\n", variables=home)

        refused = stale.send(move=stale.moves[0])
        assert refused.code == 409
        assert "Another program has continued this match." in refused.text
        assert "Pick a set." in roger.look()


def test_the_server_keeps_what_it_promised_of_the_cards(
    ended: list[Person], tmp_path: Path
) -> None:
    _, silas, onlooker = ended
    promised = re.findall("[0-9a-f]{64}", silas.look())
    revealed = re.search(r"<code>(\d+ [0-9a-f]{64} [^<]+)</code>", silas.page)
    assert revealed
    assert sha256(revealed[1].encode()).hexdigest() == promised[0]
    assert re.search(r"All \d+ random events follow from the seed", silas.page)
    file = tmp_path / "record.txt"
    file.write_text(ask(onlooker.origin, f"{onlooker.path}/record").text, "utf-8")
    assert run("verify", str(file), "--commitment", promised[0]).code == 0
    assert "<!DOCTYPE html>" in ask(onlooker.origin, f"{onlooker.path}/account").text


@pytest.mark.slow
def test_after_the_end_the_costliest_decisions_are_shown(server: TestServer) -> None:
    jolly, roger, onlooker = two(server)
    assert jolly.send(seen="0", do="analyse").code == 409  # not before
    play_on([jolly, roger])
    jolly.look()
    assert jolly.send(do="analyse").code == 303
    assert jolly.sees("Better:", 120)

    told = [
        re.sub("<svg.*?</svg>|<[^>]+>", "", one)
        for one in re.findall("<summary>(Turn .*?)</summary>", onlooker.look())
    ]
    assert told
    for one in told:
        assert re.fullmatch(r"Turn \d of 8.*: .*\. Better: .*, about [\d.]+ gold more\.", one)
    sizes = [float(re.findall(r"about ([\d.]+)", one)[-1]) for one in told]
    assert sizes == sorted(sizes, reverse=True)
    assert re.search("<summary>Turn [^<]* [Yy]ou ", jolly.look())
    assert "?</a>" in roger.look()  # a mark in the list of moves


def test_the_log_tells_in_sentences_with_the_cards_drawn(server: TestServer) -> None:
    """A code that people see nowhere on the cards is spoken as the name of its card."""
    jolly, roger, onlooker = two(server)
    for person in (jolly, roger):
        person.look()
    splitter, picker = (jolly, roger) if jolly.moves else (roger, jolly)
    assert splitter.play().code == 303
    picker.look()
    assert picker.send(move=picker.moves[0]).code == 303
    for person in (jolly, roger, onlooker):
        log = person.look().partition('<ol class="log"')[2].partition("</ol>")[0]
        words = re.sub(
            "<[^>]+>", "", re.sub('<span class="chip[^>]*aria-label="([^"]+)"', r"\1<", log)
        )

        assert "splits: " in words or "You split: " in words
        assert re.search(r"\b(takes?|keeps?)\b", words)
        assert re.search(
            '<span class="chip i-[a-z]+" role="img" aria-label="[a-z]+ pirate [1-5]"', log
        )
        assert not re.search(r"\b[GYBR][1-5]\b", words)
        assert "pick " not in words


def test_the_end_of_a_round_is_accounted_for_in_news_and_log(server: TestServer) -> None:
    jack, bart, _ = two(server, "dead-mans-dice")
    while "Round 2 begins." not in bart.look():
        person = bart if bart.moves else jack
        person.look()
        stack = [move for move in person.moves if move.startswith("stack")]
        person.send(move=next(iter(stack), person.rng.choice(person.moves)))
    told = re.findall(r'class="sum">(.*?)</p>', bart.page)
    log = bart.page.partition('class="log"')[2]

    assert len(told) == 1
    for text in (told[0], log):
        assert re.search(r"ound 1 ends\..*Jack[:,].*; [−0-9]+ in total\..*You[:,]", text, re.S)


def test_a_page_draws_the_hand_and_does_not_list_it_in_the_question(server: TestServer) -> None:
    """On a phone, each line of the question takes room from the cards."""
    anne, _, _ = two(server, "skull-queen")
    anne.look()
    assert anne.send(move=anne.moves[0]).code == 303
    anne.look()

    assert "Where does the red pirate start?" in anne.page
    assert "red cards:" not in anne.page
