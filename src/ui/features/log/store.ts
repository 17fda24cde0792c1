import { createStore } from "zustand/vanilla";
import { onlyReads, type Trace } from "../../../component-base/trace.ts";
import { whoAtFirst, whoFrom, whoOf, wordsOf, type Who } from "../../data/who.ts";
import { defineSlice } from "../../state/page.ts";
import { faultOf } from "./fault-of.ts";

export interface Log {
  readonly shown: Readonly<Record<Who, boolean>>;
  readonly filter: string;
  readonly setFilter: (filter: string) => void;
  readonly toggle: (who: Who) => void;
}

/** How the request log shows the server's traces. */
export const log = defineSlice<Log>(() =>
  createStore<Log>((set, get) => ({
    shown: whoAtFirst,
    filter: "",
    setFilter: (filter) => set({ filter }),
    toggle: (who) => set({ shown: { ...get().shown, [who]: !get().shown[who] } }),
  })),
);

/** Returns the sender of a request. */
export const senderOf = (trace: Trace): Who => whoFrom(trace.source, onlyReads(trace));

interface LogQuestion extends Pick<Log, "shown" | "filter"> {
  readonly traces: readonly Trace[];
  /** The requests that are looked at, whoever sent them; undefined for all. */
  readonly only?: ReadonlySet<string> | undefined;
}

const textOf = (trace: Trace): string =>
  `${trace.method} ${trace.target} ${trace.status} ${whoOf(trace.source)}${faultOf(trace) === undefined ? "" : " injected"}`;

/** Returns the traces that match the filter, newest first. */
export function fittingTraces({ traces, shown, filter, only }: LogQuestion): readonly Trace[] {
  const words = wordsOf(filter);
  const fits = (trace: Trace): boolean => {
    if (only === undefined ? !shown[senderOf(trace)] : !only.has(trace.requestId)) return false;
    const text = words.length === 0 ? "" : textOf(trace).toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return traces.filter(fits).toReversed();
}
