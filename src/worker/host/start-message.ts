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
  readonly leaderId: string;
}

/** The first message to the worker. */
export interface StartMessage {
  readonly kind: "start";
  readonly options: ServerSettings;
  /** Carries exchanges. */
  readonly exchanges: MessagePort;
  /** Carries the Inspector. */
  readonly inspector: MessagePort;
}

/** What a worker says of itself once it answers. */
export interface ServerReport {
  readonly epoch: number | undefined;
  readonly persistent: boolean;
  /** Other tabs can follow it. */
  readonly shared: boolean;
  readonly reason: string | undefined;
}

/** Messages from the worker to its page. */
export type WorkerMessage =
  | { readonly kind: "ready"; readonly report: ServerReport }
  /** Another server in the same worker, with other settings. */
  | { readonly kind: "restarted"; readonly report: ServerReport }
  | { readonly kind: "deposed" }
  | { readonly kind: "failed"; readonly reason: string };

const hasKind = (message: unknown): message is { readonly kind: unknown } =>
  typeof message === "object" && message !== null && "kind" in message;

export const isStartMessage = (message: unknown): message is StartMessage =>
  hasKind(message) && message.kind === "start";

export const isWorkerMessage = (message: unknown): message is WorkerMessage =>
  hasKind(message) &&
  (message.kind === "ready" || message.kind === "restarted" || message.kind === "deposed" || message.kind === "failed");
