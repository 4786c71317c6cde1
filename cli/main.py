"""The console script: finds the language, runs the command, and reports whatever went wrong."""

import contextlib
import os
import sys
from collections.abc import Sequence

from ..core import errors
from ..core.text import Language, Message, msg, sentences
from .choose_language import chosen_language, language_note
from .exits import BAD_INPUT, CLOSED_PIPE, FINE, INTERNAL, INTERRUPTED, UNSAVED, Ended
from .screen import Screen, steady_streams

CODES: dict[type, int] = {
    errors.StoreError: UNSAVED,
    errors.PluginsMissing: BAD_INPUT,
    errors.PluginError: INTERNAL,
    errors.LabError: INTERNAL,
    errors.SplitpickError: BAD_INPUT,
}
"""Exit code for each class of error; the most specific class counts."""

_sentence = sentences(
    msg("plugin-fault",
        "There is a fault in the plugin {plugin} ({error}). Run the command again with --debug to"
        " locate it, or with --without {name} right after splitpick to leave the plugin out."),
    msg("system", "The operating system reports: {reason}."),
    msg("internal",
        "There is a fault inside splitpick ({error}). Please run the command again with --debug,"
        " and report the output."),
)  # fmt: skip


def main(argv: list[str] | None = None) -> int:
    """Run `splitpick` with the arguments *argv*, by default `sys.argv`; return the exit code."""
    arguments = sys.argv[1:] if argv is None else argv
    steady_streams()
    screen = Screen(Language(chosen_language(arguments)), color="--no-color" not in arguments)
    screen.debug = "--debug" in arguments
    try:
        code = _run(screen, arguments)
    except BrokenPipeError:
        code = CLOSED_PIPE
    except Ended as ended:
        code = int(ended.args[0])
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also SystemExit, which only plugins raise
        code = INTERNAL
        with contextlib.suppress(OSError):
            screen.trace(error)
            screen.error(_fault(screen, error))
    return code if _write_out() else code or CLOSED_PIPE


def _run(screen: Screen, arguments: Sequence[str]) -> int:
    """Run the command, and report a `SplitpickError` or an interruption; return the exit code."""
    try:
        if note := language_note(arguments):
            screen.note(note)
        from .app import SPLITPICK  # not before: an unknown language needs no Typer
        from .localized_typer import run

        if "_SPLITPICK_COMPLETE" in os.environ:
            from .shell_completion import complete

            return complete(SPLITPICK, screen)

        with contextlib.redirect_stdout(sys.stdout):  # undoes what begin() does
            code = run(SPLITPICK, "splitpick", arguments, screen)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        screen.tell_stopped()
        return INTERRUPTED
    except EOFError as error:
        if screen.blame(error):  # a plugin's input has ended, not ours
            raise
        return FINE
    except errors.RulesetError as error:
        from ..core.rules.finding_lines import render_all

        screen.aside("\n".join(render_all(error.findings, screen.language, screen.width)))
        return BAD_INPUT
    except errors.SplitpickError as error:
        if isinstance(error, errors.PluginError):
            screen.trace(error)
        screen.error(error.message)
        return next(CODES[kind] for kind in type(error).__mro__ if kind in CODES)


def _fault(screen: Screen, error: BaseException) -> Message:
    """Describe an unforeseen *error*: a fault of a plugin, of the system, or of splitpick."""
    name = type(error).__name__
    if guilty := screen.blame(error):
        from ..core.rules.plugin_errors import raised_at

        at = f"{name}, {place}" if (place := raised_at(error)) else name
        return _sentence("plugin-fault", plugin=guilty.label, error=at, name=guilty.name)
    if isinstance(error, OSError):
        return _sentence("system", reason=errors.reason(error))
    return _sentence("internal", error=name)


def _write_out() -> bool:
    """Flush both outputs and drop what cannot be written; return true if nothing was dropped."""
    written = True
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            written = False
            # Python tries once more when it ends, and would complain.
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return written


if __name__ == "__main__":
    sys.exit(main())
