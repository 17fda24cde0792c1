import { createStore } from "zustand/vanilla";
import { isBackgroundRead, type Trace } from "../../component-base/trace.ts";
import { defineSlice, type Page } from "./page.ts";

/** The newest requests that the server has told of, oldest first. */
interface ServerTraces {
  readonly traces: readonly Trace[];
  readonly clear: () => void;
}

/** What tells traces apart. */
export const keyOfTrace = ({ requestId }: Trace): string => requestId;

/** The maximum number of requests kept. */
export const mostTraces = 2000;

/** Collects the server's traces from the first use on. Those of streams are replaced while the streams continue. */
export const serverTraces = defineSlice<ServerTraces>((page) => {
  const store = createStore<ServerTraces>((set) => ({ traces: [], clear: () => set({ traces: [] }) }));
  const take = (added: readonly Trace[]) => store.setState(({ traces }) => ({ traces: merged(traces, added) }));
  void listen(page, atMostEvery(page, drawingGapMs, take));
  return store;
});

/** The minimum interval between changes; under a thousand requests a second nobody reads faster ones. */
const drawingGapMs = 100;

/** Passes traces on at once, and those that come within the gap after that together. */
function atMostEvery(page: Page, gapMs: number, take: (traces: readonly Trace[]) => void) {
  let held: (readonly Trace[])[] | undefined;
  const hand = (traces: readonly Trace[]): void => {
    if (held !== undefined) {
      held.push(traces);
      return;
    }
    held = [];
    take(traces);
    page.clock.after(gapMs, () => {
      const later = held?.flat() ?? [];
      held = undefined;
      if (later.length > 0) hand(later);
    });
  };
  return hand;
}

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
  return newest([...kept, ...byId.values()].toSorted((a, b) => a.at - b.at || a.id - b.id));
}

/** The newest of them. Reads of the page and of controllers make room first, where they are most of all. */
function newest(traces: readonly Trace[]): readonly Trace[] {
  if (traces.length <= mostTraces) return traces;
  const background = traces.filter(isBackgroundRead).length;
  let spare = Math.max(0, Math.min(traces.length - mostTraces, background - mostTraces / 2));
  const rest = traces.filter((trace) => {
    if (spare === 0 || !isBackgroundRead(trace)) return true;
    spare -= 1;
    return false;
  });
  return rest.slice(-mostTraces);
}
