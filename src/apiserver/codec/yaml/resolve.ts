import { daysInMonth } from "../../../apimachinery/civil-time.ts";
import { intNumber } from "../../../apimachinery/json/number.ts";
import { Double } from "../../../apimachinery/json/value.ts";
import { YamlError } from "./yaml-error.ts";

/** The value of a plain scalar by the YAML 1.1 rules of go-yaml v2. A float is always a Double. */
export type ResolvedValue = string | boolean | null | number | bigint | Double;

type CoreType = "str" | "bool" | "null" | "int" | "float" | "timestamp" | "binary";

/** A value and its type. */
export interface Resolved {
  readonly type: CoreType;
  readonly value: ResolvedValue;
}

const coreTags = "tag:yaml.org,2002:";

const words: readonly (readonly [type: CoreType, value: ResolvedValue, spellings: string])[] = [
  ["bool", true, "y Y yes Yes YES true True TRUE on On ON"],
  ["bool", false, "n N no No NO false False FALSE off Off OFF"],
  ["null", null, "~ null Null NULL"],
  ["float", new Double(NaN), ".nan .NaN .NAN"],
  ["float", new Double(Infinity), ".inf .Inf .INF +.inf +.Inf +.INF"],
  ["float", new Double(-Infinity), "-.inf -.Inf -.INF"],
];

const table: ReadonlyMap<string, Resolved> = new Map([
  ["", { type: "null" as const, value: null }],
  ...words.flatMap(([type, value, spellings]) =>
    spellings.split(" ").map((spelling) => [spelling, { type, value }] as const),
  ),
]);

const integerForms: readonly (readonly [pattern: RegExp, prefix: string, digits: number])[] = [
  [/^[+-]?0[xX]([0-9a-fA-F]+)$/, "0x", 1],
  [/^[+-]?0[bB]([01]+)$/, "0b", 1],
  [/^[+-]?0[oO]?([0-7]+)$/, "0o", 1],
  [/^[+-]?(0|[1-9][0-9]*)$/, "", 1],
];

/** The digits that 64 bits take at most: a BigInt of a million takes long. */
const mostDigits = 64;

/** Parses an integer like Go's strconv.ParseInt with base 0, or ParseUint if int64 is too small. */
function parseInteger(plain: string): number | bigint | undefined {
  for (const [pattern, prefix] of integerForms) {
    const digits = pattern.exec(plain)?.[1];
    if (digits === undefined) continue;
    const significant = digits.length > mostDigits ? digits.replace(/^0+(?=.)/, "") : digits;
    if (significant.length > mostDigits) return undefined;
    const size = BigInt(prefix + significant);
    const negative = plain.startsWith("-");
    if (size <= (negative ? 1n << 63n : (1n << 63n) - 1n)) return intNumber(negative ? -size : size);
    return /^\d/.test(plain) && size < 1n << 64n ? size : undefined;
  }
  return undefined;
}

const styleFloat = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

function parseFloatText(text: string): Double | undefined {
  if (!styleFloat.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? new Double(value) : undefined;
}

function resolveNumber(text: string): Resolved | undefined {
  const plain = text.replaceAll("_", "");
  const integer = parseInteger(plain);
  if (integer !== undefined) return { type: "int", value: integer };
  const float = parseFloatText(plain);
  return float && { type: "float", value: float };
}

const timestamp =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(?:Z|[+-](\d\d):(\d\d)))|(?: +(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?))?$/;

function isTimestamp(text: string): boolean {
  const match = timestamp.exec(text);
  if (match === null) return false;
  const [
    year = 0,
    month = 0,
    day = 0,
    hour = 0,
    minute = 0,
    second = 0,
    zoneHour = 0,
    zoneMinute = 0,
    hour2 = 0,
    minute2 = 0,
    second2 = 0,
  ] = match.slice(1).map((part) => Number(part ?? 0));
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return false;
  return hour + hour2 < 24 && minute + minute2 < 60 && second + second2 < 60 && zoneHour <= 24 && zoneMinute < 60;
}

function resolveUntagged(text: string, withTimestamps: boolean): Resolved {
  const first = text.charAt(0);
  if (text !== "" && !"+-0123456789yYnNtTfFoO~.".includes(first)) return { type: "str", value: text };
  const known = table.get(text);
  if (known !== undefined) return known;
  if (first === ".") {
    const float = parseFloatText(text);
    if (float !== undefined) return { type: "float", value: float };
  } else if ("+-0123456789".includes(first)) {
    if (withTimestamps && isTimestamp(text)) return { type: "timestamp", value: text };
    const number = resolveNumber(text);
    if (number !== undefined) return number;
  }
  return { type: "str", value: text };
}

/** Returns the type that a tag names, or "" if it does not name a scalar type. */
const typeOfTag = (tag: string): string => (tag.startsWith(coreTags) ? tag.slice(coreTags.length) : "");

const resolvable = new Set(["str", "bool", "int", "float", "null", "timestamp"]);

/** Resolves a plain or tagged scalar. Throws YamlError if the tag does not fit the text. */
export function resolve(tag: string, text: string): Resolved {
  const wanted = typeOfTag(tag);
  if (tag !== "" && !resolvable.has(wanted)) return { type: wanted === "binary" ? "binary" : "str", value: text };
  if (wanted === "str") return { type: "str", value: text };
  const found = resolveUntagged(text, wanted === "" || wanted === "timestamp");
  if (wanted === "" || wanted === found.type) return found;
  if (wanted === "float" && found.type === "int" && typeof found.value === "number")
    return { type: "float", value: new Double(found.value) };
  throw new YamlError(`yaml: cannot decode !!${found.type} \`${text}\` as a !!${wanted}`);
}

const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;

/** Reports whether a text must be quoted because some parser would not read it as a string. */
export const needsQuotes = (text: string): boolean => resolveUntagged(text, true).type !== "str" || base60.test(text);
