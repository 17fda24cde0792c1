import type { Document } from "./repeated-members.ts";
import type { DecodeState } from "./decode-state.ts";
import type { Printer } from "./differences.ts";

/** How Go's `omitempty` looks at a held value: structs are never empty. */
export type Emptiness = "never" | "scalar" | "list" | "map";

/** Decoder and encoder of one schema node, made once per type. */
export interface NodeCodec extends Printer {
  /** The Go type as error texts spell it. */
  readonly goType: string;
  readonly emptiness: Emptiness;
  /**
   * Has no nil of its own: printed in an object though `omitempty`, unless behind a pointer (structs and what is built
   * like them).
   */
  readonly struct: boolean;
  /** What Go holds where nothing was given, and what null in a list or map becomes; printed by `encode`. */
  zero(): unknown;
  /** Makes the held value of anything but null. A wrong type is left in the state, and the result is then of no use. */
  decode(value: Document & {}, state: DecodeState): unknown;
}

/** Whether `omitempty` leaves a value out. */
export function isEmpty(emptiness: Emptiness, value: unknown): boolean {
  if (emptiness === "scalar") return value === "" || value === 0 || value === false || value === 0n;
  if (emptiness === "list") return Array.isArray(value) && value.length === 0;
  return emptiness === "map" && hasNoKeys(value);
}

function hasNoKeys(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  for (const _ in value) return false;
  return true;
}
