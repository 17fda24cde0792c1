import { createStore } from "zustand/vanilla";
import type { Trace } from "../../component-base/trace.ts";
import { defineSlice, type Page } from "./page.ts";

/** The newest requests that the server has told of, oldest first. */
export interface ServerTraces {
  readonly traces: readonly Trace[];
  readonly clear: () => void;
}

/** The maximum number of requests kept. */
export const mostTraces = 2000;

/** Collects the server's traces from the first use on. Those of streams are replaced while the streams continue. */
export const serverTraces = defineSlice<ServerTraces>((page) => {
  const store = createStore<ServerTraces>((set) => ({ traces: [], clear: () => set({ traces: [] }) }));
  void listen(page, (added) => store.setState(({ traces }) => ({ traces: merged(traces, added) })));
  return store;
});

async function listen(page: Page, add: (traces: readonly Trace[]) => void): Promise<void> {
  try {
    await page.inspect.subscribe(add);
    add(await page.inspect.traces(0));
  } catch {
    page.clock.after(2000, () => void listen(page, add));
  }
}

/** Merges traces by request id. A newer trace of a request, as sent for a continuing stream, replaces the older one. */
function merged(known: readonly Trace[], added: readonly Trace[]): readonly Trace[] {
  if (added.length === 0) return known;
  const byId = new Map(added.map((trace) => [trace.requestId, trace]));
  const kept = known.map((trace) => {
    const newer = byId.get(trace.requestId);
    if (newer === undefined) return trace;
    byId.delete(trace.requestId);
    return newer;
  });
  return [...kept, ...byId.values()].toSorted((a, b) => a.at - b.at || a.id - b.id).slice(-mostTraces);
}
