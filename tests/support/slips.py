"""Slips of modders, made by kind: texts in which ``¶`` stands before the fault.

What follows ``=>`` are the codes of the faults that are true ones, and may be left by the cure.
"""

from collections.abc import Iterator
from typing import NamedTuple

HEAD = "format: 1\nid: my-deck\nname: {en: Mine, de: Meins}\nextends: jolly-roger/advanced\n"
COVE = HEAD.replace("jolly-roger/advanced", "smugglers-cove")
THIEVES = HEAD.replace("jolly-roger/advanced", "galley-thieves")
QUEEN = HEAD.replace("jolly-roger/advanced", "skull-queen/standard")
DICE = HEAD.replace("jolly-roger/advanced", "dead-mans-dice/short")
WHOLE = """\
format: 1
id: my-deck
game: splitting
table: crews
name: {en: Mine, de: Meins}
seats:
  - {id: ann, name: Ann}
  - {id: bob, name: Bob}
draw: 3
set-size: {least: 1, most: 2}
turns: 2
captains: 1
parrot: 1
colours:
  - {id: green, code: G, name: {en: green, de: gruen}}
ships:
  - {id: green, colour: green, gold: 3, name: green ship}
cards:
  - {code: G1, colour: green, strength: 1, count: 4}
  - {code: KR, effect: kraken, count: 2, name: Kraken}
"""


class Slip(NamedTuple):
    """A *text* with a fault of *kind* at *line* and *column*; cured, it may have faults *left*."""

    kind: str
    text: str
    line: int
    column: int
    left: tuple[str, ...]


def slip(kind: str, marked: str, head: str = HEAD) -> Slip:
    """Make the slip of a text with ``¶`` before its fault, after *head*."""
    marked, _, left = marked.partition(" => ")
    whole = head + marked + ("" if marked.endswith("\n") else "\n")
    before, mark, _ = whole.partition("¶")
    assert mark, marked
    column = len(before) - before.rfind("\n")
    return Slip(kind, whole.replace("¶", ""), before.count("\n") + 1, column, tuple(left.split()))


def swapped(kind: str, old: str, new: str, head: str = HEAD) -> Slip:
    """Make the slip in which *new*, with its ``¶``, stands for *old* in *head*."""
    assert head.count(old) >= 1, old
    new, _, left = new.partition(" => ")
    return slip(kind, f"{head.replace(old, new, 1)}{' => ' + left if left else ''}", "")


MISMATCH = " => deck-mismatch"


def slips() -> Iterator[Slip]:
    """Make all slips, kind by kind."""
    yield from own_lines()
    yield from forms()
    yield from characters()
    yield from files()
    yield from quotes()
    yield from extending()
    yield from causes()
    yield from accepted()
    yield from signs()


