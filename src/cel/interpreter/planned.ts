import type { Value } from "../values/value.ts";
import type { Attribute } from "./attribute.ts";
import type { Step } from "./frame.ts";

/** A part of an expression on its way to a step: known already, a way into a value that may go on, or anything else. */
export type Planned =
  | { readonly kind: "constant"; readonly value: Value }
  | { readonly kind: "attribute"; readonly attribute: Attribute }
  | { readonly kind: "step"; readonly step: Step };

export const constant = (value: Value): Planned => ({ kind: "constant", value });
export const stepOf = (step: Step): Planned => ({ kind: "step", step });

/** Thrown where an expression cannot be planned: a constant in it is wrong. */
export class ProgramError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ProgramError";
  }
}
