import { differencesOf } from "../reflector/differences.ts";
import { ReflectorRun, type TakenStep } from "../reflector/reflector-run.ts";
import { newReflector, type ReflectorOptions, type ReflectorState } from "../reflector/reflector.ts";
import { type CompactedServer, LabServer, type LabState, unknownState, watched } from "./lab-server.ts";
import type { Move } from "./presets.ts";

/** The server, the connection and the informer of the lab. */
export interface LabView {
  readonly options: ReflectorOptions;
  /** Whether the informer goes on by itself. */
  readonly isRunning: boolean;
  readonly informer: ReflectorState;
  readonly isConnected: boolean;
  /** Whether the server still sends to the connection. */
  readonly isServed: boolean;
  readonly held: number;
  readonly server: LabState;
}

/** What a lab is told of as it goes on. */
export interface LabListener {
  readonly changed: (view: LabView) => void;
  readonly stepped: (step: TakenStep) => void;
}

/** Returns the view of a lab that has not begun. */
export const newLab = (options: ReflectorOptions): LabView => ({
  options,
  isRunning: false,
  informer: newReflector(options),
  isConnected: false,
  isServed: false,
  held: 0,
  server: unknownState,
});

/** One informer of ConfigMaps beside its server, which moves are made with until it is closed. */
export class WatchLabRun {
  readonly #lab: LabServer;
  readonly #run: ReflectorRun;
  readonly #listener: LabListener;
  readonly #end = new AbortController();
  /** How many watches the server had when the informer opened its own. */
  #idle = 0;
  #view: LabView;
  #changed: () => void = () => undefined;

  private constructor(
    lab: LabServer,
    server: CompactedServer,
    options: ReflectorOptions,
    { listener, headers }: { readonly listener: LabListener; readonly headers: Readonly<Record<string, string>> },
  ) {
    this.#lab = lab;
    this.#listener = listener;
    this.#view = newLab(options);
    const revisionNow = async (): Promise<number> => {
      const { revision, watchers } = await server.inspect.stats();
      this.#idle = watchers;
      return revision;
    };
    const arrived = (): void => void this.#arrived();
    const connection = {
      handle: server.handle,
      userAgent: "kubepad-informer/0.1",
      target: watched,
      revisionNow,
      arrived,
    };
    this.#run = new ReflectorRun({ ...connection, headers }, options);
  }

  /** Begins a lab on a server. Rejects with a StatusError if its objects cannot be made. */
  static async open(
    server: CompactedServer,
    options: ReflectorOptions,
    listener: LabListener = { changed: () => undefined, stepped: () => undefined },
    headers: Readonly<Record<string, string>> = {},
  ): Promise<WatchLabRun> {
    const run = new WatchLabRun(await LabServer.open(server, headers), server, options, { listener, headers });
    await run.#refresh();
    return run;
  }

  get view(): LabView {
    return this.#view;
  }

  /** What the informer does not know of the server. */
  get differences() {
    const { informer, server } = this.#view;
    return differencesOf(informer, { kind: "ConfigMap", ...server });
  }

  close(): void {
    this.#end.abort();
    this.#run.close();
    this.#changed();
  }

  /** Makes a move, and lets an informer that goes on by itself take the steps that it can. */
  async make(move: Move): Promise<void> {
    await this.#make(move);
    await this.#settle();
    await this.#refresh();
  }

  /** Waits until an informer that goes on by itself knows what its watch can tell it, or the signal is aborted. */
  async settled(signal: AbortSignal): Promise<void> {
    signal.addEventListener("abort", () => this.#changed(), { once: true });
    const isTold = (): boolean => !this.#view.isRunning || this.differences.every(({ isLost }) => isLost);
    while (!isTold() && !signal.aborted && !this.#end.signal.aborted) await this.#nextChange();
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => (this.#changed = resolve));
  }

  async #make(move: Move): Promise<void> {
    const [lab, run] = [this.#lab, this.#run];
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
        return lab.burst(async () => !run.isConnected || (await lab.watchers()) <= this.#idle);
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
        return this.#show({ options: { ...this.#view.options, ...move.options } });
      case "await":
        return this.#nextBookmark();
    }
  }

  /** Resolves when a bookmark has come, or the watch was opened anew. */
  async #nextBookmark(): Promise<void> {
    const marks = (): number => this.#view.informer.bookmarks + this.#view.informer.watches;
    const before = marks();
    while (marks() === before && !this.#end.signal.aborted) await this.#nextChange();
  }

  async #arrived(): Promise<void> {
    await this.#settle();
    await this.#refresh().catch(() => undefined); // the world is closed
  }

  async #settle(): Promise<void> {
    while (this.#view.isRunning && !this.#end.signal.aborted) if (!(await this.#step())) return;
  }

  /** Takes a step. Resolves to whether there was one. */
  async #step(): Promise<boolean> {
    const step = await this.#run.step(this.#view.options);
    if (step === undefined) return false;
    if (!this.#end.signal.aborted) this.#listener.stepped(step);
    this.#showRun();
    return true;
  }

  #showRun(): void {
    const { state, isConnected, held } = this.#run;
    this.#show({ informer: state, isConnected, held });
  }

  async #refresh(): Promise<void> {
    const server = await this.#lab.read();
    this.#showRun();
    this.#show({ server, isServed: this.#run.isConnected && server.watchers > this.#idle });
  }

  #show(part: Partial<LabView>): void {
    if (this.#end.signal.aborted) return;
    this.#view = { ...this.#view, ...part };
    this.#listener.changed(this.#view);
    this.#changed();
  }
}
