"""Slips of modders: the fault is found where it is, said once, and cured by what is said.

The slips are made by kind in `slips`; the cures are applied by a program.
"""

import re
from collections.abc import Callable, Sequence
from importlib.resources import files

import pytest

from slip_table import found_in
from slips import HEAD, THIEVES, WHOLE, Slip, slips
from splitpick.core import Engine
from splitpick.core.errors import Finding, suggestion
from splitpick.core.rules.checking.cures.fixing import fixed
from splitpick.core.rules.reading.edits import apply_edits
from splitpick.core.text import Language, Message

ENGINE = Engine()
ALL = [*slips()]
EACH = pytest.mark.parametrize(
    "some",
    [
        pytest.param(ALL[::4], id="sample"),
        pytest.param(
            [slip for at, slip in enumerate(ALL) if at % 4], id="all", marks=pytest.mark.slow
        ),
    ],
)
ENGLISH, GERMAN = ENGINE.language("en"), ENGINE.language("de")
FOREIGN = re.compile(r"\b(the|This|There|must|Write|Did you|is not|Available|only in)\b")

Check = Callable[[bytes], Sequence[Finding]]


@pytest.fixture(scope="module")
def check(tmp_path_factory: pytest.TempPathFactory) -> Check:
    file = tmp_path_factory.mktemp("slips") / "my-deck.yaml"

    def found(data: bytes) -> Sequence[Finding]:
        return found_in(ENGINE, file, data)

    return found


@pytest.mark.parametrize("kind", sorted({each.kind for each in ALL}))
@EACH
def test_a_slip_is_found_where_it_is_said_once_and_cured(
    some: list[Slip], kind: str, check: Check
) -> None:
    """Nothing else is said beside it; its cure leaves no fault but true ones."""
    wrong: list[tuple[Slip, str]] = []
    for slip in some:
        if slip.kind != kind:
            continue
        found = check(slip.text.encode())
        data, cured = fixed(slip.text.encode(), check)
        left = {each.message.code for each in check(data) if each.severity == "error"}
        errors = [each for each in found if each.severity == "error"] or found
        if not found or (found[0].line, found[0].column) != (slip.line, slip.column):
            wrong.append((slip, "place"))
        elif len({each.message.code for each in errors}) > 1:
            wrong.append((slip, "said twice"))
        elif left - {*slip.left} or (found[0].severity == "error" and not cured):
            wrong.append((slip, "cure"))

    assert wrong == []


@pytest.mark.slow
@EACH
def test_a_slip_is_said_in_german_without_a_foreign_word(some: list[Slip], check: Check) -> None:
    for slip in some:
        for finding in check(slip.text.encode()):
            # A form that an English name lacks is English.
            said = GERMAN.say(finding.message).replace("en.nom: the galleon", "")
            written = "".join(slip.text.split())
            foreign = FOREIGN.search(said)
            assert not foreign or foreign[0] in written, said
            assert said != Language("en").say(finding.message), said


def test_a_character_is_named_by_its_number_and_never_meant_by_itself(check: Check) -> None:
    """Nobody sees the difference between a name and the same name with a mark in it."""
    for slip in ALL:
        if slip.kind == "character":
            (found, *_) = check(slip.text.encode())
            assert str(found.message.params["character"]).startswith("U+"), slip


@pytest.mark.parametrize(
    ("line", "cured"),
    [
        ("tie-break: most ships\n", "tie-break: [most-ships]\n"),
        ("tie-break: [[most, ships]]\n", "tie-break: [most-ships]\n"),
        ("end: deck-empty\n", "end: {deck: empty}\n"),
        ("parrot: minus 2\n", ""),
        ("change: {ships: {red: {gold: minus 2}}}\n", "change: {ships: {red: {gold: -2}}}\n"),
        ("change: {ships: {red: {gold: 5 or more}}}\n", ""),
        ("change: {ships: {red: {gold: less than 5}}}\n", ""),
        ("change: {options: {memory: never}}\n", "change: {options: {memory: false}}\n"),
        ("draw: 6\noffer: {shapes: [3-3, 4-2]}\n", "draw: 6\noffer: {shapes: [[3, 3], [4, 2]]}\n"),
    ],
)
def test_what_stands_there_has_the_value_that_its_words_say(
    line: str, cured: str, check: Check
) -> None:
    """A number with a word that changes it is no number, and not guessed at."""
    data = (HEAD + line).encode()
    found = check(data)

    assert len({each.message.code for each in found} - {"deck-mismatch"}) == 1
    for finding in found:
        made = apply_edits(data.decode(), finding.edits)
        assert made == HEAD + (cured or line), finding