def own_lines() -> Iterator[Slip]:
    kind = "own line"
    for code, wrong in ("G1", 5), ("Y2", 9), ("B5", 4), ("R3", 7), ("KR", 6), ("TO", 1):
        yield slip(kind, f"change: {{cards: {{{code}: {{count: ¶{wrong}}}}}}}")
        yield slip(kind, f"change:\n  cards:\n    {code}:\n      count: ¶{wrong}")
    for code in "KR", "G5", "B1":
        yield slip(kind, f"remove: {{cards: [¶{code}]}}")
        yield slip(kind, f"remove:\n  cards:\n    - ¶{code}")
    for colour in "green", "yellow", "blue", "red":
        yield slip(kind, f"remove: {{colours: [¶{colour}]}}{MISMATCH}")
    yield slip(kind, f"remove:\n  colours:\n    - ¶red{MISMATCH}")
    yield slip(kind, "add: {cards: [{code: G6, colour: green, strength: 6, count: ¶2}]}")
    yield slip(kind, "turns: ¶9")
    yield slip(kind, "draw: ¶6")
    yield slip(kind, "set-aside: ¶12")
    for code in "KR", "G5", "SK":
        changed = f"change: {{cards: {{¶{code}: {{count: 2}}}}}}{MISMATCH}"
        yield slip(kind, f"remove: {{cards: [{code}]}}\n{changed}")
        yield slip(kind, f"remove: {{cards: [B5, {code}]}}\n{changed}")
        yield slip(kind, f"remove:\n  cards: [{code}]\n{changed}")
    yield slip(kind, f"offer: {{¶draw: 6}}{MISMATCH}")
    yield slip(kind, f"offer:\n  ¶draw: 6{MISMATCH}")
    yield slip(kind, "offer: {¶size: {least: 1, most: 3}}")
    for hand in 6, 7:
        yield slip(kind, f"¶offer: {{hand: {hand}}}", COVE)
        yield slip(kind, f"¶offer:\n  hand: {hand}", COVE)
    yield slip(kind, "¶offer: {face-down: 0}", COVE)
    yield slip(kind, "¶offer: {rest: discard}", THIEVES)
    yield slip(kind, "¶set-size: {most: 3}")
    yield slip(kind, "¶set-size: {least: 2}")
    yield slip(kind, "¶players: {most: 4}", THIEVES)
    yield slip(kind, "¶numbers: {most: 7} => sq-few-cards", QUEEN)
    yield slip(kind, "captains: 3\nchange: {cards: {SK: {count: ¶3}}}")
    yield slip(kind, "variants:\n  short:\n    name: {en: short, de: kurz}\n    set: {turns: ¶7}")
    yield slip(
        kind,
        "variants:\n  short:\n    name: {en: short, de: kurz}\n"
        "    change: {cards: {G1: {count: ¶6}}}",
    )
    yield slip(
        kind, "variants:\n  short:\n    name: {en: short, de: kurz}\n    remove: {cards: [¶TO]}"
    )


