import type { FaultCalls } from "./faults.ts";
import type { HistoryCalls } from "./history.ts";
import { worldTimeCallsThrough, type WorldTimeCalls } from "./world-time.ts";

/** The Inspector's calls about the world as a whole: its time, its past, and what goes wrong in it. */
export interface WorldCalls extends WorldTimeCalls, HistoryCalls, FaultCalls {}

/** Returns a WorldCalls that forwards calls through `via`; changes may need another way than reads. */
export const worldCallsThrough = (
  via: <T>(call: (calls: WorldCalls) => Promise<T>) => Promise<T>,
  change: typeof via = via,
): WorldCalls => ({
  ...worldTimeCallsThrough(via, change),
  revisions: (query) => via((calls) => calls.revisions(query)),
  compact: (revision) => change((calls) => calls.compact(revision)),
  faults: () => via((calls) => calls.faults()),
  setFaults: (rules) => change((calls) => calls.setFaults(rules)),
  addFault: (rule) => change((calls) => calls.addFault(rule)),
  changeFault: (id, rule) => change((calls) => calls.changeFault(id, rule)),
  removeFault: (id) => change((calls) => calls.removeFault(id)),
});
