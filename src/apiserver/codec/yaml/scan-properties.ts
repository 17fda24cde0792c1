import { isAlpha, isBlank, isBlankZ, isBreakZ, isDigit, isHex, type Cursor } from "./cursor.ts";
import type { Token } from "./token.ts";
import { scannerError, type Mark } from "./yaml-error.ts";

/** Scans an anchor or alias: `&name` or `*name`. */
export function scanAnchor(cursor: Cursor, type: "anchor" | "alias"): Token {
  const start = cursor.mark;
  cursor.skip();
  const name = cursor.readWhile(isAlpha);
  const next = cursor.char();
  if (name === "" || !(isBlankZ(next) || "?:,]}%@`".includes(next)))
    throw scannerError("did not find expected alphabetic or numeric character", cursor.mark, start);
  return { type, name, start, end: cursor.mark };
}

/** Scans a tag: `!<uri>`, `!suffix` or `!handle!suffix`. */
export function scanTag(cursor: Cursor): Token {
  const start = cursor.mark;
  const { handle, suffix } = cursor.char(1) === "<" ? scanVerbatimTag(cursor, start) : scanShortTag(cursor, start);
  if (!isBlankZ(cursor.char()))
    throw scannerError("did not find expected whitespace or line break", cursor.mark, start);
  return { type: "tag", handle, suffix, start, end: cursor.mark };
}

interface TagParts {
  readonly handle: string;
  readonly suffix: string;
}

function scanVerbatimTag(cursor: Cursor, start: Mark): TagParts {
  cursor.skip(2);
  const suffix = scanUri(cursor, "", start);
  if (cursor.char() !== ">") throw scannerError("did not find the expected '>'", cursor.mark, start);
  cursor.skip();
  return { handle: "", suffix };
}

function scanShortTag(cursor: Cursor, start: Mark): TagParts {
  const handle = scanHandle(cursor, false, start);
  if (handle.length > 1 && handle.endsWith("!")) return { handle, suffix: scanUri(cursor, "", start) };
  const suffix = scanUri(cursor, handle, start);
  return suffix === "" ? { handle: "", suffix: "!" } : { handle: "!", suffix };
}

function scanHandle(cursor: Cursor, directive: boolean, start: Mark): string {
  if (cursor.char() !== "!") throw scannerError("did not find expected '!'", cursor.mark, start);
  cursor.skip();
  const name = cursor.readWhile(isAlpha);
  if (cursor.char() === "!") {
    cursor.skip();
    return `!${name}!`;
  }
  if (directive && name !== "") throw scannerError("did not find expected '!'", cursor.mark, start);
  return `!${name}`;
}

const isUri = (char: string): boolean => isAlpha(char) || (char !== "" && ";/?:@&=+$,.!~*'()[]%".includes(char));

/** Scans the rest of a tag. `head` is the part that was first read as a handle. */
function scanUri(cursor: Cursor, head: string, start: Mark): string {
  let uri = head.slice(1);
  let found = head !== "";
  for (; isUri(cursor.char()); found = true) uri += cursor.char() === "%" ? scanEscapes(cursor, start) : cursor.read();
  if (!found) throw scannerError("did not find expected tag URI", cursor.mark, start);
  return uri;
}

const widthOf = (octet: number): number =>
  octet < 0x80 ? 1 : (octet & 0xe0) === 0xc0 ? 2 : (octet & 0xf0) === 0xe0 ? 3 : (octet & 0xf8) === 0xf0 ? 4 : 0;

/** Scans one UTF-8 character written as `%XX` octets. */
function scanEscapes(cursor: Cursor, start: Mark): string {
  const octets: number[] = [];
  for (let width = 1; octets.length < width;) {
    if (cursor.char() !== "%" || !isHex(cursor.char(1)) || !isHex(cursor.char(2)))
      throw scannerError("did not find URI escaped octet", cursor.mark, start);
    const octet = Number.parseInt(cursor.char(1) + cursor.char(2), 16);
    if (octets.length === 0) width = widthOf(octet);
    if (width === 0) throw scannerError("found an incorrect leading UTF-8 octet", cursor.mark, start);
    if (octets.length > 0 && (octet & 0xc0) !== 0x80)
      throw scannerError("found an incorrect trailing UTF-8 octet", cursor.mark, start);
    octets.push(octet);
    cursor.skip(3);
  }
  return new TextDecoder().decode(Uint8Array.from(octets));
}

/** Scans a directive: `%YAML 1.1` or `%TAG !handle! prefix`. */
export function scanDirective(cursor: Cursor): Token {
  const start = cursor.mark;
  cursor.skip();
  const name = cursor.readWhile(isAlpha);
  if (name === "") throw scannerError("could not find expected directive name", cursor.mark, start);
  if (!isBlankZ(cursor.char())) throw scannerError("found unexpected non-alphabetical character", cursor.mark, start);
  if (name !== "YAML" && name !== "TAG") throw scannerError("found unknown directive name", cursor.mark, start);
  const token = name === "YAML" ? scanVersion(cursor, start) : scanTagDirective(cursor, start);
  cursor.readWhile(isBlank);
  if (cursor.char() === "#") cursor.readToBreak();
  if (!isBreakZ(cursor.char())) throw scannerError("did not find expected comment or line break", cursor.mark, start);
  cursor.readLine();
  return token;
}

function scanVersion(cursor: Cursor, start: Mark): Token {
  cursor.readWhile(isBlank);
  const major = scanNumber(cursor, start);
  if (cursor.char() !== ".") throw scannerError("did not find expected digit or '.' character", cursor.mark, start);
  cursor.skip();
  const minor = scanNumber(cursor, start);
  return { type: "versionDirective", major, minor, start, end: cursor.mark };
}

function scanNumber(cursor: Cursor, start: Mark): number {
  let digits = "";
  while (isDigit(cursor.char())) {
    if (digits.length === 2) throw scannerError("found extremely long version number", cursor.mark, start);
    digits += cursor.read();
  }
  if (digits === "") throw scannerError("did not find expected version number", cursor.mark, start);
  return Number(digits);
}

function scanTagDirective(cursor: Cursor, start: Mark): Token {
  cursor.readWhile(isBlank);
  const handle = scanHandle(cursor, true, start);
  if (!isBlank(cursor.char())) throw scannerError("did not find expected whitespace", cursor.mark, start);
  cursor.readWhile(isBlank);
  const prefix = scanUri(cursor, "", start);
  if (!isBlankZ(cursor.char()))
    throw scannerError("did not find expected whitespace or line break", cursor.mark, start);
  return { type: "tagDirective", handle, prefix, start, end: cursor.mark };
}
