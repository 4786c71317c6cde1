"""Scenes of things: what of them is new."""

from __future__ import annotations

from splitpick.core.things import Fresh, Piece, Scene, SceneCounter, SceneZone


def marked(fresh: Fresh, zone: SceneZone) -> list[str]:
    return [piece.code for piece, new in fresh.pieces(zone) if new]


def test_a_piece_is_new_where_it_did_not_lie_before() -> None:
    g1, g2 = Piece("G1", "green 1"), Piece("G2", "green 2")
    crew, chest = SceneZone("crew", "crew", [g1, g1]), SceneZone("chest", "chest", [g2])
    before = Scene((), [SceneZone("ship", "ship", zones=[crew]), chest])
    fresh = Fresh(before)
    assert marked(fresh, crew) == []
    assert marked(fresh, SceneZone("crew", "crew", [g1, g2, g1, g1])) == ["G2", "G1"]
    assert marked(fresh, SceneZone("water", "water", [g1])) == ["G1"]
    assert marked(Fresh(None), SceneZone("water", "water", [g1])) == []


def test_a_piece_that_turns_over_or_changes_hands_is_new() -> None:
    captain = Piece("captain", "captain of Jolly", owner=0)
    fresh = Fresh(Scene((), [SceneZone("ship", "ship", [captain])]))
    other = Piece("captain", "captain of Roger", owner=1)
    assert marked(fresh, SceneZone("ship", "ship", [other])) == ["captain"]
    down = Piece("captain", "captain of Jolly", owner=0, face="down")
    assert marked(fresh, SceneZone("ship", "ship", [down])) == ["captain"]


def test_equal_cards_of_a_heap_are_new_together() -> None:
    rum, ham = Piece("R1", "rum"), Piece("H1", "ham")
    fresh = Fresh(Scene((), [SceneZone("kept", "kept", [rum, ham], form="heap")]))
    now = SceneZone("kept", "kept", [rum, ham, rum], form="heap")
    assert [(one.code, one.count, new) for one, new in fresh.pieces(now)] == [
        ("R1", 2, True),
        ("H1", 1, False),
    ]


def test_counters_tell_what_they_gain_and_a_hand_never_does() -> None:
    five, six = SceneCounter("strength 5", "5"), SceneCounter("strength 6", "6")
    fresh = Fresh(Scene((), [SceneZone("crew", "crew", counters=[five])]))
    assert fresh.counters(SceneZone("crew", "crew", counters=[five])) == [(five, "")]
    assert fresh.counters(SceneZone("crew", "crew", counters=[six])) == [(six, "+1")]
    fewer, word = SceneCounter("strength -1", "-1"), SceneCounter("passed", "passed")
    now = [fewer, word]
    assert fresh.counters(SceneZone("crew", "crew", counters=now)) == [(fewer, "−6"), (word, "")]
    assert fresh.counters(SceneZone("crew", "crew", counters=[word])) == [(word, "")]
    hand = SceneZone("hand", "hand", [Piece("G1", "green 1")], [six], form="hand")
    assert marked(fresh, hand) == []
    assert fresh.counters(hand) == [(six, "")]