def forms() -> Iterator[Slip]:
    kind = "form"
    for code, number in ("G5", 2), ("KR", 3), ("B1", 4):
        yield slip(kind, f"change: {{cards: {{{code}: ¶{number}}}}}{MISMATCH}")
        yield slip(kind, f"change:\n  cards:\n    {code}: ¶{number}{MISMATCH}")
    yield slip(kind, "change: {ships: {red: ¶8}}")
    yield slip(kind, "change: {orders: {madame: ¶3}}", QUEEN)
    for code in "KR", "G5":
        yield slip(kind, f"remove: {{cards: ¶{code}}}{MISMATCH}")
        yield slip(kind, f"remove:\n  cards: ¶{code}{MISMATCH}")
        yield slip(kind, f"remove: {{cards: ¶{{{code}: 3}}}}{MISMATCH}")
    yield slip(kind, f"remove: {{cards: ¶KR SK}}{MISMATCH}")
    yield slip(kind, f"remove: {{cards: ¶'KR, SK'}}{MISMATCH}")
    yield slip(kind, f"remove: {{cards: [¶KR SK]}}{MISMATCH}")
    yield slip(kind, f"remove:\n  cards:\n    - ¶KR, SK{MISMATCH}")
    for players in 3, 4:
        yield slip(kind, f"players: ¶{players} => too-few-seats")
        yield slip(kind, f"players: ¶{players}", THIEVES)
    yield slip(kind, "players: ¶2-4", THIEVES)
    yield slip(kind, "players: ¶[2, 4]", THIEVES)
    yield slip(kind, "players: ¶2 to 4", THIEVES)
    yield slip(kind, "players: 2¶–4", THIEVES)
    yield slip(kind, "set-size: ¶3 => set-sizes")
    yield slip(kind, "set-size: ¶1-4")
    yield slip(kind, "set-size: ¶[1, 4]")
    yield slip(kind, "set-size: ¶'1..4'")
    yield slip(kind, "seats: [¶Ann] => too-few")
    yield slip(kind, "seats: [¶Ann, Bob]")
    yield slip(kind, "seats:\n  - ¶Ann\n  - Bob")
    yield slip(kind, "seats:\n  - {id: ann, name: Ann}\n  - ¶Bob")
    yield slip(kind, "options: ¶memory")
    yield slip(kind, "options: ¶[memory]")
    for word in "yes", "no", "on", "off", "ja", "nein", "'true'":
        yield slip(kind, f"change: {{options: {{memory: ¶{word}}}}}")
    yield slip(kind, "options: {memory: ¶1}")
    for wrong in "'3'", '"3"', "3.0", "drei", "three", "03", "3 captains":
        yield slip(kind, f"captains: ¶{wrong}")
    yield slip(kind, "captains: ¶[3]")
    yield slip(kind, "change: {¶captains: 3}")
    yield slip(kind, "change:\n  ¶captains: 3")
    yield slip(kind, "change: {cards: {KR: {count: 3}}, ¶captains: 3}")
    yield slip(kind, "change: {¶parrot: 2}")
    yield slip(kind, "variants: ¶[short] => untranslated")
    yield slip(kind, f"add: {{cards: ¶{{K9: {{effect: kraken, count: 1, name: x}}}}}}{MISMATCH}")
    yield slip(kind, f"add: {{cards: ¶{{code: K9, effect: kraken, count: 1, name: x}}}}{MISMATCH}")
    yield slip(kind, f"change: {{cards: ¶[{{code: G5, count: 3}}]}}{MISMATCH}")
    yield slip(kind, f"change:\n  cards:\n    ¶- code: G5\n      count: 3{MISMATCH}")
    yield slip(kind, f"change: {{cards: {{G5: ¶[{{count: 3}}]}}}}{MISMATCH}")
    yield slip(kind, "uses: ¶keep", COVE)
    yield slip(kind, "uses: ¶keep, eat", COVE)
    yield slip(kind, "tie-break: ¶most-kept", COVE)
    yield slip(kind, "scoring: ¶points", COVE)
    yield slip(kind, "scoring: [¶points]", COVE)
    yield slip(kind, "scoring: ¶{score: points}", COVE)
    yield slip(kind, "king: ¶2", QUEEN)
    yield slip(kind, "penalty: ¶'3'", DICE)
    yield swapped(kind, "{en: Mine, de: Meins}", "¶5")
    yield swapped(kind, "{en: Mine, de: Meins}", "¶[Mine] => untranslated")
    yield swapped(kind, "format: 1", "format: ¶'1'")
    yield swapped(kind, "format: 1", "format: ¶1.0")
    yield swapped(kind, "id: my-deck", "id: ¶My Deck")
    yield swapped(kind, "id: my-deck", "id: ¶my_deck")
    yield swapped(kind, "id: my-deck", "id: ¶MY-DECK")
    yield swapped(kind, "code: G1", "code: ¶g1", WHOLE)
    yield swapped(kind, "code: G1", "code: ¶G-1", WHOLE)
    yield swapped(kind, "draw: 3", "draw: ¶'3'", WHOLE)
    yield swapped(kind, "{least: 1, most: 2}", "¶1-2", WHOLE)
    yield swapped(kind, "count: 4", "count: ¶four", WHOLE)
    yield swapped(kind, "count: 4", "count: ¶4x", WHOLE)
    yield swapped(kind, "gold: 3", "gold: ¶3 gold", WHOLE)


