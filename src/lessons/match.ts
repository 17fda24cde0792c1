import { isRecord } from "../apimachinery/is-record.ts";
import { encodeJson } from "../apimachinery/json/encode.ts";
import { Double, type JsonValue } from "../apimachinery/json/value.ts";
import type { Expected, ExpectedPart, ExpectedText, Place } from "./lesson.ts";
import { soleReference, type Variables } from "./variables.ts";

/** What became of one claim: the smallest part of an expectation. */
export interface Finding {
  readonly place: Place;
  /** Where the case stands that a claim has cells of, besides words of its own. */
  readonly row?: Place;
  /** What is compared: `metadata.name`. */
  readonly what: string;
  readonly holds: boolean;
  readonly expected: string;
  readonly got: string;
}

export const absent = "<absent>";
/** As an item: the others may come in any order. */
export const anyOrder = "<any order>";
const otherThan = /^<other than (.*)>$/s;
const shownLength = 300;

/** Shortens a text for a report. */
export const shown = (text: string): string =>
  text.length > shownLength ? `${text.slice(0, shownLength)}… (${text.length} characters)` : text;

/** Writes a value as a report shows it. */
export const shownValue = (value: JsonValue | undefined): string =>
  value === undefined ? "nothing" : shown(typeof value === "string" ? value : encodeJson(value));

/** Whether a text is what is expected, where `...` stands for any text. */
function matchesText(expected: string, text: string): boolean {
  // of four dots, the first one is meant: 10.0.0....
  const [first = "", ...parts] = expected.split(/\.{3}(?!\.)/);
  if (parts.length === 0) return text === expected;
  const last = parts.pop() ?? "";
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return at <= end;
}

/** Compares a text, or its absence, with what is expected of it. Values are put in, and new ones are learned. */
export function matchText(
  expected: ExpectedText,
  got: string | undefined,
  what: string,
  variables: Variables,
): Finding {
  const cell = variables.cell(expected.text);
  const { text, place } = cell ?? expected;
  const row = cell === undefined ? variables.cellIn(text)?.place : undefined;
  const finding = (holds: boolean, wanted = text): Finding => ({
    place,
    ...(row !== undefined && { row }),
    what,
    holds,
    expected: shown(wanted),
    got: got === undefined ? "nothing" : shown(got),
  });
  if (cell !== undefined && text === "") return finding(true, "anything");
  if (text === absent) return finding(got === undefined);
  const name = cell === undefined ? soleReference(text) : undefined;
  if (name !== undefined && !variables.values.has(name)) {
    if (got !== undefined) variables.set(name, got);
    return finding(got !== undefined, "a value");
  }
  const other = otherThan.exec(text)?.[1];
  const put = variables.substitute(other ?? text);
  if (put.unknown !== undefined) return { ...finding(false), got: `no value of ${put.unknown} is known yet` };
  if (other !== undefined) return finding(got !== undefined && !matchesText(put.text, got), `other than ${put.text}`);
  return finding(got !== undefined && matchesText(put.text, got), put.text);
}

/** Compares a value with the part of a document that is expected: one finding for each leaf. */
export function matchValue(
  expected: Expected,
  got: JsonValue | undefined,
  what: string,
  variables: Variables,
): readonly Finding[] {
  const { place } = expected;
  switch (expected.kind) {
    case "more":
      return [{ place, what, holds: got !== undefined, expected: "anything", got: shownValue(got) }];
    case "scalar":
      return [matchScalar(expected, got, what, variables)];
    case "map":
      return matchMap(expected, got, what, variables);
    case "list":
      return matchList(expected, got, what, variables);
  }
}

function matchScalar(
  { value, plain, place }: ExpectedPart<"scalar">,
  got: JsonValue | undefined,
  what: string,
  variables: Variables,
): Finding {
  if (typeof value === "string") {
    const special = plain || value.includes("${") || value.startsWith("<");
    const text = typeof got === "string" || got === undefined ? got : special ? encodeJson(got) : undefined;
    if (text === undefined && got !== undefined)
      return { place, what, holds: false, expected: JSON.stringify(value), got: shownValue(got) };
    return matchText({ text: value, place }, text, what, variables);
  }
  const bare = got instanceof Double ? got.value : got;
  const holds = bare !== undefined && bare === value;
  const quoted = typeof got === "string" ? JSON.stringify(got) : shownValue(got);
  return { place, what, holds, expected: String(value), got: shown(quoted) };
}

