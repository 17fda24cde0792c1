import { ParseError } from "./parse-error.ts";
import { bytesOfRune } from "./byte-text.ts";
import { daysFromCivil, daysInMonth, type Time } from "./civil-time.ts";

/** An invalid time; the message is that of Go's time.Parse. */
export class TimeParseError extends ParseError {
  constructor(message: string) {
    super(message);
    this.name = "TimeParseError";
  }
}

/** Quotes a text as Go's time package does: non-ASCII characters byte by byte. */
export function quoteTimeText(text: string): string {
  let out = '"';
  for (const rune of text) {
    if (rune === '"' || rune === "\\") out += `\\${rune}`;
    else if (rune >= " " && rune < "\u0080") out += rune;
    else for (const byte of bytesOfRune(rune)) out += `\\x${byte.toString(16).padStart(2, "0")}`;
  }
  return `${out}"`;
}

/** The layouts of Time and MicroTime, and the number of fraction digits that they require. */
export type TimeLayout = { readonly text: string; readonly fractionDigits: number };
export const rfc3339Layout: TimeLayout = { text: "2006-01-02T15:04:05Z07:00", fractionDigits: 0 };
export const rfc3339MicroLayout: TimeLayout = { text: "2006-01-02T15:04:05.000000Z07:00", fractionDigits: 6 };

const isDigit = (char: string): boolean => char >= "0" && char <= "9" && char.length === 1;

/** Parses a text by a layout, chunk by chunk, as Go does: its errors name the remaining text and the chunk. */
class TimeReader {
  readonly #text: string;
  readonly #layout: TimeLayout;
  #rest: string;

  constructor(text: string, layout: TimeLayout) {
    this.#text = text;
    this.#layout = layout;
    this.#rest = text;
  }

  read(): Time {
    const year = this.#year();
    this.#literal("-");
    const month = this.#ranged("01", 1, 12, "month", true);
    this.#literal("-");
    const day = this.#twoDigits("02", true);
    this.#literal("T");
    const hour = this.#ranged("15", 0, 23, "hour", false);
    this.#literal(":");
    const minute = this.#ranged("04", 0, 59, "minute", true);
    this.#literal(":");
    const second = this.#ranged("05", 0, 59, "second", true);
    const nanos = this.#fraction();
    const offset = this.#zone();
    if (this.#rest !== "") throw this.#problem(`: extra text: ${quoteTimeText(this.#rest)}`);
    if (day < 1 || day > daysInMonth(year, month)) throw this.#problem(": day out of range");
    const seconds = daysFromCivil(year, month, day) * 86400 + hour * 3600 + minute * 60 + second - offset;
    return { seconds, nanos };
  }

  #problem(message: string): TimeParseError {
    return new TimeParseError(`parsing time ${quoteTimeText(this.#text)}${message}`);
  }

  #mismatch(rest: string, chunk: string): TimeParseError {
    return this.#problem(
      ` as ${quoteTimeText(this.#layout.text)}: cannot parse ${quoteTimeText(rest)} as ${quoteTimeText(chunk)}`,
    );
  }

  #take(length: number): string {
    const taken = this.#rest.slice(0, length);
    this.#rest = this.#rest.slice(length);
    return taken;
  }

  #literal(char: string): void {
    if (!this.#rest.startsWith(char)) throw this.#mismatch(this.#rest, char);
    this.#take(1);
  }

  #year(): number {
    if (!/^\d{4}/.test(this.#rest)) throw this.#mismatch(this.#rest, "2006");
    return Number(this.#take(4));
  }

  #twoDigits(chunk: string, fixed: boolean): number {
    if (!isDigit(this.#rest.charAt(0))) throw this.#mismatch(this.#rest, chunk);
    const two = isDigit(this.#rest.charAt(1));
    if (!two && fixed) throw this.#mismatch(this.#rest, chunk);
    return Number(this.#take(two ? 2 : 1));
  }

  #ranged(chunk: string, low: number, high: number, name: string, fixed: boolean): number {
    const value = this.#twoDigits(chunk, fixed);
    if (value < low || value > high) throw this.#problem(`: ${name} out of range`);
    return value;
  }

  #fraction(): number {
    const digits = this.#layout.fractionDigits;
    if (digits > 0) return this.#fixedFraction(digits);
    const match = /^[.,](\d+)/.exec(this.#rest);
    if (match === null) return 0;
    return Number(this.#take(match[0].length).slice(1, 10).padEnd(9, "0"));
  }

  #fixedFraction(digits: number): number {
    const match = new RegExp(`^[.,]([+-]\\d{${digits - 1}}|\\d{${digits}})`).exec(this.#rest);
    if (match === null) throw this.#mismatch(this.#rest, `.${"0".repeat(digits)}`);
    this.#take(digits + 1);
    const value = Number(match[1]);
    if (value < 0) throw this.#problem(": fractional second out of range");
    return value * 10 ** (9 - digits);
  }

  #zone(): number {
    if (this.#rest.startsWith("Z")) {
      this.#take(1);
      return 0;
    }
    const match = /^(.)(\d\d):(\d\d)/su.exec(this.#rest);
    if (match === null) throw this.#mismatch(this.#rest, "Z07:00");
    return this.#offset(match[1] ?? "", Number(match[2]), Number(match[3]));
  }

  #offset(sign: string, hours: number, minutes: number): number {
    if (minutes > 60) throw this.#problem(": time zone offset minute out of range");
    if (hours > 24) throw this.#problem(": time zone offset hour out of range");
    if (sign !== "+" && sign !== "-") throw this.#mismatch(this.#rest, "Z07:00");
    this.#take(6);
    return (hours * 60 + minutes) * (sign === "-" ? -60 : 60);
  }
}

/** Parses a time by one of the two layouts; throws TimeParseError. */
export const readTime = (text: string, layout: TimeLayout): Time => new TimeReader(text, layout).read();
