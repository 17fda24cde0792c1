import type { Node, NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from "../api/core/scheduling.ts";

const integer = /^[+-]?\d+$/;

function isGreater(value: string | undefined, than: string | undefined): boolean | undefined {
  if (value === undefined || than === undefined || !integer.test(value) || !integer.test(than)) return undefined;
  return BigInt(value) > BigInt(than) ? true : BigInt(value) < BigInt(than) ? false : undefined;
}

function isMet({ operator, values = [] }: NodeSelectorRequirement, value: string | undefined): boolean {
  switch (operator) {
    case "In":
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    case "Gt":
      return isGreater(value, values[0]) === true;
    case "Lt":
      return isGreater(value, values[0]) === false;
    default:
      return false;
  }
}

/** Reports whether a node has what a term names; a term without requirements matches no node. */
export function matchesNodeSelectorTerm(
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
  { metadata: { name, labels } }: Node,
): boolean {
  if (matchExpressions.length + matchFields.length === 0) return false;
  return (
    matchExpressions.every((requirement) => isMet(requirement, labels?.[requirement.key])) &&
    matchFields.every((requirement) => isMet(requirement, requirement.key === "metadata.name" ? name : undefined))
  );
}

/** Reports whether one of the terms matches a node (component-helpers nodeaffinity.NodeSelector.Match). */
export const matchesNodeSelector = ({ nodeSelectorTerms = [] }: NodeSelector, node: Node): boolean =>
  nodeSelectorTerms.some((term) => matchesNodeSelectorTerm(term, node));

/** What a pod says about nodes. */
interface NodeChoice {
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly affinity?: {
    readonly nodeAffinity?: { readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector };
  };
}

/** Reports whether a node has what a pod requires (component-helpers nodeaffinity.RequiredNodeAffinity). */
export function matchesRequiredNodeAffinity({ nodeSelector = {}, affinity }: NodeChoice, node: Node): boolean {
  for (const [key, value] of Object.entries(nodeSelector)) if (node.metadata.labels?.[key] !== value) return false;
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required === undefined || matchesNodeSelector(required, node);
}
