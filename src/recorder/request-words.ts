import { isRecord } from "../apimachinery/is-record.ts";
import { type ParsedPath, parsePath } from "../client/snippets/parsed-path.ts";
import { isReview } from "../component-base/trace.ts";
import {
  isDryRun,
  isWatched,
  parsedJson,
  type RecordedEvent,
  type RecordedRequest,
  type RecordedStep,
} from "./recording.ts";

/** Returns what a step does, as its title: `Create ConfigMap settings`, or the command line. */
export function titleOf(step: RecordedStep): string {
  if (step.title !== "") return step.title;
  if (step.kind === "line") return firstLine(step.text);
  if (step.kind === "events") return wordsOfEvents(step.events);
  return wordsOfRequest(step.request);
}

const mostNamed = 3;

/** `Events: ADDED settings, MODIFIED settings and 2 more`. */
function wordsOfEvents(events: readonly RecordedEvent[]): string {
  if (events.length === 0) return "No events";
  const named = events.slice(0, mostNamed).map(({ type, object }) => `${type} ${nameIn(object) ?? ""}`.trim());
  const more = events.length > mostNamed ? ` and ${events.length - mostNamed} more` : "";
  return `Events: ${named.join(", ")}${more}`;
}

const longest = 72;

function firstLine(text: string): string {
  const [line = ""] = text.split("\n");
  return line.length > longest || line !== text ? `${line.slice(0, longest).trimEnd()} …` : line;
}

/** Returns what a request does, in words. */
function wordsOfRequest(request: RecordedRequest): string {
  const path = parsePath(request.target);
  if (path === undefined) return `${request.method} ${request.target}`;
  const refused = request.status >= 400 ? " is refused" : "";
  const dry = isDryRun(request) ? ", as a dry run" : "";
  return `${verbOf(request, path)} ${objectWords(request, path)}${dry}${refused}`;
}

const subresourceVerbs: Readonly<Record<string, string>> = {
  scale: "Scale",
  eviction: "Evict",
  binding: "Bind",
  approval: "Approve",
  status: "Write the status of",
  resize: "Resize",
};

function verbOf({ method, headers, target }: RecordedRequest, { name, subresource = "" }: ParsedPath): string {
  if (isReview(target)) return "Ask by";
  const ofSubresource = method === "GET" ? undefined : subresourceVerbs[subresource];
  if (ofSubresource !== undefined) return ofSubresource;
  switch (method) {
    case "POST":
      return "Create";
    case "PUT":
      return "Update";
    case "PATCH":
      return headers.some(([, value]) => value.startsWith("application/apply-patch")) ? "Apply" : "Patch";
    case "DELETE":
      return name === undefined ? "Delete all" : "Delete";
    case "GET":
      if (isWatched(target)) return "Watch";
      return name === undefined ? "List" : "Read";
    default:
      return method;
  }
}

/** `Deployment web`, or the resource of a collection. */
function objectWords(
  { method, body, answer, kind: known }: RecordedRequest,
  { resource, name, subresource = "" }: ParsedPath,
): string {
  const [sent, answered] = [parsedJson(body), parsedJson(answer)];
  const kind = subresource === "" ? (kindIn(sent) ?? kindIn(answered)) : undefined;
  const named = name ?? (method === "POST" ? (nameIn(sent) ?? nameIn(answered)) : undefined);
  // a collection has the name of its resource
  const singular = named === undefined ? undefined : (kind ?? known);
  return [singular ?? resource, ...(named === undefined ? [] : [named])].join(" ");
}

function kindIn(value: unknown): string | undefined {
  const kind = isRecord(value) ? value["kind"] : undefined;
  return typeof kind === "string" && !/^(?:Status|Table|DeleteOptions|.+List)$/.test(kind) ? kind : undefined;
}

function nameIn(value: unknown): string | undefined {
  const metadata = isRecord(value) ? value["metadata"] : undefined;
  if (!isRecord(metadata)) return undefined;
  const name = metadata["name"] ?? metadata["generateName"];
  return typeof name === "string" ? name : undefined;
}
