import { messageOf } from "../apimachinery/message-of.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import type { Finding, FindingKind, Race } from "../client/races.ts";
import { changedFields, changeInWords, type FieldChange } from "./field-changes.ts";
import type { ActorEnd, AnswerEntry, LogEntry } from "./race-run.ts";
import type { StepResult } from "./server-steps.ts";
import { type KeyParts, keyInWords, partsOfKey, toldBy } from "./told-objects.ts";

/** What is wrong after the run; other findings say that the server refused something, or that it was done again. */
export const harms: ReadonlySet<FindingKind> = new Set([
  "lost-update",
  "two-leaders",
  "quota-overshoot",
  "watch-gap",
  "left-behind",
]);

/** A write of an actor. */
interface Write {
  readonly at: number;
  readonly actor: string;
  readonly key: string;
  readonly revision: number;
  readonly uid: string;
  readonly isFirst: boolean;
  readonly isDeletion: boolean;
  readonly changes: readonly FieldChange[];
}

/** Finds what happened in a run by what its requests read, wrote and were answered. */
export function findingsIn(
  race: Pick<Race, "actors">,
  log: readonly LogEntry[],
  ends: readonly ActorEnd[],
): readonly Finding[] {
  const writes = writesIn(log);
  const leaders = twoLeaders(log, writes);
  return [
    ...leaders.findings,
    ...overwrites(race, log, writes).filter(({ key }) => !leaders.keys.has(key)),
    ...refusals(log, writes),
    ...ends.flatMap(({ name, error }): readonly Finding[] =>
      error === undefined ? [] : [{ kind: "failed", sentence: `${name} ended with an error: ${messageOf(error)}.` }],
    ),
  ].map(({ kind, sentence }) => ({ kind, sentence }));
}

const writesIn = (log: readonly LogEntry[]): readonly Write[] =>
  log.flatMap((entry, at) =>
    entry.kind === "step" ? entry.results.flatMap((result) => writeOf(result, entry.actor, at)) : [],
  );

function writeOf(result: StepResult, actor: string, at: number): readonly Write[] {
  if (result.kind !== "written" || result.before?.revision === result.after?.revision) return [];
  const { key, revision, before, after } = result;
  const changes = after === undefined ? [] : changedFields(before?.object, after.object);
  const uid = uidOf((after ?? before)?.object);
  return [{ at, actor, key, revision, uid, isFirst: before === undefined, isDeletion: after === undefined, changes }];
}

function uidOf(object: unknown): string {
  const metadata = isRecord(object) ? object["metadata"] : undefined;
  return isRecord(metadata) && typeof metadata["uid"] === "string" ? metadata["uid"] : "";
}

interface Overwrite extends Finding {
  readonly key: string;
}

/** Finds writes of fields that another actor has written, without having been told of that. */
function overwrites(
  { actors }: Pick<Race, "actors">,
  log: readonly LogEntry[],
  writes: readonly Write[],
): readonly Overwrite[] {
  return writes.flatMap((write) => {
    const known = knownRevision(log, write, isCommand(actors, log[write.at]));
    const lost = new Map<string, FieldChange[]>();
    for (const change of write.changes) {
      const last = writes.findLast(
        (other) =>
          other.at < write.at && other.uid === write.uid && other.changes.some(({ path }) => path === change.path),
      );
      if (last === undefined || last.actor === write.actor || (known ?? 0) >= last.revision) continue;
      lost.set(last.actor, [...(lost.get(last.actor) ?? []), change]);
    }
    const { actor, key } = write;
    return [...lost].map(([other, changes]): Overwrite => {
      const what = `${changes.map(changeInWords).join(", ")} (${keyInWords(key)})`;
      return known === undefined
        ? {
            kind: "overwritten",
            key,
            sentence: `The last write wins: ${actor} overwrote what ${other} wrote, without having read it: ${what}.`,
          }
        : { kind: "lost-update", key, sentence: `Lost update: ${actor} overwrote what ${other} wrote: ${what}.` };
    });
  });
}

