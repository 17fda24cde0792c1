import { labelSelectorAsSelector, type LabelSelectorSpec } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

/** rbac/v1 ClusterRole as far as aggregation looks at it. */
export interface ClusterRole extends KubeObject {
  readonly rules?: readonly unknown[] | null;
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelectorSpec[] | null } | null;
}

/**
 * The rules that a role is to have: those of the roles that its selectors select, by name, each once
 * (clusterroleaggregation syncClusterRole).
 */
export function aggregateRules(role: ClusterRole, all: Iterable<ClusterRole>): readonly unknown[] {
  const sorted = [...all]
    .filter(({ metadata }) => metadata.name !== role.metadata.name)
    .sort((a, b) => ((a.metadata.name ?? "") < (b.metadata.name ?? "") ? -1 : 1));
  const gathered = new Map<string, unknown>();
  for (const spec of role.aggregationRule?.clusterRoleSelectors ?? []) {
    const selector = labelSelectorAsSelector(spec);
    for (const { metadata, rules } of sorted) {
      if (!selector.matches(metadata.labels ?? {})) continue;
      for (const rule of rules ?? []) gathered.set(JSON.stringify(rule), rule);
    }
  }
  return [...gathered.values()];
}

/** Whether a role has just these rules. */
export const hasRules = ({ rules }: ClusterRole, wanted: readonly unknown[]): boolean =>
  JSON.stringify(rules ?? []) === JSON.stringify(wanted);
