import type { Finding } from "./change-log.ts";
import type { WatchEvent } from "./history.ts";
import type { Data } from "./object-model.ts";

/**
 * Checks that a Lease of an election has one holder at a time: another one takes it when it was given up, or when it
 * was not renewed for as long as it says. All servers have the clock of one machine.
 */
export function checkLeaders(changes: readonly WatchEvent[]): readonly Finding[] {
  const held = new Map<string, Data>();
  return changes.flatMap(({ type, key, version: { revision, data } }) => {
    if (!key.includes("/leases/kube-")) return [];
    const before = held.get(key);
    if (type === "DELETED") held.delete(key);
    else held.set(key, data);
    const holder = before?.["holder"] ?? "";
    if (before === undefined || holder === "" || holder === data["holder"] || data["holder"] === "") return [];
    const until = Date.parse(before["renewed"] ?? "") + Number(before["seconds"]) * 1000;
    const taken = Date.parse(data["acquired"] ?? "");
    if (taken >= until) return [];
    return [`${data["holder"]} took ${key} at ${revision}, ${until - taken} ms before that of ${holder} ended`];
  });
}
