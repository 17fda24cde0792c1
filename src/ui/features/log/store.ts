import { createStore } from "zustand/vanilla";
import type { Trace } from "../../../component-base/trace.ts";
import { whoAtFirst, whoFrom, whoOf, wordsOf, type Who } from "../../data/who.ts";
import { defineSlice, type Page } from "../../state/page.ts";
import { settings } from "../../state/settings.ts";

export interface Log {
  /** Sorted by time, oldest first. */
  readonly traces: readonly Trace[];
  readonly shown: Readonly<Record<Who, boolean>>;
  readonly filter: string;
  readonly setFilter: (filter: string) => void;
  readonly toggle: (who: Who) => void;
  readonly clear: () => void;
}

/** The maximum number of requests kept. */
const limit = 2000;

/** The request log, which collects the server's traces. */
export const log = defineSlice<Log>((page) => {
  const store = createStore<Log>((set, get) => ({
    traces: [],
    shown: whoAtFirst,
    filter: "",
    setFilter: (filter) => set({ filter }),
    toggle: (who) => set({ shown: { ...get().shown, [who]: !get().shown[who] } }),
    clear: () => set({ traces: [] }),
  }));
  void listen(page, (traces) => {
    store.setState(({ traces: known }) => ({ traces: merged(known, traces) }));
    openDock(page, traces);
  });
  return store;
});

/** Opens the log on the user's first request, unless the user has opened or closed it before. */
function openDock(page: Page, traces: readonly Trace[]): void {
  const { dockOpen, change } = settings.of(page).getState();
  if (dockOpen === undefined && traces.some((trace) => senderOf(trace) === "console")) change({ dockOpen: true });
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
  return [...kept, ...byId.values()].toSorted((a, b) => a.at - b.at || a.id - b.id).slice(-limit);
}

/** Returns the sender of a request. */
export const senderOf = (trace: Trace): Who => whoFrom(trace.source, trace.method === "GET");

interface LogQuestion extends Pick<Log, "traces" | "shown" | "filter"> {
  /** The requests that are looked at, whoever sent them; undefined for all. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** Returns the traces that match the filter, newest first. */
export function fittingTraces({ traces, shown, filter, only }: LogQuestion): readonly Trace[] {
  const words = wordsOf(filter);
  const fits = (trace: Trace): boolean => {
    if (only === undefined ? !shown[senderOf(trace)] : !only.has(trace.requestId)) return false;
    const text =
      words.length === 0 ? "" : `${trace.method} ${trace.target} ${trace.status} ${whoOf(trace.source)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return traces.filter(fits).toReversed();
}
