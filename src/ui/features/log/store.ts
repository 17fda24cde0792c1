import { createStore } from "zustand/vanilla";
import type { Trace, TraceSource } from "../../../component-base/trace.ts";
import { defineSlice, type Page } from "../../state/page.ts";

export type Who = "console" | "ui" | "reads" | "controller" | "client";

export interface Log {
  /** Oldest first. */
  readonly traces: readonly Trace[];
  readonly shown: Readonly<Record<Who, boolean>>;
  readonly filter: string;
  readonly setFilter: (filter: string) => void;
  readonly toggle: (who: Who) => void;
  readonly clear: () => void;
}

/** Requests kept for looking back. */
const limit = 2000;

/** Who sent a request, in the order and the words of the filter. */
export const whoWords: readonly (readonly [who: Who, label: string])[] = [["console", "You"], ["ui", "Page"], ["reads", "Page’s reads"], ["controller", "Controllers"], ["client", "Clients"]];

/** The request log, fed by the server's traces. */
export const log = defineSlice<Log>((page) => {
  const store = createStore<Log>((set, get) => ({
    traces: [],
    shown: { console: true, ui: true, reads: false, controller: true, client: true },
    filter: "",
    setFilter: (filter) => set({ filter }),
    toggle: (who) => set({ shown: { ...get().shown, [who]: !get().shown[who] } }),
    clear: () => set({ traces: [] }),
  }));
  void listen(page, (traces) => store.setState(({ traces: known }) => ({ traces: merged(known, traces) })));
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

/** A trace that is told again (a stream that went on) replaces the earlier telling. */
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

/** Which filter a request falls under. What the page reads for its own lists is many and seldom of interest. */
const filterOf = ({ source, method }: Trace): Who => (source.kind === "ui" && method === "GET" ? "reads" : source.kind);

/** The name behind a request: `You`, `Page`, or the controller's. */
export function whoOf(source: TraceSource): string {
  switch (source.kind) {
    case "console": return "You";
    case "ui": return "Page";
    case "controller": return source.name;
    case "client": return "Client";
  }
}

/** The traces that the filter lets through, newest first. */
export function fittingTraces({ traces, shown, filter }: Pick<Log, "traces" | "shown" | "filter">): readonly Trace[] {
  const words = filter.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const fits = (trace: Trace): boolean => {
    if (!shown[filterOf(trace)]) return false;
    const text = words.length === 0 ? "" : `${trace.method} ${trace.target} ${trace.status} ${whoOf(trace.source)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return traces.filter(fits).toReversed();
}
