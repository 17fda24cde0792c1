import type { Status } from "../../../apimachinery/meta.ts";
import { createStore, type StoreApi } from "zustand/vanilla";
import { defineUserSlice } from "../../state/identity.ts";
import type { Page } from "../../state/page.ts";
import { tellOfWatch } from "../../state/watch-news.ts";
import { createSharedParser, type ParseLine } from "../../data/watch-stream.ts";
import { sharedFrame } from "../../platform/browser-clock.ts";
import { createTimeline, emptyTimeline, type Timeline, type TimelineView } from "../../stream/timeline.ts";
import { runWatch, type WatchPhase } from "./run-watch.ts";

/** An open watch. */
export interface WatchPane {
  readonly id: string;
  readonly target: string;
  readonly phase: WatchPhase;
  /** The error with which the server rejected or ended the watch. */
  readonly refused: Status | undefined;
  /** The timeline, updated with every event. A separate store, so that only its pane re-renders. */
  readonly timeline: StoreApi<TimelineView>;
}

export interface Watches {
  readonly panes: readonly WatchPane[];
  /** Opens a watch. One that is already open is moved to the front. */
  readonly open: (target: string) => void;
  readonly close: (id: string) => void;
  readonly setPaused: (id: string, paused: boolean) => void;
  readonly clear: (id: string) => void;
  /** Lists again and resumes a watch that has expired. */
  readonly resume: (id: string) => void;
}

interface Running {
  readonly control: AbortController;
  readonly timeline: Timeline;
  resume: () => void;
}

/** The minimum interval between renders; faster updates are not readable. */
const drawingGapMs = 100;

/** The maximum number of watches that are rendered in one frame. */
const drawnPerFrame = 2;

const isTargets = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** The open watches. They continue while another view is open, and are reopened on the next visit. */
export const watches = defineUserSlice<Watches>((page, left) => {
  const running = new Map<string, Running>();
  left.addEventListener("abort", () => running.forEach(({ control }) => control.abort()));
  const perFrame = sharedFrame(page.clock, drawingGapMs, drawnPerFrame);
  const parse = createSharedParser();
  const store = createStore<Watches>((set, get) => ({
    panes: [],
    open(target) {
      const { panes } = get();
      const known = panes.find((pane) => pane.target === target);
      if (known !== undefined) set({ panes: [known, ...panes.filter((pane) => pane !== known)] });
      else begin({ page, store, running, perFrame, parse }, target);
    },
    close(id) {
      running.get(id)?.control.abort();
      running.delete(id);
      set({ panes: get().panes.filter((pane) => pane.id !== id) });
    },
    setPaused: (id, paused) => running.get(id)?.timeline.setPaused(paused),
    clear: (id) => running.get(id)?.timeline.clear(),
    resume: (id) => running.get(id)?.resume(),
  }));
  for (const target of (page.memory.read("watches", isTargets) ?? []).toReversed()) store.getState().open(target);
  let known = "";
  store.subscribe(({ panes }) => {
    const targets = panes.map((pane) => pane.target);
    if (targets.join() === known) return;
    known = targets.join();
    page.memory.write("watches", targets);
  });
  return store;
});

interface Opening {
  readonly page: Page;
  readonly store: StoreApi<Watches>;
  readonly running: Map<string, Running>;
  readonly perFrame: ReturnType<typeof sharedFrame>;
  readonly parse: ParseLine;
}

function begin({ page, store, running, perFrame, parse }: Opening, target: string): void {
  const id = page.newId();
  const control = new AbortController();
  const change = (part: Partial<WatchPane>) =>
    store.setState(({ panes }) => ({ panes: panes.map((pane) => (pane.id === id ? { ...pane, ...part } : pane)) }));
  const shown = createStore<TimelineView>(() => emptyTimeline);
  const timeline = createTimeline(page.clock.now, (view) => shown.setState(view, true), perFrame);
  const run: Running = { control, timeline, resume: () => {} };
  running.set(id, run);
  store.setState(({ panes }) => ({
    panes: [{ id, target, phase: "connecting", refused: undefined, timeline: shown }, ...panes],
  }));
  void runWatch(page, target, {
    timeline,
    parse,
    news: tellOfWatch(page),
    tell: (phase, refused) => change({ phase, refused }),
    resumed: () =>
      new Promise((resolve) => {
        const resume = (): void => {
          control.signal.removeEventListener("abort", resume);
          resolve();
        };
        run.resume = resume;
        control.signal.addEventListener("abort", resume);
      }),
    signal: control.signal,
  });
}
