import { createStore } from "zustand/vanilla";
import { identity } from "../../state/identity.ts";
import { defineSlice } from "../../state/page.ts";
import { remember } from "../../state/remember.ts";
import { firstBench, isBench, withActor, type Actor, type Bench } from "./bench.ts";
import type { Outcome } from "./outcome.ts";
import type { Reading } from "./reading.ts";

export interface Benches {
  readonly bench: Bench;
  /** The parsed manifests by actor id. */
  readonly readings: Readonly<Record<string, Reading>>;
  /** The predicted outcomes by actor id. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
  readonly change: (change: (bench: Bench) => Bench) => void;
  readonly edit: (actor: string, part: Partial<Pick<Actor, "manager" | "text">>) => void;
  readonly join: () => void;
  readonly leave: (actor: string) => void;
  /** Accepts what a link has put on the bench, so that its manifests are sent as dry runs. */
  readonly acceptLink: () => void;
  readonly setReading: (actor: string, reading: Reading) => void;
  readonly setOutcome: (actor: string, outcome: Outcome) => void;
}

/** Where the bench is kept. */
const key = "bench.own";

/** The state of the apply bench. Manifests are persisted. */
export const benches = defineSlice<Benches>((page) => {
  const store = createStore<Benches>((set, get) => ({
    bench: page.memory.read(key, isBench) ?? firstBench,
    readings: {},
    outcomes: {},
    change: (change) => set({ bench: change(get().bench) }),
    edit: (actor, part) =>
      get().change((bench) => ({
        ...bench,
        actors: bench.actors.map((item) => (item.id === actor ? { ...item, ...part } : item)),
      })),
    join: () => get().change((bench) => withActor(bench, page.newId())),
    leave: (actor) => get().change((bench) => ({ ...bench, actors: bench.actors.filter((item) => item.id !== actor) })),
    acceptLink: () => get().change((bench) => ({ ...bench, linked: false })),
    setReading: (actor, reading) => set({ readings: { ...get().readings, [actor]: reading } }),
    setOutcome: (actor, outcome) => set({ outcomes: { ...get().outcomes, [actor]: outcome } }),
  }));
  remember(page, store, key, ({ bench }) => bench);
  // Responses to one user are not shown to another.
  identity.of(page).subscribe(() => store.setState({ outcomes: {}, readings: {} }));
  return store;
});
