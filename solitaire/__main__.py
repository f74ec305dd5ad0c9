"""The command line: ``python -m solitaire deal CODE``, ``… replay CODE [FILE]``.

Exit codes: 0 done, 1 bad input (the reason on standard error), 2 wrong usage.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from solitaire.errors import SolitaireError
from solitaire.game import Game
from solitaire.notation import parse_moves, write_board


def main(arguments: list[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (SolitaireError, OSError, UnicodeDecodeError) as error:
        print(error, file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m solitaire")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    deal = commands.add_parser("deal", help="board as text")
    deal.add_argument("code", metavar="CODE", help="game code")
    deal.set_defaults(run=_deal)
    replay = commands.add_parser("replay", help="play moves")
    replay.add_argument("code", metavar="CODE", help="game code")
    replay.add_argument("file", metavar="FILE", nargs="?", help="default: standard input")
    replay.set_defaults(run=_replay)
    return parser


def _deal(options: argparse.Namespace) -> int:
    print(write_board(Game.from_code(options.code).position), end="")
    return 0


def _replay(options: argparse.Namespace) -> int:
    game = Game.from_code(options.code)
    try:
        for move, _ in parse_moves(_read(options.file), game.position):
            game.play(move)
    except SolitaireError as error:
        data = dict(error.data)
        where = f"move {data.pop('number')}: {data.pop('move')}"
        print(f"{where}: {SolitaireError(error.code, **data)}", file=sys.stderr)
        return 1
    print(write_board(game.position), end="")
    print(f"score {game.score}")
    print(f"moves {len(game.moves)}")
    print("won" if game.is_won else "playing")
    return 0


def _read(file: str | None) -> str:
    if file is None or file == "-":
        return sys.stdin.buffer.read().decode("utf-8-sig")
    return Path(file).read_text("utf-8-sig")


if __name__ == "__main__":
    sys.exit(main())
