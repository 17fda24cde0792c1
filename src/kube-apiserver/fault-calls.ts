import type { Clock } from "../apimachinery/clock.ts";
import type { FaultHook } from "../apiserver/endpoints/faults/fault-hook.ts";
import type { FaultTable } from "../apiserver/endpoints/faults/fault-table.ts";
import type { FaultCalls } from "../client/faults.ts";

/** Creates the Inspector's calls about faults. Their code is loaded with the first rule. */
export function createFaultCalls(hook: FaultHook, clock: Clock): FaultCalls {
  let table: FaultTable | undefined;
  const change = async <T>(work: (faults: FaultTable) => T): Promise<T> => {
    const { FaultTable: Table } = await import("../apiserver/endpoints/faults/fault-table.ts");
    const faults = (table ??= new Table(clock));
    const result = work(faults);
    hook.active = faults.count === 0 ? undefined : faults;
    return result;
  };
  return {
    faults: async () => table?.report() ?? [],
    setFaults: (rules) => change((faults) => (faults.replace(rules), faults.report())),
    addFault: (rule) => change((faults) => faults.add(rule)),
    changeFault: (id, rule) => change((faults) => faults.change(id, rule)),
    removeFault: (id) => change((faults) => faults.remove(id)),
  };
}
