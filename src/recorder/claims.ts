import { trimRight } from "../apimachinery/trim.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import { isReview } from "../component-base/trace.ts";
import type { Pattern, Piece } from "./pattern.ts";
import { type EventsStep, parsedJson, type RecordedRequest, type RecordedStep } from "./recording.ts";
import type { Unstable } from "./unstable.ts";

/** Something that is claimed of a step. */
export interface Claim {
  /** What it is about, by which a choice is kept: `status`, `spec`. */
  readonly id: string;
  readonly label: string;
  readonly isChosen: boolean;
}

/** What is expected of a request. */
export interface ExpectedAnswer {
  /** Undefined where the status is not claimed. */
  readonly status: number | undefined;
  /** A part of the answer; undefined for none. */
  readonly part: Pattern | undefined;
}

/** What is expected of a command line; undefined for anything. */
export type ExpectedOutput = readonly (readonly Piece[])[] | undefined;

/** A claim about a member of an answer. */
interface AnswerClaim {
  readonly id: string;
  readonly label: string;
  readonly isDefault: boolean;
  /** What is expected at the top of the answer. */
  readonly part: Readonly<Record<string, unknown>>;
}

/** Metadata that tells what was done; the rest is of the server. */
const ownMetadata = ["name", "generateName", "namespace", "labels", "annotations", "finalizers", "ownerReferences"];
const serverMetadata = ["uid", "resourceVersion", "creationTimestamp", "deletionTimestamp", "generation"];
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** Returns the claims that can be made about a step, with those that are chosen. */
export function claimsOf(step: RecordedStep): readonly Claim[] {
  const isChosen = (id: string, byDefault: boolean): boolean => step.claims[id] ?? byDefault;
  if (step.kind === "line") return [{ id: "output", label: outputLabel(step), isChosen: isChosen("output", true) }];
  if (step.kind === "events")
    return [
      { id: "events", label: "types and names", isChosen: isChosen("events", true) },
      { id: "objects", label: "objects", isChosen: isChosen("objects", true) },
    ];
  const status = { id: "status", label: String(step.request.status), isChosen: isChosen("status", true) };
  const parts = answerClaims(step.request).map(({ id, label, isDefault }) => ({
    id,
    label,
    isChosen: isChosen(id, isDefault),
  }));
  return [status, ...parts];
}

const outputLabel = ({ output }: { readonly output: string }): string => (output === "" ? "exit code" : "output");

/** Returns what is expected of a request by the claims that are chosen. */
export function expectedAnswer(
  request: RecordedRequest,
  claims: RecordedStep["claims"],
  unstable: Unstable,
): ExpectedAnswer {
  const chosen = answerClaims(request).filter(({ id, isDefault }) => claims[id] ?? isDefault);
  const members = new Map<string, unknown>();
  for (const { part } of chosen)
    for (const [name, value] of Object.entries(part)) {
      const known = members.get(name);
      members.set(name, isRecord(known) && isRecord(value) ? { ...known, ...value } : value);
    }
  return {
    status: (claims["status"] ?? true) ? request.status : undefined,
    part: members.size === 0 ? undefined : unstable.pattern(Object.fromEntries(members)),
  };
}

/** Returns what is expected of the events of a watch, by the claims that are chosen; undefined for anything. */
export function expectedEvents({ claims, events }: EventsStep, unstable: Unstable): readonly Pattern[] | undefined {
  if (claims["events"] === false) return undefined;
  return events.map(({ type, object }) => {
    const { kind, metadata, status: _status, ...content } = object;
    if (type === "ERROR") return unstable.pattern({ type, object: pick(object, ["code", "reason"]) });
    const about = pick(isRecord(metadata) ? metadata : {}, ["name", "namespace"]);
    const part = { ...(kind !== undefined && { kind }), metadata: about, ...(claims["objects"] !== false && content) };
    return unstable.pattern({ type, object: part });
  });
}

const mostLines = 200;

/** How far a rollout is, which kubectl tells as often as it changes. */
const progress = /^Waiting for /;
/** What is on its way: a pod that starts or ends, and fewer that are ready than are wanted. */
const onItsWay = /(?<=\s)(?:Pending|ContainerCreating|PodInitializing|Terminating|Init:\d+\/\d+)(?=\s|$)/;
const readyOf = /(?<=\s)(\d+)\/(\d+)(?=\s)/;

/** Where a line of a table tells what controllers change; -1 for nowhere. */
function startOfChange(line: string): number {
  const [ready, at] = [readyOf.exec(line), onItsWay.exec(line)?.index ?? -1];
  return ready !== null && (at >= 0 || Number(ready[1]) < Number(ready[2])) ? ready.index : at;
}

const anyText: Piece = { kind: "any", form: "text" };

/**
 * Returns what is expected of a command line by the claims that are chosen. In a world that `lives`, what is on its way
 * may be over when it is replayed.
 */
