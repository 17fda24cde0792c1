import { copyWith, copyWithout } from "../../apimachinery/json/members.ts";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { raiseGeneration } from "../../apiserver/registry/object-meta.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { semanticEqual } from "./semantic-equal.ts";

/** What a kind's strategy is made of; flags mean what they mean in Strategy. */
export interface ObjectStrategyOptions extends Omit<Strategy, "prepareForCreate" | "prepareForUpdate"> {
  /** The status of a new object as Go prints it; kinds without a status leave it out. */
  readonly status?: JsonObject;
  /** Members whose change raises metadata.generation, which starts at 1; kinds that do not count leave it out. */
  readonly generation?: readonly string[];
  /** Metadata whose change raises the generation too (annotations of Deployments, labels of EndpointSlices). */
  readonly countedMetadata?: "labels" | "annotations";
}

/** The generation is 1, and the status is empty, whatever the client sent. */
const forCreate = ({ status, generation }: ObjectStrategyOptions) =>
  status === undefined && generation === undefined
    ? undefined
    : (object: KubeObject): KubeObject => ({
        ...object,
        ...(generation !== undefined && { metadata: { ...object.metadata, generation: 1 } }),
        ...(status !== undefined && { status }),
      });

/** Sets a member, or takes it away where the other object has none. */
export function withMember(object: KubeObject, name: string, value: unknown): KubeObject {
  if (object[name] === value) return object;
  return value === undefined ? copyWithout(object, name) : copyWith(object, { [name]: value });
}

function changes(
  object: KubeObject,
  old: KubeObject,
  { generation = [], countedMetadata }: ObjectStrategyOptions,
): boolean {
  for (const member of generation) if (!semanticEqual(object[member], old[member])) return true;
  return (
    countedMetadata !== undefined && !semanticEqual(object.metadata[countedMetadata], old.metadata[countedMetadata])
  );
}

/** The status stays the live one; a change of what counts raises the generation. */
const forUpdate = (options: ObjectStrategyOptions) =>
  options.status === undefined && options.generation === undefined
    ? undefined
    : (object: KubeObject, old: KubeObject): KubeObject => {
        const kept = options.status === undefined ? object : withMember(object, "status", old.status);
        return changes(kept, old, options) ? raiseGeneration(kept, old) : kept;
      };

/** The strategy that most kinds share: no status from clients, a generation that counts changes. */
export function objectStrategy(options: ObjectStrategyOptions): Strategy {
  const { status: _, generation: __, countedMetadata: ___, ...rest } = options;
  const prepareForCreate = forCreate(options);
  const prepareForUpdate = forUpdate(options);
  const resetFields = options.status === undefined ? {} : { resetFields: ["status"] };
  return {
    ...resetFields,
    ...rest,
    ...(prepareForCreate && { prepareForCreate }),
    ...(prepareForUpdate && { prepareForUpdate }),
  };
}

/** How much of the metadata a write to `/status` may change. */
export type StatusMetadata =
  /** Everything that any update may change. */
  | "writable"
  /** Everything but labels (Deployment). */
  | "keeps labels"
  /** Nothing (metav1.ResetObjectMetaForStatus). */
  | "kept";

/**
 * metav1.ResetObjectMetaForStatus: what identifies and manages an object stays as it is; managed fields stay the new
 * ones.
 */
export function resetMetadata(object: KubeObject, old: KubeObject): KubeObject {
  const { uid, resourceVersion, managedFields, name, namespace, generateName, creationTimestamp } = object.metadata;
  const given = { uid, resourceVersion, managedFields, name, namespace, generateName, creationTimestamp };
  const metadata: Record<string, unknown> = { ...old.metadata };
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) delete metadata[key];
    else metadata[key] = value;
  }
  return { ...object, metadata };
}

function keepLabels(object: KubeObject, old: KubeObject): KubeObject {
  const { labels: _, ...metadata } = object.metadata;
  return {
    ...object,
    metadata: old.metadata.labels === undefined ? metadata : { ...metadata, labels: old.metadata.labels },
  };
}

function resetFor(metadata: StatusMetadata, object: KubeObject, old: KubeObject): KubeObject {
  switch (metadata) {
    case "writable":
      return object;
    case "keeps labels":
      return keepLabels(object, old);
    case "kept":
      return resetMetadata(object, old);
  }
}

const statusResetFields: Readonly<Record<StatusMetadata, readonly string[]>> = {
  writable: ["spec"],
  "keeps labels": ["spec", "metadata.labels"],
  kept: ["metadata", "spec"],
};

/** The strategy of `/status`: everything but the status stays as it is stored. */
export const statusStrategy = (main: Strategy, metadata: StatusMetadata = "writable"): UpdateStrategy => ({
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: main.allowUnconditionalUpdate ?? true,
  resetFields: statusResetFields[metadata],
  prepareForUpdate: (object, old) => resetFor(metadata, withMember(object, "spec", old.spec), old),
});
