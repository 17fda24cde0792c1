import { createStore } from "zustand/vanilla";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { defineSlice } from "../../state/page.ts";

/** What is changed at a place: the types, and the fixtures as YAML. */
export interface LabDraft {
  readonly source?: string | undefined;
  readonly fixtures?: string | undefined;
}

export interface LabDrafts {
  /** The drafts by place: `own`, `tag/ID`, `documented/ID`. */
  readonly drafts: Readonly<Record<string, LabDraft>>;
  readonly edit: (place: string, change: LabDraft) => void;
  readonly forget: (place: string) => void;
}

const setting = "declarative.drafts";

const isDrafts = (value: unknown): value is LabDrafts["drafts"] =>
  isRecord(value) &&
  Object.values(value).every(
    (draft) =>
      isRecord(draft) && [draft["source"], draft["fixtures"]].every((text) => /^(string|undefined)$/.test(typeof text)),
  );

/** The drafts of the lab. They are persisted. */
export const labDrafts = defineSlice<LabDrafts>((page) => {
  const store = createStore<LabDrafts>((set, get) => ({
    drafts: page.memory.read(setting, isDrafts) ?? {},
    edit: (place, change) => set({ drafts: { ...get().drafts, [place]: { ...get().drafts[place], ...change } } }),
    forget(place) {
      const { [place]: _, ...drafts } = get().drafts;
      set({ drafts });
    },
  }));
  let due = false;
  const write = (): void => {
    due = false;
    page.memory.write(setting, store.getState().drafts);
  };
  page.memory.onSave(write);
  store.subscribe(() => {
    if (!due) page.clock.after(500, write);
    due = true;
  });
  return store;
});