export function expectedOutput(step: RecordedStep, unstable: Unstable, lives: boolean): ExpectedOutput {
  if (step.kind !== "line" || step.claims["output"] === false) return undefined;
  const lines = trimRight(step.output, "\n").split("\n");
  if (step.output.trim() === "") return [];
  // a line of any text stands for any number of them
  const told = lines.filter((line, i) => !(progress.test(line) && progress.test(lines[i - 1] ?? "")));
  const kept = told.slice(0, mostLines).map((line) => {
    if (progress.test(line)) return [anyText];
    const change = lives ? startOfChange(line) : -1;
    if (change < 0) return unstable.linePieces(line.trimEnd());
    return [...unstable.linePieces(line.slice(0, change)), anyText];
  });
  return told.length > mostLines ? [...kept, [anyText]] : kept;
}

function answerClaims(request: RecordedRequest): readonly AnswerClaim[] {
  const answer = parsedJson(request.answer);
  if (!isRecord(answer)) return [];
  if (answer["kind"] === "Status") return statusClaims(answer);
  if (answer["kind"] === "Table") return tableClaims(answer);
  if (Array.isArray(answer["items"])) return listClaims(answer["items"]);
  return objectClaims(request, answer);
}

/** A refusal is claimed by its reason and message, a success by what it is about. */
function statusClaims(answer: Readonly<Record<string, unknown>>): readonly AnswerClaim[] {
  return ["status", "reason", "message", "details"].flatMap((name) =>
    answer[name] === undefined
      ? []
      : [{ id: `status.${name}`, label: name, isDefault: name !== "details", part: { [name]: answer[name] } }],
  );
}

function listClaims(items: readonly unknown[]): readonly AnswerClaim[] {
  const names = items.map((item) => {
    const metadata = isRecord(item) && isRecord(item["metadata"]) ? item["metadata"] : {};
    const { name, namespace } = metadata;
    return { metadata: { name, ...(namespace !== undefined && { namespace }) } };
  });
  return [{ id: "items", label: "names", isDefault: true, part: { items: names } }];
}

function tableClaims({ rows }: Readonly<Record<string, unknown>>): readonly AnswerClaim[] {
  if (!Array.isArray(rows)) return [];
  const names = rows.map((row: unknown) => {
    const object = isRecord(row) && isRecord(row["object"]) ? row["object"] : {};
    const metadata = isRecord(object["metadata"]) ? object["metadata"] : {};
    return { object: { metadata: { name: metadata["name"] } } };
  });
  return [{ id: "rows", label: "names", isDefault: true, part: { rows: names } }];
}

function objectClaims(request: RecordedRequest, answer: Readonly<Record<string, unknown>>): readonly AnswerClaim[] {
  const { apiVersion: _version, kind, metadata, ...content } = answer;
  const { annotations, ...about } = isRecord(metadata) ? metadata : {};
  const { [lastApplied]: _applied, ...own } = isRecord(annotations) ? annotations : {};
  const all = { ...about, ...(Object.keys(own).length > 0 && { annotations: own }) };
  const sent = parsedJson(request.body);
  return [
    ...(typeof kind === "string" ? [{ id: "kind", label: kind, isDefault: true, part: { kind } }] : []),
    ...memberClaim("metadata", "metadata", true, pick(all, ownMetadata)),
    ...memberClaim("server", "uid, times, revision", false, pick(all, serverMetadata)),
    ...Object.entries(content).flatMap(([name, value]) => contentClaims(request, name, value, sent)),
  ];
}

const memberClaim = (
  id: string,
  label: string,
  isDefault: boolean,
  metadata: Readonly<Record<string, unknown>>,
): readonly AnswerClaim[] => (Object.keys(metadata).length === 0 ? [] : [{ id, label, isDefault, part: { metadata } }]);

const pick = (from: Readonly<Record<string, unknown>>, names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));

/** Of a write, what was written is claimed; of a read, all but the status, which controllers change. */
function contentClaims(request: RecordedRequest, name: string, value: unknown, sent: unknown): readonly AnswerClaim[] {
  const isStatus = name === "status" && !isReview(request.target) && !/\/status(?:\?|$)/.test(request.target);
  const isRead = request.method === "GET" || isReview(request.target);
  if (isRead) return [{ id: name, label: name, isDefault: !isStatus, part: { [name]: value } }];
  const written = isRecord(sent) ? sent[name] : undefined;
  const ofWritten = written === undefined ? undefined : commonPart(value, written);
  const whole = { id: `all ${name}`, label: name, isDefault: false, part: { [name]: value } };
  if (ofWritten === undefined) return [whole];
  const own = { id: name, label: name, isDefault: !isStatus, part: { [name]: ofWritten } };
  const isWhole = JSON.stringify(value).length === JSON.stringify(ofWritten).length;
  return isWhole ? [own] : [own, { ...whole, label: `all of ${name}` }];
}

/** Returns the part of an answered value that a written one has; undefined for none. */
function commonPart(answered: unknown, written: unknown): unknown {
  if (isRecord(answered) && isRecord(written)) {
    const members = Object.entries(written).flatMap(([name, value]) => {
      const common = Object.hasOwn(answered, name) ? commonPart(answered[name], value) : undefined;
      return common === undefined ? [] : [[name, common] as const];
    });
    return members.length === 0 && Object.keys(written).length > 0 ? undefined : Object.fromEntries(members);
  }
  if (Array.isArray(answered) && Array.isArray(written) && answered.length === written.length) {
    const items = answered.map((item: unknown, i) => commonPart(item, written[i]));
    return items.includes(undefined) ? answered : items;
  }
  return answered === undefined || written === null ? undefined : answered;
}
