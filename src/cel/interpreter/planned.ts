import type { Value } from "../values/value.ts";
import type { Attribute } from "./attribute.ts";
import type { Step } from "./frame.ts";

/** The result of planning a node: a constant, an attribute that can be extended by qualifiers, or any other step. */
export type Planned =
  | { readonly kind: "constant"; readonly value: Value }
  | { readonly kind: "attribute"; readonly attribute: Attribute }
  | { readonly kind: "step"; readonly step: Step };

/** What an evaluation tracks: nothing, its cost, or the values and cost of every node. */
export type Tracking = "none" | "cost" | "everything";

/** A planned expression and the number of slots for its variables. */
export interface Plan {
  readonly step: Step;
  readonly slots: number;
}

export const constant = (value: Value): Planned => ({ kind: "constant", value });
export const stepOf = (step: Step): Planned => ({ kind: "step", step });

/** Throws for an identifier of type `type` that is not a type name, even if it is a variable of that type. */
export function undefinedType(name: string): never {
  throw new ProgramError(`reference to undefined type: ${name}`);
}

/** Thrown for an expression that cannot be planned because a constant in it is invalid. */
export class ProgramError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ProgramError";
  }
}
