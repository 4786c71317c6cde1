#!/usr/bin/env python3
"""A bot that asks a language model, at any endpoint of the OpenAI kind.

CHAT_URL=http://localhost:11434/v1 CHAT_MODEL=llama3 CHAT_KEY=... \
    splitpick play --seat roger=process:tests/examples/chat_bot.py
"""

import json
import os
import random
import subprocess
import sys
import urllib.request
from typing import Any

TRIES = 3
TASK = "You play seat {seat} of a card game. These are its rules:\n{rules}\nAnswer with one of the \
legal moves, exactly as it is written, and nothing else."


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


def rules_of(hello: dict[str, Any]) -> str:
    words = ["splitpick", "rules", hello["ruleset"], "--variant", hello["variant"]]
    try:
        return subprocess.run(words, capture_output=True, text=True, timeout=8).stdout
    except (OSError, subprocess.TimeoutExpired):
        return str(hello["ruleset"])


def complete(messages: list[Any]) -> str:
    """Return what the model says next; raises OSError, or LookupError for an odd answer."""
    asked = {"model": os.environ["CHAT_MODEL"], "messages": messages}
    request = urllib.request.Request(os.environ["CHAT_URL"] + "/chat/completions")
    request.add_header("Content-Type", "application/json")
    request.add_header("Authorization", "Bearer " + os.environ.get("CHAT_KEY", "none"))
    with urllib.request.urlopen(request, json.dumps(asked).encode(), timeout=30) as answer:
        return str(json.load(answer)["choices"][0]["message"]["content"]).strip()


def choose(task: str, asked: dict[str, Any]) -> tuple[str, str]:
    """Return a move and a remark: the model's, or after three refusals one at random."""
    shown = {key: asked[key] for key in ("view", "history", "legal")}
    messages = [{"role": "system", "content": task}, {"role": "user", "content": json.dumps(shown)}]
    for _ in range(TRIES):
        said = complete(messages)
        say(type="check", id="c", action=said[:200])
        checked = json.loads(sys.stdin.readline())
        if checked["type"] == "check":
            return checked["action"], "the model's move"
        refusal = {"role": "user", "content": checked["message"]}
        messages += [{"role": "assistant", "content": said}, refusal]
    return random.choice(asked["legal"]), f"at random, after {TRIES} refusals"


for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        task = TASK.format(seat=asked["seat"], rules=rules_of(asked))
        say(type="hello", id=asked["id"], version=1, name=os.environ["CHAT_MODEL"], time_ms=100_000)
    elif asked["type"] == "choose":
        try:
            move, remark = choose(task, asked)
            say(type="choose", id=asked["id"], action=move, info=remark)
        except (OSError, LookupError, TypeError, ValueError) as error:
            print(error, file=sys.stderr)
            say(type="error", id=asked["id"], code="no-model")
