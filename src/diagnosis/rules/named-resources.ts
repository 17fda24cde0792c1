import { nearestWord } from "../../apimachinery/edit-distance.ts";
import { knownKinds } from "../known-kinds.ts";

/** Resources as rules of roles, policies and webhooks name them, each in all of the groups. */
export interface NamedResources {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
}

/** A resource that none of the groups of a rule has, with the one that is meant. */
export interface MisnamedResource {
  /** `names pod, and the resource is called pods`. */
  readonly words: string;
  /** Its place in the list of resources. */
  readonly at: number;
}

const groupWords = (group: string): string => (group === "" ? "the core group" : group);

/**
 * Finds a resource that a rule names by its kind or in another group than its own, so that the rule is about nothing.
 * Only built-in kinds are known; whether a group of a definition has a resource is not concluded.
 */
export function misnamedResource({ apiGroups, resources }: NamedResources): MisnamedResource | undefined {
  const isKnown = (group: string): boolean => knownKinds.some((row) => row.group === group);
  // The groups of definitions have a dot in their names; roles that are older than 1.22 name extensions as well.
  const isMistyped = (group: string): boolean => /^[a-z]+$/.test(group) && group !== "extensions";
  if (apiGroups.length === 0 || !apiGroups.every((group) => isKnown(group) || isMistyped(group))) return undefined;
  for (const [at, named] of resources.entries()) {
    const [resource = ""] = named.split("/");
    if (resource === "*" || knownKinds.some((row) => row.resource === resource && apiGroups.includes(row.group)))
      continue;
    const own = knownKinds.filter(({ group }) => apiGroups.includes(group));
    const byKind = own.find(({ kind }) => kind.toLowerCase() === resource.toLowerCase());
    if (byKind !== undefined) return { at, words: `names ${named}, and the resource is called ${byKind.resource}` };
    const other = knownKinds.find((row) => row.resource === resource);
    if (other !== undefined)
      return {
        at,
        words: `names ${named} of ${apiGroups.map(groupWords).join(", ")}, and ${resource} are of ${groupWords(other.group)}`,
      };
    const near = nearestWord(
      resource,
      own.map((row) => row.resource),
    );
    if (near !== undefined && near.length > 4) return { at, words: `names ${named}; did you mean ${near}?` };
  }
  return undefined;
}
