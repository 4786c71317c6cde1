"""``python -m splitpick``, beside whose parts hatch_build.py and the wheel lay this file too."""

from splitpick.cli.main import main  # noqa: TID251 - it runs as splitpick/__main__.py

if __name__ == "__main__":
    raise SystemExit(main())
