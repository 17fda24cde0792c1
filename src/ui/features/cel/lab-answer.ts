import type { CelAdvice, CelExplanation, CelOutcome } from "../../../client/cel.ts";
import type { LabMode } from "../../cel/lab-state.ts";
import type { Unreadable } from "./lab-request.ts";
import type { SchemaNode } from "./schema-nodes.ts";

/** The server's response, with the expression it refers to. */
export interface LabAnswer {
  readonly expression: string;
  readonly mode: LabMode;
  readonly explanation: CelExplanation;
  readonly advice: readonly CelAdvice[];
  readonly unreadable: Unreadable;
  /** The schema nodes that may have rules. */
  readonly nodes: readonly SchemaNode[];
  readonly outcomes: Readonly<Record<string, CelOutcome>>;
}

/** Reports whether the estimated cost exceeds the server's limit. */
export const isOverBudget = ({ estimatedCost, estimateLimit }: CelExplanation): boolean =>
  estimatedCost !== undefined && estimateLimit !== undefined && estimatedCost > estimateLimit;
