"""The example that asks a language model: what it sends, and what becomes of a bad answer."""

import json
import shlex
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from program_players import play_out
from splitpick.core.matches.programs.process_bot import ProcessBot

CHAT_BOT = Path(__file__).parents[3] / "examples" / "chat_bot.py"
MOST_LINES = 70

Speaks = Callable[[list[dict[str, str]]], str]


class Endpoint(ThreadingHTTPServer):
    """An endpoint of the OpenAI kind on the loopback, whose model is a function of the messages."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Chat)
        self.asked: list[dict[str, Any]] = []
        self.keys: set[str] = set()
        self.model: Speaks = first_legal

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Chat(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(body)
        self.server.keys.add(self.headers["Authorization"])
        found = self.path == "/v1/chat/completions"
        said = {"role": "assistant", "content": self.server.model(body["messages"])}
        answer = json.dumps({"choices": [{"index": 0, "message": said}]}).encode()
        self.send_response(200 if found else 404)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:
        pass


def first_legal(messages: list[dict[str, str]]) -> str:
    return str(json.loads(messages[1]["content"])["legal"][0])


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    with Endpoint() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("CHAT_URL", server.url)
        monkeypatch.setenv("CHAT_MODEL", "parrot-1")
        monkeypatch.setenv("CHAT_KEY", "sesame")
        yield server
        server.shutdown()


def bot() -> ProcessBot:
    return ProcessBot(shlex.join([sys.executable, str(CHAT_BOT)]))


@pytest.mark.process
def test_the_model_knows_what_its_seat_knows_and_plays(endpoint: Endpoint) -> None:
    player = bot()
    ended = play_out(player, seconds=0.1)  # it asks for more time

    assert ended.code == ""
    assert player.title == "parrot-1"
    assert endpoint.keys == {"Bearer sesame"}
    for body in endpoint.asked:
        assert body["model"] == "parrot-1"
        task, question = body["messages"]
        assert "You play seat 0" in task["content"]
        assert {*json.loads(question["content"])} == {"view", "history", "legal"}


@pytest.mark.process
def test_our_refusal_is_the_next_message(endpoint: Endpoint) -> None:
    def wrong_once(messages: list[dict[str, str]]) -> str:
        return "pick 3" if len(messages) == 2 else first_legal(messages)

    endpoint.model = wrong_once
    ended = play_out(bot(), seconds=0.1)

    assert ended.code == ""
    assert [len(body["messages"]) for body in endpoint.asked[:2]] == [2, 4]
    assert endpoint.asked[1]["messages"][2:] == [
        {"role": "assistant", "content": "pick 3"},
        {
            "role": "user",
            "content": "Now split the drawn cards: type 2 sets with a / between them.",
        },
    ]


@pytest.mark.process
def test_after_three_refusals_it_plays_at_random(endpoint: Endpoint) -> None:
    endpoint.model = lambda messages: "I would rather not."
    ended = play_out(bot(), seconds=0.1)

    assert ended.code == ""
    decisions = sum(len(body["messages"]) == 2 for body in endpoint.asked)
    assert len(endpoint.asked) == 3 * decisions


@pytest.mark.process
def test_without_an_endpoint_it_gives_up(
    endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHAT_URL", endpoint.url + "/elsewhere")
    ended = play_out(bot(), seconds=0.1)

    assert ended.code == "bot-gives-up"
    assert "no-model" in ended.said


def test_it_is_short() -> None:
    assert len(CHAT_BOT.read_text("utf-8").splitlines()) <= MOST_LINES
