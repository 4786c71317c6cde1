"""Messages are put into words: placeholders, plurals, names in their forms, lists, languages."""

from dataclasses import replace
from pathlib import Path

import pytest

from splitpick.core.text import (
    PSEUDO,
    Both,
    CatalogError,
    Language,
    Message,
    Name,
    Texts,
    find_language,
    msg,
    named,
    nmsg,
)

SHIP = Name("green ship")
PIRATE = Name("green pirate", number=4)


@pytest.fixture(scope="module")
def english() -> Language:
    return Language("en")


@pytest.fixture(scope="module")
def german() -> Language:
    return Language("de")


@pytest.mark.parametrize(
    ("form", "english_words", "german_words"),
    [
        ("", "green ship", "grünes Schiff"),
        ("cap", "Green ship", "Grünes Schiff"),
        ("nom", "the green ship", "das grüne Schiff"),
        ("dat", "the green ship", "dem grünen Schiff"),
        ("loc", "at the green ship", "am grünen Schiff"),
    ],
)
def test_a_name_in_each_form(
    english: Language, german: Language, form: str, english_words: str, german_words: str
) -> None:
    """The sentence says which form it needs."""
    assert english.say(SHIP, form) == english_words
    assert german.say(SHIP, form) == german_words
    assert english.say(PIRATE, "cap") == "Green pirate 4"
    assert german.say(PIRATE, "acc") == "den grünen Piraten 4"


def test_an_empty_text_is_not_the_header_of_a_catalog(english: Language, german: Language) -> None:
    for language in (english, german):
        assert language.say(Message("nothing", "")) == ""
        assert language.say(Name("")) == ""


def test_names_given_in_place(english: Language, german: Language) -> None:
    """A modder needs no catalog; what is missing falls back to English, then to what there is."""
    both = Name(here=(("en", "raft"), ("de", "Floß"), ("de.dat", "dem Floß")))
    regional = Name(here=(("de_AT", "Paradeiser"), ("de", "Tomate"), ("en", "tomato")))

    assert (english.say(both), german.say(both)) == ("raft", "Floß")
    assert (german.say(both, "dat"), german.say(both, "acc")) == ("dem Floß", "Floß")
    assert (english.say(both, "loc"), german.say(both, "loc")) == ("at raft", "bei „Floß“")
    assert Language("fr").say(both) == "raft"
    assert english.say(Name(here=(("de", "Floß"),))) == "Floß"
    assert Language("de_AT").say(regional) == "Paradeiser"
    assert Language("de_CH").say(regional) == "Tomate"
    assert Language("de_CH").say(SHIP) == "grünes Schiff"
    assert german.say(Name("{seat} {0}")) == "{seat} {0}"  # a name is not a sentence
    assert german.say(Name(here=(("de", "{seat}"),))) == "{seat}"


def test_a_sentence_speaks_to_its_reader_where_it_has_a_form_for_that(
    english: Language, german: Language
) -> None:
    """Without one, or without its translation, the seat has its name as for everybody else."""
    you, roger = Name("Jolly", you=True), Name("Roger")
    keeps = msg("keeps", "{seat} gets {cards}.", cards="G1").to_you(
        seat=msg("you-keep", "You get {cards}.")
    )
    points = nmsg("points-amount", "{count} point", "{count} points", 2)
    pays = msg("pays", "{seat} pays {splitter} {amount}.", amount=points).to_you(
        splitter=msg("pays-you", "{seat} pays you {amount}.")
    )

    def said(language: Language, message: Message, **seats: Name) -> str:
        return language.say(replace(message, params={**message.params, **seats}))

    assert said(english, keeps, seat=you) == "You get G1."
    assert said(english, keeps, seat=roger) == "Roger gets G1."
    assert said(german, keeps, seat=you) == "Du bekommst G1."
    assert said(german, pays, seat=roger, splitter=you) == "Roger zahlt dir 2 Punkte."
    assert said(german, pays, seat=you, splitter=roger) == "Jolly zahlt Roger 2 Punkte."
    untranslated = keeps.to_you(seat=msg("no-such", "You hold on to {cards}."))
    assert said(german, untranslated, seat=you) == "Jolly bekommt G1."
    both = Both((named(you), named(roger)))
    assert [one.say(both) for one in (english, german)] == ["you and Roger", "du und Roger"]
    assert english.say(both, "cap") == "You and Roger"