@pytest.mark.parametrize(
    "line",
    ["captains:\t3", "captains: 3 # a\ttab", "\t# a comment", 'description: {en: "a\tb", de: c}'],
)
def test_a_tab_that_indents_nothing_is_a_space(line: str, check: Check) -> None:
    assert check(f"{HEAD}{line}\n".encode()) == []


def test_a_card_with_too_many_options_is_found_where_its_effects_are(check: Check) -> None:
    verbs = ", ".join(f"{{{verb}: {{may: true}}}}" for verb in ("take", "move", "swap", "hide"))
    (found,) = check(f"{HEAD}change: {{cards: {{KR: {{effect: [{verbs}]}}}}}}\n".encode())

    assert (found.message.code, found.line, found.column) == ("game-fails", 5, 31)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_a_file_in_another_encoding_is_saved_as_utf_8(encoding: str, check: Check) -> None:
    text = HEAD.replace("Meins", "Käpt'n")
    data, cured = fixed(text.encode(encoding), check)

    assert data == text.encode()
    assert [each.message.code for each in cured] == ["not-utf-8"]


def test_what_is_right_is_not_touched(check: Check) -> None:
    """Also the ends of lines, the mark at the start, and comments beside a cure."""
    right = "\ufeff" + HEAD.replace("\n", "\r\n")
    wrong = right.replace("my-deck", "My-Deck   # mine")

    assert fixed(right.encode(), check) == (right.encode(), [])
    assert fixed(wrong.encode(), check)[0].decode() == right.replace("my-deck", "my-deck   # mine")


@pytest.mark.parametrize(
    "line",
    [
        *("change: true", 'change: "x"', "change: 1.5", "change: 5", "remove: true", "options: 3"),
        "change: {ships: {red: {change: 9}}}",
        "change: {cards: true}",
        "players: up to three but not 2",
        "turns: 8 - 2",
        "remove: {cards: [R1-R99999999]}",
    ],
)
def test_no_form_is_offered_that_leads_to_another_fault(line: str, check: Check) -> None:
    (found,) = check(f"{HEAD}{line}\n".encode())

    assert not suggestion(found.message)
    assert "line" not in found.message.params
    assert not found.edits


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("remove: {colours: [red]}", "needed-id"),
        (
            """remove: {colours: [red], ships: [red], cards: [R1, R2, R3, R4, R5]}
add: {cards: [{code: R8, colour: red, strength: 4, count: 8}]}""",
            "removed-id",
        ),
    ],
)
def test_a_removed_colour_names_the_line_that_removed_it(
    lines: str, code: str, check: Check
) -> None:
    found = check(f"{HEAD}{lines}\n".encode())[0]
    place = found.message.params["place"]

    assert found.message.code == code
    assert isinstance(place, Message)
    assert found.line == 5 if code == "needed-id" else "5" in ENGLISH.say(place)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("second: {red: 4}", "Write change: {ships: {red: {second: 4}}}"),
        ("second: 4", 'It belongs under "ships".'),
        ("start: [G1@green]", 'It belongs under "seats".'),
        ("end: {turn: 8}", 'Write turns: 8 beside "format".'),
        ("offer: {max-size: 4}", "Write size: {most: 4}"),
        ("options: {weather: 4, memory: true}", "Available: memory. Or leave it out."),
        ("tie-break: [most-ships, most-ships]", '"most-ships" is listed twice. Leave it out.'),
    ],
)
def test_a_key_at_the_wrong_place_is_told_its_own(line: str, said: str, check: Check) -> None:
    """A key that is known nowhere may be left out; the known ones are listed."""
    (found,) = check(f"{HEAD}{line}\n".encode())

    assert ENGLISH.say(found.message).endswith(said)


