import { createStore, type StoreApi } from "zustand/vanilla";
import { ReflectorRun, type TakenStep } from "../../../../client/reflector/reflector-run.ts";
import { newReflector, type ReflectorOptions, type ReflectorState } from "../../../../client/reflector/reflector.ts";
import { inWords } from "../../../data/send.ts";
import { defineSlice, type Page } from "../../../state/page.ts";
import { LabServer, unknownState, watched, type LabState } from "./lab-server.ts";
import { presetOf, type Move, type Preset } from "./presets.ts";

/** A step of the informer, counted from 1. */
export interface ShownStep extends TakenStep {
  readonly number: number;
}

/** The server, the connection and the informer of the lab, as they are shown. */
interface LabView {
  readonly preset: Preset;
  /** How many moves of the preset were made. */
  readonly done: number;
  readonly state: "opening" | "ready" | "moving" | "failed";
  /** Why the lab could not be opened. */
  readonly trouble: string;
  readonly options: ReflectorOptions;
  /** Whether the informer goes on by itself. */
  readonly isRunning: boolean;
  readonly informer: ReflectorState;
  readonly isConnected: boolean;
  /** Whether the server still sends to the connection. */
  readonly isServed: boolean;
  readonly held: number;
  /** The last steps, newest first. */
  readonly steps: readonly ShownStep[];
  readonly server: LabState;
}

export interface WatchLab extends LabView {
  /** Opens a world for a preset, in place of the one before. Options that are given replace those of the preset. */
  readonly begin: (preset: Preset, options?: Partial<ReflectorOptions>) => void;
  readonly make: (move: Move) => Promise<void>;
  /** Makes the next move of the preset. */
  readonly next: () => Promise<void>;
  readonly close: () => void;
}

const mostSteps = 200;

const beginning = (preset: Preset, options: ReflectorOptions): LabView => ({
  preset,
  done: 0,
  state: "opening",
  trouble: "",
  options,
  isRunning: false,
  informer: newReflector(options),
  isConnected: false,
  isServed: false,
  held: 0,
  steps: [],
  server: unknownState,
});

/** The watch lab of a page. */
export const watchLab = defineSlice<WatchLab>((page) => {
  let session: LabSession | undefined;
  const store: StoreApi<WatchLab> = createStore<WatchLab>((set, get) => ({
    ...beginning(presetOf(undefined), presetOf(undefined).options),
    begin(preset, options) {
      session?.close();
      set(beginning(preset, { ...preset.options, ...options }));
      session = new LabSession(page, store);
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

/** One world of the lab with its informer, until it is closed. */
class LabSession {
  readonly #page: Page;
  readonly #store: StoreApi<WatchLab>;
  readonly #end = new AbortController();
  #lab: LabServer | undefined;
  #run: ReflectorRun | undefined;
  /** How many watches the server had when the informer opened its own. */
  #idle = 0;
  #steps = 0;

  constructor(page: Page, store: StoreApi<WatchLab>) {
    this.#page = page;
    this.#store = store;
    void this.#open();
  }

  close(): void {
    this.#end.abort();
    this.#run?.close();
    this.#lab?.server.close();
  }

  async make(move: Move): Promise<void> {
    if (this.#store.getState().state !== "ready") return;
    this.#show({ state: "moving" });
    try {
      await this.#make(move);
      await this.#settle();
      await this.#refresh();
    } catch (error) {
      if (!this.#end.signal.aborted) this.#page.toasts.add({ description: inWords(error) });
    }
    this.#show({ state: "ready" });
  }

  async #open(): Promise<void> {
    try {
      const lab = await LabServer.open(this.#page);
      if (this.#end.signal.aborted) return lab.server.close();
      this.#lab = lab;
      const { handle, inspect } = lab.server;
      const revisionNow = async (): Promise<number> => {
        const { revision, watchers } = await inspect.stats();
        this.#idle = watchers;
        return revision;
      };
      const arrived = (): void => void this.#arrived();
      const connection = { handle, userAgent: "kubepad-informer/0.1", target: watched, revisionNow, arrived };
      this.#run = new ReflectorRun(connection, this.#store.getState().options);
      await this.#refresh();
      this.#show({ state: "ready" });
    } catch (error) {
      this.#show({ state: "failed", trouble: inWords(error) });
    }
  }

  async #make(move: Move): Promise<void> {
    const [lab, run] = [this.#lab, this.#run];
    if (lab === undefined || run === undefined) return;
    switch (move.kind) {
      case "create":
      case "change":
      case "delete":
        return lab[move.kind](move.name);
      case "elsewhere":
        return lab.changeElsewhere();
      case "compact":
        return lab.compact();
      case "burst":
        return lab.burst(async () => !run.isConnected || (await lab.server.inspect.stats()).watchers <= this.#idle);
      case "drop":
        return run.drop();
      case "run":
      case "hold":
        return this.#show({ isRunning: move.kind === "run" });
      case "step":
        return void (await this.#step());
      case "relist":
        run.close();
        run.state = { ...run.state, next: "list", temporaryStore: undefined };
        return this.#show({ isRunning: true });
      case "set":
        return this.#show({ options: { ...this.#store.getState().options, ...move.options } });
      case "await":
        return this.#nextBookmark();
    }
  }

  /** Resolves when a bookmark has come, or the watch was opened anew. */
  #nextBookmark(): Promise<void> {
    const marks = ({ informer }: LabView): number => informer.bookmarks + informer.watches;
    const before = marks(this.#store.getState());
    return new Promise((resolve) => {
      const stop = this.#store.subscribe((view) => marks(view) !== before && end());
      const end = (): void => {
        stop();
        resolve();
      };
      this.#end.signal.addEventListener("abort", end, { once: true });
    });
  }

  async #arrived(): Promise<void> {
    await this.#settle();
    await this.#refresh().catch(() => undefined); // the world is closed
  }

  /** Lets an informer that goes on by itself take all steps that it can. */
  async #settle(): Promise<void> {
    while (this.#store.getState().isRunning && !this.#end.signal.aborted) if (!(await this.#step())) return;
  }

  /** Takes a step. Resolves to whether there was one. */
  async #step(): Promise<boolean> {
    const step = await this.#run?.step(this.#store.getState().options);
    if (step === undefined) return false;
    const { steps } = this.#store.getState();
    this.#show({ steps: [{ ...step, number: ++this.#steps }, ...steps].slice(0, mostSteps) });
    this.#showRun();
    return true;
  }

  #showRun(): void {
    const run = this.#run;
    if (run !== undefined) this.#show({ informer: run.state, isConnected: run.isConnected, held: run.held });
  }

  async #refresh(): Promise<void> {
    const server = await this.#lab?.read();
    if (server === undefined) return;
    this.#showRun();
    this.#show({ server, isServed: this.#run?.isConnected === true && server.watchers > this.#idle });
  }

  #show(part: Partial<LabView>): void {
    if (!this.#end.signal.aborted) this.#store.setState(part);
  }
}
