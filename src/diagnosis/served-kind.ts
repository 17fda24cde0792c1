import { isBuiltinGroup } from "../apimachinery/builtin-group.ts";
import { knownKind } from "./known-kinds.ts";
import type { Reading } from "./reading.ts";
import { textAt } from "./fields.ts";

/** Reports whether a kind of a group is served; undefined where that cannot be told, as of aggregated groups. */
export async function isKindServed(group: string, kind: string, reading: Reading): Promise<boolean | undefined> {
  if (knownKind(group, kind) !== undefined) return true;
  if (isBuiltinGroup(group)) return undefined;
  const definitions = await reading.list({ group: "apiextensions.k8s.io", resource: "customresourcedefinitions" });
  if (definitions === undefined) return undefined;
  const isOf = (definition: unknown): boolean =>
    textAt(definition, "spec.group") === group && textAt(definition, "spec.names.kind") === kind;
  if (definitions.some(isOf)) return true;
  const services = await reading.list({ group: "apiregistration.k8s.io", resource: "apiservices" });
  const isElsewhere = (service: unknown): boolean =>
    textAt(service, "spec.group") === group && textAt(service, "spec.service.name") !== "";
  return services === undefined || services.some(isElsewhere) ? undefined : false;
}
