import { createStore, type StoreApi } from "zustand/vanilla";
import { identity } from "../../state/identity.ts";
import { defineSlice, type Page } from "../../state/page.ts";
import { firstBench, isBench, withActor, type Actor, type Bench, type BenchId } from "./bench.ts";
import type { Outcome } from "./outcome.ts";
import type { Reading } from "./reading.ts";

export interface Benches {
  readonly own: Bench;
  readonly handover: Bench;
  /** The parsed manifests by actor id. */
  readonly readings: Readonly<Record<string, Reading>>;
  /** The predicted outcomes by actor id. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
  readonly change: (id: BenchId, change: (bench: Bench) => Bench) => void;
  readonly edit: (id: BenchId, actor: string, part: Partial<Pick<Actor, "manager" | "text">>) => void;
  readonly join: (id: BenchId) => void;
  readonly leave: (id: BenchId, actor: string) => void;
  /** Accepts what a link has put on the bench, so that its manifests are sent as dry runs. */
  readonly acceptLink: (id: BenchId) => void;
  readonly setReading: (actor: string, reading: Reading) => void;
  readonly setOutcome: (actor: string, outcome: Outcome) => void;
}

/** The state of the apply bench. Manifests are persisted. */
export const benches = defineSlice<Benches>((page) => {
  const store = createStore<Benches>((set, get) => ({
    own: page.memory.read("bench.own", isBench) ?? firstBench,
    handover: page.memory.read("bench.handover", isBench) ?? { actors: [] },
    readings: {},
    outcomes: {},
    change: (id, change) => set({ [id]: change(get()[id]) }),
    edit: (id, actor, part) =>
      get().change(id, (bench) => ({
        ...bench,
        actors: bench.actors.map((item) => (item.id === actor ? { ...item, ...part } : item)),
      })),
    join: (id) => get().change(id, (bench) => withActor(bench, page.newId())),
    leave: (id, actor) =>
      get().change(id, (bench) => ({ ...bench, actors: bench.actors.filter((item) => item.id !== actor) })),
    acceptLink: (id) => get().change(id, (bench) => ({ ...bench, linked: false })),
    setReading: (actor, reading) => set({ readings: { ...get().readings, [actor]: reading } }),
    setOutcome: (actor, outcome) => set({ outcomes: { ...get().outcomes, [actor]: outcome } }),
  }));
  remember(page, store);
  // Responses to one user are not shown to another.
  identity.of(page).subscribe(() => store.setState({ outcomes: {}, readings: {} }));
  return store;
});

function remember(page: Page, store: StoreApi<Benches>): void {
  let due = false;
  const write = () => {
    due = false;
    const { own, handover } = store.getState();
    page.memory.write("bench.own", own);
    page.memory.write("bench.handover", handover);
  };
  page.memory.onSave(write);
  store.subscribe((state, before) => {
    if (due || (state.own === before.own && state.handover === before.handover)) return;
    due = true;
    page.clock.after(300, write);
  });
}
