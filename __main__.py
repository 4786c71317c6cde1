"""``python -m splitpick``, which hatch_build.py and the wheel lay beside the parts of splitpick."""

from splitpick.cli.main import main  # noqa: TID251 - it runs as splitpick/__main__.py

if __name__ == "__main__":
    raise SystemExit(main())
