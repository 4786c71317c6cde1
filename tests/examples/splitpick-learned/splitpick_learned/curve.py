"""The curve of a training as a picture: ``python -m splitpick_learned.curve learned.jsonl``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP = 560, 260, 56, 16

STYLE = """<style>
text { font: 12px sans-serif; fill: #555 } line { stroke: #999; stroke-opacity: .5 }
.curve { fill: none; stroke: #1f6feb; stroke-width: 2 }
.error { stroke: #1f6feb; stroke-opacity: 1 }
circle { fill: #1f6feb }
</style>"""


def draw(curve: Path, out: Path) -> None:
    """Draw the rounds in *curve*, a file that the training wrote, as SVG into *out*."""
    rounds = [json.loads(line) for line in curve.read_text("utf-8").splitlines()]
    most = max(each["games"] for each in rounds)

    def x(games: float) -> str:
        return f"{LEFT + (WIDTH - LEFT - 32) * games / most:.1f}"

    def y(share: float) -> str:
        return f"{TOP + (HEIGHT - TOP - 40) * (1 - share):.1f}"

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">', STYLE]
    parts.append("<title>Games won against greedy, by games of training</title>")
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 32}" y1="{y(share)}" y2="{y(share)}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(share)}" text-anchor="end">{share:.0%}</text>')
    for games in (0, most // 2, most):
        parts.append(f'<text x="{x(games)}" y="{HEIGHT - 20}" text-anchor="middle">{games}</text>')
    parts.append(
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 4}" text-anchor="middle">games of training</text>'
    )
    # A beginner plays as greedy does.
    points = [(x(0), y(0.5))]
    for each in rounds:
        at, share, error = x(each["games"]), each["against greedy"], each["margin"]
        points.append((at, y(share)))
        top, bottom = y(min(1, share + error)), y(share - error)
        parts.append(f'<line class="error" x1="{at}" x2="{at}" y1="{top}" y2="{bottom}"/>')
        parts.append(f'<circle cx="{at}" cy="{y(share)}" r="3"/>')
    parts.append(f'<polyline class="curve" points="{" ".join(map(",".join, points))}"/>')
    out.write_text("\n".join([*parts, "</svg>"]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    draw(Path(sys.argv[1]), Path(sys.argv[1]).with_suffix(".svg"))
