import { groupBy } from "../../src/apimachinery/group-by.ts";
import type { Finding } from "./change-log.ts";
import type { History, ListRead, WatchEvent } from "./history.ts";
import { sameData } from "./object-model.ts";

/** A request with the revision that it told: of a write, its own; of a list, that of the whole state. */
interface Told {
  readonly called: number;
  readonly returned: number;
  readonly revision: number;
  readonly isWrite: boolean;
  readonly text: string;
}

/**
 * Checks the order of revisions of all objects together: what was called after an answer tells a higher revision if it
 * is a write, and none that is lower if it is a list of the newest state.
 */
export function checkRevisionOrder(history: History): readonly Finding[] {
  const told = [...writesOf(history), ...history.lists.filter(({ newest }) => newest).map(listTold)];
  const returns = [...told].sort((one, other) => one.returned - other.returned);
  const findings: Finding[] = [];
  let highest: Told | undefined;
  let at = 0;
  for (const each of [...told].sort((one, other) => one.called - other.called)) {
    for (; (returns[at]?.returned ?? Infinity) < each.called; at++) {
      const ended = returns[at];
      if (ended !== undefined && (highest === undefined || ended.revision > highest.revision)) highest = ended;
    }
    if (highest === undefined) continue;
    if (each.isWrite ? each.revision <= highest.revision : each.revision < highest.revision)
      findings.push(`${each.text} was asked for after the answer of ${highest.text}`);
  }
  return findings;
}

/** Returns the writes by the revision that they made. One that changed nothing tells the revision of another. */
function writesOf({ operations }: History): readonly Told[] {
  const first = new Map<number, Told>();
  for (const { key, called, returned, call, outcome } of operations) {
    if (call.verb === "get" || outcome?.is !== "object" || returned === undefined) continue;
    const { revision } = outcome.version;
    const told = { called, returned, revision, isWrite: true, text: `${call.verb} of ${key} at ${revision}` };
    const other = first.get(revision);
    if (other === undefined || other.returned > returned) first.set(revision, told);
  }
  return [...first.values()];
}

const listTold = ({ prefix, called, returned, revision }: ListRead): Told => ({
  called,
  returned,
  revision,
  isWrite: false,
  text: `list of ${prefix} at ${revision}`,
});

/** What a read of resourceVersion=0 showed of a server's state: of a list, the revision, else that of the object. */
interface OldState {
  readonly of: string;
  readonly called: number;
  readonly returned: number;
  readonly revision: number;
}

/**
 * Checks that reads of resourceVersion=0 show versions that there were, and that none shows an older state than one
 * before it on the same server.
 */
export function checkOldReads(history: History, told: ReadonlyMap<number, WatchEvent>): readonly Finding[] {
  const invented = history.oldReads.flatMap(({ key, version }) => {
    const change = version && told.get(version.revision);
    if (version === undefined || change === undefined) return [];
    const isKnown = change.key === key && change.type !== "DELETED" && sameData(change.version.data, version.data);
    return isKnown ? [] : [`a read of ${key} showed a version of ${version.revision} that there was not`];
  });
  const states = [
    ...history.lists
      .filter(({ newest }) => !newest)
      .map(({ server, prefix, ...list }) => ({ ...list, of: `${server} list ${prefix}` })),
    ...history.oldReads.flatMap(({ server, key, version, called, returned }) =>
      version === undefined ? [] : [{ of: `${server} ${key}`, called, returned, revision: version.revision }],
    ),
  ];
  return [...invented, ...[...groupBy(states, ({ of }) => of).values()].flatMap(checkForward)];
}

function checkForward(states: readonly OldState[]): readonly Finding[] {
  const returns = [...states].sort((one, other) => one.returned - other.returned);
  const findings: Finding[] = [];
  let highest = 0;
  let at = 0;
  for (const state of [...states].sort((one, other) => one.called - other.called)) {
    for (; (returns[at]?.returned ?? Infinity) < state.called; at++)
      highest = Math.max(highest, returns[at]?.revision ?? 0);
    if (state.revision < highest)
      findings.push(`a read of ${state.of} showed revision ${state.revision} after ${highest}`);
  }
  return findings;
}
