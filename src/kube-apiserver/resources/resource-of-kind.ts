import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { ResourceInfo } from "../../apiserver/registry/resource-definition.ts";

/** Returns the name of the served resource of a kind, built in or custom. */
export function resourceOfKind(
  { group, version, kind }: GroupVersionKind,
  builtin: readonly ResourceInfo[],
  custom: () => readonly ResourceInfo[],
): string | undefined {
  const isOfKind = (one: ResourceInfo) => one.kind === kind && one.version === version && one.group === group;
  return (builtin.find(isOfKind) ?? custom().find(isOfKind))?.resource;
}
