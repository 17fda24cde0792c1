import { isRecord } from "../../../../apimachinery/is-record.ts";
import { stepsOfField } from "../../../../validate/steps-of-field.ts";
import { childrenOf, itemsStep, textsOf, valuesStep, type SchemaNode } from "./schema-node.ts";

/** The operands of a rule in an object: self, oldSelf and their path. */
export interface RuleValues {
  readonly steps: readonly string[];
  readonly self: unknown;
  readonly oldSelf: unknown;
}

/**
 * Returns the value at a rule's path: the one at `field`, the field of an error, otherwise the first one. Undefined if
 * there is none.
 */
export function ruleValues(
  schema: SchemaNode,
  path: readonly string[],
  { object, old }: { readonly object?: unknown; readonly old?: unknown },
  field?: string,
): RuleValues | undefined {
  const wanted = field === undefined ? [] : stepsOfField(field);
  const steps: string[] = [];
  let [self, oldSelf, node]: [unknown, unknown, SchemaNode | undefined] = [object, old, schema];
  for (const [i, step] of path.entries()) {
    const name = concreteStep(self, step, wanted[i]);
    if (name === undefined) return undefined;
    oldSelf = node === undefined ? undefined : oldOf(node, step, name, self, oldSelf);
    self = memberOf(self, name);
    node = node && childrenOf(node).find((child) => child.step === step)?.schema;
    steps.push(name);
  }
  return self === undefined ? undefined : { steps, self, oldSelf };
}

function concreteStep(value: unknown, step: string, wanted: string | undefined): string | undefined {
  if (step !== itemsStep && step !== valuesStep) return step;
  if (wanted !== undefined && memberOf(value, wanted) !== undefined) return wanted;
  return Array.isArray(value)
    ? value.length > 0
      ? "0"
      : undefined
    : isRecord(value)
      ? Object.keys(value)[0]
      : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)];
  return isRecord(value) ? value[name] : undefined;
}

/** Returns the old value of a child. List items are only correlatable if the list is a map with keys. */
function oldOf(node: SchemaNode, step: string, name: string, now: unknown, old: unknown): unknown {
  if (step !== itemsStep) return memberOf(old, name);
  const keys = node["x-kubernetes-list-type"] === "map" ? textsOf(node["x-kubernetes-list-map-keys"]) : [];
  const item = memberOf(now, name);
  if (keys.length === 0 || !Array.isArray(old)) return undefined;
  return old.find((other) => keys.every((key) => memberOf(other, key) === memberOf(item, key)));
}

/** Formats a path: `spec.triggers[0]`. */
export const formatSteps = (steps: readonly string[]): string =>
  steps
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");
