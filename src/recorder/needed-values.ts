import { isRecord } from "../apimachinery/is-record.ts";
import { parsePath } from "../client/snippets/parsed-path.ts";
import type { Path } from "./pattern.ts";
import { isWatched, parsedJson, type RecordedRequest, type RecordedStep, requestsOf, sentBody } from "./recording.ts";
import type { KnownValue } from "./unstable.ts";

/** A value of the server that a request needs, so that a replay takes its own. */
export interface NeededValue {
  readonly variable: string;
  /** Whether it is taken from the answer of a step, read before a step, or found among what controllers have made. */
  readonly from: "answer" | "read" | "find";
  /** The step whose answer has it, or before which it is read. */
  readonly step: number;
  /** Where it is in the answer. */
  readonly path: Path;
  /** What is read; "" for an answer. */
  readonly target: string;
}

/** Returns what later requests need of what the server has given: names, uids and revisions, by value. */
export function neededValues(
  steps: readonly RecordedStep[],
  known: ReadonlyMap<string, KnownValue>,
): ReadonlyMap<string, NeededValue> {
  return new Collector(steps, known).needed;
}

class Collector {
  readonly needed = new Map<string, NeededValue>();
  readonly #steps: readonly RecordedStep[];
  readonly #counts = new Map<string, number>();

  constructor(steps: readonly RecordedStep[], known: ReadonlyMap<string, KnownValue>) {
    this.#steps = steps;
    for (const [at, step] of steps.entries()) {
      const text = textOf(step);
      for (const [value, about] of known)
        if (!this.needed.has(value) && names(text, value)) this.#need(value, about, at);
      if (step.kind === "request")
        for (const [revision, target] of revisionsIn(step.request)) this.#needRevision(revision, target, at);
    }
  }

  #need(value: string, { form, object, path, step }: KnownValue, at: number): void {
    const request = step < at ? this.#requestOf(step) : undefined;
    if (request !== undefined && isRecord(parsedJson(request.answer))) {
      const found = pathOf(parsedJson(request.answer), value);
      if (found !== undefined) {
        const variable = this.#variable(form === "name" ? nameOf(object) : (path.at(-1) ?? "value"));
        this.needed.set(value, { variable, from: "answer", step, path: found, target: "" });
        return;
      }
    }
    if (form === "name") this.#needFound(value, at);
  }

  /** A name that a controller has made up: the object is looked for in its collection. */
  #needFound(value: string, at: number): void {
    const target = this.#steps
      .slice(at)
      .flatMap(requestsOf)
      .map((request) => collectionOf(request.target, value))
      .find((collection) => collection !== undefined);
    if (target === undefined) return;
    const variable = this.#variable(target.split("/").at(-1)?.replace(/s$/, "") ?? "object");
    this.needed.set(value, { variable, from: "find", step: at, path: [], target });
  }

  #needRevision(revision: string, target: string, at: number): void {
    if (this.needed.has(revision)) return;
    const answered = this.#steps
      .slice(0, at)
      .findLastIndex((step) => step.kind === "request" && revisionOf(step.request) === revision);
    const path = ["metadata", "resourceVersion"];
    const variable = this.#variable("version");
    if (answered >= 0) this.needed.set(revision, { variable, from: "answer", step: answered, path, target: "" });
    else
      this.needed.set(revision, { variable, from: "read", step: this.#lastWith(revision, target, at), path, target });
  }

  /** The step before which an object had a revision: the first one that has written a later one, or the step itself. */
  #lastWith(revision: string, target: string, at: number): number {
    const later = this.#steps
      .slice(0, at)
      .findIndex((step) =>
        requestsOf(step).some(
          (request) =>
            request.method !== "GET" &&
            parsePath(request.target)?.name !== undefined &&
            objectTarget(request.target) === target &&
            Number(revisionOf(request) ?? 0) > Number(revision),
        ),
      );
    return later < 0 ? at : later;
  }

  #requestOf(at: number): RecordedRequest | undefined {
    const step = this.#steps[at];
    return step?.kind === "request" ? step.request : undefined;
  }

  #variable(word: string): string {
    const base = word.replace(/[^A-Za-z0-9]/g, "").replace(/^[A-Z]+/, (capitals) => capitals.toLowerCase()) || "value";
    const count = (this.#counts.get(base) ?? 0) + 1;
    this.#counts.set(base, count);
    return `${base}${count}`;
  }
}

