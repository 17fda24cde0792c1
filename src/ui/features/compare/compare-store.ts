import { createStore } from "zustand/vanilla";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { listObjects } from "../../../share/collect-objects.ts";
import { compareWorlds, type WorldDifference } from "../../../share/compare-worlds.ts";
import { pageAgent } from "../../data/send.ts";
import { formatCount } from "../../data/words.ts";
import type { NamedWorld } from "../../platform/named-worlds.ts";
import { defineUserSlice } from "../../state/identity.ts";
import { readWorld } from "./read-world.ts";

/** Two worlds as they were when they were compared. */
export interface Compared {
  readonly other: NamedWorld;
  /** The objects and events of the other world. */
  readonly objects: readonly KubeObject[];
  /** The world that is shown is the left one. */
  readonly difference: WorldDifference;
  /** What of the other world's data is damaged, as sentences. */
  readonly findings: readonly string[];
}

export type ComparingState =
  | { readonly phase: "none" }
  | { readonly phase: "working"; readonly other: string; readonly words: string; readonly share?: number }
  | { readonly phase: "failed"; readonly other: string; readonly message: string }
  | { readonly phase: "compared"; readonly compared: Compared };

interface Comparing {
  readonly state: ComparingState;
  /** Compares the world of the page with another one that this browser keeps, in place of any earlier comparison. */
  readonly compare: (other: NamedWorld) => Promise<void>;
}

/** The comparison of the page's world with another one. It stays while other views are shown, for the same user. */
export const comparing = defineUserSlice<Comparing>((page, left) =>
  createStore<Comparing>((set) => {
    let control = new AbortController();
    left.addEventListener("abort", () => control.abort());
    return {
      state: { phase: "none" },
      async compare(other) {
        control.abort();
        control = new AbortController();
        const { signal } = control;
        const show = (state: ComparingState): void => (signal.aborted ? undefined : set({ state }));
        const working = (words: string, share?: number): void =>
          show({ phase: "working", other: other.id, words, ...(share !== undefined && { share }) });
        working(`Opening ${other.name}…`);
        try {
          const found = (name: string) => (count: number) => working(`${formatCount(count)} objects read of ${name}`);
          const { objects, findings } = await readWorld(page, other, found(other.name), signal);
          const options = { handle: page.handle, userAgent: pageAgent };
          const here = await listObjects(options, { events: true, signal, onProgress: found("this world") });
          const onProgress = (share: number): void => working("Comparing…", share);
          const difference = await compareWorlds(here, objects, { signal, onProgress });
          show({ phase: "compared", compared: { other, objects, difference, findings } });
        } catch (error) {
          show({ phase: "failed", other: other.id, message: messageOf(error) });
        }
      },
    };
  }),
);
