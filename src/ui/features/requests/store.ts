import { isRecord } from "../../../apimachinery/is-record.ts";
import { createStore, type StoreApi } from "zustand/vanilla";
import { revisionNow } from "../../data/follow.ts";
import { consoleAgent } from "../../data/send.ts";
import { withParameter } from "../../kube/resource.ts";
import { defineSlice, type Page } from "../../state/page.ts";
import { remember } from "../../state/remember.ts";
import { navigate } from "../../state/route.ts";
import { settings } from "../../state/settings.ts";
import { tellError } from "../../state/tell-error.ts";
import { emptyDraft, isDraft, type Draft } from "./draft.ts";
import { startRun, type Run, type Running } from "./run.ts";

/** A previous request, which can be sent again. */
export interface HistoryEntry {
  readonly id: string;
  readonly at: number;
  readonly draft: Draft;
  readonly pinned: boolean;
  readonly status: number;
  readonly durationMs: number;
}

export interface Requests {
  readonly draft: Draft;
  readonly history: readonly HistoryEntry[];
  /** The latest runs with their responses, kept until the page is closed. */
  readonly runs: Readonly<Record<string, Run>>;
  readonly shown: string | undefined;
  readonly edit: (part: Partial<Draft>) => void;
  readonly setDraft: (draft: Draft) => void;
  readonly send: () => void;
  /** Aborts the displayed run. */
  readonly abort: () => void;
  /** Lists the watched collection again and resumes the watch from there. */
  readonly resume: () => Promise<void>;
  /** Loads a request of the history, with its response if that is still available. */
  readonly recall: (id: string) => void;
  readonly pin: (id: string) => void;
  readonly forget: (id: string) => void;
  readonly clear: () => void;
  readonly pauseStream: (paused: boolean) => void;
  readonly clearStream: () => void;
}

const keptEntries = 100;
const keptRuns = 20;

const isEntry = (value: unknown): value is HistoryEntry =>
  isRecord(value) && typeof value["id"] === "string" && typeof value["at"] === "number" && isDraft(value["draft"]);
const isHistory = (value: unknown): value is readonly HistoryEntry[] => Array.isArray(value) && value.every(isEntry);

/** The request console: the current draft, the history, and the responses. */
export const requests = defineSlice<Requests>((page) => {
  const store = createStore<Requests>((set, get) => ({
    draft: page.memory.read("draft", isDraft) ?? { ...emptyDraft, language: settings.of(page).getState().language },
    history: page.memory.read("history", isHistory) ?? [],
    runs: {},
    shown: undefined,
    edit: (part) => set({ draft: { ...get().draft, ...part } }),
    setDraft: (draft) => set({ draft }),
    ...sending(page, set, get),
    recall(id) {
      const entry = get().history.find((item) => item.id === id);
      if (entry !== undefined) set({ draft: entry.draft, shown: id });
    },
    pin: (id) =>
      set({ history: get().history.map((item) => (item.id === id ? { ...item, pinned: !item.pinned } : item)) }),
    forget: (id) => set({ history: get().history.filter((item) => item.id !== id) }),
    clear: () => set({ history: get().history.filter((item) => item.pinned) }),
  }));
  remember(page, store, "draft", ({ draft }) => draft);
  remember(page, store, "history", ({ history }) => history);
  return store;
});

type Setter = StoreApi<Requests>["setState"];

function sending(
  page: Page,
  set: Setter,
  get: () => Requests,
): Pick<Requests, "send" | "abort" | "resume" | "pauseStream" | "clearStream"> {
  /** The runs in progress by id. A watch continues while other requests are sent. */
  const running = new Map<string, Running>();
  const shown = () => running.get(get().shown ?? "");
  const tell = (run: Run) => set({ runs: withRun(get().runs, run), history: noted(get().history, run) });
  return {
    send() {
      const id = page.newId();
      const { draft } = get();
      set({ shown: id, history: [entryOf(id, draft, page.clock.now()), ...get().history].filter(keep()) });
      const run = startRun(page, id, draft, tell);
      running.set(id, run);
      void run.finished.then(() => running.delete(id));
      navigate(`#/requests/${id}`);
    },
    abort: () => shown()?.abort(),
    async resume() {
      const { shown, runs } = get();
      const draft = (shown === undefined ? undefined : runs[shown]?.draft) ?? get().draft;
      try {
        const revision = await revisionNow(page, consoleAgent, draft.target);
        set({ draft: { ...draft, target: withParameter(draft.target, "resourceVersion", revision) } });
        get().send();
      } catch (error) {
        tellError(page, error);
      }
    },
    pauseStream: (paused) => shown()?.timeline?.setPaused(paused),
    clearStream: () => shown()?.timeline?.clear(),
  };
}

const entryOf = (id: string, draft: Draft, at: number): HistoryEntry => ({
  id,
  at,
  draft,
  pinned: false,
  status: 0,
  durationMs: 0,
});

/** Returns a filter that keeps pinned entries and the latest others. */
function keep(): (entry: HistoryEntry) => boolean {
  let room = keptEntries;
  return (entry) => entry.pinned || room-- > 0;
}

/** Updates a run. If there are too many, the oldest finished runs are removed. */
function withRun(runs: Readonly<Record<string, Run>>, run: Run): Readonly<Record<string, Run>> {
  const next = { ...runs, [run.id]: run };
  const all = Object.values(next);
  const over = all.filter(({ phase }) => phase !== "sending" && phase !== "streaming");
  for (const { id } of over.slice(0, Math.max(0, all.length - keptRuns))) delete next[id];
  return next;
}

/** Records a run's result in the history. Returns the same array if nothing changed. */
function noted(history: readonly HistoryEntry[], run: Run): readonly HistoryEntry[] {
  const entry = history.find((item) => item.id === run.id);
  if (entry === undefined || run.phase === "sending" || (entry.status === run.status && run.phase === "streaming"))
    return history;
  return history.map((item) => (item === entry ? { ...item, status: run.status, durationMs: run.durationMs } : item));
}
