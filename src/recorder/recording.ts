import { isRecord } from "../apimachinery/is-record.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { isWatch, parsePath } from "../client/snippets/parsed-path.ts";
import type { WorldSettings } from "../share/world.ts";

/** A request of a recording, with its answer. */
export interface RecordedRequest {
  readonly method: string;
  readonly target: string;
  /** The kind of the resource, where that is known. */
  readonly kind?: string | undefined;
  /** The headers that say something about the request, without those of the client and the connection. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** "" if there is none. */
  readonly body: string;
  readonly status: number;
  /** The text of the answer; undefined if it is not kept. */
  readonly answer?: string | undefined;
}

interface RecordedPart {
  readonly id: string;
  /** What the user calls the step; "" for what it does, in words. */
  readonly title: string;
  /** The claims about the step that are not as by default, by their ids. */
  readonly claims: Readonly<Record<string, boolean>>;
}

/** A request that was sent from the page, by hand or by an action. */
export interface RequestStep extends RecordedPart {
  readonly kind: "request";
  readonly request: RecordedRequest;
}

/** An event of a watch: its type, and the object, or the Status that ended the watch. */
export interface RecordedEvent {
  readonly type: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/** The events that came over a watch that an earlier step has opened, until it was closed or the recording ended. */
export interface EventsStep extends RecordedPart {
  readonly kind: "events";
  /** The id of the step whose request has opened the watch. */
  readonly of: string;
  readonly events: readonly RecordedEvent[];
}

/** A command line of the terminal, with what it printed and the requests that it sent. */
export interface LineStep extends RecordedPart {
  readonly kind: "line";
  readonly text: string;
  /** The namespace of the context before the line ran. */
  readonly namespace: string;
  readonly output: string;
  readonly code: number;
  readonly requests: readonly RecordedRequest[];
  /** The files that the line may have read, as they were before it ran. */
  readonly files: Readonly<Record<string, string>>;
}

export type RecordedStep = RequestStep | EventsStep | LineStep;

/** What was done in a world, and what the world was like before. */
export interface Recording {
  readonly id: string;
  readonly name: string;
  /** When it began, in milliseconds since the epoch. */
  readonly begun: number;
  /** The revision of the world when it began. */
  readonly revision: number;
  /** What differs from the settings of a server that is opened without any. */
  readonly settings: WorldSettings;
  /** What stood in the world before, as far as the steps need it. */
  readonly objects: readonly KubeObject[];
  readonly steps: readonly RecordedStep[];
  /** The lesson as its author has changed it; undefined for the one that follows from the steps. */
  readonly lesson?: string | undefined;
}

const isText = (value: unknown): value is string => typeof value === "string";

const isRequest = (value: unknown): boolean =>
  isRecord(value) &&
  isText(value["method"]) &&
  isText(value["target"]) &&
  isText(value["body"]) &&
  Array.isArray(value["headers"]) &&
  typeof value["status"] === "number";

const isEvent = (value: unknown): boolean => isRecord(value) && isText(value["type"]) && isRecord(value["object"]);

function isStep(value: unknown): boolean {
  if (!isRecord(value) || !isText(value["id"]) || !isText(value["title"]) || !isRecord(value["claims"])) return false;
  if (value["kind"] === "request") return isRequest(value["request"]);
  if (value["kind"] === "events")
    return isText(value["of"]) && Array.isArray(value["events"]) && value["events"].every(isEvent);
  const { text, output, requests, files } = value;
  return isText(text) && isText(output) && isRecord(files) && Array.isArray(requests) && requests.every(isRequest);
}

/** Reports whether a value that was kept is a recording. */
export const isRecording = (value: unknown): value is Recording =>
  isRecord(value) &&
  isText(value["id"]) &&
  isText(value["name"]) &&
  typeof value["begun"] === "number" &&
  typeof value["revision"] === "number" &&
  isRecord(value["settings"]) &&
  Array.isArray(value["objects"]) &&
  Array.isArray(value["steps"]) &&
  value["steps"].every(isStep);

/** Returns the requests of a step, in their order. */
export function requestsOf(step: RecordedStep): readonly RecordedRequest[] {
  switch (step.kind) {
    case "request":
      return [step.request];
    case "line":
      return step.requests;
    case "events":
      return [];
  }
}

/** Parses a text as JSON; undefined if it is none. */
export function parsedJson(text: string | undefined): unknown {
  if (text === undefined || text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Metadata of an object that an update repeats, and that is another object's in a replay. */
const repeated: ReadonlySet<string> = new Set(["uid", "creationTimestamp", "generation", "managedFields", "selfLink"]);

/** Returns the body of a request as JSON, an update without what the server had answered; undefined for other texts. */
export function sentBody({ method, target, body }: RecordedRequest): unknown {
  const sent = parsedJson(body);
  if (method !== "PUT" || !isRecord(sent) || !isRecord(sent["metadata"])) return sent;
  const metadata = Object.entries(sent["metadata"]).filter(([name]) => !repeated.has(name));
  const { status: _status, ...content } = sent;
  const kept = parsePath(target)?.subresource === "status" ? sent : content;
  return { ...kept, metadata: Object.fromEntries(metadata) };
}

/** Whether a request asks for a watch. */
export function isWatched(target: string): boolean {
  const path = parsePath(target);
  if (path !== undefined) return isWatch(path);
  return /^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)\/watch\//.test(target);
}

/** Whether a request asks for a change that is only tried. */
export const isDryRun = ({ target }: Pick<RecordedRequest, "target">): boolean => /[?&]dryRun=/.test(target);

/** Headers that belong to a client or to the connection, and say nothing about a request. */
const ofClients: ReadonlySet<string> = new Set([
  "user-agent",
  "audit-id",
  "authorization",
  "host",
  "connection",
  "content-length",
  "accept-encoding",
  "kubectl-command",
  "kubectl-session",
]);

/** Returns the headers of a request that a recording keeps. */
export const keptHeaders = (headers: RecordedRequest["headers"]): RecordedRequest["headers"] =>
  headers.filter(
    ([name, value]) =>
      !ofClients.has(name.toLowerCase()) &&
      !(name.toLowerCase() === "accept" && /^(?:application\/json|\*\/\*)$/.test(value)),
  );
