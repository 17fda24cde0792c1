import { createStore, type StoreApi } from "zustand/vanilla";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { defineSlice, type Page } from "../../state/page.ts";
import { isFixture, type FixtureText } from "./model/fixtures.ts";

/** A draft, which may have several documents; one of them is selected. */
export interface Draft {
  readonly text: string;
  /** The index of the selected document; -1 selects the first definition. */
  readonly document: number;
}

export interface Drafts {
  /** The drafts by place: `own`, `gallery/ID`, `installed/NAME`. */
  readonly drafts: Readonly<Record<string, Draft>>;
  /**
   * The fixtures by definition name. They are stored with the page and not as an annotation of the definition: a
   * fixture may be as large as an object, while annotations are limited to 256 KB in total, and each change would
   * update the definition. They can be exported to a file.
   */
  readonly fixtures: Readonly<Record<string, readonly FixtureText[]>>;
  readonly edit: (place: string, part: Partial<Draft>) => void;
  readonly forget: (place: string) => void;
  readonly setFixtures: (definition: string, fixtures: readonly FixtureText[]) => void;
}

const isDraft = (value: unknown): value is Draft =>
  isRecord(value) && typeof value["text"] === "string" && typeof value["document"] === "number";
const isDrafts = (value: unknown): value is Drafts["drafts"] => isRecord(value) && Object.values(value).every(isDraft);
const isFixtures = (value: unknown): value is Drafts["fixtures"] =>
  isRecord(value) && Object.values(value).every((list) => Array.isArray(list) && list.every(isFixture));

const empty: Draft = { text: "", document: -1 };

/** The drafts and fixtures of the workbench. They are persisted. */
export const drafts = defineSlice<Drafts>((page) => {
  const store = createStore<Drafts>((set, get) => ({
    drafts: page.memory.read("definitions.drafts", isDrafts) ?? {},
    fixtures: page.memory.read("definitions.fixtures", isFixtures) ?? {},
    edit: (place, part) =>
      set({ drafts: { ...get().drafts, [place]: { ...(get().drafts[place] ?? empty), ...part } } }),
    forget(place) {
      const { [place]: _, ...rest } = get().drafts;
      set({ drafts: rest });
    },
    setFixtures: (definition, fixtures) => set({ fixtures: { ...get().fixtures, [definition]: fixtures } }),
  }));
  remember(page, store);
  return store;
});

function remember(page: Page, store: StoreApi<Drafts>): void {
  let due = false;
  const write = () => {
    due = false;
    page.memory.write("definitions.drafts", store.getState().drafts);
    page.memory.write("definitions.fixtures", store.getState().fixtures);
  };
  page.memory.onSave(write);
  store.subscribe(() => {
    if (due) return;
    due = true;
    page.clock.after(500, write);
  });
}
