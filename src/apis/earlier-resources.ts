import { binaryRelease, type Release } from "../component-base/versions/release.ts";
import type { ResourceDefinition } from "../apiserver/registry/resource-definition.ts";
import { builtinResources } from "./all-resources.ts";
import { zeroSharesDefault } from "./flowcontrol/earlier-version.ts";

/** A version of a group that v1.34 has no more, but can serve when it acts as a release that did. */
interface EarlierVersion {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly string[];
}

/** What v1.34 keeps storage for; none of it is on by default. */
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

/** The built-in resources that a server acting as a release may serve, in discovery's order. */
export function resourcesFor(release: Release): readonly ResourceDefinition[] {
  return release === binaryRelease ? builtinResources : earlierVersions.reduce(withVersion, builtinResources);
}

/**
 * Puts a version's resources among those of the same version, or behind the group's others: the versions that are left
 * have been older.
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
