import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { semanticEqual } from "../strategies/semantic-equal.ts";
import { withMember } from "../strategies/object-strategy.ts";
import { asDefinition, asObject, cleanupFinalizer, storageVersionOf, withCondition, withStatus } from "./definition.ts";

/** A version that is stored now has been stored for ever, as far as anybody knows. */
function rememberStorageVersion(object: KubeObject): KubeObject {
  const definition = asDefinition(object);
  const version = storageVersionOf(definition);
  const stored = definition.status?.storedVersions ?? [];
  return version === undefined || stored.includes(version) ? object : asObject(withStatus(definition, { storedVersions: [...stored, version] }));
}

const prepareForCreate = (object: KubeObject): KubeObject =>
  rememberStorageVersion({ ...object, metadata: { ...object.metadata, generation: 1 }, status: {} });

function prepareForUpdate(object: KubeObject, old: KubeObject): KubeObject {
  const kept = rememberStorageVersion(withMember(object, "status", old["status"]));
  if (semanticEqual(kept["spec"], old["spec"])) return kept;
  return { ...kept, metadata: { ...kept.metadata, generation: (old.metadata.generation ?? 0) + 1 } };
}

/** The first deletion marks a definition and says so; it goes once its instances are gone (customresourcedefinition REST.Delete). */
function markForDeletion(object: KubeObject): KubeObject {
  const { finalizers = [], deletionTimestamp = "" } = object.metadata;
  const held = finalizers.includes(cleanupFinalizer) ? finalizers : [...finalizers, cleanupFinalizer];
  const marked = asDefinition({ ...object, metadata: { ...object.metadata, finalizers: held } });
  const pending = "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon";
  return asObject(withCondition(marked, { type: "Terminating", status: "True", reason: "InstanceDeletionPending", message: pending }, deletionTimestamp));
}

/** Definitions of custom resources: the server keeps their status, and counts changes of their spec. */
export const definitionStrategy = {
  prepareForCreate,
  prepareForUpdate,
  validatesMetadata: true,
  allowUnconditionalUpdate: false,
  twoPhaseDeletion: { mark: markForDeletion, ready: () => true },
} satisfies Strategy;

/** `/status`: everything but the spec, metadata included. */
export const definitionStatusStrategy = {
  allowUnconditionalUpdate: false,
  prepareForUpdate: (object, old) => withMember(object, "spec", old["spec"]),
} satisfies UpdateStrategy;
