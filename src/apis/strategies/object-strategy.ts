import { copyWith, copyWithout } from "../../apimachinery/json/members.ts";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { raiseGeneration } from "../../apiserver/registry/object-meta.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { sameAsStored } from "./exact-equal.ts";
import { semanticEqual } from "./semantic-equal.ts";

/** Options of an object strategy; the flags have the same meaning as in Strategy. */
export interface ObjectStrategyOptions extends Omit<Strategy, "prepareForCreate" | "prepareForUpdate"> {
  /** The status of a new object, with the fields Go encodes; absent for kinds without a status. */
  readonly status?: JsonObject;
  /** Fields whose changes increment metadata.generation, which starts at 1; absent for kinds without a generation. */
  readonly generation?: readonly string[];
  /** Whether a counted field is changed by an empty list or map in place of none (reflect.DeepEqual). */
  readonly countsEmpty?: boolean;
  /** Metadata whose changes also increment the generation (annotations of Deployments, labels of EndpointSlices). */
  readonly countedMetadata?: "labels" | "annotations";
}

/** Sets generation 1 and an empty status, whatever the client sent. */
const forCreate = ({ status, generation }: ObjectStrategyOptions) =>
  status === undefined && generation === undefined
    ? undefined
    : (object: KubeObject): KubeObject => ({
        ...object,
        ...(generation !== undefined && { metadata: { ...object.metadata, generation: 1 } }),
        ...(status !== undefined && { status }),
      });

/** Sets a member, or removes it if the value is undefined. */
export function withMember(object: KubeObject, name: string, value: unknown): KubeObject {
  if (object[name] === value) return object;
  return value === undefined ? copyWithout(object, name) : copyWith(object, { [name]: value });
}

function changes(
  object: KubeObject,
  old: KubeObject,
  { generation = [], countsEmpty = false, countedMetadata }: ObjectStrategyOptions,
): boolean {
  const isSame = countsEmpty ? sameAsStored : semanticEqual;
  for (const member of generation) if (!isSame(object[member], old[member])) return true;
  return (
    countedMetadata !== undefined && !semanticEqual(object.metadata[countedMetadata], old.metadata[countedMetadata])
  );
}

/** Keeps the live status, and increments the generation if a counted field has changed. */
const forUpdate = (options: ObjectStrategyOptions) =>
  options.status === undefined && options.generation === undefined
    ? undefined
    : (object: KubeObject, old: KubeObject): KubeObject => {
        const kept = options.status === undefined ? object : withMember(object, "status", old.status);
        return changes(kept, old, options) ? raiseGeneration(kept, old) : kept;
      };

/** Returns the strategy shared by most kinds: clients cannot write the status, and the generation counts changes. */
export function objectStrategy(options: ObjectStrategyOptions): Strategy {
  const { status: _, generation: __, countsEmpty: ___, countedMetadata: ____, ...rest } = options;
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

/** The metadata that a write to `/status` may change. */
export type StatusMetadata =
  /** All mutable metadata. */
  | "writable"
  /** All mutable metadata except labels (Deployment). */
  | "keeps labels"
  /** None (metav1.ResetObjectMetaForStatus). */
  | "kept";

/**
 * metav1.ResetObjectMetaForStatus: keeps the old metadata except the fields that identify the object and its managed
 * fields.
 */
export function resetMetadata(object: KubeObject, old: KubeObject): KubeObject {
  const { uid, resourceVersion, managedFields, name, namespace, generateName } = object.metadata;
  const { creationTimestamp, deletionGracePeriodSeconds } = object.metadata;
  const named = { uid, resourceVersion, managedFields, name, namespace, generateName };
  const given = { ...named, creationTimestamp, deletionGracePeriodSeconds };
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

/** Returns the strategy of `/status`: only the status changes. `validateUpdate` validates it. */
export const statusStrategy = (
  main: Strategy,
  metadata: StatusMetadata = "writable",
  validateUpdate?: UpdateStrategy["validateUpdate"],
): UpdateStrategy => ({
  ...(validateUpdate !== undefined && { validateUpdate }),
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: main.allowUnconditionalUpdate ?? true,
  resetFields: statusResetFields[metadata],
  prepareForUpdate: (object, old) => resetFor(metadata, withMember(object, "spec", old.spec), old),
});
