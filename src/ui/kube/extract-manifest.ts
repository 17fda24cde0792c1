import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { leadsTo, type FieldManager, type OwnedNode } from "../../client/managed-fields.ts";

type Manifest = Readonly<Record<string, unknown>>;

/**
 * Returns the configuration that a manager would apply to keep exactly the fields that it owns: the object's name and
 * the owned fields with their current values.
 */
export function extractManifest(object: KubeObject, manager: Pick<FieldManager, "root"> | undefined): Manifest {
  const owned = manager === undefined ? {} : pick(object, manager.root);
  const { metadata, ...rest } = isRecord(owned) ? owned : {};
  const { name, namespace } = object.metadata;
  return {
    apiVersion: object.apiVersion,
    kind: object.kind,
    metadata: { name, ...(namespace !== undefined && { namespace }), ...(isRecord(metadata) ? metadata : {}) },
    ...rest,
  };
}

function pick(value: unknown, node: OwnedNode): unknown {
  if (node.children.length === 0) return value;
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => pickItem(item, index, node));
  if (!isRecord(value)) return value;
  const picked: Record<string, unknown> = {};
  for (const child of node.children) {
    const step = child.steps.at(-1);
    if (step?.kind === "field" && Object.hasOwn(value, step.name)) picked[step.name] = pick(value[step.name], child);
  }
  return picked;
}

/** Returns an owned list item with its keys, without which it could not be identified. */
function pickItem(item: unknown, index: number, node: OwnedNode): readonly unknown[] {
  for (const child of node.children) {
    const step = child.steps.at(-1);
    if (step === undefined || !leadsTo(step, index, item)) continue;
    const picked = pick(item, child);
    return [step.kind === "key" && isRecord(picked) ? { ...step.keys, ...picked } : picked];
  }
  return [];
}