def test_an_owner_is_named_as_each_language_does(english: Language, german: Language) -> None:
    """No name needs an entry of its own, so that names which people type take the form too."""
    crew = [msg("crew-of", "{seat}'s crew", seat=Name(seat)) for seat in ("Roger", "Hans", "Anna")]
    said = [[language.say(text) for text in crew] for language in (english, german, Language("nl"))]

    assert said == [
        ["Roger's crew", "Hans's crew", "Anna's crew"],
        ["Rogers Crew", "Hans’ Crew", "Annas Crew"],
        ["Rogers bemanning", "Hans’ bemanning", "Anna’s bemanning"],
    ]


def test_names_lists_and_messages_stand_in_a_sentence(english: Language, german: Language) -> None:
    """The English asks for one form, the German sentence for its own."""
    join = msg("tell-join", "{seat} adds {card} to their crew {ship:loc}.",
               seat="Jolly", ship=SHIP, card=PIRATE)  # fmt: skip
    three = Both(("A", "B", "C"))

    assert german.say(join) == (
        "Jolly verstärkt die eigene Crew am grünen Schiff mit dem grünen Piraten 4."
    )
    assert german.say(msg("x", "{name}", name=msg("no-captain-here", "no captain"))) == (
        "kein Kapitän"
    )
    assert (english.say(three), german.say(three)) == ("A, B and C", "A, B und C")
    assert german.say(Both(("A",))) == "A"
    assert german.say(Both(("A", "B"), commas=True)) == "A, B"
    ships = Both(tuple(msg("x", ship) for ship in ("red ship", "green ship")), once=True)
    pirates = Both(
        tuple(msg("x", pirate) for pirate in ("red pirate 3", "blue pirate 3")), once=True
    )
    assert Language("nl").say(ships) == "rood en groen schip"
    assert german.say(ships) == "rotes und grünes Schiff"
    assert english.say(ships) == "red ship and green ship"
    assert german.say(pirates) == "red pirate 3 und blue pirate 3"
    for language, one, two in [
        (english, "This turns 1 parrot over.", "This turns 2 parrots over."),
        (german, "Das dreht 1 Papagei um.", "Das dreht 2 Papageien um."),
    ]:
        for count, said in ((1, one), (2, two)):
            parrots = ("This turns {count} parrot over.", "This turns {count} parrots over.")
            assert language.say(nmsg("tortuga-tells", *parrots, count)) == said


def test_what_a_catalog_lacks_is_said_in_english(german: Language) -> None:
    """Better than nothing."""
    assert german.say(msg("x", "Nobody has translated {this}.", this="me")) == (
        "Nobody has translated me."
    )
    assert german.say(Message("x", "green", domain="nobody")) == "green"


@pytest.mark.parametrize("text", ["{a.__class__}", "{a[0]}", "{0}", "{}"])
def test_a_sentence_cannot_look_into_what_it_speaks_of(english: Language, text: str) -> None:
    """Placeholders are names and nothing else."""
    with pytest.raises(KeyError):
        english.say(Message("x", text, {"a": "A"}))


def test_the_pseudo_language_brackets_every_message_and_is_longer() -> None:
    """So that a test sees what escapes translation."""
    pseudo = Language(PSEUDO)

    text = pseudo.say(msg("x", "Take {cards}.", cards=Both((SHIP, PIRATE))))

    assert text == "⟦Take ⟦green ship~~~~⟧, ⟦green pirate~~~~~⟧ 4.~~~~~⟧"


# The texts of a plugin.

PO = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "It is {where}."
msgstr "Es ist {where}."

msgid "{count} wave"
msgid_plural "{count} waves"
msgstr[0] "{count} Welle"
msgstr[1] "{count} Wellen"

