import { formatCivil, printFraction } from "../../../apimachinery/civil-time.ts";
import { readTime, rfc3339Layout, TimeParseError } from "../../../apimachinery/time-parse.ts";
import { CborError } from "./cbor-error.ts";
import { major } from "./cbor-head.ts";
import type { CborReader } from "./cbor-reader.ts";

/** Reads the content of tag 0 or 1 as an untyped value: RFC 3339 with as many decimals as needed. */
export function readTaggedTime(reader: CborReader, tag: number): string | null {
  if (tag === 0) return readTimeText(reader);
  reader.head();
  const value =
    reader.type === major.primitive
      ? reader.float()
      : reader.type === major.negative
        ? -1 - reader.argument
        : reader.argument;
  const seconds = Math.floor(value);
  return `${formatCivil(seconds)}${printFraction(Math.trunc((value - seconds) * 1e9))}Z`;
}

const parts = /^(.{19})(?:[.,](\d+))?(.*)/;

function readTimeText(reader: CborReader): string | null {
  const text = reader.textString();
  if (text === undefined) return null;
  try {
    readTime(text, rfc3339Layout);
  } catch (error) {
    if (!(error instanceof TimeParseError)) throw error;
    reader.problem = new CborError(`cbor: cannot set ${text} for time.Time: ${error.message}`);
    return null;
  }
  const [, day = "", decimals = "", zone = ""] = parts.exec(text) ?? [];
  return `${day}${printFraction(Number(decimals.slice(0, 9).padEnd(9, "0")))}${zone === "+00:00" || zone === "-00:00" ? "Z" : zone}`;
}
