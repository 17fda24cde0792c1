import { formatGoFloat, quoteGo } from "../../apimachinery/go-strings.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { type GoValue, GoInt, isFloat, isMap, isSlice, numberOf, typeOf, valueText } from "./values.ts";

type Given = GoValue | undefined;

interface Verb {
  readonly letter: string;
  readonly flags: string;
  readonly width: number | undefined;
  readonly precision: number | undefined;
}

/** The widest field of Go's fmt. */
const widest = 1_000_000;

/** Go's `fmt.Sprint`: a space between operands of which none is a string. */
export const printedAll = (args: readonly Given[]): string =>
  args
    .map(
      (value, i) =>
        (i > 0 && typeof value !== "string" && typeof args[i - 1] !== "string" ? " " : "") + valueText(value),
    )
    .join("");

/** A value as a verb without flags prints it, e.g. `s`. */
export const shownWith = (letter: string, value: Given): string =>
  shown({ letter, flags: "", width: undefined, precision: undefined }, value);

/** Go's `fmt.Sprintf`. */
export function formatted(format: string, given: readonly Given[]): string {
  let next = 0;
  const number = (text: string | undefined): number | undefined =>
    text === undefined ? undefined : text === "*" ? numberOf(given[next++]) : Number(text);
  const text = format.replace(
    /%([-+# 0]*)(\*|\d+)?(?:\.(\*|\d*))?([\s\S]?)/gu,
    (_, flags: string, width: string | undefined, precision: string | undefined, letter: string) => {
      const columns = number(width);
      const verb = { letter, flags, width: columns, precision: number(precision) };
      if (letter === "") return "%!(NOVERB)";
      if (letter === "%") return "%";
      if (next >= given.length) return `%!${letter}(MISSING)`;
      return shown(verb, given[next++]);
    },
  );
  const extra = given.slice(next).map((value) => (isNil(value) ? "<nil>" : `${typeOf(value)}=${valueText(value)}`));
  return extra.length === 0 ? text : `${text}%!(EXTRA ${extra.join(", ")})`;
}

const isNil = (value: Given): value is null | undefined => value === null || value === undefined;

function padded({ flags, width = 0 }: Verb, text: string, zeros = false): string {
  const missing = Math.min(width, widest) - [...text].length;
  if (missing <= 0) return text;
  if (flags.includes("-")) return text + " ".repeat(missing);
  if (!zeros || !flags.includes("0")) return " ".repeat(missing) + text;
  const sign = /^[+-]/.exec(text)?.[0] ?? "";
  return sign + "0".repeat(missing) + text.slice(sign.length);
}

/** One value by a verb; lists and maps are printed member by member. */
function shown(verb: Verb, value: Given): string {
  const { letter } = verb;
  if (letter === "T") return padded(verb, isNil(value) ? "<nil>" : typeOf(value));
  if (isNil(value)) return letter === "v" ? padded(verb, "<nil>") : `%!${letter}(<nil>)`;
  if (letter === "v" && verb.flags.includes("#")) return padded(verb, goSyntax(value));
  if (isSlice(value)) return `[${value.map((item) => shown(verb, item)).join(" ")}]`;
  if (isMap(value)) {
    const keys = Object.keys(value).sort(compareUtf8);
    return `map[${keys.map((key) => `${shown(verb, key)}:${shown(verb, value[key])}`).join(" ")}]`;
  }
  const text =
    typeof value === "string"
      ? stringBy(verb, value)
      : typeof value === "boolean"
        ? booleanBy(verb, value)
        : isFloat(value)
          ? floatBy(verb, numberOf(value))
          : integerBy(verb, value);
  return text ?? `%!${letter}(${typeOf(value)}=${valueText(value)})`;
}

function stringBy(verb: Verb, value: string): string | undefined {
  const { letter, precision } = verb;
  const cut = precision === undefined ? value : [...value].slice(0, precision).join("");
  if (letter === "s" || letter === "v") return padded(verb, cut);
  if (letter === "q") return padded(verb, quoteGo(cut));
  if (letter !== "x" && letter !== "X") return undefined;
  const hex = [...new TextEncoder().encode(cut)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return padded(verb, letter === "X" ? hex.toUpperCase() : hex);
}

const booleanBy = (verb: Verb, value: boolean): string | undefined =>
  verb.letter === "t" || verb.letter === "v" ? padded(verb, String(value)) : undefined;

const bases: Readonly<Record<string, number>> = { b: 2, o: 8, d: 10, v: 10, x: 16, X: 16 };

function integerBy(verb: Verb, value: GoValue): string | undefined {
  const { letter, flags } = verb;
  const number = value instanceof GoInt ? value.value : value;
  if (typeof number !== "number" && typeof number !== "bigint") return undefined;
  if (letter === "c") return padded(verb, String.fromCodePoint(Number(number)));
  if (letter === "q") return padded(verb, `'${String.fromCodePoint(Number(number))}'`);
  if (letter === "U") return padded(verb, `U+${number.toString(16).toUpperCase().padStart(4, "0")}`);
  const base = bases[letter];
  if (base === undefined) return undefined;
  const digits = number.toString(base);
  const signed =
    number >= 0 ? (flags.includes("+") ? `+${digits}` : flags.includes(" ") ? ` ${digits}` : digits) : digits;
  return padded(verb, letter === "X" ? signed.toUpperCase() : signed, true);
}

function floatBy(verb: Verb, value: number): string | undefined {
  const { letter, precision, flags } = verb;
  const sign = flags.includes("+") && value >= 0 ? "+" : "";
  if (letter === "v" || letter === "g") return padded(verb, sign + formatGoFloat(value), true);
  if (letter === "f" || letter === "F") return padded(verb, sign + value.toFixed(precision ?? 6), true);
  if (letter !== "e") return undefined;
  const text = value.toExponential(precision ?? 6).replace(/e([+-])(\d)$/, "e$10$2");
  return padded(verb, sign + text, true);
}

/** A value as Go's `%#v` prints it. */
function goSyntax(value: Given): string {
  if (isNil(value)) return "interface {}(nil)";
  if (typeof value === "string") return quoteGo(value);
  if (isSlice(value)) return `[]interface {}{${value.map(goSyntax).join(", ")}}`;
  if (!isMap(value)) return valueText(value);
  const members = Object.keys(value)
    .sort(compareUtf8)
    .map((key) => `${quoteGo(key)}:${goSyntax(value[key])}`);
  return `map[string]interface {}{${members.join(", ")}}`;
}
