import { ParseError } from "./parse-error.ts";
import { quoteGo } from "./go-strings.ts";
import { NumberParseError, parseUnsigned } from "./strconv.ts";

/** A semantic version (2.0.0). Build metadata is ignored in comparisons. */
export interface SemverVersion {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  readonly pre: readonly (string | bigint)[];
  readonly build: readonly string[];
}

/** Thrown for an invalid version, with the message of github.com/blang/semver. */
export class SemverError extends ParseError {
  constructor(message: string) {
    super(message);
    this.name = "SemverError";
  }
}

const digits = /^\d+$/;
const alphanumeric = /^[0-9A-Za-z-]*$/;
const hasLeadingZero = (text: string): boolean => text.length > 1 && text.startsWith("0");

function parseNumber(text: string): bigint {
  try {
    return parseUnsigned(text);
  } catch (error) {
    if (error instanceof NumberParseError) throw new SemverError(error.message);
    throw error;
  }
}

function parsePart(text: string, name: string): bigint {
  if (!/^\d*$/.test(text))
    throw new SemverError(`Invalid character(s) found in ${name.toLowerCase()} number ${quoteGo(text)}`);
  if (hasLeadingZero(text)) throw new SemverError(`${name} number must not contain leading zeroes ${quoteGo(text)}`);
  return parseNumber(text);
}

function parsePre(text: string): string | bigint {
  if (text === "") throw new SemverError("Prerelease is empty");
  if (digits.test(text)) {
    if (hasLeadingZero(text))
      throw new SemverError(`Numeric PreRelease version must not contain leading zeroes ${quoteGo(text)}`);
    return parseNumber(text);
  }
  if (!alphanumeric.test(text)) throw new SemverError(`Invalid character(s) found in prerelease ${quoteGo(text)}`);
  return text;
}

function parseBuild(text: string): string {
  if (text === "") throw new SemverError("Build meta data is empty");
  if (!alphanumeric.test(text)) throw new SemverError(`Invalid character(s) found in build meta data ${quoteGo(text)}`);
  return text;
}

/** Splits at the first separator; the rest is undefined if there is none. */
function cut(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** Parses a version. Throws SemverError. */
export function parseSemver(text: string): SemverVersion {
  if (text === "") throw new SemverError("Version string empty");
  const [majorText = "", minorText, rest] = splitInThree(text);
  if (minorText === undefined || rest === undefined) throw new SemverError("No Major.Minor.Patch elements found");
  const [major, minor] = [parsePart(majorText, "Major"), parsePart(minorText, "Minor")];
  const [beforeBuild, build] = cut(rest, "+");
  const [patchText, pre] = cut(beforeBuild, "-");
  const patch = parsePart(patchText, "Patch");
  return {
    major,
    minor,
    patch,
    pre: pre === undefined ? [] : pre.split(".").map(parsePre),
    build: build === undefined ? [] : build.split(".").map(parseBuild),
  };
}

function splitInThree(text: string): string[] {
  const [first, afterFirst] = cut(text, ".");
  if (afterFirst === undefined) return [first];
  const [second, third] = cut(afterFirst, ".");
  return third === undefined ? [first, second] : [first, second, third];
}

function withoutLeadingZeros(part: string): string {
  // upstream counts bytes (library.normalizeAndParse)
  if (part.length <= 1 && part <= "\u007f") return part;
  const trimmed = part.replace(/^0+/, "");
  return /^\d/.test(trimmed) ? trimmed : `0${trimmed}`;
}

/** Parses a version, tolerating a leading `v`, leading zeros and missing parts. Throws SemverError. */
export function parseLenientSemver(text: string): SemverVersion {
  const parts = splitInThree(text.startsWith("v") ? text.slice(1) : text).map(withoutLeadingZeros);
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? ""))
    throw new SemverError("short version cannot contain PreRelease/Build meta data");
  while (parts.length < 3) parts.push("0");
  return parseSemver(parts.join("."));
}

const order = <T extends string | bigint>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

function comparePre(a: string | bigint | undefined, b: string | bigint | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  if (typeof a === "bigint") return typeof b === "bigint" ? order(a, b) : -1;
  return typeof b === "bigint" ? 1 : order(a, b);
}

/** Returns -1, 0 or 1. A prerelease version precedes its release. */
export function compareSemver(a: SemverVersion, b: SemverVersion): number {
  const release = order(a.major, b.major) || order(a.minor, b.minor) || order(a.patch, b.patch);
  if (release !== 0) return release;
  if (a.pre.length === 0 || b.pre.length === 0) return Number(b.pre.length > 0) - Number(a.pre.length > 0);
  for (let i = 0; i < Math.max(a.pre.length, b.pre.length); i++) {
    const compared = comparePre(a.pre[i], b.pre[i]);
    if (compared !== 0) return compared;
  }
  return 0;
}

export function formatSemver({ major, minor, patch, pre, build }: SemverVersion): string {
  return `${major}.${minor}.${patch}${pre.length > 0 ? `-${pre.join(".")}` : ""}${build.length > 0 ? `+${build.join(".")}` : ""}`;
}
