import { createStore, type StoreApi } from "zustand/vanilla";
import type { CelAdvice } from "../../../client/cel.ts";
import { defineSlice, type Page } from "../../state/page.ts";
import { labExamples } from "./examples.ts";
import { askServer } from "./ask-server.ts";
import { emptyLab, isLabState, type Fixture, type LabState } from "../../cel/lab-state.ts";
import type { LabAnswer } from "./lab-answer.ts";
import { withBounds } from "./schema-edit.ts";

export interface Lab {
  readonly state: LabState;
  readonly answer: LabAnswer | undefined;
  readonly trouble: string;
  /** The server has not responded to the current state yet. */
  readonly pending: boolean;
  readonly selected: number | undefined;
  /** How many links are being read, each of which takes the place of what is there. */
  readonly links: number;
  /** The state before an example or a link was loaded. */
  readonly earlier: LabState | undefined;
  /** The workbench address of the definition that the rule belongs to; the lab links back to it. */
  readonly origin: string | undefined;
  readonly change: (part: Partial<LabState>) => void;
  readonly setInput: (id: string, text: string) => void;
  readonly load: (state: LabState, origin?: string) => void;
  readonly back: () => void;
  readonly select: (id: number | undefined) => void;
  readonly apply: (advice: CelAdvice) => Promise<void>;
  readonly addFixtures: (fixtures: readonly Omit<Fixture, "id">[]) => void;
  readonly changeFixture: (id: string, part: Partial<Omit<Fixture, "id">>) => void;
  readonly removeFixture: (id: string) => void;
}

const startingLab = labExamples[0]?.lab ?? emptyLab;

/** Reports whether a state is an unmodified example, which need not be kept. */
const isExample = (state: LabState): boolean =>
  labExamples.some((example) => JSON.stringify(example.lab) === JSON.stringify(state));

/** The lab: its state and the server's response. Each change is sent to the server; only one request runs at a time. */
export const lab = defineSlice<Lab>((page) => {
  const store = createStore<Lab>((set, get) => {
    const change = (part: Partial<LabState>) => set({ state: { ...get().state, ...part } });
    return {
      state: page.memory.read("cel", isLabState) ?? startingLab,
      answer: undefined,
      trouble: "",
      pending: true,
      selected: undefined,
      links: 0,
      earlier: undefined,
      origin: undefined,
      change,
      setInput: (id, text) => change({ inputs: { ...get().state.inputs, [id]: text } }),
      load: (state, origin) =>
        set({
          state: { ...state },
          selected: undefined,
          origin,
          earlier: isExample(get().state) ? get().earlier : get().state,
        }),
      back: () =>
        set({ state: get().earlier ?? get().state, earlier: undefined, origin: undefined, selected: undefined }),
      select: (id) => set({ selected: id }),
      apply: async ({ edits }) => change({ schema: await withBounds(get().state.schema, edits) }),
      ...fixtureCalls(page, get, change),
    };
  });
  follow(page, store);
  return store;
});

function fixtureCalls(
  page: Page,
  get: () => Lab,
  change: Lab["change"],
): Pick<Lab, "addFixtures" | "changeFixture" | "removeFixture"> {
  const set = (fixtures: readonly Fixture[]) => change({ fixtures });
  return {
    addFixtures: (added) =>
      set([...get().state.fixtures, ...added.map((fixture) => ({ ...fixture, id: page.newId() }))]),
    changeFixture: (id, part) =>
      set(get().state.fixtures.map((fixture) => (fixture.id === id ? { ...fixture, ...part } : fixture))),
    removeFixture: (id) => set(get().state.fixtures.filter((fixture) => fixture.id !== id)),
  };
}

const pauseMs = 120;

/** Sends the state to the server after a pause in typing, one request at a time, and persists it. */
function follow(page: Page, store: StoreApi<Lab>): void {
  let due: (() => void) | undefined;
  let asking = false;
  const write = () => page.memory.write("cel", store.getState().state);
  const ask = async () => {
    due = undefined;
    write();
    if (asking) return;
    asking = true;
    const { state } = store.getState();
    const { answer, trouble } = await askServer(page, state);
    asking = false;
    store.setState({
      answer,
      trouble,
      pending: store.getState().state !== state,
    });
    if (store.getState().state !== state) later();
  };
  const later = () => {
    due ??= page.clock.after(pauseMs, () => void ask());
  };
  page.memory.onSave(write);
  store.subscribe(({ state }, before) => {
    if (state === before.state) return;
    due?.();
    due = undefined;
    store.setState({ pending: true });
    later();
  });
  void ask();
}
