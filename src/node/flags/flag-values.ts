import { messageOf } from "../../apimachinery/message-of.ts";
import { parseDuration } from "../../apimachinery/duration.ts";
import { parseAddress } from "../../apimachinery/net-address.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { parseQuantity } from "../../apimachinery/quantity-parse.ts";
import { atoi, parseInteger, parseUnsigned } from "../../apimachinery/strconv.ts";
import { parseCsv } from "../../apiserver/auth/csv.ts";
import { parseNamedCertificate } from "../tls/named-certificates.ts";

/** How the value of a flag is read; the names are those of pflag and of k8s.io/component-base/cli/flag. */
export type FlagType =
  | "bool"
  | "int"
  | "int32"
  | "int64"
  | "uint"
  | "level"
  | "float"
  | "duration"
  | "quantity"
  | "string"
  | "ip"
  | "portRange"
  | "strings"
  | "stringArray"
  | "namedCertKeys"
  | "mapStringBool"
  | "mapStringString"
  | "stringToString"
  | "configurationMap"
  | "multimap"
  | "moduleSpec";

/** The values that a flag was set to: every item of a repeated list, else the last one. */
export type FlagTexts = readonly string[];

/** Reads one occurrence of a flag. Throws an error with the text of Go. */
type Read = (text: string) => FlagTexts;

const trueTexts = new Set(["1", "t", "T", "TRUE", "true", "True"]);
const falseTexts = new Set(["0", "f", "F", "FALSE", "false", "False"]);

/** Reads a boolean as strconv.ParseBool does. */
export function parseBool(text: string): boolean {
  if (trueTexts.has(text)) return true;
  if (falseTexts.has(text)) return false;
  throw new Error(`strconv.ParseBool: parsing ${quoteGo(text)}: invalid syntax`);
}

/** Reads a list as pflag's stringSlice does: one line of CSV. */
export const parseStrings = (text: string): readonly string[] => {
  if (text === "") return [];
  const [items] = parseCsv(text);
  if (items === undefined) throw new Error("EOF");
  return items;
};

const checked =
  (check: (text: string) => unknown): Read =>
  (text) => {
    check(text);
    return [text];
  };

function checkFloat(text: string): void {
  if (!/^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text))
    throw new Error(`strconv.ParseFloat: parsing ${quoteGo(text)}: invalid syntax`);
}

function checkAddress(text: string): void {
  if (text === "") return;
  try {
    parseAddress(text.trim());
  } catch (cause) {
    throw new Error(`failed to parse IP: ${quoteGo(text)}`, { cause });
  }
}

/** Runs a check; its error gets a prefix. */
function prefixed(prefix: string, check: () => unknown): void {
  try {
    check();
  } catch (cause) {
    throw new Error(prefix + messageOf(cause), { cause });
  }
}

/** Checks a line of CSV of pairs (pflag's stringToString). */
function checkStringMap(text: string): void {
  for (const pair of parseStrings(text))
    if (!pair.includes("=")) throw new Error(`${pair} must be formatted as key=value`);
}

/** Checks pairs of a key and a value; empty parts between commas are left out. */
const pairs =
  (separator: "=" | ":", kinds: string, checkValue?: (key: string, value: string) => void): Read =>
  (text) => {
    for (const part of text.split(",")) {
      if (part === "") continue;
      const at = part.indexOf(separator);
      if (at < 0) throw new Error(`malformed pair, expect ${kinds}`);
      checkValue?.(part.slice(0, at).trim(), part.slice(at + 1).trim());
    }
    return [text];
  };

function checkBoolOf(key: string, value: string): void {
  try {
    parseBool(value);
  } catch (cause) {
    throw new Error(`invalid value of ${key}: ${value}, err: ${cause instanceof Error ? cause.message : ""}`, {
      cause,
    });
  }
}

const highestPort = 65_535;

/** Checks a range of ports: `N`, `FIRST-LAST` or `FIRST+MORE` (net.PortRange). */
function checkPortRange(text: string): void {
  if (text.trim() === "") return;
  const [, first = "", sign = "", second = ""] = /^([^-+]*)([-+]?)(.*)/s.exec(text.trim()) ?? [];
  const low = Number(atoi(first));
  const high = sign === "" ? low : Number(atoi(second)) + (sign === "+" ? low : 0);
  if (low > highestPort || high > highestPort) throw new Error("the port range cannot be greater than 65535: " + text);
  if (high < low) throw new Error("end port cannot be less than start port: " + text);
}

/** Checks `PATTERN=LEVEL,...` (klog's -vmodule). */
function checkModules(text: string): void {
  for (const part of text.split(",")) {
    if (part === "") continue;
    const [pattern = "", level = "", ...more] = part.split("=");
    if (pattern === "" || level === "" || more.length > 0)
      throw new Error(`${quoteGo(part)} does not have the pattern=N format`);
    prefixed(`parsing verbosity in ${quoteGo(part)}: `, () => parseUnsigned(level, 31));
  }
}

const readers: Readonly<Record<FlagType, Read>> = {
  bool: checked(parseBool),
  int: checked((text) => parseInteger(text)),
  int32: checked((text) => parseInteger(text, 32)),
  int64: checked((text) => parseInteger(text)),
  level: checked((text) => parseUnsigned(text, 31)),
  uint: checked((text) => parseUnsigned(text)),
  float: checked(checkFloat),
  duration: checked(parseDuration),
  quantity: checked(parseQuantity),
  string: (text) => [text],
  ip: checked(checkAddress),
  portRange: checked(checkPortRange),
  strings: parseStrings,
  stringArray: (text) => [text],
  namedCertKeys: checked(parseNamedCertificate),
  mapStringBool: pairs("=", "string=bool", checkBoolOf),
  mapStringString: pairs("=", "string=string"),
  stringToString: checked(checkStringMap),
  configurationMap: (text) => [text],
  multimap: (text) => [text],
  moduleSpec: checked(checkModules),
};

/** The types of which a repeated flag adds to its values; of the others the last one counts. */
export const repeated: ReadonlySet<FlagType> = new Set<FlagType>([
  "strings",
  "stringArray",
  "namedCertKeys",
  "mapStringBool",
  "mapStringString",
  "stringToString",
  "configurationMap",
  "multimap",
]);

/** Reads one occurrence of a flag of a type. Throws an error with the text that follows `invalid argument` in Go. */
export const readFlagValue = (type: FlagType, text: string): FlagTexts => readers[type](text);
