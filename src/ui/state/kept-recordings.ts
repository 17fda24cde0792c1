import { createStore } from "zustand/vanilla";
import { isRecord } from "../../apimachinery/is-record.ts";
import { isRecording, type Recording } from "../../recorder/recording.ts";
import { defineSlice, type Page } from "./page.ts";

/** A recording in the list of those that are kept. */
export interface RecordingSummary {
  readonly id: string;
  readonly name: string;
  readonly begun: number;
  readonly steps: number;
}

interface KeptRecordings {
  /** The newest first. */
  readonly list: readonly RecordingSummary[];
  readonly open: (id: string) => Recording | undefined;
  /** Keeps a recording, new or changed. Returns whether the browser has room for it; if not, it lasts with the page. */
  readonly keep: (recording: Recording) => boolean;
  readonly remove: (id: string) => void;
}

const listKey = "recordings";
const keyOf = (id: string): string => `recording.${id}`;

const isSummary = (value: unknown): value is RecordingSummary =>
  isRecord(value) && typeof value["id"] === "string" && typeof value["name"] === "string";
const isList = (value: unknown): value is readonly RecordingSummary[] => Array.isArray(value) && value.every(isSummary);

/** The recordings of a world, which this browser keeps with what else was entered in it. */
export const keptRecordings = defineSlice<KeptRecordings>((page) => {
  const opened = new Map<string, Recording>();
  const read = () => page.memory.read(listKey, isList) ?? [];
  const store = createStore<KeptRecordings>((set, get) => {
    const change = (list: readonly RecordingSummary[]): boolean => {
      set({ list });
      return page.memory.write(listKey, list);
    };
    return {
      list: read(),
      open(id) {
        const recording = opened.get(id) ?? page.memory.read(keyOf(id), isRecording);
        if (recording !== undefined) opened.set(id, recording);
        return recording;
      },
      keep(recording) {
        const { id, name, begun, steps } = recording;
        opened.set(id, recording);
        const others = get().list.filter((each) => each.id !== id);
        const isKept = page.memory.write(keyOf(id), recording);
        const list = [{ id, name, begun, steps: steps.length }, ...others].toSorted((a, b) => b.begun - a.begun);
        return change(list) && isKept;
      },
      remove(id) {
        opened.delete(id);
        page.memory.write(keyOf(id), null);
        change(get().list.filter((each) => each.id !== id));
      },
    };
  });
  page.memory.onChange(listKey, () => {
    opened.clear();
    store.setState({ list: read() });
  });
  return store;
});

/** The address of a recording. */
export const recordingAddress = (id: string): string => `#/recordings/${encodeURIComponent(id)}`;

/** Keeps a changed recording, and says so if the browser has no room for it. */
export function keepRecording(page: Page, recording: Recording): void {
  if (keptRecordings.of(page).getState().keep(recording)) return;
  page.toasts.add({ description: "This browser has no room for the recording: it is kept until the page is closed." });
}
