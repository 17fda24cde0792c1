import { setStatusCondition } from "../../apimachinery/conditions.ts";
import type { GroupResource } from "../../apimachinery/gvk.ts";
import type { NamespaceCondition } from "./namespace-type.ts";

interface Finding {
  readonly reason: string;
  readonly message: string;
}

/**
 * All conditions of a namespace deletion in the order in which they are added: the type, and the reason and message
 * while nothing is wrong (deletion.conditionTypes).
 */
// oxfmt-ignore
const conditionTypes: readonly (readonly [type: string, well: Finding])[] = [
  ["NamespaceDeletionDiscoveryFailure", { reason: "ResourcesDiscovered", message: "All resources successfully discovered" }],
  ["NamespaceDeletionGroupVersionParsingFailure", { reason: "ParsedGroupVersions", message: "All legacy kube types successfully parsed" }],
  ["NamespaceDeletionContentFailure", { reason: "ContentDeleted", message: "All content successfully deleted, may be waiting on finalization" }],
  ["NamespaceContentRemaining", { reason: "ContentRemoved", message: "All content successfully removed" }],
  ["NamespaceFinalizersRemaining", { reason: "ContentHasNoFinalizers", message: "All content-preserving finalizers finished" }],
];

/**
 * Collects the findings of a namespace deletion and turns them into status conditions
 * (deletion.NamespaceConditionUpdater).
 */
export class DeletionConditions {
  readonly #findings = new Map<string, Finding>();
  readonly #contentErrors: string[] = [];

  discoveryFailed(failures: readonly { readonly groupVersion: string; readonly message: string }[]): void {
    const list = failures
      .map(({ groupVersion, message }) => `${groupVersion}: ${message}`)
      .sort()
      .join(", ");
    const message = `Discovery failed for some groups, ${failures.length} failing: unable to retrieve the complete list of server APIs: ${list}`;
    this.#findings.set("NamespaceDeletionDiscoveryFailure", { reason: "DiscoveryFailed", message });
  }

  /** Records that discovery failed as a whole. */
  discoveryImpossible(message: string): void {
    this.#findings.set("NamespaceDeletionDiscoveryFailure", { reason: "DiscoveryFailed", message });
  }

  contentFailed(message: string): void {
    this.#contentErrors.push(message);
    const list = this.#contentErrors.length === 1 ? message : `[${[...new Set(this.#contentErrors)].join(", ")}]`;
    this.#findings.set("NamespaceDeletionContentFailure", {
      reason: "ContentDeletionFailed",
      message: `Failed to delete all resource types, ${this.#contentErrors.length} remaining: ${list}`,
    });
  }

  /** Records the remaining content: object counts per resource, and per finalizer that blocks deletion. */
  contentRemains(
    resources: readonly (GroupResource & { readonly count: number })[],
    finalizers: ReadonlyMap<string, number>,
  ): void {
    if (resources.length > 0) {
      const list = resources
        .map(({ group, resource, count }) => `${resource}.${group} has ${count} resource instances`)
        .sort();
      this.#findings.set("NamespaceContentRemaining", {
        reason: "SomeResourcesRemain",
        message: `Some resources are remaining: ${list.join(", ")}`,
      });
    }
    if (finalizers.size > 0) {
      const list = [...finalizers].map(([finalizer, count]) => `${finalizer} in ${count} resource instances`).sort();
      this.#findings.set("NamespaceFinalizersRemaining", {
        reason: "SomeFinalizersRemain",
        message: `Some content in the namespace has finalizers remaining: ${list.join(", ")}`,
      });
    }
  }

  /** Returns the updated conditions, or undefined if they are up to date already. */
  update(conditions: readonly NamespaceCondition[], now: string): readonly NamespaceCondition[] | undefined {
    let next = conditions;
    for (const [type, well] of conditionTypes) {
      const finding = this.#findings.get(type);
      const wanted = { type, status: finding === undefined ? "False" : "True", ...(finding ?? well) };
      const before = next.find((condition) => condition.type === type);
      if (
        before !== undefined &&
        before.status === wanted.status &&
        before.reason === wanted.reason &&
        before.message === wanted.message
      )
        continue;
      next = setStatusCondition(next, { ...wanted, lastTransitionTime: now });
    }
    return next === conditions ? undefined : next;
  }
}
