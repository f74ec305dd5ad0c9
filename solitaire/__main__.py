"""The command line: ``python -m solitaire deal``, ``… replay`` and ``… solve``.

Exit codes: 0 done, 1 bad input (the reason on standard error), 2 wrong usage, 3 not known
(``solve`` stopped at its limit).
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from solitaire.errors import SolitaireError
from solitaire.game import Game
from solitaire.notation import parse_board, parse_moves, write_board, write_moves
from solitaire.position import Position
from solitaire.solver import Verdict, solve
from solitaire.variants import VARIANTS, variant_of


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
    _add_solve(commands.add_parser("solve", help="won or lost?"))
    return parser


def _add_solve(solve: argparse.ArgumentParser) -> None:
    what = solve.add_mutually_exclusive_group(required=True)
    what.add_argument("code", metavar="CODE", nargs="?", help="game code")
    what.add_argument("--board", metavar="FILE", help="board as text")
    solve.add_argument("--game", choices=list(VARIANTS), default="FC", help="default: FC")
    solve.add_argument("--cells", type=int, default=4, help="default: 4")
    solve.add_argument("--limit", metavar="STATES", type=_states, default=1_000_000)
    solve.add_argument("--no-take-back", action="store_true", help="foundations keep cards")
    solve.add_argument("--json", action="store_true", help="one JSON object")
    solve.set_defaults(run=_solve)


def _states(text: str) -> int:
    states = int(text)
    if states < 1:
        raise ValueError(text)
    return states


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


def _solve(options: argparse.Namespace) -> int:
    position = _position(options)
    take_back = False if options.no_take_back else None
    verdict = solve(position, limit=options.limit, take_back=take_back)
    moves = write_moves(verdict.line, position)
    if options.json:
        print(json.dumps({**_facts(verdict), "moves": moves.split()}))
    else:
        print(verdict.outcome)
        if verdict.outcome == "winnable":
            print(moves)
        print(f"states {verdict.states}")
    return 3 if verdict.outcome == "unknown" else 0


def _facts(verdict: Verdict) -> dict[str, str | int]:
    """``lost_without_take_back`` is true where that is proved, false where it is not known."""
    return {
        "verdict": verdict.outcome,
        "states": verdict.states,
        "limit": verdict.limit,
        "lost_without_take_back": verdict.lost_without,
    }


def _position(options: argparse.Namespace) -> Position:
    if options.code is not None:
        return Game.from_code(options.code).position
    return parse_board(_read(options.board), variant_of(options.game, options.cells))


def _read(file: str | None) -> str:
    if file is None or file == "-":
        return sys.stdin.buffer.read().decode("utf-8-sig")
    return Path(file).read_text("utf-8-sig")


if __name__ == "__main__":
    sys.exit(main())
