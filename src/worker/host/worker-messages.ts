import type { KubeObject } from "../../apimachinery/meta.ts";
import type { FeatureSettings } from "../../component-base/features/feature-gates.ts";

/** How a server in a worker is to be set up. */
export interface ServerSettings {
  /** The name of its IndexedDB database, and of its locks and channels. */
  readonly database: string;
  /** `memory` forgets everything with the tab; `indexeddb` falls back to it where there is none. */
  readonly storage: "indexeddb" | "memory";
  /**
   * Users in kube-apiserver's CSV format; requests without a known token are anonymous then. Without it the page is
   * system:masters.
   */
  readonly tokenAuthFile: string | undefined;
  readonly featureGates?: FeatureSettings | undefined;
  /** What is served, as `--runtime-config` takes it. */
  readonly runtimeConfig?: string | undefined;
  /** The release to act as, `1.33`. */
  readonly emulatedVersion?: string | undefined;
  /** An audit policy as YAML or JSON. */
  readonly auditPolicy?: string | undefined;
  /** False leaves out the garbage collector and the other controllers. */
  readonly controllers?: boolean | undefined;
  readonly seed?: Seed | undefined;
  readonly leaderId: string;
}

/** What a new server holds from its start: an export file, or objects that are created in their order. */
export type Seed = Uint8Array | readonly KubeObject[];

/**
 * What a page tells its worker. Exchanges come as frames (link/protocol.ts) through the same port, so that those with a
 * server arrive behind the message that opens it.
 */
export type PageMessage =
  /** To be held for as long as the worker lives, so that the page learns of its end. Before everything else. */
  | { readonly kind: "hold"; readonly lock: string }
  | OpenMessage
  /** Ends a server; nothing is reported of it any more. */
  | { readonly kind: "close"; readonly server: string; readonly reason: string };

/** Starts a server under an id. */
export interface OpenMessage {
  readonly kind: "open";
  readonly server: string;
  /** Tells apart servers that had the same id one after the other. */
  readonly instance: number;
  readonly settings: ServerSettings;
  /** Carries the Inspector of this server. */
  readonly inspector: MessagePort;
}

/** What a server says of itself once it answers. */
export interface ServerReport {
  readonly epoch: number | undefined;
  readonly persistent: boolean;
  /** Other tabs can follow it. */
  readonly shared: boolean;
  readonly reason: string | undefined;
}

/** What happens to a server. */
export type ServerNews =
  | { readonly kind: "ready"; readonly report: ServerReport }
  /** Another server under the same id, with other settings. */
  | { readonly kind: "restarted"; readonly report: ServerReport }
  /** Its epoch is over: another worker writes to the same database. */
  | { readonly kind: "deposed" }
  /** It cannot be started. */
  | { readonly kind: "failed"; readonly reason: string }
  /** Its storage does not give a server any more; another start may help. */
  | { readonly kind: "lost" };

/** What a worker tells its page. */
export interface WorkerMessage {
  readonly kind: "news";
  readonly instance: number;
  readonly news: ServerNews;
}

const hasKind = (message: unknown): message is { readonly kind: unknown } =>
  typeof message === "object" && message !== null && "kind" in message;

export const isPageMessage = (message: unknown): message is PageMessage =>
  hasKind(message) && (message.kind === "hold" || message.kind === "open" || message.kind === "close");

export const isWorkerMessage = (message: unknown): message is WorkerMessage =>
  hasKind(message) && message.kind === "news";
