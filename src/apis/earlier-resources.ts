import { binaryRelease, type Release } from "../component-base/versions/release.ts";
import type { ResourceDefinition } from "../apiserver/registry/resource-definition.ts";
import { builtinResources } from "./all-resources.ts";
import { zeroSharesDefault } from "./flowcontrol/earlier-version.ts";

/** An API version that v1.34 no longer serves, but can serve when it emulates a release that did. */
interface EarlierVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly string[];
}

/** API versions that v1.34 can still store; all are off by default. */
const earlierVersions: readonly EarlierVersion[] = [
  {
    group: "admissionregistration.k8s.io",
    version: "v1beta1",
    resources: ["validatingadmissionpolicies", "validatingadmissionpolicybindings"],
  },
  { group: "authentication.k8s.io", version: "v1beta1", resources: ["selfsubjectreviews"] },
  {
    group: "flowcontrol.apiserver.k8s.io",
    version: "v1beta3",
    resources: ["flowschemas", "prioritylevelconfigurations"],
  },
];

/** Returns the built-in resources available when the server emulates a release, in discovery order. */
export function resourcesFor(release: Release): readonly ResourceDefinition[] {
  return release === binaryRelease ? builtinResources : earlierVersions.reduce(withVersion, builtinResources);
}

/**
 * Adds the resources of a version next to existing ones of that version, or at the end of the group, since earlier
 * versions have lower priority.
 */
function withVersion(
  definitions: readonly ResourceDefinition[],
  { group, version, resources }: EarlierVersion,
): readonly ResourceDefinition[] {
  const added = definitions
    .filter((d) => d.group === group && d.version === "v1" && resources.includes(d.resource))
    .map((d) => earlier(d, version));
  const sameVersion = definitions.findLastIndex((d) => d.group === group && d.version === version);
  const at = sameVersion < 0 ? definitions.findLastIndex((d) => d.group === group) : sameVersion;
  return [...definitions.slice(0, at + 1), ...added, ...definitions.slice(at + 1)];
}

function earlier(current: ResourceDefinition, version: string): ResourceDefinition {
  const { group, default: fill } = current;
  const moved = { ...current, version, servedByDefault: false, storageVersion: { group, version: current.version } };
  return current.resource === "prioritylevelconfigurations" && fill !== undefined
    ? { ...moved, default: (object) => fill(zeroSharesDefault(object)) }
    : moved;
}