const isCommand = (actors: Race["actors"], entry: LogEntry | undefined): boolean =>
  entry !== undefined && typeof actors[entry.actor]?.[entry.line] === "string";

/**
 * Returns the newest revision of an object that the actor of a write was told before; undefined if of none. A command
 * line has made its change of what it read first.
 */
function knownRevision(log: readonly LogEntry[], { actor, at, uid }: Write, isLine: boolean): number | undefined {
  const line = log[at]?.line;
  const told = log
    .slice(0, at)
    .filter((entry) => entry.actor === actor)
    .flatMap((entry) => toldBy(entry).flatMap((one) => (one.uid === uid ? [{ line: entry.line, ...one }] : [])));
  const own = isLine ? told.find((one) => one.line === line) : undefined;
  return (own ?? told.at(-1))?.revision;
}

/** Finds actors that were both answered that a lease is theirs, and not told otherwise since. */
function twoLeaders(log: readonly LogEntry[], writes: readonly Write[]) {
  /** By the key of the lease and the actor: who holds it, as far as the actor knows. */
  const believed = new Map<string, Map<string, string>>();
  const keys = new Map(writes.filter(({ key }) => key.includes("/leases/")).map(({ uid, key }) => [uid, key]));
  for (const entry of log)
    for (const { uid, object } of toldBy(entry)) {
      const key = keys.get(uid);
      const spec = object["spec"];
      const holder = isRecord(spec) ? spec["holderIdentity"] : undefined;
      if (key === undefined || typeof holder !== "string") continue;
      const holders = believed.get(key) ?? new Map<string, string>();
      believed.set(key, holders);
      const isOwn = entry.kind === "answer" && entry.method !== "GET";
      // an actor leads by its own write, until it reads of another holder
      if (isOwn) holders.set(entry.actor, holder);
      else if (holders.get(entry.actor) !== holder) holders.delete(entry.actor);
    }
  const found = [...believed].filter(([, holders]) => new Set(holders.values()).size > 1);
  return {
    keys: new Set(found.map(([key]) => key)),
    findings: found.map(([key, holders]): Finding => ({
      kind: "two-leaders",
      sentence: `Two leaders: ${[...holders.keys()].join(" and ")} were both answered that they hold ${keyInWords(key)}.`,
    })),
  };
}

/** A refused write, and what it is about. */
interface Refusal {
  readonly entry: AnswerEntry;
  readonly at: number;
  readonly reason: string;
  readonly message: string;
  readonly resource: string;
  readonly name: string;
  readonly causes: readonly unknown[];
}

/** Finds what became of writes that were refused: whether they were done again, and who was faster. */
const refusals = (log: readonly LogEntry[], writes: readonly Write[]): readonly Finding[] =>
  log.flatMap((entry, at): readonly Finding[] => {
    if (entry.kind !== "answer" || entry.status < 400 || entry.method === "GET") return [];
    const refusal = refusalOf(entry, at);
    const again = log.slice(at + 1).find((later) => later.actor === entry.actor && isDoneAgain(later, refusal));
    const first = findingOf(refusal, writes);
    if (again === undefined) return [first];
    return [
      { kind: "retried", sentence: `${entry.actor} was refused with ${entry.status}, read again, and was done.` },
    ];
  });

function refusalOf(entry: AnswerEntry, at: number): Refusal {
  const { reason, message, details } = isRecord(entry.body) ? entry.body : {};
  const { name, causes } = isRecord(details) ? details : {};
  const inPath = objectOfPath(entry.path);
  return {
    entry,
    at,
    reason: typeof reason === "string" ? reason : "",
    message: typeof message === "string" ? message : "",
    resource: inPath.resource,
    name: inPath.name === "" && typeof name === "string" ? name : inPath.name,
    causes: Array.isArray(causes) ? causes : [],
  };
}

