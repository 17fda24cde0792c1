import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { isConditionTrue, type Definition } from "../../apis/apiextensions/definition.ts";
import { compareVersions } from "./compare-versions.ts";
import { customResourceDefinition } from "../handler/custom-definitions.ts";

/**
 * Returns the established custom resources in discovery order: groups by name, versions by priority, resources by name.
 */
export function discoveredDefinitions(definitions: readonly Definition[]): readonly ResourceDefinition[] {
  const served = definitions
    .filter((definition) => isConditionTrue(definition, "Established"))
    .flatMap((definition) =>
      (definition.spec.versions ?? [])
        .filter((version) => version.served)
        .map((version) => customResourceDefinition(definition, version)),
    );
  return served.sort(
    (a, b) =>
      compareTexts(a.group, b.group) || compareVersions(b.version, a.version) || compareTexts(a.resource, b.resource),
  );
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
