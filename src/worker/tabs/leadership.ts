import type { Clock } from "../../apimachinery/clock.ts";
import type { Connection, CurrentConnection } from "./connection.ts";
import { FollowedLeader } from "./followed-leader.ts";
import { Observable } from "./observable.ts";
import type { ServerSettings } from "../host/worker-messages.ts";
import { locksDenied } from "../browser-environment.ts";
import type { ServerEvents, ServerProcess } from "./tab-worker.ts";
import { beatMs, isTabMessage, leaderLock, missedBeats, tabLock, tabsChannel } from "./tab-channel.ts";
import type { TabMessage } from "./tab-channel.ts";

export type Role = "starting" | "leader" | "follower" | "alone";

/** Where the server runs, and in which state. */
export interface LeadershipState {
  readonly role: Role;
  /** The worker that serves requests; undefined if there is none. */
  readonly leaderId: string | undefined;
  /** Increases with each leader of a database. */
  readonly epoch: number | undefined;
  /** Whether the data survives closing the tab. */
  readonly persistent: boolean;
  /** A user-facing explanation of a degraded state. */
  readonly reason?: string | undefined;
  /** Set in the leading tab if its server could not start because the stored data is damaged (worker/rescue.ts). */
  readonly damaged?: true | undefined;
}

/** The browser APIs that Leadership needs; tests provide fakes. */
export interface LeadershipEnvironment {
  readonly database: string;
  readonly locks: LockManager;
  readonly clock: Clock;
  openChannel(name: string): BroadcastChannel;
  /** Returns a new id for a tab or a worker. */
  createId(): string;
  /** Returns a random number from 0 to 1, so that tabs that lose the same leader do not all act at once. */
  jitter(): number;
  startServer(leaderId: string, events: ServerEvents, storage: ServerSettings["storage"]): ServerProcess;
  join(leaderId: string, tabId: string): Connection;
}

const movedReason = "Another tab has taken over the server; a request that was under way may have been done or not.";
const diedReason = "The server's worker ended; a request that was under way may have been done or not.";
const closedReason = "Kubepad was closed.";

/** One term of leadership. It ends when the lock is released or stolen, or when storage turns out to be unavailable. */
interface Term {
  leaderId: string;
  server: ServerProcess;
  readonly release: () => void;
}

/**
 * Elects the tab that runs the server. The holder of the leader lock leads. The others queue for the lock, follow the
 * leader's heartbeat, and steal the lock after three missed heartbeats, since a frozen tab keeps its lock. The epoch in
 * the store prevents a resumed former leader from writing.
 */
export class Leadership {
  readonly state = new Observable<LeadershipState>({
    role: "starting",
    leaderId: undefined,
    epoch: undefined,
    persistent: false,
  });
  readonly #env: LeadershipEnvironment;
  readonly #current: CurrentConnection;
  readonly #tabs: BroadcastChannel;
  readonly #tabId: string;
  readonly #closing = new AbortController();
  #term: Term | undefined;
  #followed: FollowedLeader | undefined;
  #queue = new AbortController();
  #endClaims = (): void => undefined;