def characters() -> Iterator[Slip]:
    kind = "character"
    for sign in "\u00a0", "\u200b", "\u00ad", "\u2060", "\u2007", "\u3000":
        yield slip(kind, f"change: {{colours: {{green: {{ink: red¶{sign}}}}}}}")
        yield slip(kind, f"captains: 3¶{sign}")
        yield slip(kind, f"captains¶{sign}: 3")
    for old, new in ("c", "\u0441"), ("a", "\u0430"), ("p", "\u0440"), ("i", "\u0456"):
        at = "captains".index(old)
        yield slip(kind, f"{'captains'[:at]}¶{new}{'captains'[at + 1 :]}: 3")
    yield slip(kind, f"remove: {{¶\u0441ards: [KR]}}{MISMATCH}")
    yield slip(kind, f"remove: {{cards: [¶\u041aR]}}{MISMATCH}")
    yield slip(kind, f"remove: {{cards: [K\u200b¶R]}}{MISMATCH}".replace("\u200b¶", "¶\u200b"))
    for dash in "\u2013", "\u2014", "\u2212", "\u2010", "\u2022":
        yield slip(kind, f"remove:\n  cards:\n    ¶{dash} KR{MISMATCH}")
        yield slip(kind, f"captains: ¶{dash}3 => too-small")
    yield slip(kind, "set¶\u2013aside: 10")
    yield slip(kind, "set¶\u2011aside: 10")
    for left, right in ("\u201c", "\u201d"), ("\u201e", "\u201c"), ("\u2018", "\u2019"):
        yield slip(kind, f"remove: {{cards: [¶{left}KR{right}]}}{MISMATCH}")
        yield slip(kind, f"change: {{colours: {{green: {{ink: ¶{left}red{right}}}}}}}")
    yield slip(kind, "description: {en: ¶\u201cMine, hoho\u201d, de: \u201eMeins\u201c}")
    yield slip(kind, "captains¶\uff1a 3")
    yield slip(kind, "captains: ¶\uff13")
    yield slip(kind, f"remove: {{cards: [KR¶\uff0c SK]}}{MISMATCH}")
    yield slip(kind, f"remove: {{cards: ¶\uff3bKR\uff3d}}{MISMATCH}")
    yield slip(kind, "captains: ¶\u0663")
    yield slip(kind, "¶\uff43aptains: 3")
    yield swapped(kind, "jolly-roger", "jolly¶\u2011roger")
    yield swapped(kind, "jolly-roger", "jolly¶\u2013roger")
    yield swapped(kind, "jolly-roger", "¶\u0458olly-roger")
    yield swapped(kind, "colour: green, gold", "colour: gr¶\u0435en, gold", WHOLE)
    yield swapped(kind, "effect: kraken", "effect: kr¶\u0430ken", WHOLE)
    yield swapped(kind, "code: G1", "code: ¶\uff271", WHOLE)
    yield swapped(kind, "en: Mine", "en: Mi¶\u200bne")
    yield swapped(kind, "en: Mine", "en: Mi¶\u00adne")


def files() -> Iterator[Slip]:
    kind = "file"
    yield slip(kind, "¶<<<<<<< HEAD\ncaptains: 3\n=======\ncaptains: 2\n>>>>>>> other")
    yield slip(kind, "¶>>>>>>> other\ncaptains: 3")
    yield slip(kind, f"¶```yaml\n{HEAD}```", "")
    yield slip(kind, f"¶```\n{HEAD}captains: 3\n```", "")
    yield slip(kind, f"¶~~~\n{HEAD}~~~", "")
    yield slip(kind, "captains: 3\n¶```")
    yield slip(kind, f"Here is the file:\n\n¶```yaml\n{HEAD}```\nHave fun!", "")
    for text in HEAD, HEAD + "captains: 3\n", WHOLE:
        lines = text.splitlines()
        yield slip(kind, "¶" + "\n".join("+" + line for line in lines), "")
        yield slip(
            kind, "¶--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n" + "\n".join("+" + n for n in lines), ""
        )
        yield slip(kind, "¶" + "\n".join(f"{n} {line}" for n, line in enumerate(lines, 1)), "")
        yield slip(kind, "¶" + "\n".join(f"{n}: {line}" for n, line in enumerate(lines, 1)), "")
        yield slip(kind, "¶" + "\n".join(f"{n}| {line}" for n, line in enumerate(lines, 1)), "")
    yield slip(kind, "¶+captains: 3")
    for sign in "//", "--", ";", "/*":
        yield slip(
            kind,
            f"¶{sign} one fewer\ncaptains: 3" if sign != "/*" else "¶/* one fewer */\ncaptains: 3",
        )
    yield slip(kind, f"¶// mine\n{HEAD}", "")
    yield slip(kind, "¶<!-- one fewer -->\ncaptains: 3")
    yield slip(kind, "captains: 3 ¶// one fewer")
    yield slip(kind, f"remove: {{cards: [KR]}} ¶// no kraken{MISMATCH}")


