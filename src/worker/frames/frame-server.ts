import { messageOf } from "../../apimachinery/message-of.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import type { Inspector } from "../../client/inspector.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { CurrentConnection } from "../tabs/connection.ts";
import { Observable } from "../tabs/observable.ts";
import type { ServerOptions } from "../tabs/opened-servers.ts";
import { createRegistrations, type PageRegistrations } from "../tabs/page-registrations.ts";
import { createResumingInspector } from "../tabs/resuming-inspector.ts";
import type { ServerProcess, TabWorker } from "../tabs/tab-worker.ts";

/**
 * Creates the objects that a server begins with. It is called for each frame of a shared server, which may have them
 * already. Rejects with a user-facing message.
 */
export type BringSeed = (handle: Handle) => Promise<void>;

/** The server of a frame: its own, or one that frames share by a name. */
export interface FrameServerOptions extends Omit<ServerOptions, "tokenAuthFile"> {
  readonly shared?: string | undefined;
  readonly seed: BringSeed;
}

/** What a frame's server is doing. */
export type FrameServerState =
  | { readonly kind: "starting" }
  /** `restarts` counts the servers that ended before this one, each with all that was written to it. */
  | { readonly kind: "ready"; readonly restarts: number }
  | { readonly kind: "failed"; readonly reason: string };

/** What a frame's server needs; tests provide fakes. */
export interface FrameServerEnvironment {
  readonly worker: TabWorker;
  readonly clock: Clock;
  createId(): string;
}

const goneReason = "The frame that ran the server was removed; a request that was under way may have been done or not.";
const closedReason = "The frame was closed.";

/**
 * A server in memory as a frame sees it. When the worker ends, because the frame that started it was removed, the
 * server starts again from its seed, in another frame's worker.
 */
export class FrameServer {
  readonly state = new Observable<FrameServerState>({ kind: "starting" });
  readonly handle: Handle;
  readonly inspect: Inspector;
  readonly registrations: PageRegistrations;
  readonly #env: FrameServerEnvironment;
  readonly #options: FrameServerOptions;
  readonly #current: CurrentConnection;
  #process: ServerProcess | undefined;
  #restarts = 0;

  constructor(env: FrameServerEnvironment, options: FrameServerOptions) {
    this.#env = env;
    this.#options = options;
    this.#current = new CurrentConnection(env.clock);
    this.handle = this.#current.handle;
    this.inspect = createResumingInspector(this.#current);
    this.registrations = createRegistrations(this.#current, env.clock);
    this.#start();
  }

  /** Removes all objects and creates the seed again, also for the other frames that share the server. */
  async reset(): Promise<void> {
    await this.inspect.reset();
    await this.#options.seed(this.handle);
  }

  close(): void {
    this.#current.close(closedReason);
    this.#process?.stop(closedReason);
  }

  #start(): void {
    const { shared, featureGates, runtimeConfig, emulatedVersion } = this.#options;
    const { enableAdmissionPlugins, disableAdmissionPlugins, controllers } = this.#options;
    const settings = {
      database: "", // memory storage has no database
      storage: "memory",
      leaderId: "", // it has no followers
      tokenAuthFile: undefined,
      featureGates,
      runtimeConfig,
      emulatedVersion,
      enableAdmissionPlugins,
      disableAdmissionPlugins,
      controllers,
    } as const;
    const events = {
      ready: () => void this.#begin(),
      restarted: () => undefined, // the Inspector call that changed the settings reports it
      deposed: () => undefined, // its storage is not shared
      failed: (reason: string) => this.#fail(reason),
      died: () => this.#restart(),
    };
    this.#process = this.#env.worker.open(this.#env.createId(), settings, events, shared);
    this.#current.change(this.#process.connection, "");
  }

  async #begin(): Promise<void> {
    const restarts = this.#restarts;
    try {
      await this.#options.seed(this.handle);
      if (restarts !== this.#restarts) return; // it ended meanwhile, and another one has started
      this.state.set({ kind: "ready", restarts: this.#restarts });
    } catch (error) {
      if (restarts === this.#restarts) this.#fail(messageOf(error));
    }
  }

  #fail(reason: string): void {
    if (!this.#current.closed) this.state.set({ kind: "failed", reason });
  }

  /**
   * Starts the next server in a task of its own: when the whole page is closed rather than one frame, it does not run.
   */
  #restart(): void {
    this.#process = undefined;
    this.#current.change(undefined, goneReason);
    this.#restarts += 1;
    this.state.set({ kind: "starting" });
    this.#env.clock.after(0, () => this.#current.closed || this.#start());
  }
}
