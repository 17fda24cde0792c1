import { Optional, type Value } from "../values/value.ts";
import { handOn } from "./attribute.ts";
import type { Step } from "./frame.ts";

/** How a variable is read. */
export interface Variable {
  readonly slot: number;
  readonly step: Step;
}

interface Scoped extends Variable {
  readonly name: string;
}

/** Gives variables their places in a frame; the first place is nobody's and stays empty. */
export class Slots {
  readonly #scopes: Scoped[] = [];
  readonly #variables = new Map<string, number>();
  #count = 1;

  /** How many places there are. */
  get count(): number {
    return this.#count;
  }

  /** How a variable of a surrounding comprehension is read. */
  find(name: string): Variable | undefined {
    return this.#scopes.findLast((scope) => scope.name === name);
  }

  /** A variable of a comprehension becomes visible; each gets a place of its own. */
  enter(name: string, read: (slot: number) => Step = readSlot): number {
    const slot = this.#count++;
    this.#scopes.push({ name, slot, step: read(slot) });
    return slot;
  }

  leave(): void {
    this.#scopes.pop();
  }

  /** True for the place of a variable of the environment. */
  isVariable(slot: number): boolean {
    return [...this.#variables.values()].includes(slot);
  }

  /** The place of a variable of the environment. */
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

/** Reads a variable of the environment, which is asked for once an evaluation; one that is not there is an error. */
export const variableStep =
  (slot: number, name: string, missing: Value): Step =>
  (frame) => {
    const known = frame.slots[slot];
    if (known !== undefined) return known;
    const found = frame.activation.get(name);
    return (frame.slots[slot] = found === undefined ? missing : found);
  };

/** The same where the value may be an optional, which is taken apart. */
export const handingOn =
  (step: Step): Step =>
  (frame) => {
    const value = step(frame);
    return value instanceof Optional ? handOn(value) : value;
  };
