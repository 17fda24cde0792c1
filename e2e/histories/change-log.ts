import type { History, RecordedOperation, WatchEvent, WatchRecord } from "./history.ts";
import { sameData, type Call, type Version } from "./object-model.ts";

/** A finding of a checker, as a sentence. */
export type Finding = string;

/**
 * All changes that watches have told, by revision, each once. `findings` has events of one revision that differ.
 */
export interface ChangeLog {
  /** In the order of revisions. */
  readonly changes: readonly WatchEvent[];
  readonly findings: readonly Finding[];
}

/** Merges what all watches have told. */
export function changeLogOf(watches: readonly WatchRecord[]): ChangeLog {
  const byRevision = new Map<number, WatchEvent>();
  const findings: Finding[] = [];
  for (const { name, events } of watches)
    for (const event of events) {
      const known = byRevision.get(event.version.revision);
      if (known === undefined) byRevision.set(event.version.revision, event);
      else if (!isSameEvent(known, event))
        findings.push(`watch ${name} told ${textOfEvent(event)}, another one ${textOfEvent(known)}`);
    }
  const changes = [...byRevision.values()].sort((one, other) => one.version.revision - other.version.revision);
  return { changes, findings: [...findings, ...checkTypes(changes)] };
}

/** Checks that each watch told each change of its collection once, in the order of revisions. */
export function checkWatches(watches: readonly WatchRecord[], { changes }: ChangeLog): readonly Finding[] {
  return watches.flatMap(({ name, prefix, from, seen, events }) => {
    const expected = changes.filter(
      ({ key, version }) => key.startsWith(prefix) && version.revision > from && version.revision <= seen,
    );
    const findings: Finding[] = [];
    let last = from;
    for (const event of events) {
      const { revision } = event.version;
      if (revision <= last) findings.push(`watch ${name} told ${textOfEvent(event)} after revision ${last}`);
      last = Math.max(last, revision);
    }
    const told = new Set(events.map(({ version }) => version.revision));
    for (const change of expected)
      if (!told.has(change.version.revision))
        findings.push(`watch ${name} of ${prefix} from ${from} to ${seen} did not tell ${textOfEvent(change)}`);
    return findings;
  });
}

/** Checks that an object is added only if it is not there, and changed and deleted only if it is. */
function checkTypes(changes: readonly WatchEvent[]): readonly Finding[] {
  const live = new Map<string, Version>();
  return changes.flatMap((change) => {
    const { type, key, version } = change;
    const before = live.get(key);
    if (type === "DELETED") live.delete(key);
    else live.set(key, version);
    if (before === undefined) return []; // what was there before the watches began is not known
    if (type !== "ADDED" && before.uid === version.uid) return [];
    return [`${textOfEvent(change)} follows the version of ${before.revision}`];
  });
}

/** Checks that answers and the log agree about the object of each revision, and that no acknowledged write is lost. */
export function checkAcknowledged(history: History, log: ChangeLog): readonly Finding[] {
  const byRevision = new Map(log.changes.map((change) => [change.version.revision, change]));
  return history.operations.flatMap(({ key, call, outcome }) => {
    if (outcome?.is !== "object") return [];
    const { version } = outcome;
    const change = byRevision.get(version.revision);
    if (change !== undefined)
      return change.key === key && change.type !== "DELETED" && isSameVersion(change.version, version)
        ? []
        : [`${call.verb} of ${key} was answered with ${textOfVersion(version)}, a watch told ${textOfEvent(change)}`];
    const isWatched = history.watches.some(
      ({ prefix, from, seen }) => key.startsWith(prefix) && version.revision > from && version.revision <= seen,
    );
    return isWatched ? [`no watch told ${call.verb} of ${key}, acknowledged with ${textOfVersion(version)}`] : [];
  });
}

/**
 * Checks that each change of an object that clients write is that of a request: one that was acknowledged with its
 * revision, a deletion, or one without an answer, which may have made one change.
 */
