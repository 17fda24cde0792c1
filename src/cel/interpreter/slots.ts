import { Optional, type Value } from "../values/value.ts";
import { handOn } from "./attribute.ts";
import type { Step } from "./frame.ts";

/** The slot of a variable and the step that reads it. */
export interface Variable {
  readonly slot: number;
  readonly step: Step;
}

interface Scoped extends Variable {
  readonly name: string;
}

/** Allocates slots of a frame to variables. Slot 0 is reserved and stays empty. */
export class Slots {
  readonly #scopes: Scoped[] = [];
  readonly #variables = new Map<string, number>();
  #count = 1;

  /** The number of slots. */
  get count(): number {
    return this.#count;
  }

  /** Finds a variable of an enclosing comprehension. */
  find(name: string): Variable | undefined {
    return this.#scopes.findLast((scope) => scope.name === name);
  }

  /** Declares a comprehension variable in a new slot. */
  enter(name: string, read: (slot: number) => Step = readSlot): number {
    const slot = this.#count++;
    this.#scopes.push({ name, slot, step: read(slot) });
    return slot;
  }

  leave(): void {
    this.#scopes.pop();
  }

  /** Reports whether a slot belongs to an environment variable. */
  isVariable(slot: number): boolean {
    return [...this.#variables.values()].includes(slot);
  }

  /** Returns the slot of an environment variable. */
  variable(name: string): number {
    const known = this.#variables.get(name);
    if (known !== undefined) return known;
    const slot = this.#count++;
    this.#variables.set(name, slot);
    return slot;
  }
}

const readSlot =
  (slot: number): Step =>
  (frame) =>
    frame.slots[slot] ?? null;

/** Reads an environment variable, which is resolved once per evaluation. An undefined variable is an error. */
export const variableStep =
  (slot: number, name: string, missing: Value): Step =>
  (frame) => {
    const known = frame.slots[slot];
    if (known !== undefined) return known;
    const found = frame.activation.get(name);
    return (frame.slots[slot] = found === undefined ? missing : found);
  };

/** Returns a step whose result is unwrapped and rewrapped if it is an optional. */
export const handingOn =
  (step: Step): Step =>
  (frame) => {
    const value = step(frame);
    return value instanceof Optional ? handOn(value) : value;
  };
