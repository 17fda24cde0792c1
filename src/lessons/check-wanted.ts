import { messageOf } from "../apimachinery/message-of.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import type { MappedResource } from "../client/object-client.ts";
import { resourcePath } from "../client/resource-path.ts";
import { StepProblem } from "./bounds.ts";
import type { Expected, WantedObject } from "./lesson.ts";
import { type Finding, matchValue } from "./match.ts";
import { type ReceivedAnswer, send, type SentRequest } from "./send.ts";
import type { StepServices } from "./step-services.ts";
import { pollMs, untilHolds } from "./timeout.ts";
import { put, type Variables } from "./variables.ts";

/** How the world compares with a wanted object: the last request for it, and a finding for each claim. */
export interface WantedCheck {
  readonly exchange: { readonly request: SentRequest; readonly answer: ReceivedAnswer };
  readonly findings: readonly Finding[];
}

type CheckServices = Pick<StepServices, "client" | "headers" | "sending">;

/**
 * Reads what objects are until all are as wanted, or there is no more time. Resolves with the last checks and the
 * values that they took.
 */
export async function untilWanted(
  wanted: readonly WantedObject[],
  variables: Variables,
  services: StepServices,
): Promise<{ readonly checks: readonly WantedCheck[]; readonly learned: Variables }> {
  const { clock, bounds, signal } = services.sending;
  const read = async () => {
    const learned = variables.for(variables.row);
    const checks: WantedCheck[] = [];
    for (const one of wanted) checks.push(await checkWanted(one, learned, services));
    return { checks, learned };
  };
  const holds = (checks: readonly WantedCheck[]): boolean =>
    checks.every(({ findings }) => findings.every((finding) => finding.holds));
  return untilHolds(clock, read, ({ checks }) => holds(checks), { waitMs: bounds.waitMs, everyMs: pollMs, signal });
}

/** Reads once whether an object is as wanted. Throws a StepProblem if its kind is not served. */
export async function checkWanted(
  wanted: WantedObject,
  variables: Variables,
  services: CheckServices,
): Promise<WantedCheck> {
  const { kind, expected, gone } = wanted;
  const reference = namedBy(expected, variables);
  const { resource, name } = await locate(reference, services);
  const request = requestOf(wanted, resource, name, variables, services);
  const answer = await send(request, services.sending);
  const exchange = { request, answer };
  if (kind === "any") return { exchange, findings: findingsOfAll(wanted, itemsOf(answer, reference), variables) };
  if (gone) return { exchange, findings: [thereFinding(expected, answer, false)] };
  const claims = matchValue(expected, answer.value, "", variables);
  return { exchange, findings: kind === "review" ? claims : [thereFinding(expected, answer, true), ...claims] };
}

function requestOf(
  { kind, expected }: WantedObject,
  resource: MappedResource,
  name: string,
  variables: Variables,
  { headers }: CheckServices,
): SentRequest {
  if (kind === "review") {
    const body = new TextEncoder().encode(JSON.stringify(plainOf(expected, variables)));
    const typed = [...headers, ["Content-Type", "application/json"] as const];
    return { method: "POST", target: resourcePath(resource), headers: typed, body };
  }
  const target = kind === "any" ? resourcePath(resource) : resourcePath(resource, name);
  return { method: "GET", target, headers, body: new Uint8Array() };
}

/** What is expected as a plain value, without what may be anything. */
function plainOf(expected: Expected, variables: Variables): unknown {
  switch (expected.kind) {
    case "map":
      return Object.fromEntries(
        expected.members.flatMap(([name, value]) =>
          value.kind === "more" || name === "status" ? [] : [[name, plainOf(value, variables)]],
        ),
      );
    case "list":
      return expected.items.filter(({ kind }) => kind !== "more").map((item) => plainOf(item, variables));
    case "scalar":
      return typeof expected.value === "string" ? put(expected.value, variables) : expected.value;
    case "more":
      return undefined;
  }
}

/** The items of a list, each with the type that the list says once; undefined if the answer is none. */
function itemsOf({ value }: ReceivedAnswer, type: Readonly<Record<string, unknown>>): readonly JsonValue[] | undefined {
  const items: unknown = isRecord(value) ? value["items"] : undefined;
  const { apiVersion, kind } = type;
  return Array.isArray(items) ? items.map((item: object) => ({ apiVersion, kind, ...item }) as JsonValue) : undefined;
}

/** Compares the objects of a kind: at least one, as many as are counted, or none is to be as expected. */
function findingsOfAll(
  { expected, gone, count }: WantedObject,
  items: readonly JsonValue[] | undefined,
  variables: Variables,
): readonly Finding[] {
  const { place } = expected;
  if (items === undefined)
    return [{ place, what: "the objects", holds: false, expected: "a list", got: "they cannot be listed" }];
  const more: Expected = { kind: "more", place };
  const list: Expected = { kind: "list", place, items: [more, expected, more] };
  const found = gone ? [] : matchValue(list, items, "objects", variables);
  const matching = items.filter((item) =>
    matchValue(expected, item, "", variables.for(variables.row)).every(({ holds }) => holds),
  ).length;
  const wanted = gone ? 0 : count;
  const holds = wanted === undefined ? matching > 0 : matching === wanted;
  const number = wanted === undefined ? "at least 1" : String(wanted);
  return [{ place, what: "the number of objects", holds, expected: number, got: String(matching) }, ...found];
}

interface LocatedObject {
  readonly resource: MappedResource;
  readonly name: string;
}

/** Finds the resource of an object; throws a StepProblem if its kind is not served. */
export async function locate(object: unknown, { client }: Pick<StepServices, "client">): Promise<LocatedObject> {
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  if (!isRecord(object) || text(object["apiVersion"]) === "" || text(object["kind"]) === "")
    throw new StepProblem("this is not an object with apiVersion and kind");
  const metadata = isRecord(object["metadata"]) ? object["metadata"] : {};
  const name = text(metadata["name"]);
  const namespace = text(metadata["namespace"]);
  const reference = {
    apiVersion: text(object["apiVersion"]),
    kind: text(object["kind"]),
    metadata: { name, ...(namespace !== "" && { namespace }) },
  };
  try {
    return { resource: await client.resourceOf(reference), name };
  } catch (error) {
    throw new StepProblem(messageOf(error), { cause: error });
  }
}

/** The reference to an object by what is expected of it; other values in it may not be known yet. */
function namedBy(expected: Expected, variables: Variables): Readonly<Record<string, unknown>> {
  const members = expected.kind === "map" ? expected.members : [];
  const entries = members.flatMap(([name, value]): (readonly [string, unknown])[] => {
    if (value.kind === "scalar" && ["apiVersion", "kind", "name", "namespace"].includes(name))
      return [[name, put(String(value.value), variables)]];
    return name === "metadata" ? [[name, namedBy(value, variables)]] : [];
  });
  return Object.fromEntries(entries);
}

/** Whether an object is there, as it should be or not. */
function thereFinding({ place }: Expected, { status }: ReceivedAnswer, isWanted: boolean): Finding {
  const got = `it is ${status === 404 ? "gone" : "there"}: ${status}`;
  const holds = (status === 404) !== isWanted;
  return { place, what: "the object", holds, expected: isWanted ? "it is there" : "it is gone", got };
}