msgid "bad"
msgstr "{missing}"

msgid "worse"
msgstr "{"
"""


def write_catalog(root: Path, content: bytes, name: str = "waves.po") -> Path:
    """Write a plugin's German catalog below *root*."""
    file = root / "de" / "LC_MESSAGES" / name
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    return file


@pytest.fixture
def catalogs(tmp_path: Path) -> list[tuple[str, Path]]:
    """A plugin's catalog as its author writes it, not compiled."""
    write_catalog(tmp_path, PO.encode())
    return [("waves", tmp_path)]


def test_a_plugin_speaks_in_a_domain_of_its_own(catalogs: list[tuple[str, Path]]) -> None:
    """From the source of its catalog; a sentence that no catalog has is English as a whole."""
    texts = Texts("waves")
    english, german = (Language(code, catalogs) for code in ("en", "de"))
    ship = Name(here=(("en", "brig"), ("de", "Brigg"), ("de.loc", "an der Brigg")))
    one, three = (texts.nmsg("w", "{count} wave", "{count} waves", count) for count in (1, 3))

    assert german.say(texts.msg("is", "It is {where}.", where="da")) == "Es ist da."
    assert (german.say(one), german.say(three)) == ("1 Welle", "3 Wellen")
    assert german.say(msg("is", "It is {where}.", where="da")) == "It is da."
    assert english.say(three) == "3 waves"
    for language in (german, Language("de")):
        assert language.say(texts.msg("lost", "Lost {ship:loc}.", ship=ship)) == "Lost at brig."


def test_a_translation_that_cannot_be_said_is_said_in_english(
    catalogs: list[tuple[str, Path]],
) -> None:
    """But for those who check it."""
    for text in ("bad", "worse"):
        german = Language("de", catalogs)
        message = Message("x", text, domain="waves")
        assert german.say(message) == text
        german.strict = True
        with pytest.raises((KeyError, ValueError)):
            german.say(message)


def test_such_a_sentence_is_english_as_a_whole_and_named_once(tmp_path: Path) -> None:
    """With its names in their forms, and in its number: no word of the language is left in it."""
    catalog = (
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgid "It sweeps all {ship:loc} away."\nmsgstr "Fegt {schiff:loc} alles weg."\n\n'
        'msgid "{count} wave {ship:loc}."\nmsgid_plural "{count} waves {ship:loc}."\n'
        'msgstr[0] "{zahl}"\nmsgstr[1] "{zahl}"\n'
    )
    write_catalog(tmp_path, catalog.encode())
    complaints: list[Message] = []
    german = Language(
        "de", [("waves", tmp_path)], lambda domain, error: complaints.append(error.message)
    )
    texts = Texts("waves")
    ship = Name(here=(("en", "brig"), ("de", "Brigg"), ("de.loc", "an der Brigg")))

    for _ in range(3):
        text = german.say(texts.msg("sweeps", "It sweeps all {ship:loc} away.", ship=ship))
        assert text == "It sweeps all at brig away."
    three = texts.nmsg("w", "{count} wave {ship:loc}.", "{count} waves {ship:loc}.", 3, ship=ship)
    assert german.say(three) == "3 waves at brig."
    (complaint,) = complaints
    assert complaint.code == "catalog-gaps"
    assert complaint.params["text"] == "It sweeps all {ship:loc} away."


HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=%s\\n"\n\n'


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        (HEAD % "utf-8" + 'msgid "wave"\nmsgstr "Welle\n', "odd-po-line", 5),
        (HEAD % "utf-8" + 'msgid "wave"\nmsgstr "Well"e"\n', "odd-po-line", 5),
        ("no catalog\n" + HEAD % "utf-8", "odd-po-line", 1),
        (HEAD % "utf-8" + 'msgid "wave"\nmsgstr "Möwe"\n', "po-not-utf-8", 5),
        (HEAD % "klingon" + 'msgid "wave"\nmsgstr "Welle"\n', "po-not-utf-8", 2),
        (HEAD % "utf-8" + 'msgid "wave"\nmsgid "tide"\nmsgstr "Welle"\n', "", 4),
    ],
)
def test_an_odd_line_of_a_catalog_is_named_and_nothing_is_cut(
    tmp_path: Path, content: str, code: str, line: int
) -> None:
    """With the file and the line, counted from 1."""
    file = write_catalog(tmp_path, content.encode("latin-1"))
    with pytest.raises(CatalogError) as caught:
        Language("de", [("waves", tmp_path)])
    params = caught.value.message.params

    assert params["file"] == f"{file}:{line}"
    assert getattr(params["why"], "code", "") == code


def test_a_catalog_may_be_in_another_charset_that_it_names(tmp_path: Path) -> None:
    content = HEAD % "iso-8859-1" + 'msgid "gull"\nmsgstr "Möwe"\n'
    write_catalog(tmp_path, content.encode("latin-1"))

    assert Language("de", [("waves", tmp_path)]).say(Texts("waves").msg("g", "gull")) == "Möwe"


@pytest.mark.parametrize(
    ("file", "content"),
    [("waves.mo", b"no catalog"), ("waves.po", b"\xff\xfe"), ("waves.po", b"no catalog")],
)
def test_a_catalog_that_cannot_be_read_is_complained_of(
    tmp_path: Path, file: str, content: bytes
) -> None:
    """Its texts are said in English then, and all others as always."""
    path = write_catalog(tmp_path, content, file)
    complaints: list[tuple[str, str]] = []
    german = Language(
        "de",
        [("waves", tmp_path)],
        lambda domain, error: complaints.append((domain, str(error.message.params["file"]))),
    )

    assert [domain for domain, _ in complaints] == ["waves"]
    assert complaints[0][1].removesuffix(":1") == str(path)
    assert german.say(Message("x", "wave", domain="waves")) == "wave"
    assert german.say(msg("word-yes", "yes")) == "ja"


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("zh_TW.UTF-8", "zh_Hant"),
        ("zh-HK", "zh_Hant"),
        ("zh_CN", None),
        ("no", "nb"),
        ("no_NO.UTF-8", "nb"),
        ("iw_IL", "he"),
        ("sr_RS@latin", "sr_Latn"),
        ("sr_RS.UTF-8@latin", "sr_Latn"),
        ("sr_RS", None),
        ("de_AT", "de"),
        ("xx", None),
        ("", None),
    ],
)
def test_a_locale_finds_the_language_that_cldr_takes_it_for(
    wanted: str, found: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = ("de", "en", "he", "nb", "sr_Latn", "zh_Hant")
    monkeypatch.setattr("splitpick.core.text.languages", lambda: codes)

    assert find_language(wanted) == found


@pytest.mark.parametrize(
    ("code", "nom", "said"),
    [
        ("de", "die Brigg", "die Brigg, Brigg, bei „Brigg“"),
        ("de", "der Kutter", "Kutter, Kutter, bei „Kutter“"),
        ("en", "the brig", "the brig, the brig, at the brig"),
    ],
)
def test_a_name_with_its_article_serves_where_the_language_has_the_same(
    code: str, nom: str, said: str
) -> None:
    """In German feminine and neuter words as objects, in English everywhere."""
    ship = Name(here=((code, nom.split()[1]), (f"{code}.nom", nom)))

    assert Language(code).say(msg("t", "{a:acc}, {a:dat}, {a:loc}", a=ship)) == said


@pytest.mark.parametrize(
    ("code", "told", "tie"),
    [("en", "you and Bart", "you"), ("de", "dir und Bart", "du"), ("nl", "jou en Bart", "jij")],
)
def test_whoever_reads_has_cases_as_well(code: str, told: str, tie: str) -> None:
    """As in "a draw between you and Bart"; without a form, "you" is a heading."""
    seats = (named(Name("Anne", you=True)), named(Name("Bart")))

    assert Language(code).say(Both(seats), "dat") == told
    assert Language(code).say(seats[0]) == tie