@pytest.mark.parametrize(
    ("players", "missing", "write"),
    [("{2: 2}", 0, "least: 2, most: 2"), ("{3: 2}", 2, ""), ("{x: 2}", 2, "")],
)
def test_one_key_for_two_missing_ones_is_cured_only_if_it_is_a_range(
    players: str, missing: int, write: str, check: Check
) -> None:
    found = check(f"{WHOLE}players: {players}\n".encode())
    (wrong,) = [each for each in found if each.message.code == "unknown-key"]

    assert sum(each.message.code == "missing-key" for each in found) == missing
    assert suggestion(wrong.message) == write


@pytest.mark.parametrize(
    ("offer", "levers"),
    [
        ("draw: {2: 6, 3: 8, 4: 10}, face-down: 1, price: 2, size: {least: 1, most: 5}", 1),
        ("draw: {2: 6, 3: 7, 4: 8}, face-down: 1, size: {least: 1, most: 5}", 2),
        ("draw: {2: 4, 3: 6, 4: 8}, price: 9, size: {least: 1, most: 3}", 1),
    ],
)
def test_each_cure_of_too_many_splits_is_enough(offer: str, levers: int, check: Check) -> None:
    """For every number of players, whose splits are too many is said."""
    seats = ", ".join(
        f"{{id: {name}, name: {name.title()}}}" for name in ("ann", "bob", "cy", "di")
    )
    text = (
        f"{THIEVES}seats: [{seats}]\nplayers: {{least: 2, most: 4}}\nturns: 2\noffer: {{{offer}}}\n"
    )
    (found,) = check(text.encode())
    assert found.message.code == "too-many-splits"
    inner = found.message.params["message"]
    assert isinstance(inner, Message)
    assert inner.params["players"] in (3, 4)

    cures = str(found.message.params["levers"]).split("; ")
    assert len(cures) >= levers
    for cure in cures:
        key = cure.partition(":")[0]
        old = re.search(rf"{key}: (?:{{[^}}]*}}|\d+)", offer)
        assert old
        assert check(text.replace(offer, offer.replace(old[0], cure)).encode()) == [], cure


def test_a_size_that_no_list_can_have_is_no_place_in_one(check: Check) -> None:
    """A list of thirty million numbers took a minute, and all memory."""
    cove = files("splitpick.rulesets").joinpath("smugglers-cove.yaml").read_text("utf-8")
    huge = cove.replace("points: [0, 1, 3, 7]", "points: {30000000: 5}")
    found = [one for one in check(huge.encode()) if one.message.code == "not-by-players"]

    assert len(found) == 1
    assert not found[0].edits


@pytest.mark.parametrize(
    ("names", "codes"),
    [
        (("Mine", "raft", "wreck"), ["missing-form"]),
        (("Mine", "raft", "{en: wreck, en.nom: the wreck}"), ["missing-form"]),
        (("Mine", "{en: raft, en.nom: the raft}", "{en: wreck, en.nom: the wreck}"), []),
        (("Mine", "green ship", "red ship"), []),
        (("{en: Mine, de: Meins}", "raft", "green ship"), ["untranslated"]),
    ],
)
def test_a_file_in_english_alone_lacks_no_german(
    names: tuple[str, str, str], codes: list[str], check: Check
) -> None:
    """Its ships need an article all the same; one text in German, and all have to be."""
    name, red, green = names
    head = HEAD.replace("{en: Mine, de: Meins}", name)
    text = f"{head}change: {{ships: {{red: {{name: {red}}}, green: {{name: {green}}}}}}}\n"

    assert [each.message.code for each in check(text.encode())] == codes