/** The text of a step in which values are looked for. */
function textOf(step: RecordedStep): string {
  if (step.kind === "line") return step.text;
  if (step.kind === "events") return "";
  const { target, body } = step.request;
  return `${decoded(target)} ${JSON.stringify(sentBody(step.request) ?? body)}`;
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

const nameOf = ({ kind }: Readonly<Record<string, unknown>>): string => {
  const text = typeof kind === "string" ? kind : "object";
  return text.charAt(0).toLowerCase() + text.slice(1);
};

/** Whether a text has a value, not as a part of a longer one. */
function names(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const around = `${text[at - 1] ?? " "}${text[at + value.length] ?? " "}`;
    if (!/[A-Za-z0-9]/.test(around)) return true;
  }
  return false;
}

/** Returns where a text stands in a value. */
function pathOf(value: unknown, text: string): Path | undefined {
  if (value === text) return [];
  const members: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : isRecord(value)
      ? Object.entries(value)
      : [];
  for (const [name, member] of members) {
    if (name === "managedFields") continue;
    const found = pathOf(member, text);
    if (found !== undefined) return [name, ...found];
  }
  return undefined;
}

/** Returns the revisions that a request is conditional on or goes on from, with what has them. */
function revisionsIn({
  method,
  target,
  body,
}: RecordedRequest): readonly (readonly [revision: string, target: string])[] {
  if (isWatched(target)) {
    const from = /[?&]resourceVersion=([1-9]\d*)(?:&|$)/.exec(target)?.[1];
    return from === undefined ? [] : [[from, withoutWatch(target)]];
  }
  const value = parsedJson(body);
  const about = objectTarget(target);
  if (!isRecord(value) || about === undefined || method === "POST") return [];
  return [value["metadata"], value["preconditions"]].flatMap((part) => {
    const revision = isRecord(part) ? part["resourceVersion"] : undefined;
    return typeof revision === "string" && /^[1-9]\d*$/.test(revision) ? [[revision, about] as const] : [];
  });
}

/** Returns the target of the list that a watch goes on from. */
function withoutWatch(target: string): string {
  const [path = "", query] = target.split("?");
  const parameters = new URLSearchParams(query);
  const selected = ["labelSelector", "fieldSelector"].filter((name) => parameters.has(name));
  const kept = new URLSearchParams(selected.map((name) => [name, parameters.get(name) ?? ""]));
  return kept.size === 0 ? path : `${path}?${kept}`;
}

/** Returns the revision of the object, or of the list, that a request was answered with. */
function revisionOf({ answer }: RecordedRequest): string | undefined {
  const value = parsedJson(answer);
  const metadata = isRecord(value) ? value["metadata"] : undefined;
  const revision = isRecord(metadata) ? metadata["resourceVersion"] : undefined;
  return typeof revision === "string" ? revision : undefined;
}

/** Returns the path of the object of a request, without subresource and parameters; undefined for a collection. */
function objectTarget(target: string): string | undefined {
  const path = parsePath(target);
  if (path?.name === undefined) return undefined;
  const [plain = ""] = target.split("?");
  return path.subresource === undefined ? plain : plain.slice(0, plain.lastIndexOf("/"));
}

/** Returns the collection of the object of this name, if the target is that of the object. */
export function collectionOf(target: string, name: string): string | undefined {
  const object = parsePath(target)?.name === name ? objectTarget(target) : undefined;
  return object?.slice(0, object.lastIndexOf("/"));
}
