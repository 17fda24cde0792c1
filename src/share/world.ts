import type { KubeObject } from "../apimachinery/meta.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import type { FeatureSettings } from "../component-base/features/feature-gates.ts";
import type { StoredVersion } from "../component-base/world-file.ts";
import type { WorldTime } from "../component-base/world-clock.ts";

/** How the time of a world passes. */
export type WorldPace = Pick<WorldTime, "paused" | "speed">;

/** Settings of a server, as `openServer` takes them. Absent members mean the default. */
export interface WorldSettings {
  readonly emulatedVersion?: string;
  readonly featureGates?: FeatureSettings;
  readonly runtimeConfig?: string;
  readonly enableAdmissionPlugins?: readonly string[];
  readonly disableAdmissionPlugins?: readonly string[];
  /** The controllers that run once the objects are there; those that the API server depends on if absent. */
  readonly controllers?: readonly string[];
  /** Absent where the time of the world passes as the machine's. */
  readonly pace?: WorldPace;
}

/** The user whom the page impersonates. */
export interface WorldIdentity {
  readonly user: string;
  readonly groups: readonly string[];
}

/** A request of the console, which is offered and never sent by itself. */
export interface WorldRequest {
  readonly method: string;
  readonly target: string;
  /** The Content-Type of the body. */
  readonly type: string;
  readonly body: string;
}

/** A view of the page: its address, and what the user has entered there by the name of the setting that keeps it. */
export interface WorldView {
  readonly address: string;
  readonly state: Readonly<Record<string, JsonValue>>;
}

/** The versions of objects that a server had retained, with their uids and revisions, as its store keeps them. */
export interface WorldHistory {
  /** The revision at which it begins. */
  readonly compacted: number;
  readonly versions: readonly StoredVersion[];
}

/**
 * What a link or file carries from one server to another: objects as API clients see them, and what belongs to them.
 * Objects are free of the fields that a server sets by itself (server-fields.ts).
 */
export interface World {
  readonly objects: readonly KubeObject[];
  /** What a new server begins with in place of the objects, if there is any. Files only. */
  readonly versions?: WorldHistory;
  /** Earlier states of the objects, oldest first. Files of version 1 only. */
  readonly history?: readonly KubeObject[];
  readonly settings?: WorldSettings;
  readonly identity?: WorldIdentity;
  readonly requests?: readonly WorldRequest[];
  readonly view?: WorldView;
}

/** A link or file that cannot be read. The message is a sentence for the user. */
export class UnreadableWorldError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "UnreadableWorldError";
  }
}