TEXTS = {
    "My deck: the sequel": "My deck: the sequel",
    "*star*": "*star*",
    "&co": "&co",
    "&co and sons": "&co and sons",
    "!Ahoy": "!Ahoy",
    "!Ahoy there": "!Ahoy there",
    "'The queen's deck'": "The queen's deck",
    "'Queen's deck": "Queen's deck",
    '"The "best" deck"': 'The "best" deck',
    "@home": "@home",
    "`deck`": "`deck`",
    "%deck": "%deck",
    '"Mine" and yours': '"Mine" and yours',
    "Deck: a, b": "Deck: a, b",
    "5: the deck": "5: the deck",
}


def quotes() -> Iterator[Slip]:
    kind = "quotes"
    for text in TEXTS:
        yield slip(kind, f"description: ¶{text}")
        if text != "Deck: a, b":
            yield swapped(kind, "en: Mine", f"en: ¶{text}")
            yield swapped(kind, "de: Meins", f"de: ¶{text}")
    for text in "Pirates #1", "Deck #2 of 3":
        yield slip(kind, f"description: ¶{text}")
        yield swapped(kind, "{en: Mine, de: Meins}", f"¶{text}")
        yield swapped(kind, "en: Mine", f"en: ¶{text}")


def extending() -> Iterator[Slip]:
    kind = "extends"
    for wrong in (
        *("Jolly-Roger/advanced", "JOLLY-ROGER/ADVANCED", "jolly roger/advanced"),
        *("jolly_roger/advanced", "jolly-roger.yaml", "./jolly-roger", "jolly-roger/advanced.yaml"),
        *("Jolly & Roger", "jolly-roger /advanced", "jolly-roger\\advanced", "/jolly-roger"),
        *("jolly-roge/advanced", "joly-roger/advanced", "jolly-roger/advancd", "jollyroger"),
        *("jolly-roger/Advanced", "rulesets/jolly-roger.yaml", "jolly-roger/"),
    ):
        yield swapped(kind, "jolly-roger/advanced", f"¶{wrong} => deck-mismatch")
    for key in "extend", "Extends", "erweitert", "basis", "extnds", "breidt-uit", "based-on":
        yield swapped(kind, "extends", f"¶{key}")
    yield slip(kind, f"¶{HEAD.partition('extends')[0]}captains: 3", "")
    yield slip(kind, f"{HEAD.partition('extends')[0]}¶remove: {{cards: [KR]}}{MISMATCH}", "")
    yield slip(
        kind,
        f"{HEAD.partition('extends')[0]}¶change: {{cards: {{KR: {{count: 2}}}}}}{MISMATCH}",
        "",
    )


KEYS = {
    "format": "formaat",
    "game": "spiel",
    "table": "tisch",
    "seats": "plätze",
    "draw": "ziehen",
    "turns": "züge",
    "captains": "kapitäne",
    "parrot": "papagei",
    "colours": "farben",
    "ships": "schiffe",
    "cards": "karten",
    "set-size": "setgröße",
}


