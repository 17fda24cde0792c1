import { messageOf } from "../../../apimachinery/message-of.ts";
import type { RuleEstimate, SchemaCosts } from "../../../client/definitions.ts";
import { useLatestAnswer } from "../../data/use-answer.ts";
import { usePage } from "../../state/page.ts";
import { keyOf } from "./model/tree-rows.ts";

/** The cost estimates of a version's rules, or the reason why they are not available. */
export interface Costs {
  readonly costs: SchemaCosts | undefined;
  readonly byNode: ReadonlyMap<string, readonly RuleEstimate[]>;
  readonly trouble: string;
}

const unknown: Costs = { costs: undefined, byNode: new Map(), trouble: "" };

/** Requests the cost estimates of all rules of a version. */
export function useCosts(spec: unknown, version: string): Costs {
  const page = usePage();
  const costs = useLatestAnswer(
    () =>
      page.inspect
        .definitionCosts({ spec, version })
        .then(known, (error: unknown): Costs => ({ ...unknown, trouble: messageOf(error) })),
    [page, spec, version],
    120,
  );
  return costs ?? unknown;
}

function known(costs: SchemaCosts): Costs {
  const byNode = new Map<string, RuleEstimate[]>();
  for (const rule of costs.rules) {
    const key = keyOf(rule.path);
    byNode.set(key, [...(byNode.get(key) ?? []), rule]);
  }
  return { costs, byNode, trouble: "" };
}

/** Returns the highest share of the rule limit among a node's rules; "error" if one does not compile. */
export function worstShare(rules: readonly RuleEstimate[] = []): number | "error" | undefined {
  if (rules.some(({ error }) => error !== undefined)) return "error";
  return rules.length === 0 ? undefined : Math.max(...rules.map((rule) => rule.shareOfRuleLimit));
}
