import { createStore, type StoreApi } from "zustand/vanilla";
import { messageOf } from "../../../../apimachinery/message-of.ts";
import type { TakenStep } from "../../../../client/reflector/reflector-run.ts";
import type { ReflectorOptions } from "../../../../client/reflector/reflector.ts";
import { type Move, type Preset, presetOf } from "../../../../client/watch-lab/presets.ts";
import { type LabView, newLab, WatchLabRun } from "../../../../client/watch-lab/watch-lab-run.ts";
import type { OpenedServer } from "../../../../worker/tabs/opened-servers.ts";
import { defineSlice, type Page } from "../../../state/page.ts";
import { tellError } from "../../../state/tell-error.ts";

/** A step of the informer, counted from 1. */
export interface ShownStep extends TakenStep {
  readonly number: number;
}

/** The lab, and how far its story is told. */
interface ToldLab extends LabView {
  readonly preset: Preset;
  /** How many moves of the preset were made. */
  readonly done: number;
  readonly state: "opening" | "ready" | "moving" | "failed";
  /** Why the lab could not be opened. */
  readonly trouble: string;
  /** The last steps, newest first. */
  readonly steps: readonly ShownStep[];
}

export interface WatchLab extends ToldLab {
  /**
   * Opens a world for a preset, in place of the one before: an empty one, or a fork of the page's. Options that are
   * given replace those of the preset.
   */
  readonly begin: (preset: Preset, options?: Partial<ReflectorOptions>, isFork?: boolean) => void;
  readonly make: (move: Move) => Promise<void>;
  /** Makes the next move of the preset. */
  readonly next: () => Promise<void>;
  readonly close: () => void;
}

const mostSteps = 200;

const beginning = (preset: Preset, options: ReflectorOptions): ToldLab => ({
  ...newLab(options),
  preset,
  done: 0,
  state: "opening",
  trouble: "",
  steps: [],
});

/** The watch lab of a page. */
export const watchLab = defineSlice<WatchLab>((page) => {
  let session: LabSession | undefined;
  const store: StoreApi<WatchLab> = createStore<WatchLab>((set, get) => ({
    ...beginning(presetOf(undefined), presetOf(undefined).options),
    begin(preset, options, isFork = false) {
      session?.close();
      set(beginning(preset, { ...preset.options, ...options }));
      session = new LabSession(page, store, isFork);
    },
    make: async (move) => session?.make(move),
    async next() {
      const { preset, done, state } = get();
      const next = preset.moves[done];
      if (next === undefined || state !== "ready") return;
      set({ done: done + 1 });
      await session?.make(next.move);
    },
    close() {
      session?.close();
      session = undefined;
    },
  }));
  return store;
});

/** Opens a fork of the page's world, in which no controllers run. */
async function forkOf({ inspect, guests }: Page): Promise<OpenedServer> {
  const { forkServer } = await import("../../../../worker/fork-server.ts");
  return forkServer(inspect, (options) => guests.openServer({ ...options, controllers: false }), {});
}

/** One world of the lab with its informer, until it is closed. */
class LabSession {
  readonly #page: Page;
  readonly #store: StoreApi<WatchLab>;
  readonly #end = new AbortController();
  #server: OpenedServer | undefined;
  #run: WatchLabRun | undefined;

  constructor(page: Page, store: StoreApi<WatchLab>, isFork: boolean) {
    this.#page = page;
    this.#store = store;
    void this.#open(isFork ? () => forkOf(page) : () => page.guests.openServer({ controllers: false }));
  }

  close(): void {
    this.#end.abort();
    this.#run?.close();
    this.#server?.close();
  }

  async make(move: Move): Promise<void> {
    if (this.#store.getState().state !== "ready") return;
    this.#show({ state: "moving" });
    try {
      await this.#run?.make(move);
    } catch (error) {
      if (!this.#end.signal.aborted) tellError(this.#page, error);
    }
    this.#show({ state: "ready" });
  }

  async #open(openServer: () => Promise<OpenedServer>): Promise<void> {
    try {
      const server = await openServer();
      if (this.#end.signal.aborted) return server.close();
      this.#server = server;
      this.#run = await WatchLabRun.open(server, this.#store.getState().options, {
        changed: (view) => this.#show(view),
        stepped: (step) => this.#stepped(step),
      });
      this.#show({ state: "ready" });
    } catch (error) {
      this.#show({ state: "failed", trouble: messageOf(error) });
    }
  }

  #stepped(step: TakenStep): void {
    const { steps } = this.#store.getState();
    this.#show({ steps: [{ ...step, number: (steps[0]?.number ?? 0) + 1 }, ...steps].slice(0, mostSteps) });
  }

  #show(part: Partial<ToldLab>): void {
    if (!this.#end.signal.aborted) this.#store.setState(part);
  }
}
