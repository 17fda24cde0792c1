import { isObject, type JsonObject, type JsonValue } from "../../src/apimachinery/json/value.ts";

/** A request of a step; a body that is a text is sent as it is. */
export interface StepRequest {
  readonly method?: string;
  readonly path: string;
  readonly body?: JsonValue;
  readonly contentType?: string;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string;
}

/** What must hold of an answer. */
export interface Expected {
  readonly status?: number | readonly number[];
  /** A part of the answer; `{"$match": R}` stands for matching texts and `{"$any": true}` for anything. */
  readonly json?: JsonValue;
  readonly absent?: readonly string[];
  /** Reason and field of the causes of a Status, in any order. */
  readonly causes?: readonly (readonly [reason: string, field: string])[];
  /** Whether there may be more causes. */
  readonly someCauses?: boolean;
  readonly message?: string;
  readonly columns?: JsonValue;
  readonly cells?: JsonValue;
}

export interface Step {
  readonly request: StepRequest;
  readonly expect?: Expected;
  /** The seconds for which the step is repeated until its expectation holds. */
  readonly within?: number;
  /** Values of the answer, by path, that later steps may use. */
  readonly save?: Readonly<Record<string, string>>;
}

/** What Kubernetes is known to do, as the steps that show it. `about` names the place upstream. */
export interface Expectation {
  readonly suite: string;
  readonly name: string;
  readonly about: string;
  readonly steps: readonly Step[];
}

/** The name by which an expectation is skipped. */
export const nameOf = ({ suite, name }: Expectation): string => `${suite}/${name}`;

/** An answer: its body as JSON, if it is JSON, and as text. */
export interface StepAnswer {
  readonly status: number;
  readonly body: JsonValue | undefined;
  readonly text: string;
}

/** Replaces `{name}` in all texts by the value of the variable. */
export function substituted<T>(value: T, variables: ReadonlyMap<string, string>): T {
  const text = JSON.stringify(value).replaceAll(/\{([a-z][A-Za-z0-9]*)\}/g, (all: string, name: string) =>
    JSON.stringify(variables.get(name) ?? all).slice(1, -1),
  );
  return JSON.parse(text);
}

/** Returns the value at a path as `a.b[0].c`. */
export function valueAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  let found = value;
  for (const [, member = "", key] of path.matchAll(/([^.[\]]+)|\[([^\]]*)\]/g)) {
    const name = key ?? member;
    found = Array.isArray(found) ? found[Number(name)] : isObject(found) ? found[name] : undefined;
  }
  return found;
}

const shown = (value: JsonValue | undefined): string => JSON.stringify(value) ?? "nothing";

/** Returns in what a value lacks what is wanted: objects by member, lists item by item. */
function differences(wanted: JsonValue, found: JsonValue | undefined, path: string): readonly string[] {
  const differs = [`${path}: ${shown(found)} instead of ${shown(wanted)}`];
  if (Array.isArray(wanted)) {
    if (!Array.isArray(found) || found.length !== wanted.length) return differs;
    const items: readonly JsonValue[] = found;
    return wanted.flatMap((item: JsonValue, index) => differences(item, items[index], `${path}[${index}]`));
  }
  if (!isObject(wanted)) return wanted === found ? [] : differs;
  const { $match, $any } = wanted;
  if (typeof $match === "string")
    return new RegExp($match).test(typeof found === "string" || typeof found === "number" ? String(found) : "")
      ? []
      : differs;
  if ($any === true) return found === undefined ? [`${path} is missing`] : [];
  if (!isObject(found)) return differs;
  return Object.entries(wanted).flatMap(([name, member]) =>
    differences(member, found[name], path === "" ? name : `${path}.${name}`),
  );
}

const causesOf = (body: JsonValue | undefined): readonly string[] => {
  const causes = valueAt(body, "details.causes");
  return Array.isArray(causes)
    ? causes.filter(isObject).map(({ reason = "", field = "" }) => `${shown(reason)} ${shown(field)}`)
    : [];
};

function causeProblems({ causes, someCauses = false }: Expected, body: JsonValue | undefined): readonly string[] {
  if (causes === undefined) return [];
  const told = causesOf(body).toSorted();
  const wanted = causes.map((cause) => cause.map(shown).join(" ")).toSorted();
  const holds = someCauses ? wanted.every((cause) => told.includes(cause)) : told.join("\n") === wanted.join("\n");
  return holds ? [] : [`causes ${told.join(", ")} instead of ${wanted.join(", ")}`];
}

const members = (list: JsonValue | undefined, name: string): JsonValue =>
  Array.isArray(list) ? list.filter(isObject).map((item: JsonObject) => item[name] ?? null) : null;

/** Returns what does not hold of an answer. */
export function problemsOf(expected: Expected, { status, body, text }: StepAnswer): readonly string[] {
  const message = isObject(body) && typeof body["message"] === "string" ? body["message"] : text;
  const { status: statuses = status, json, absent = [], message: part = "", cells, columns } = expected;
  return [
    ...([statuses].flat().includes(status) ? [] : [`status ${status} instead of ${String(statuses)}: ${message}`]),
    ...(json === undefined ? [] : differences(json, body, "")),
    ...absent.filter((path) => valueAt(body, path) !== undefined).map((path) => `${path} is there`),
    ...causeProblems(expected, body),
    ...(message.includes(part) ? [] : [`message ${message} lacks ${part}`]),
    ...(cells === undefined ? [] : differences(cells, members(valueAt(body, "rows"), "cells"), "cells")),
    ...(columns === undefined
      ? []
      : differences(columns, members(valueAt(body, "columnDefinitions"), "name"), "columns")),
  ];
}
