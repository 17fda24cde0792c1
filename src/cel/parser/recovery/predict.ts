import { tokens } from "../token.ts";
import type { ChoiceDecision, LoopDecision, Piece } from "./grammar.ts";
import { lookAt } from "./look.ts";
import type { TokenCursor } from "./token-cursor.ts";

/** No alternative is viable: the token at offset `ahead` rules out the last one. */
export class NoViableAlternative {
  readonly ahead: number;
  constructor(ahead: number) {
    this.ahead = ahead;
  }
}

const starts = (pieces: readonly Piece[], kind: number): boolean =>
  lookAt({ pieces, index: 0, behind: undefined }).tokens.has(kind);

const memberStart: ReadonlySet<number> = new Set([
  tokens.dot,
  tokens.identifier,
  tokens.leftParen,
  tokens.leftBracket,
  tokens.leftBrace,
  tokens.minus,
  tokens.int,
  tokens.uint,
  tokens.float,
  tokens.string,
  tokens.bytes,
  tokens.true,
  tokens.false,
  tokens.null,
]);
const isNumber = (kind: number): boolean => kind === tokens.int || kind === tokens.float;

/** A `-` directly before a number is part of the literal. */
function predictUnary(cursor: TokenCursor): number | NoViableAlternative {
  const kind = cursor.ahead();
  if (kind === tokens.exclamation) return 1;
  if (kind !== tokens.minus) return memberStart.has(kind) ? 0 : new NoViableAlternative(0);
  if (isNumber(cursor.ahead(1))) return 0;
  return memberStart.has(cursor.ahead(1)) ? 2 : new NoViableAlternative(1);
}

/** Distinguishes an identifier or call from a message by the brace after a qualified name. */
function predictNamed(cursor: TokenCursor): number | NoViableAlternative {
  let at = cursor.ahead() === tokens.dot ? 1 : 0;
  if (cursor.ahead(at) !== tokens.identifier) return new NoViableAlternative(at);
  at++;
  if (cursor.ahead(at) === tokens.leftParen) return 1;
  while (cursor.ahead(at) === tokens.dot && cursor.ahead(at + 1) === tokens.identifier) at += 2;
  return cursor.ahead(at) === tokens.leftBrace ? 5 : 0;
}

const primaries: ReadonlyMap<number, number> = new Map([
  [tokens.leftParen, 2],
  [tokens.leftBracket, 3],
  [tokens.leftBrace, 4],
]);

function predictPrimary(cursor: TokenCursor): number | NoViableAlternative {
  const kind = cursor.ahead();
  if (kind === tokens.dot || kind === tokens.identifier) return predictNamed(cursor);
  const bracketed = primaries.get(kind);
  if (bracketed !== undefined) return bracketed;
  if (kind === tokens.minus && !isNumber(cursor.ahead(1))) return new NoViableAlternative(1);
  return memberStart.has(kind) ? 6 : new NoViableAlternative(0);
}

function predictMember(cursor: TokenCursor): number | NoViableAlternative {
  if (cursor.ahead() === tokens.leftBracket) return 2;
  const next = cursor.ahead(1);
  if (next === tokens.identifier) return cursor.ahead(2) === tokens.leftParen ? 1 : 0;
  return next === tokens.question || next === tokens.escapedIdentifier ? 0 : new NoViableAlternative(1);
}

function predictNext(cursor: TokenCursor, alternatives: readonly (readonly Piece[])[]): number | NoViableAlternative {
  const kinds = [cursor.ahead(), cursor.ahead(1)];
  const fitting = alternatives.findIndex(([first, second]) => {
    if (first?.kind === "optional" && kinds[0] === tokens.minus)
      return second?.kind === "token" && second.tokens.includes(kinds[1] ?? 0);
    return first !== undefined && starts(second === undefined ? [first] : [first, second], kinds[0] ?? 0);
  });
  return fitting < 0 ? new NoViableAlternative(0) : fitting;
}

/** Returns the index of the alternative that the ANTLR parser chooses. */
export function predictChoice(
  decision: ChoiceDecision,
  cursor: TokenCursor,
  alternatives: readonly (readonly Piece[])[],
): number | NoViableAlternative {
  switch (decision) {
    case "unary":
      return predictUnary(cursor);
    case "primary":
      return predictPrimary(cursor);
    case "member":
      return predictMember(cursor);
    case "next":
      return predictNext(cursor, alternatives);
  }
}

/** Reports whether the ANTLR parser repeats a loop. */
export function predictLoop(
  decision: LoopDecision,
  cursor: TokenCursor,
  body: readonly Piece[],
): boolean | NoViableAlternative {
  const [, ...rest] = body;
  if (!starts(body, cursor.ahead())) return false;
  if (decision === "comma") return starts(rest, cursor.ahead(1));
  if (decision === "minus" && !memberStart.has(cursor.ahead(1))) return new NoViableAlternative(1);
  return true;
}
