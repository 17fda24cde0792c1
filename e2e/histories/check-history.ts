import { checkAllocations } from "./allocations.ts";
import {
  changeLogOf,
  checkAcknowledged,
  checkAuthors,
  checkSnapshots,
  checkWatches,
  type Finding,
} from "./change-log.ts";
import type { History, ListRead } from "./history.ts";
import { checkLeaders } from "./leaders.ts";
import { checkLinearizable } from "./linearizability.ts";
import { objectModel, sameData, type Data, type ObjectOperation } from "./object-model.ts";
import { resolveUnanswered } from "./resolve.ts";
import { checkOldReads, checkRevisionOrder } from "./revision-order.ts";

/**
 * Judges what clients have seen by what Kubernetes promises: writes and reads of the newest state are linearizable for
 * each object, and by revision for all together; lists are states of one revision; watches tell each change once and in
 * order; no address belongs to two Services; a Lease has one holder; reads of resourceVersion=0 do not go back on a
 * server. Returns a sentence for each thing that is not so.
 */
export function checkHistory(history: History): readonly Finding[] {
  const log = changeLogOf(history.watches);
  const told = new Map(log.changes.map((change) => [change.version.revision, change]));
  const resolved = resolveUnanswered(history.operations, log.changes, history.watches);
  return [
    ...log.findings,
    ...checkWatches(history.watches, log),
    ...checkAcknowledged(history, log),
    ...checkAuthors(history, log),
    ...checkSnapshots(history, log),
    ...checkAllocations(log.changes),
    ...checkLeaders(log.changes),
    ...checkRevisionOrder(history),
    ...checkOldReads(history, told),
    ...checkObjects(withoutRepeatedReads([...resolved, ...readsOfLists(history)])),
  ];
}

/** Returns a list of the newest state as a read of each object that anybody has asked for. */
function readsOfLists({ operations, lists }: History): readonly ObjectOperation[] {
  const keys = [...new Set(operations.map(({ key }) => key))];
  return lists.filter(({ newest }) => newest).flatMap((list) => readsOfList(list, keys));
}

const readsOfList = ({ prefix, called, returned, versions }: ListRead, keys: readonly string[]): ObjectOperation[] =>
  keys
    .filter((key) => key.startsWith(prefix))
    .map((key): ObjectOperation => {
      const version = versions.get(key);
      const outcome = version === undefined ? ({ is: "missing" } as const) : ({ is: "object", version } as const);
      return { key, called, returned, call: { verb: "get" }, outcome };
    });

/**
 * Leaves out reads that say nothing more: a version was there before the first answer that has it, and until the last
 * call that is answered with it.
 */
function withoutRepeatedReads(operations: readonly ObjectOperation[]): readonly ObjectOperation[] {
  const [reads, others] = [new Map<string, ReadsOfVersion>(), new Array<ObjectOperation>()];
  for (const operation of operations) {
    const { key, call, outcome } = operation;
    if (call.verb !== "get" || outcome?.is !== "object") {
      others.push(operation);
      continue;
    }
    const { uid, revision, data } = outcome.version;
    const name = `${key} ${uid} ${revision}`;
    const known = reads.get(name);
    if (known === undefined) reads.set(name, { data, firstReturn: operation, lastCall: operation });
    else if (!sameData(known.data, data)) others.push(operation);
    else {
      if ((operation.returned ?? 0) < (known.firstReturn.returned ?? 0)) known.firstReturn = operation;
      if (operation.called > known.lastCall.called) known.lastCall = operation;
    }
  }
  return [
    ...others,
    ...[...reads.values()].flatMap(({ firstReturn, lastCall }) => [...new Set([firstReturn, lastCall])]),
  ];
}

interface ReadsOfVersion {
  readonly data: Data;
  firstReturn: ObjectOperation;
  lastCall: ObjectOperation;
}

function checkObjects(operations: readonly ObjectOperation[]): readonly Finding[] {
  return checkLinearizable(objectModel, operations).map((verdict) => {
    if (verdict.is === "undecided") return `it could not be decided whether ${verdict.key} is linearizable`;
    const { key, stuck, state, before } = verdict;
    const earlier = before.map(textOfOperation).join("; ");
    return `${key} is not linearizable: ${textOfOperation(stuck)} in the state ${JSON.stringify(state)} after ${earlier}`;
  });
}

const textOfOperation = ({ called, returned, call, outcome }: ObjectOperation): string =>
  `[${called}, ${returned ?? "…"}] ${JSON.stringify(call)} → ${outcome === undefined ? "no answer" : JSON.stringify(outcome)}`;
