import { isList, isMap, type Json } from "../../conformance/recorded-case.ts";
import { kindOf, placeOf } from "../compare-sequence.ts";
import { isSame, MatchedNames } from "../matched-names.ts";
import type { Answer, Difference, Step } from "../sequence.ts";
import { acceptedBuiltinDifferences } from "./accepted-builtin-differences.ts";

/** The differences between the answers of two servers to a sequence. */
export interface BuiltinComparison {
  readonly exchanges: number;
  /** How many of them kube-apiserver has not refused. */
  readonly succeeded: number;
  readonly differences: readonly Difference[];
  /** The names of accepted differences that were met. */
  readonly accepted: readonly string[];
}

/**
 * Compares the answers of two servers to a sequence, up to a difference on which later answers depend: that of a write
 * that one of them has accepted.
 */
export function compareBuiltin(
  steps: readonly Step[],
  reference: ReadonlyMap<string, Answer>,
  tested: ReadonlyMap<string, Answer>,
): BuiltinComparison {
  const names = new MatchedNames();
  const differences: Difference[] = [];
  const accepted: string[] = [];
  let [exchanges, succeeded] = [0, 0];
  for (const step of steps) {
    const [expected, received] = [reference.get(step.id), tested.get(step.id)];
    if (expected === undefined || received === undefined) continue;
    exchanges++;
    if (expected.status < 300) succeeded++;
    const difference = { step, reference: expected, tested: names.renamed(expected, received) };
    if (isSame(expected, difference.tested)) continue;
    const explanation = acceptedBuiltinDifferences.find(({ explains }) => explains(difference));
    if (explanation === undefined) differences.push(difference);
    else accepted.push(explanation.name);
    if (isWrite(step) && (expected.status < 300 || received.status < 300)) break;
  }
  return { exchanges, succeeded, differences, accepted };
}

const isWrite = ({ method, path }: Step): boolean => method !== "GET" && !path.includes("dryRun=All");

/** A kind of difference by what is the same for others of it, and what shows this one. */
export interface DescribedDifference {
  readonly kind: string;
  readonly detail: string;
}

/** Describes a difference: by the causes that only one answer has, or else by where the answers differ first. */
export function describeDifference(kind: string, difference: Difference): DescribedDifference {
  const { reference, tested } = difference;
  const [expected, actual] = [causesIn(reference.body), causesIn(tested.body)];
  const lines = [
    ...without(expected, actual).map((cause) => `-${cause}`),
    ...without(actual, expected).map((cause) => `+${cause}`),
  ];
  if (lines.length > 0)
    return {
      kind: `${kind}: ${lines.map(general).join(" | ")}`,
      detail: lines.map((line) => line.slice(0, 500)).join("\n    "),
    };
  const [expectedHeaders, actualHeaders] = [reference, tested].map(({ headers }) => JSON.stringify(headers));
  const place =
    expectedHeaders === actualHeaders
      ? placeOf(reference.body, tested.body, 150, 200)
      : `${expectedHeaders}\n    ${actualHeaders}`;
  return { kind: `${kind}: ${kindOf(withoutMessages(difference)).replace(/\d+/g, "N")}`, detail: place };
}

/** A difference without the messages of refusals, whose words have an order of their own, if it shows without them. */
function withoutMessages(difference: Difference): Difference {
  const [reference, tested] = [withoutMessage(difference.reference), withoutMessage(difference.tested)];
  return reference.body === tested.body ? difference : { ...difference, reference, tested };
}

const withoutMessage = (answer: Answer): Answer => ({
  ...answer,
  body: answer.body.replace(/"message":"(?:[^"\\]|\\.)*",(?="reason")/, ""),
});

/** A text without indexes, numbers, quoted values and objects. */
const general = (text: string): string =>
  text
    .replace(/\[\d+\]/g, "[]")
    .replace(/: \{.*\}/g, ": {…}")
    .replace(/"[^"]{0,300}"/g, '"…"')
    .replace(/\d+/g, "N")
    .slice(0, 200);

/** Returns the causes of a Status, each as its reason, field and message. */
function causesIn(body: string): readonly string[] {
  const status = parsed(body);
  const details = isMap(status) ? status["details"] : undefined;
  const causes = isMap(details) ? details["causes"] : undefined;
  if (!isList(causes)) return [];
  return causes
    .filter(isMap)
    .map(({ reason = "", field = "", message = "" }) => `${String(reason)} ${String(field)}: ${String(message)}`);
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text.replace(/^indented /, "")) as Json;
  } catch {
    return null; // YAML or a text
  }
}

/** Returns what a list has more often than another one. */
function without(list: readonly string[], other: readonly string[]): readonly string[] {
  const left = [...other];
  return list.filter((item) => {
    const at = left.indexOf(item);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