  constructor(env: LeadershipEnvironment, current: CurrentConnection) {
    this.#env = env;
    this.#current = current;
    this.#tabId = env.createId();
    this.#tabs = env.openChannel(tabsChannel(env.database));
    this.#tabs.onmessage = (event: MessageEvent<unknown>) => {
      if (isTabMessage(event.data)) this.#hear(event.data);
    };
  }

  /** Leads if there is no leader, and follows otherwise. */
  start(): void {
    void this.#hold({ ifAvailable: true });
    const held = this.#env.locks.request(tabLock(this.#env.database, this.#tabId), () => until(this.#closing.signal));
    held.catch(() => undefined); // the request for the leader lock reports the same error
  }

  close(): void {
    this.#closing.abort();
    this.#endClaims();
    this.#unfollow();
    this.#current.close(closedReason);
    this.#term?.server.stop(closedReason);
    this.#term?.release();
    this.#term = undefined;
    this.#tabs.close();
  }

  async #hold(options: LockOptions): Promise<void> {
    let term: Term | undefined;
    try {
      await this.#env.locks.request(leaderLock(this.#env.database), options, (lock) => {
        if (this.#closing.signal.aborted) return;
        if (lock === null) return this.#follow();
        return new Promise<void>((release) => (term = this.#lead(release)));
      });
    } catch (error) {
      // The lock was taken away from a frozen leader, or this tab left the queue itself, or there are no locks.
      if (term !== undefined && term === this.#term) this.#stepDown(movedReason);
      else if (isDenial(error)) this.#leadAlone();
    }
  }

  /** Without locks, tabs cannot coordinate: this tab uses a server in memory. */
  #leadAlone(): void {
    if (this.#term !== undefined || this.#closing.signal.aborted) return;
    const leaderId = this.#env.createId();
    const state = { leaderId, epoch: undefined, persistent: false, reason: locksDenied };
    this.#set({ role: "starting", ...state });
    const server = this.#env.startServer(
      leaderId,
      {
        ready: () => this.#set({ role: "alone", ...state }),
        restarted: () => undefined,
        deposed: () => undefined,
        failed: (reason) => this.#serverFailed(leaderId, reason, false),
        died: () => undefined, // detected through a lock only
      },
      "memory",
    );
    this.#term = { leaderId, server, release: () => undefined };
    this.#current.change(server.connection, "");
  }

  #lead(release: () => void): Term {
    this.#unfollow();
    this.#term?.server.stop(movedReason); // the tab stole its own lock: the queue advanced at the same moment
    const leaderId = this.#env.createId();
    this.#set({ role: "starting", leaderId, epoch: undefined, persistent: false });
    this.#term = { leaderId, server: this.#startServer(leaderId), release };
    this.#current.change(this.#term.server.connection, movedReason);
    return this.#term;
  }

  /**
   * Says that this tab leads, every second until its worker does: other tabs would take a leader for frozen whose
   * scripts come slowly, and load them in its place.
   */
  #claim(leaderId: string): void {
    this.#endClaims();
    this.#say({ kind: "claim", leaderId });
    this.#endClaims = this.#env.clock.after(beatMs, () => this.#claim(leaderId));
  }

  #startServer(leaderId: string): ServerProcess {
    this.#claim(leaderId);
    const events: ServerEvents = {
      ready: (report) => this.#term?.leaderId === leaderId && this.#serverReady(report),
      restarted: ({ epoch, persistent, reason }) =>
        this.#term?.leaderId === leaderId && this.#set({ ...this.state.get(), epoch, persistent, reason }),
      deposed: () => this.#term?.leaderId === leaderId && this.#stepDown(movedReason),
      failed: (reason, damaged) => this.#term?.leaderId === leaderId && this.#serverFailed(leaderId, reason, damaged),
      died: () => this.#serverDied(leaderId),
    };
    return this.#env.startServer(leaderId, events, "indexeddb");
  }

  #serverReady({ epoch, persistent, shared, reason }: Parameters<ServerEvents["ready"]>[0]): void {
    const term = this.#term;
    if (term === undefined) return;
    this.#endClaims();
    this.#set({ role: shared ? "leader" : "alone", leaderId: term.leaderId, epoch, persistent, reason });
    if (!shared) term.release();
  }

  /** Handles a server that could not start. Errors of a running server are reported in its responses. */
  #serverFailed(leaderId: string, reason: string, damaged: boolean): void {
    if (this.state.get().role !== "starting") return;
    this.#endClaims();
    this.#current.fail(reason);
    const failed = { role: "starting", leaderId, epoch: undefined, persistent: false, reason } as const;
    this.#set(damaged ? { ...failed, damaged } : failed);
  }

  /** Handles the end of the worker. The next server starts on the data that was stored. */
  #serverDied(leaderId: string): void {
    const term = this.#term;
    if (term?.leaderId !== leaderId) return;
    term.server.stop(diedReason);
    term.leaderId = this.#env.createId();
    this.#set({ role: "starting", leaderId: term.leaderId, epoch: undefined, persistent: false, reason: diedReason });
    term.server = this.#startServer(term.leaderId);
    this.#current.change(term.server.connection, diedReason);
  }

  /** Steps down for another leader: stops this tab's server and follows. */
  #stepDown(reason: string): void {
    const term = this.#term;
    if (term === undefined) return;
    this.#term = undefined;
    this.#endClaims();
    this.#current.change(undefined, reason);
    term.server.stop(reason);
    term.release();
    this.#follow();
  }

  #follow(): void {
    this.#set({ role: "follower", leaderId: undefined, epoch: undefined, persistent: false });
    this.#queue = new AbortController();
    void this.#hold({ signal: this.#queue.signal });
    this.#followed = new FollowedLeader({
      clock: this.#env.clock,
      beatMs,
      missedBeats,
      jitter: this.#env.jitter,
      ask: () => this.#say({ kind: "who" }),
      greet: (leaderId) => this.#say({ kind: "hello", leaderId, tabId: this.#tabId }),
      join: (leaderId) => this.#env.join(leaderId, this.#tabId),
      joined: (connection) => this.#current.change(connection, movedReason),
      left: () => this.#current.change(undefined, movedReason),
      alive: ({ leaderId, epoch, persistent, reason }) =>
        this.#set({ role: "follower", leaderId, epoch, persistent, reason }),
      frozen: () => this.#takeOver(),
    });
  }

  #unfollow(): void {
    this.#queue.abort();
    this.#followed?.close();
    this.#followed = undefined;
  }

  #takeOver(): void {
    this.#unfollow();
    void this.#hold({ steal: true });
  }

  #hear(message: TabMessage): void {
    if (
      this.#followed !== undefined &&
      (message.kind === "beat" || message.kind === "claim" || message.kind === "welcome")
    ) {
      if (message.kind !== "welcome" || message.tabId === this.#tabId) this.#followed.hear(message);
    }
  }

  #say(message: TabMessage): void {
    if (!this.#closing.signal.aborted) this.#tabs.postMessage(message);
  }

  #set(state: LeadershipState): void {
    this.state.set(state);
  }
}

/** True if the browser denies locks to this page, as in cross-site frames whose storage is blocked. */
const isDenial = (error: unknown): boolean => error instanceof DOMException && error.name === "SecurityError";

const until = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
