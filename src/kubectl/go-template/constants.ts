import { goEscapes } from "../../apimachinery/go-strings.ts";
import { Double } from "../../apimachinery/json/value.ts";
import { GoInt, type GoValue } from "./values.ts";

/** The text of a quoted string or character of Go; undefined if it is none (strconv.Unquote). */
export function unquoted(text: string): string | undefined {
  const quote = text.charAt(0);
  const inner = text.slice(1, -1);
  if (quote === "`") return inner.replaceAll("\r", "");
  let isValid = true;
  const value = inner.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|([\s\S]))/g,
    (_, byte?: string, short?: string, long?: string, octal?: string, char = "") => {
      const code = byte ?? short ?? long;
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16));
      if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
      if (char === "\\" || char === quote) return char;
      isValid &&= Object.hasOwn(goEscapes, char);
      return goEscapes[char] ?? "";
    },
  );
  return isValid ? value : undefined;
}

/** The value of a number or a character in a template; undefined if it is none. */
export function constantOf(text: string): GoValue | undefined {
  if (text.startsWith("'")) {
    const value = unquoted(text);
    const runes = value === undefined ? [] : [...value];
    return runes.length === 1 ? new GoInt(runes[0]?.codePointAt(0) ?? 0) : undefined;
  }
  const digits = text.replaceAll("_", "");
  const [, sign = "", body = ""] = /^([+-]?)(.*)$/.exec(digits) ?? [];
  if (/^(?:0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+)$/.test(body)) return new GoInt(signed(sign, Number(body)));
  if (/^0[0-7]+$/.test(body)) return new GoInt(signed(sign, Number.parseInt(body, 8)));
  if (/^(?:0|[1-9]\d*)$/.test(body)) return new GoInt(signed(sign, Number(body)));
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(body)) return undefined;
  const value = signed(sign, Number(body));
  return Number.isInteger(value) ? new Double(value) : value;
}

const signed = (sign: string, value: number): number => (sign === "-" ? -value : value);
