import { isBlank, isBlankZ, isBreak, isBreakZ, isDigit, isHex, type Cursor } from "./cursor.ts";
import { Folding } from "./folding.ts";
import type { Token } from "./token.ts";
import { scannerError, type Mark } from "./yaml-error.ts";

/**
 * Scans a plain scalar. `indent` is the block's indentation, `flow` whether a flow collection is open. Also returns
 * whether the scalar ended after a line break.
 */
export function scanPlain(
  cursor: Cursor,
  indent: number,
  flow: boolean,
): { readonly token: Token; readonly brokeLine: boolean } {
  const start = cursor.mark;
  let end = start;
  let value = "";
  const folding = new Folding();
  const refuseTab = (): void => {
    if (folding.brokeLine && cursor.column <= indent && cursor.char() === "\t")
      throw scannerError("found a tab character that violates indentation", cursor.mark, start);
  };
  while (!cursor.atDocumentIndicator && cursor.char() !== "#") {
    const run = cursor.readWhile((char) => !isBlankZ(char) && !endsPlain(cursor, char, flow));
    if (run !== "") {
      value += folding.join() + run;
      end = cursor.mark;
    }
    if (!isBlank(cursor.char()) && !isBreak(cursor.char())) break;
    folding.take(cursor, refuseTab);
    if (!flow && cursor.column <= indent) break;
  }
  return { token: { type: "scalar", value, style: "plain", start, end }, brokeLine: folding.brokeLine };
}

const endsPlain = (cursor: Cursor, char: string, flow: boolean): boolean =>
  (char === ":" && isBlankZ(cursor.char(1))) || (flow && ",?[]{}".includes(char));

/** Scans a quoted scalar. */
export function scanQuoted(cursor: Cursor, quote: "'" | '"'): Token {
  const start = cursor.mark;
  cursor.skip();
  let value = "";
  for (;;) {
    if (cursor.atDocumentIndicator) throw scannerError("found unexpected document indicator", cursor.mark, start);
    if (cursor.char() === "") throw scannerError("found unexpected end of stream", cursor.mark, start);
    const folding = new Folding();
    value += readQuoted(cursor, quote, start, folding);
    if (cursor.char() === quote) break;
    folding.take(cursor);
    value += folding.join();
  }
  cursor.skip();
  return { type: "scalar", value, style: quote === "'" ? "single" : "double", start, end: cursor.mark };
}

/** Reads characters up to white space or the closing quote. */
function readQuoted(cursor: Cursor, quote: "'" | '"', start: Mark, folding: Folding): string {
  let value = "";
  const isOrdinary = (char: string): boolean => !isBlankZ(char) && char !== quote && (quote === "'" || char !== "\\");
  for (let char = cursor.char(); !isBlankZ(char); char = cursor.char()) {
    if (char === quote) {
      if (quote === '"' || cursor.char(1) !== "'") break;
      value += "'";
      cursor.skip(2);
    } else if (quote === '"' && char === "\\") {
      if (isBreak(cursor.char(1))) {
        cursor.skip();
        cursor.readLine();
        folding.breakLine();
        break;
      }
      value += readEscape(cursor, start);
    } else value += cursor.readWhile(isOrdinary);
  }
  return value;
}

const escapes: Readonly<Record<string, string>> = {
  0: "\0",
  a: "\x07",
  b: "\b",
  t: "\t",
  "\t": "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  e: "\x1b",
  " ": " ",
  '"': '"',
  "'": "'",
  "\\": "\\",
  N: "\u0085",
  _: "\u00a0",
  L: "\u2028",
  P: "\u2029",
};

const codeLengths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function readEscape(cursor: Cursor, start: Mark): string {
  const name = cursor.char(1);
  const named = escapes[name];
  const length = codeLengths[name];
  if (named === undefined && length === undefined)
    throw scannerError("found unknown escape character", cursor.mark, start);
  cursor.skip(2);
  return named ?? readCode(cursor, length ?? 0, start);
}

function readCode(cursor: Cursor, length: number, start: Mark): string {
  let digits = "";
  for (let i = 0; i < length; i++) {
    if (!isHex(cursor.char(i))) throw scannerError("did not find expected hexdecimal number", cursor.mark, start);
    digits += cursor.char(i);
  }
  const code = Number.parseInt(digits, 16);
  if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff)
    throw scannerError("found invalid Unicode character escape code", cursor.mark, start);
  cursor.skip(length);
  return String.fromCodePoint(code);
}

interface BlockHeader {
  /** How trailing line breaks are treated: keep, strip, or clip to one. */
  readonly chomping: string;
  readonly increment: number;
}

/** Scans a block scalar, introduced by `|` or `>`, in a block of the given indentation. */
export function scanBlock(cursor: Cursor, parentIndent: number): Token {
  const start = cursor.mark;
  const literal = cursor.read() === "|";
  const { chomping, increment } = scanHeader(cursor, start);
  let indent = increment > 0 ? Math.max(parentIndent, 0) + increment : 0;
  let value = "";
  let leading = "";
  let wasBlank = false;
  let breaks = scanBreaks(cursor, indent, parentIndent, start);
  indent = breaks.indent;
  while (cursor.column === indent && cursor.char() !== "") {
    const blank = isBlank(cursor.char());
    const folds = !literal && !wasBlank && !blank && leading === "\n";
    value += (folds ? (breaks.text === "" ? " " : "") : leading) + breaks.text + cursor.readToBreak();
    wasBlank = blank;
    leading = cursor.readLine();
    breaks = scanBreaks(cursor, indent, parentIndent, start);
  }
  if (chomping !== "-") value += leading;
  if (chomping === "+") value += breaks.text;
  return { type: "scalar", value, style: literal ? "literal" : "folded", start, end: breaks.end };
}

function scanHeader(cursor: Cursor, start: Mark): BlockHeader {
  let chomping = "";
  let increment = 0;
  for (let i = 0; i < 2; i++) {
    const char = cursor.char();
    if ((char === "+" || char === "-") && chomping === "") chomping = cursor.read();
    else if (isDigit(char) && increment === 0) {
      if (char === "0") throw scannerError("found an indentation indicator equal to 0", cursor.mark, start);
      increment = Number(cursor.read());
    }
  }
  cursor.readWhile(isBlank);
  if (cursor.char() === "#") cursor.readToBreak();
  if (!isBreakZ(cursor.char())) throw scannerError("did not find expected comment or line break", cursor.mark, start);
  cursor.readLine();
  return { chomping, increment };
}

/**
 * Scans indentation and empty lines before a line of a block scalar. Determines the indentation of the block if it is
 * unknown (0).
 */
function scanBreaks(
  cursor: Cursor,
  indent: number,
  parentIndent: number,
  start: Mark,
): { readonly text: string; readonly indent: number; readonly end: Mark } {
  let text = "";
  let deepest = 0;
  let end = cursor.mark;
  for (;;) {
    while ((indent === 0 || cursor.column < indent) && cursor.char() === " ") cursor.skip();
    deepest = Math.max(deepest, cursor.column);
    if ((indent === 0 || cursor.column < indent) && cursor.char() === "\t")
      throw scannerError("found a tab character where an indentation space is expected", cursor.mark, start);
    if (!isBreak(cursor.char())) break;
    text += cursor.readLine();
    end = cursor.mark;
  }
  return { text, indent: indent === 0 ? Math.max(deepest, parentIndent + 1, 1) : indent, end };
}
