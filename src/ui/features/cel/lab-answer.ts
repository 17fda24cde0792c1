import type { CelAdvice, CelExplanation, CelOutcome } from "../../../client/cel.ts";
import type { LabMode } from "../../cel/lab-state.ts";
import type { Unreadable } from "./lab-request.ts";
import type { SchemaNode } from "./schema-nodes.ts";

/** What the server said, and to which expression. */
export interface LabAnswer {
  readonly expression: string;
  readonly mode: LabMode;
  readonly explanation: CelExplanation;
  readonly advice: readonly CelAdvice[];
  readonly unreadable: Unreadable;
  /** Where in the schema a rule may stand. */
  readonly nodes: readonly SchemaNode[];
  readonly outcomes: Readonly<Record<string, CelOutcome>>;
}

/** True where the estimate is beyond what the server takes. */
export const isOverBudget = ({ estimatedCost, estimateLimit }: CelExplanation): boolean =>
  estimatedCost !== undefined && estimateLimit !== undefined && estimatedCost > estimateLimit;
