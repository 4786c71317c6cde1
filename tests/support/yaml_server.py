"""The language server that editors run for YAML: what it underlines in a file, and completes."""

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

SETTINGS = {"yaml": {"validate": True, "completion": True, "schemaStore": {"enable": False}}}


class YamlServer:
    """A language server, started by *command*, for files in *folder*, which are not written."""

    def __init__(self, folder: Path, *command: str) -> None:
        self.folder = folder
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.asked = 0
        self.opened: list[str] = []
        self.underlined: dict[str, list[Any]] = {}

    def __enter__(self) -> "YamlServer":
        about = {"rootUri": self.folder.as_uri(), "processId": None}
        self.ask("initialize", **about, capabilities={"workspace": {"configuration": True}})
        self._send(method="initialized", params={})
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def look_at(self, *texts: str) -> list[list[tuple[int, int, str]]]:
        """Open a file for each text; return line and column, from 1, and message of each fault.

        The server waits a moment for the next keystroke, so many are opened at once.
        """
        for text in texts:
            self.opened.append((self.folder / f"looked-at-{len(self.opened)}.yaml").as_uri())
            about = {"uri": self.opened[-1], "languageId": "yaml", "version": 1, "text": text}
            self._send(method="textDocument/didOpen", params={"textDocument": about})
        results = []
        for uri in self.opened[-len(texts) :]:
            while uri not in self.underlined:
                self._hear(self._read())
            faults = [(each["range"]["start"], each["message"]) for each in self.underlined[uri]]
            results.append([(at["line"] + 1, at["character"] + 1, said) for at, said in faults])
        return results

    def complete(self, line: int, column: int) -> list[str]:
        """Return what is offered at a place, from 1, of the file that was opened last."""
        at = {"line": line - 1, "character": column - 1}
        answer = self.ask(
            "textDocument/completion", textDocument={"uri": self.opened[-1]}, position=at
        )
        return [item["label"] for item in answer["items"]]

    def ask(self, method: str, **params: object) -> Any:
        """Return the answer to a request."""
        self.asked += 1
        self._send(id=self.asked, method=method, params=params)
        while True:
            message = self._read()
            if message.get("id") == self.asked and "method" not in message:
                return message["result"]
            self._hear(message)

    def _hear(self, message: Mapping[str, Any]) -> None:
        """Note what is underlined; answer what the server asks for."""
        if message.get("method") == "textDocument/publishDiagnostics":
            self.underlined[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif "id" in message:
            items = (message.get("params") or {}).get("items", ())
            self._send(id=message["id"], result=[SETTINGS.get(each["section"]) for each in items])

    def _send(self, **message: object) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()

    def _read(self) -> Any:
        assert self.process.stdout
        length = 0
        while line := self.process.stdout.readline().strip():
            length = int(line.split(b":")[1]) if line.startswith(b"Content-Length:") else length
        assert length, "the language server has ended"
        return json.loads(self.process.stdout.read(length))
