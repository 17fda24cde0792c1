import type { Value } from "../values/value.ts";
import type { Attribute } from "./attribute.ts";
import type { Step } from "./frame.ts";

/** A part of an expression on its way to a step: known already, a way into a value that may go on, or anything else. */
export type Planned =
  | { readonly kind: "constant"; readonly value: Value }
  | { readonly kind: "attribute"; readonly attribute: Attribute }
  | { readonly kind: "step"; readonly step: Step };

/** What evaluations are to keep account of: nothing, their cost, or what every node did. */
export type Tracking = "none" | "cost" | "everything";

/** A planned expression and the number of places its variables take. */
export interface Plan {
  readonly step: Step;
  readonly slots: number;
}

export const constant = (value: Value): Planned => ({ kind: "constant", value });
export const stepOf = (step: Step): Planned => ({ kind: "step", step });

/** A name of type `type` is taken for that of a type, even where it is that of a variable. */
export function undefinedType(name: string): never {
  throw new ProgramError(`reference to undefined type: ${name}`);
}

/** Thrown where an expression cannot be planned: a constant in it is wrong. */
export class ProgramError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ProgramError";
  }
}
