import type { ControllerRevision, PodTemplateSpec } from "../../api/apps/v1.ts";
import { isAlreadyExists } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Client } from "../../client/client.ts";
import { hashOf, safeEncode } from "./hash.ts";
import { controllerRef, type ControllerKind } from "./owners.ts";
import { equalJson, stringifySorted } from "./sorted-json.ts";

export const revisionsResource = { group: "apps", version: "v1", resource: "controllerrevisions" };

/** The label of pods by which their revision is known, and of the revisions of DaemonSets. */
export const revisionHashLabel = "controller-revision-hash";

/**
 * The data of a revision: a patch that replaces the template, its members sorted as Go encodes a map, since clients
 * compare its bytes (statefulset getPatch).
 */
export const revisionData = (template: PodTemplateSpec | undefined): unknown =>
  JSON.parse(stringifySorted({ spec: { template: { ...template, $patch: "replace" } } }));

/** Returns the template of a revision. */
export function templateOf({ data }: ControllerRevision): PodTemplateSpec {
  const { $patch: _patch, ...template } =
    (data as { readonly spec?: { readonly template?: Record<string, unknown> } }).spec?.template ?? {};
  return template as PodTemplateSpec;
}

/** Whether a revision has this data. */
export const hasData = (revision: ControllerRevision, data: unknown): boolean => equalJson(revision.data, data);

/** Sorts by number, and those of a number by age and name (history.SortControllerRevisions). */
export const sortedRevisions = (revisions: readonly ControllerRevision[]): readonly ControllerRevision[] =>
  revisions.toSorted(
    (a, b) =>
      a.revision - b.revision ||
      compare(a.metadata.creationTimestamp ?? "", b.metadata.creationTimestamp ?? "") ||
      compare(a.metadata.name ?? "", b.metadata.name ?? ""),
  );

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export interface NewRevision {
  readonly client: Client;
  readonly kind: ControllerKind;
  readonly owner: KubeObject;
  readonly template: PodTemplateSpec | undefined;
  /** The label of the revision that has its hash. */
  readonly hashLabel: string;
  readonly revision: number;
  readonly collisionCount: number;
  readonly signal: AbortSignal;
}

/**
 * Creates a revision, named after the hash of its data, with the annotations of its owner. Another revision of this
 * name with other data is a collision: then the next name is tried. Returns the revision and the number of collisions
 * (history.CreateControllerRevision).
 */
export async function createRevision(
  options: NewRevision,
): Promise<{ readonly created: ControllerRevision; readonly collisionCount: number }> {
  const { client, kind, owner, template, hashLabel, revision, signal } = options;
  const { annotations } = owner.metadata;
  const data = revisionData(template);
  const target = { ...revisionsResource, namespace: owner.metadata.namespace ?? "" };
  for (let collisionCount = options.collisionCount; ; collisionCount++) {
    const hash = safeEncode(hashOf(data, collisionCount));
    const name = `${(owner.metadata.name ?? "").slice(0, 223)}-${hash}`;
    const labels = { ...template?.metadata?.labels, [hashLabel]: hash };
    const ownerReferences = [controllerRef(kind, owner)];
    const metadata = { name, labels, ...(annotations && { annotations }), ownerReferences };
    try {
      const wanted: ControllerRevision = { metadata, data, revision };
      return { created: await client.create(target, wanted, signal), collisionCount };
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const existing = await client.get<ControllerRevision>(target, name, signal);
      if (hasData(existing, data)) return { created: existing, collisionCount };
    }
  }
}
