import { operators } from "../operators.ts";
import { callStep, type CallPlan } from "./calls.ts";
import type { Charge, Step } from "./frame.ts";
import { fusedComparison, fusedEquality, fusedMembership } from "./fused-steps.ts";
import { equal, notEqual } from "./logic-steps.ts";
import { comparisonStep, equalityStep, negationStep } from "./operator-steps.ts";
import type { Planned } from "./planned.ts";

/** A call with planned arguments. */
export interface PlannedCall {
  readonly name: string;
  readonly plan: CallPlan;
  readonly args: readonly Planned[];
  /** The argument steps, including their own cost. */
  readonly steps: readonly Step[];
}

/** Returns an inlined step for an operator; undefined for other functions. */
function operatorStep(
  { name, plan, args: [a, b], steps: [left, right] }: PlannedCall,
  tracked: boolean,
): Step | undefined {
  const { run, cost, isUnitCost } = plan;
  if (left === undefined) return undefined;
  if (name === operators.logicalNot) return negationStep(left, run, tracked);
  if (right === undefined) return undefined;
  if (run === equal || run === notEqual)
    return fusedEquality(
      a,
      b,
      run === equal,
      equalityStep(left, right, run === equal, run, tracked ? cost : undefined),
      tracked,
    );
  const comparison = isUnitCost ? comparisonStep(name, run, left, right, tracked) : undefined;
  return comparison && fusedComparison(name, a, b, comparison, tracked);
}

/** Returns the fastest step for a call that tracks nothing or only its cost. */
export function quickCallStep(call: PlannedCall, tracked: boolean, charge: Charge): Step {
  const operator = operatorStep(call, tracked);
  if (operator !== undefined) return operator;
  const general = callStep(call.plan, call.steps, charge);
  const [key, container] = call.args;
  return call.name === operators.in && call.plan.isUnitCost
    ? fusedMembership(key, container, general, tracked)
    : general;
}