def causes() -> Iterator[Slip]:
    kind = "cause"
    for key, german in KEYS.items():
        yield swapped(kind, f"{key}:", f"¶{german}:", WHOLE)
        if len(key) > 4 and key not in ("table",):
            yield swapped(kind, f"{key}:", f"¶{key[:-1]}:", WHOLE)
        yield swapped(kind, f"{key}:", f"¶{key.capitalize()}:", WHOLE)
    for key, german in {
        "id: green, code": "kennung",
        "colour: green, gold": "farbe",
        "gold: 3": "geld",
        "strength: 1": "stärke",
        "count: 4": "anzahl",
        "effect: kraken": "effekt",
        "count: 2": "anzal",
    }.items():
        name, _, rest = key.partition(":")
        yield swapped(kind, key, f"¶{german}:{rest}", WHOLE)
        yield swapped(kind, key, f"¶{name[:-1] if len(name) > 3 else name.upper()}:{rest}", WHOLE)
    for wrong in "dee", "deu", "german", "deutsch", "DE", "ger":
        yield swapped(kind, "de:", f"¶{wrong}:")
    for wrong in "english", "EN", "eng", "englisch":
        yield swapped(kind, "en:", f"¶{wrong}:")
    yield slip(kind, "offer: {¶least: 1} => missing-key")
    yield slip(kind, "¶captain: 3")
    yield slip(kind, "¶Captains: 3")
    yield slip(kind, "¶set_aside: 10")
    yield slip(kind, "¶set aside: 10")
    yield slip(kind, "¶karten: [] => too-few")
    yield slip(kind, f"¶entfernen: {{cards: [KR]}}{MISMATCH}")
    yield slip(kind, f"¶ändern: {{cards: {{KR: {{count: 2}}}}}}{MISMATCH}")
    yield slip(kind, f"remove: {{¶karten: [KR]}}{MISMATCH}")
    yield slip(kind, f"change: {{cards: {{KR: {{¶anzahl: 2}}}}}}{MISMATCH}")
    yield slip(kind, f"change: {{cards: {{KR: {{¶conut: 2}}}}}}{MISMATCH}")
    yield slip(kind, "change: {ships: {red: {¶value: 2}}}")
    yield slip(kind, f"change: {{cards: {{¶kr: {{count: 2}}}}}}{MISMATCH}")
    yield slip(kind, "change: {ships: {¶Red: {gold: 8}}}")
    yield slip(kind, "change: {options: {¶memmory: true}}")
    yield slip(kind, "change: {colours: {green: {ink: ¶Red}}}")
    yield slip(kind, "change: {colours: {green: {ink: ¶rde}}}")
    yield slip(kind, "change: {offer: {source: ¶hnd}}", COVE)
    yield slip(kind, "tie-break: [¶most-keept]", COVE)


def accepted() -> Iterator[Slip]:
    kind = "warning"
    yield slip(kind, "change: {cards: {KR: {strength: ¶3}}}")
    yield slip(kind, "change: {cards: {TO: {strength: ¶2}}}")
    golds = ", ".join(f"{colour}: {{gold: 0}}" for colour in ("yellow", "blue", "red"))
    yield slip(kind, f"change: {{ships: {{green: {{gold: ¶0}}, {golds}}}}}")
    yield swapped(kind, "id: my-deck", "id: ¶your-deck")
    yield slip(kind, "change: {ships: {red: {name: ¶{en: galleon, de: Galeone}}}}")


def signs() -> Iterator[Slip]:
    kind = "sign"
    yield slip(kind, "captains¶ 3".replace("captains¶ ", "¶captains "))
    yield slip(kind, "¶captains:3")
    yield slip(kind, "¶captains = 3")
    yield slip(kind, "¶captains=3")
    yield slip(kind, f"remove: {{cards: [KR, SK¶}}{MISMATCH}")
    yield slip(kind, f"change: {{cards: {{G1: {{count: 4}}¶{MISMATCH}")
    yield slip(kind, f"change: {{cards: {{G1: {{count: 4 ¶strength: 2}}}}}}{MISMATCH}")
    yield slip(kind, f"change:\n¶\tcards:\n\t\tG1: {{count: 4}}{MISMATCH}")
    yield slip(kind, "set-size:\n    least: 1\n  ¶most: 4")
    yield slip(kind, "set-size:\n  least: 1\n   ¶most: 4")
    yield slip(kind, "seats: ¶- {id: ann, name: Ann} => too-few")
    yield swapped(kind, "{en: Mine, de: Meins}", "{¶en:Mine, de:Meins}")
    yield swapped(kind, "{en: Mine, de: Meins}", "{¶en Mine, de Meins}")
    yield swapped(kind, "turns: 2", "¶turns 2", WHOLE)
    yield swapped(kind, "turns: 2", "¶turns:2", WHOLE)
    yield swapped(kind, "captains: 1", "¶captains = 1", WHOLE)
    yield swapped(kind, "strength: 1, count", "strength: 1 ¶count", WHOLE)
    yield swapped(kind, "id: ann, name", "id: ann ¶name", WHOLE)
