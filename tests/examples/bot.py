#!/usr/bin/env python3
"""A bot that plays at random: `splitpick play --seat roger=process:tests/examples/bot.py`."""

import json
import random
import sys

for line in sys.stdin:
    asked = json.loads(line)
    answer = {"type": asked["type"], "id": asked.get("id")}
    if asked["type"] == "hello":
        answer |= {"version": 1, "name": "random bot in Python"}
    elif asked["type"] == "choose":
        answer |= {"action": random.choice(asked["legal"])}
    elif "id" in asked and asked["type"] != "error":
        answer |= {"type": "error", "code": "unknown-type", "message": "I only play."}
    else:
        continue  # over, quit, error: nobody waits for an answer
    print(json.dumps(answer), flush=True)