export function checkAuthors({ operations }: History, { changes }: ChangeLog): readonly Finding[] {
  const revisions = new Set<number>();
  const deleted = new Set<string | undefined>();
  const unanswered = new Map<string, RecordedOperation[]>();
  for (const operation of operations) {
    const { key, outcome } = operation;
    const list = unanswered.get(key) ?? [];
    unanswered.set(key, list);
    if (outcome === undefined) list.push(operation);
    else if (outcome.is === "object") revisions.add(outcome.version.revision);
    else if (outcome.is === "deleted") deleted.add(outcome.uid);
  }
  return changes.flatMap((change) => {
    const { type, key, version } = change;
    if (type === "DELETED" ? deleted.has(version.uid) : revisions.has(version.revision)) return [];
    const list = unanswered.get(key);
    if (list === undefined) return [];
    const author = authorAmong(list, change);
    if (author === -1) return [`no request explains ${textOfEvent(change)}`];
    list.splice(author, 1);
    return [];
  });
}

/** Returns the position of a request that may have made a change; a deletion of this very object before others. */
function authorAmong(unanswered: readonly RecordedOperation[], change: WatchEvent): number {
  const named = unanswered.findIndex(({ call }) => call.verb === "delete" && call.uid === change.version.uid);
  return change.type === "DELETED" && named !== -1
    ? named
    : unanswered.findIndex(({ call }) => mayHaveMade(call, change));
}

function mayHaveMade(call: Call, { type, version }: WatchEvent): boolean {
  switch (call.verb) {
    case "get":
      return false;
    case "delete":
      return type === "DELETED" && call.uid === undefined;
    case "create":
      return type === "ADDED" && sameData(call.data, version.data);
    case "update":
      return type === "MODIFIED" && sameData(call.data, version.data);
    case "patch":
      return (
        type === "MODIFIED" &&
        Object.entries(call.data).every(([name, value]) => (version.data[name] ?? null) === value)
      );
  }
}

/** Checks that each list has the objects of its revision, as far as the log goes back and on. */
export function checkSnapshots(history: History, log: ChangeLog): readonly Finding[] {
  const findings: Finding[] = [];
  const state = new Map<string, WatchEvent>();
  let at = 0;
  for (const list of [...history.lists].sort((one, other) => one.revision - other.revision)) {
    for (; (log.changes[at]?.version.revision ?? Infinity) <= list.revision; at++) {
      const change = log.changes[at];
      if (change !== undefined) state.set(change.key, change);
    }
    const covers = history.watches.some(
      ({ prefix, from, seen }) => list.prefix.startsWith(prefix) && from <= list.revision && list.revision <= seen,
    );
    if (covers) findings.push(...differences(list.prefix, list.revision, list.versions, state));
  }
  return findings;
}

function differences(
  prefix: string,
  revision: number,
  versions: ReadonlyMap<string, Version>,
  state: ReadonlyMap<string, WatchEvent>,
): readonly Finding[] {
  const list = `list of ${prefix} at ${revision}`;
  const changed = [...state].flatMap(([key, { type, version }]) => {
    if (!key.startsWith(prefix)) return [];
    const listed = versions.get(key);
    if (type === "DELETED")
      return listed === undefined ? [] : [`${list} has ${key}, which was deleted at ${version.revision}`];
    if (listed !== undefined && isSameVersion(listed, version)) return [];
    const found = listed === undefined ? "nothing" : textOfVersion(listed);
    return [`${list} has ${found} of ${key}, not ${textOfVersion(version)}`];
  });
  const later = [...versions].filter(([, version]) => version.revision > revision);
  return [...changed, ...later.map(([key, version]) => `${list} has ${key} of ${version.revision}`)];
}

const isSameVersion = (one: Version, other: Version): boolean =>
  one.revision === other.revision && one.uid === other.uid && sameData(one.data, other.data);

const isSameEvent = (one: WatchEvent, other: WatchEvent): boolean =>
  one.type === other.type && one.key === other.key && isSameVersion(one.version, other.version);

const textOfVersion = ({ uid, revision, data }: Version): string => `${revision} ${uid} ${JSON.stringify(data)}`;

const textOfEvent = ({ type, key, version }: WatchEvent): string => `${type} ${key} ${textOfVersion(version)}`;
