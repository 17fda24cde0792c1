import type { KubeObject } from "../../apimachinery/meta.ts";
import type { FeatureSettings } from "../../component-base/features/feature-gates.ts";
import type { WorldClockOptions } from "../../component-base/world-clock.ts";

/** The settings of a server in a worker. */
export interface ServerSettings {
  /** The name of its IndexedDB database, and of its locks and channels. */
  readonly database: string;
  /** `memory` loses all data when the tab closes. `indexeddb` falls back to memory if IndexedDB is unavailable. */
  readonly storage: "indexeddb" | "memory";
  /**
   * Users in kube-apiserver's CSV format. If set, requests without a known token are anonymous. If not set, requests of
   * the page run as a member of system:masters.
   */
  readonly tokenAuthFile: string | undefined;
  readonly featureGates?: FeatureSettings | undefined;
  /** Which APIs are served, in the format of `--runtime-config`. */
  readonly runtimeConfig?: string | undefined;
  /** The release to emulate, such as `1.33`. */
  readonly emulatedVersion?: string | undefined;
  /** Admission plugins to enable besides the default ones, and to disable. */
  readonly enableAdmissionPlugins?: readonly string[] | undefined;
  readonly disableAdmissionPlugins?: readonly string[] | undefined;
  /** An audit policy as YAML or JSON. */
  readonly auditPolicy?: string | undefined;
  /**
   * If false, the garbage collector and the other controllers do not run. A list names those that run, as
   * kube-controller-manager's `--controllers`.
   */
  readonly controllers?: boolean | readonly string[] | undefined;
  /** What a storage that nobody has used before begins with, in place of `controllers`. */
  readonly newWorld?: NewWorld | undefined;
  readonly seed?: Seed | undefined;
  /** When the time of the world begins, and how it passes; as the machine's by default. */
  readonly worldTime?: Pick<WorldClockOptions, "start" | "paused" | "speed"> | undefined;
  readonly leaderId: string;
}

/** What a new storage begins with. It keeps these controllers when a later version of the page chooses others. */
export interface NewWorld {
  /** The controllers that run, as kube-controller-manager's `--controllers`. */
  readonly controllers: readonly string[];
  readonly simulatedNodes: number;
  /** What runs there at first. A world that is reset begins without it. */
  readonly objects?: readonly KubeObject[] | undefined;
}

/** The initial content of a new server: an export file, or objects to create in order. */
export type Seed = Uint8Array | readonly KubeObject[];

/**
 * Messages from a page to its worker. Exchanges are sent as frames (link/protocol.ts) through the same port, so that
 * frames for a server arrive after the message that opens it.
 */
export type PageMessage =
  /**
   * Requests that the worker hold this lock for its lifetime, so that the page detects the worker's end. Sent before
   * any other message.
   */
  | { readonly kind: "hold"; readonly lock: string }
  | OpenMessage
  /** Closes a server. No more news is sent about it. A shared one goes on for the other pages that opened it. */
  | { readonly kind: "close"; readonly server: string; readonly reason: string }
  /** Serves another page, which sends the same messages over this port. It has servers and ids of its own. */
  | { readonly kind: "join"; readonly port: MessagePort }
  /** The page is gone, and its servers are closed. */
  | { readonly kind: "leave" };

/** Starts a server with an id. */
export interface OpenMessage {
  readonly kind: "open";
  readonly server: string;
  /** A name under which pages of this worker share one server, which the first of them starts. */
  readonly shared?: string | undefined;
  /** Distinguishes successive servers with the same id. */
  readonly instance: number;
  readonly settings: ServerSettings;
  /** Carries the Inspector of this server. */
  readonly inspector: MessagePort;
}

/** The properties that a server reports once it is ready. */
export interface ServerReport {
  readonly epoch: number | undefined;
  readonly persistent: boolean;
  /** Whether other tabs can follow this server. */
  readonly shared: boolean;
  readonly reason: string | undefined;
}

/** How far a server is opened. */
export interface OpeningProgress {
  readonly done: number;
  readonly total: number;
}

/** The lifecycle events of a server. */
export type ServerNews =
  /** How far its first content is restored, before it is ready. */
  | { readonly kind: "progress"; readonly progress: OpeningProgress }
  | { readonly kind: "ready"; readonly report: ServerReport }
  /** A server with the same id was restarted with other settings. */
  | { readonly kind: "restarted"; readonly report: ServerReport }
  /** The server's epoch has ended: another worker writes to the same database. */
  | { readonly kind: "deposed" }
  /** The server could not be started; `damaged` if the stored data is not what was written. */
  | { readonly kind: "failed"; readonly reason: string; readonly damaged: boolean }
  /** The storage could not be reopened. Another start may succeed. */
  | { readonly kind: "lost" };

/** Messages from a worker to its page. */
export interface WorkerMessage {
  readonly kind: "news";
  readonly instance: number;
  readonly news: ServerNews;
}

const hasKind = (message: unknown): message is { readonly kind: unknown } =>
  typeof message === "object" && message !== null && "kind" in message;

const pageKinds: ReadonlySet<unknown> = new Set(["hold", "open", "close", "join", "leave"]);

export const isPageMessage = (message: unknown): message is PageMessage =>
  hasKind(message) && pageKinds.has(message.kind);

export const isWorkerMessage = (message: unknown): message is WorkerMessage =>
  hasKind(message) && message.kind === "news";
