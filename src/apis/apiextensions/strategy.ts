import type { KubeObject } from "../../apimachinery/meta.ts";
import { raiseGeneration } from "../../apiserver/registry/object-meta.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { deepEqualLong } from "../../apiserver/schema/validation/deep-equal.ts";
import { keptObject } from "../../component-base/work.ts";
import { defaultDefinition } from "./defaults.ts";
import { storedSpec } from "./stored-form.ts";
import { withMember } from "../strategies/object-strategy.ts";
import { createLazyTools } from "./validation/tools.ts";
import {
  formatWarnings,
  validateDefinition,
  validateDefinitionStatusUpdate,
  validateDefinitionUpdate,
} from "./validation/validate-definition.ts";
import { asDefinition, asObject, cleanupFinalizer, storageVersionOf, withCondition, withStatus } from "./definition.ts";

/** Adds the storage version to storedVersions, where it stays: objects may be stored in it from now on. */
function rememberStorageVersion(object: KubeObject): KubeObject {
  const definition = asDefinition(object);
  const version = storageVersionOf(definition);
  const stored = definition.status?.storedVersions ?? [];
  return version === undefined || stored.includes(version)
    ? object
    : asObject(withStatus(definition, { storedVersions: [...stored, version] }));
}

/** Decoded objects are plain JSON in canonical form. */
const specOf = (object: KubeObject): JsonValue | undefined => object["spec"] as JsonValue | undefined;

function canonicalize(object: KubeObject): KubeObject {
  const definition = asDefinition(object);
  const spec = keptObject(() => storedSpec(definition.spec));
  return spec === definition.spec ? object : asObject({ ...definition, spec });
}

const prepareForCreate = (object: KubeObject): KubeObject =>
  rememberStorageVersion({ ...object, metadata: { ...object.metadata, generation: 1 }, status: {} });

function prepareForUpdate(object: KubeObject, old: KubeObject): KubeObject {
  const kept = rememberStorageVersion(withMember(object, "status", old["status"]));
  if (deepEqualLong(specOf(canonicalize(kept)), specOf(old))) return kept;
  return raiseGeneration(kept, old);
}

/**
 * Marks a definition for deletion: adds the cleanup finalizer and the Terminating condition. The definition is removed
 * once its instances are gone (customresourcedefinition REST.Delete).
 */
function markForDeletion(object: KubeObject): KubeObject {
  const { finalizers = [], deletionTimestamp = "" } = object.metadata;
  const held = finalizers.includes(cleanupFinalizer) ? finalizers : [...finalizers, cleanupFinalizer];
  const marked = asDefinition({ ...object, metadata: { ...object.metadata, finalizers: held } });
  const pending = "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon";
  return asObject(
    withCondition(
      marked,
      { type: "Terminating", status: "True", reason: "InstanceDeletionPending", message: pending },
      deletionTimestamp,
    ),
  );
}

const tools = createLazyTools();

/**
 * Strategy of CustomResourceDefinitions: clients cannot write the status, and spec changes increment the generation.
 */
export const definitionStrategy = {
  prepareForCreate,
  prepareForUpdate,
  canonicalize,
  loading: (object, old) => (old === undefined ? tools.load(object) : tools.load(object, old)),
  validate: (object, ctx) => validateDefinition(asDefinition(object), tools, ctx.compatibility),
  validateUpdate: (object, old, ctx) =>
    validateDefinitionUpdate(asDefinition(object), asDefinition(old), tools, ctx.compatibility),
  warningsOnCreate: (object) => formatWarnings(asDefinition(object), undefined),
  warningsOnUpdate: (object, old) => formatWarnings(asDefinition(object), asDefinition(old)),
  allowUnconditionalUpdate: false,
  resetFields: ["status"],
  twoPhaseDeletion: { mark: markForDeletion, ready: () => true, ignoresPolicy: true },
} satisfies Strategy;

/**
 * Strategy of `/status`: keeps the spec; metadata may change. Objects are defaulted as they are read, so that
 * storedVersions cannot be emptied.
 */
export const definitionStatusStrategy = {
  allowUnconditionalUpdate: false,
  resetFields: ["metadata", "spec"],
  prepareForUpdate: (object, old) => defaultDefinition(withMember(object, "spec", old["spec"])),
  validateUpdate: (object, old) => validateDefinitionStatusUpdate(asDefinition(object), asDefinition(old)),
} satisfies UpdateStrategy;
