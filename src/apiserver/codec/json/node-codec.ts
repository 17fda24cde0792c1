import { keysOf } from "../../../component-base/long-map-keys.ts";
import { phase, runningWork } from "../../../component-base/work.ts";
import type { Document } from "./repeated-members.ts";
import type { DecodeState } from "./decode-state.ts";
import type { Printer } from "./differences.ts";

/** How Go's `omitempty` decides that a value is empty; structs never are. */
export type Emptiness = "never" | "scalar" | "list" | "map";

/** Decodes and encodes values of one schema node; created once for each type. */
export interface NodeCodec extends Printer {
  /** The Go type for error messages. */
  readonly goType: string;
  readonly emptiness: Emptiness;
  /**
   * Whether the Go type has no nil value (structs and types based on them). Such a field is printed despite `omitempty`
   * unless it is a pointer.
   */
  readonly struct: boolean;
  /** Returns Go's zero value, which also replaces null in a list or map. `encode` prints it. */
  zero(): unknown;
  /** Decodes any value but null. A wrong type is recorded in the state, and the result is then meaningless. */
  decode(value: Document & {}, state: DecodeState): unknown;
}

/** Reports whether `omitempty` omits a value. */
export function isEmpty(emptiness: Emptiness, value: unknown): boolean {
  if (emptiness === "scalar") return value === "" || value === 0 || value === false || value === 0n;
  if (emptiness === "list") return Array.isArray(value) && value.length === 0;
  return emptiness === "map" && hasNoKeys(value);
}

/** Maps of large requests that have keys: to begin a loop over a large one takes long. They are immutable. */
const filledMaps = new WeakSet<object>();
const manyKeys = 1_000;

/** Remembers that a map has keys. */
export const noteLargeMap = (map: object): unknown => filledMaps.add(map);

/** Returns the keys of a map of a large request, if it has many of them; others have their turn before it returns. */
export function manyKeysOf(map: object): readonly string[] | undefined {
  if (runningWork() === undefined) return undefined;
  const keys = keysOf(map);
  if (keys.length <= manyKeys) return undefined;
  noteLargeMap(map);
  return phase(() => keys);
}

function hasNoKeys(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (filledMaps.has(value)) return false;
  for (const _ in value) {
    if (runningWork() !== undefined) noteLargeMap(value);
    return false;
  }
  return true;
}
