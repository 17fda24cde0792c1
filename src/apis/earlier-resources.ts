import { binaryRelease, type Release } from "../component-base/versions/release.ts";
import type { BuiltinResource } from "../apiserver/registry/resource-definition.ts";
import { builtinResources } from "./all-resources.ts";

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
export function resourcesFor(release: Release): readonly BuiltinResource[] {
  return release === binaryRelease ? builtinResources : earlierVersions.reduce(withVersion, builtinResources);
}

/**
 * Adds the resources of a version next to existing ones of that version, or at the end of the group, since earlier
 * versions have lower priority.
 */
function withVersion(
  definitions: readonly BuiltinResource[],
  { group, version, resources }: EarlierVersion,
): readonly BuiltinResource[] {
  const added = definitions
    .filter((d) => d.group === group && d.version === "v1" && resources.includes(d.resource))
    .map((d) => earlier(d, version));
  const sameVersion = definitions.findLastIndex((d) => d.group === group && d.version === version);
  const at = sameVersion < 0 ? definitions.findLastIndex((d) => d.group === group) : sameVersion;
  return [...definitions.slice(0, at + 1), ...added, ...definitions.slice(at + 1)];
}

const earlier = (current: BuiltinResource, version: string): BuiltinResource => ({
  ...current,
  version,
  servedByDefault: false,
  storageVersion: { group: current.group, version: current.version },
});
