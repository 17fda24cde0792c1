import type { WatchEvent, WatchRecord } from "./history.ts";
import type { ObjectOperation } from "./object-model.ts";

/**
 * Completes requests without an answer by what watches have told: each value is written by one request, so a change
 * that has it tells the revision, and a watch that never told it says that the write was not made. Without this, the
 * search would have to try every set of them. Deletions stay as they are.
 */
export function resolveUnanswered(
  operations: readonly ObjectOperation[],
  changes: readonly WatchEvent[],
  watches: readonly WatchRecord[],
): readonly ObjectOperation[] {
  const first = new Map<string, WatchEvent>();
  for (const change of changes)
    for (const [name, value] of Object.entries(change.version.data)) {
      const text = `${change.key} ${name} ${value}`;
      if (!first.has(text)) first.set(text, change);
    }
  return operations.flatMap((operation) => {
    const { key, call, outcome } = operation;
    if (outcome !== undefined || call.verb === "get" || call.verb === "delete") return [operation];
    const [written] = Object.entries(call.data);
    if (written === undefined || !watches.some(({ prefix }) => key.startsWith(prefix))) return [operation];
    const change = first.get(`${key} ${written[0]} ${written[1]}`);
    return change === undefined ? [] : [{ ...operation, outcome: { is: "object", version: change.version } as const }];
  });
}