function matchMap(
  { members, place }: ExpectedPart<"map">,
  got: JsonValue | undefined,
  what: string,
  variables: Variables,
): readonly Finding[] {
  const object = isRecord(got) && !(got instanceof Double) ? (got as Readonly<Record<string, JsonValue>>) : undefined;
  const own: Finding = { place, what, holds: object !== undefined, expected: "an object", got: shownValue(got) };
  if (members.length === 0) return [own];
  return members.flatMap(([name, expected]) => {
    const value = object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
    return matchValue(expected, value, what === "" ? name : `${what}.${name}`, variables);
  });
}

function matchList(
  { items, place }: ExpectedPart<"list">,
  got: JsonValue | undefined,
  what: string,
  variables: Variables,
): readonly Finding[] {
  if (!Array.isArray(got)) return [{ place, what, holds: false, expected: "a list", got: shownValue(got) }];
  const values = got as readonly JsonValue[];
  if (items.some(isAnyOrder)) return matchUnordered(items, values, what, variables);
  if (items.some(({ kind }) => kind === "more")) return matchSome(items, values, what, variables);
  const length: Finding = {
    place,
    what: `the length of ${what}`,
    holds: values.length === items.length,
    expected: String(items.length),
    got: String(values.length),
  };
  return [...items.flatMap((item, i) => matchValue(item, values[i], `${what}[${i}]`, variables)), length];
}

const isAnyOrder = (item: Expected): boolean => item.kind === "scalar" && item.value === anyOrder;

/** Finds each item among the others that no item before it has taken. */
function matchUnordered(
  items: readonly Expected[],
  values: readonly JsonValue[],
  what: string,
  variables: Variables,
): readonly Finding[] {
  const wanted = items.filter((item) => !isAnyOrder(item) && item.kind !== "more");
  const left = values.slice(0, mostCandidates);
  const findings = wanted.flatMap((item) => {
    const { index, found, learned } = bestOf(item, left, 0, what, variables);
    variables.learn(learned);
    left.splice(index, 1);
    return found;
  });
  if (items.some(({ kind }) => kind === "more")) return findings;
  const place = items[0]?.place ?? { line: 0, start: 0, end: 0 };
  const [expected, got] = [String(wanted.length), String(values.length)];
  return [...findings, { place, what: `the length of ${what}`, holds: expected === got, expected, got }];
}

/** Finds items in their order among others; without "more" before them, the first ones are compared. */
function matchSome(
  items: readonly Expected[],
  values: readonly JsonValue[],
  what: string,
  variables: Variables,
): readonly Finding[] {
  const findings: Finding[] = [];
  let at = 0;
  let free = false;
  for (const item of items) {
    if (item.kind === "more") {
      free = true;
      continue;
    }
    const candidates = free ? values.slice(at, at + mostCandidates) : values.slice(at, at + 1);
    const { index, found, learned } = bestOf(item, candidates, at, what, variables);
    variables.learn(learned);
    findings.push(...found);
    at += index + 1;
    free = false;
  }
  if (!free && at !== values.length) {
    const place = items.at(-1)?.place ?? { line: 0, start: 0, end: 0 };
    findings.push({
      place,
      what: `the end of ${what}`,
      holds: false,
      expected: "no more items",
      got: String(values.length - at),
    });
  }
  return findings;
}

const mostCandidates = 2000;

/** Returns the first candidate that an item matches, or the one that it misses least. */
function bestOf(item: Expected, candidates: readonly JsonValue[], at: number, what: string, variables: Variables) {
  const compare = (value: JsonValue | undefined, index: number) => {
    const learned = variables.for(variables.row);
    const found = matchValue(item, value, `${what}[${at + index}]`, learned);
    return { index, found, learned, misses: found.filter(({ holds }) => !holds).length };
  };
  let best = compare(undefined, 0);
  for (const [index, candidate] of candidates.entries()) {
    const next = compare(candidate, index);
    if (next.misses < best.misses || index === 0) best = next;
    if (best.misses === 0) break;
  }
  return best;
}
