import type { JsonObject } from "../../apimachinery/json/value.ts";
import type { ServedResource } from "../../client/discovery.ts";

/** An object that a command works on: its resource and names, and the object where it was read (resource.Info). */
export interface Info {
  readonly resource: ServedResource;
  readonly namespace: string;
  readonly name: string;
  readonly object: JsonObject;
  /** The file, or the words that named it. */
  readonly source: string;
  /** The list among manifests that the object is an item of. */
  readonly list?: JsonObject | undefined;
}

/** The infos that arguments gave, in order, with the errors of those that could not be had. */
export interface Found {
  readonly infos: readonly Info[];
  readonly errors: readonly unknown[];
  /** Whether one object by name was asked for. */
  readonly single: boolean;
  /** The resources that were asked for; empty for files. */
  readonly resources: readonly ServedResource[];
}
