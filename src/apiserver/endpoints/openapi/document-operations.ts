import type { ResourceDefinition } from "../../registry/resource-definition.ts";
import { groupVersionPath, type OperationSources } from "./operation-builder.ts";
import type { Operation } from "./operation.ts";
import { documentsWithoutGroup, groupOperation, rootOperation, versionOperation } from "./other-operations.ts";
import { resourceOperations } from "./resource-operations.ts";

/** Everything the server answers, by the name of the version 3 document that tells it. */
export function documentOperations(
  definitions: readonly ResourceDefinition[],
  sources: OperationSources,
): ReadonlyMap<string, readonly Operation[]> {
  const documents = new Map<string, readonly Operation[]>([
    ...documentsWithoutGroup,
    ["api", [rootOperation("/api/")]],
    ["apis", [rootOperation("/apis/")]],
  ]);
  const add = (name: string, operations: readonly Operation[]): unknown =>
    documents.set(name, [...(documents.get(name) ?? []), ...operations]);
  for (const definition of definitions) {
    const { group } = definition;
    const name = groupVersionPath(definition).slice(1);
    if (group !== "" && !documents.has(`apis/${group}`)) add(`apis/${group}`, [groupOperation(group)]);
    if (!documents.has(name)) add(name, [versionOperation(definition)]);
    add(name, resourceOperations(definition, sources));
  }
  return documents;
}