/** The resource and the name in a request path; the name is empty if the path is of a collection. */
function objectOfPath(path: string): KeyParts {
  const parts = (path.split("?")[0] ?? "").split("/").slice(path.startsWith("/api/") ? 3 : 4);
  const [resource = "", name = ""] = parts[0] === "namespaces" && parts.length > 2 ? parts.slice(2) : parts;
  return { resource, name };
}

/** Whether a later answer to the actor says that the object is written. */
const isDoneAgain = (later: LogEntry, { name, entry }: Refusal): boolean =>
  later.kind === "answer" &&
  later.method !== "GET" &&
  later.status < 300 &&
  (name === "" ? later.path === entry.path : toldBy(later).some((told) => told.name === name));

function findingOf(refusal: Refusal, writes: readonly Write[]): Finding {
  const { entry, reason, message, causes, name, resource } = refusal;
  const { actor, method, status } = entry;
  const object = `${resource}/${name}`;
  const other = writes.findLast(
    (write) => write.at < refusal.at && write.actor !== actor && isOf(write, refusal) && !write.isDeletion,
  );
  const since = other === undefined ? "" : `, since ${other.actor} had written revision ${other.revision}`;
  if (reason === "Conflict" && causes.some(isFieldConflict)) {
    const fields = new Set(causes.flatMap((cause) => (isRecord(cause) ? [String(cause["field"]).slice(1)] : [])));
    const owner = /conflict(?:s)? with "([^"]+)"/.exec(message)?.[1] ?? other?.actor ?? "another manager";
    const what = `${[...fields].join(", ")} of ${object}`;
    return {
      kind: "apply-conflict",
      sentence: `Conflict of apply: ${actor} may not set ${what}, which ${owner} owns.`,
    };
  }
  if (reason === "Conflict")
    return {
      kind: "conflict",
      sentence: `409: ${actor}'s ${method} of ${object} was refused${since}; nothing is lost.`,
    };
  if (reason === "AlreadyExists") {
    const maker = other === undefined ? "" : `, which ${other.actor} had made`;
    return {
      kind: "already-exists",
      sentence: `409: ${actor} could not create ${object}${maker}; what ${actor} wanted is not there.`,
    };
  }
  if (reason === "NotFound") return notFound(refusal, writes, object);
  if (reason === "Forbidden" && message.includes("exceeded quota"))
    return { kind: "over-quota", sentence: `403: ${actor}'s ${object} was refused, since it would exceed the quota.` };
  return {
    kind: "refused",
    sentence: `${status}: ${actor}'s ${method} of ${object} was refused: ${shortened(message)}`,
  };
}

const longest = 300;

const shortened = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

const isFieldConflict = (cause: unknown): boolean => isRecord(cause) && cause["reason"] === "FieldManagerConflict";

function isOf({ key }: Write, { resource, name }: Refusal): boolean {
  const parts = partsOfKey(key);
  return parts.name === name && parts.resource === resource;
}

/** What an actor made for an object that is gone stays behind. */
function notFound(refusal: Refusal, writes: readonly Write[], object: string): Finding {
  const { actor, method } = refusal.entry;
  const deleted = writes.findLast((write) => write.at < refusal.at && write.isDeletion && isOf(write, refusal));
  const made = writes.filter(
    ({ isFirst, actor: maker, at, key }) =>
      isFirst && maker === actor && at < refusal.at && !writes.some((later) => later.isDeletion && later.key === key),
  );
  const by = deleted === undefined ? "" : `, which ${deleted.actor} had deleted`;
  if (made.length === 0)
    return { kind: "gone", sentence: `404: ${actor}'s ${method} found no ${object}${by}; nothing is left behind.` };
  const what = made.map(({ key }) => keyInWords(key)).join(", ");
  return {
    kind: "left-behind",
    sentence: `Left behind: ${actor} made ${what} for ${object}${by}; nobody will delete it.`,
  };
}
