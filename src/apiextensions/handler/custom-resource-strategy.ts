import { newInternalError } from "../../apimachinery/errors.ts";
import type { GroupKind } from "../../apimachinery/gvk.ts";
import { asJson, type KubeObject } from "../../apimachinery/meta.ts";
import { changeMetadata, raiseGeneration } from "../../apiserver/registry/object-meta.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { deepEqualLong } from "../../apiserver/schema/validation/deep-equal.ts";
import type { KindModel, VersionModel } from "./kind-model.ts";
import { VersionRules } from "../validation/custom-resource-validator.ts";
import type { VersionTools } from "../validation/version-tools.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { isKnownFinalizer } from "../../apimachinery/finalizers.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { isQualifiedName } from "../../apimachinery/validation/names.ts";

/** Returns warnings for newly added finalizers without a domain (customresource validateKubeFinalizerName). */
export function finalizerWarnings(
  finalizers: readonly string[] | undefined,
  old: readonly string[] | undefined,
): readonly string[] {
  if (finalizers === undefined) return [];
  const known = new Set(old);
  const added = [...new Set(finalizers)].filter((name) => !known.has(name)).sort(compareUtf8);
  return added.flatMap((name) =>
    [...isQualifiedName(name), ...adviceOn(name)].map((text) => `metadata.finalizers: ${quoteGo(name)}: ${text}`),
  );
}

function adviceOn(name: string): readonly string[] {
  if (isKnownFinalizer(name)) return [];
  const path = name.includes(".") ? " including a path (/)" : "";
  return [`prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`];
}

/** Returns the object's own group and kind, which its validation errors name. */
function kindOf({ apiVersion = "", kind = "" }: KubeObject): GroupKind {
  const slash = apiVersion.indexOf("/");
  return { group: slash < 0 ? "" : apiVersion.slice(0, slash), kind };
}

/** Reports whether anything outside metadata differs. */
function isChanged(object: KubeObject, old: KubeObject): boolean {
  const { metadata: _, ...now } = asJson(object);
  const { metadata: __, ...before } = asJson(old);
  return !deepEqualLong(now, before);
}

/** Throws a 500 for an object whose patch removed the apiVersion (crdserverscheme UnstructuredObjectTyper). */
function requireApiVersion({ apiVersion = "" }: KubeObject): void {
  if (apiVersion === "") throw newInternalError("Object 'apiVersion' is missing in 'object has no apiVersion field'");
}

const withoutStatus = (object: KubeObject): KubeObject => {
  if (!("status" in object)) return object;
  const { status: _, ...rest } = object;
  return { ...rest, metadata: object.metadata };
};

const withStatusOf = (object: KubeObject, other: KubeObject): KubeObject =>
  "status" in other ? { ...object, status: other["status"] } : withoutStatus(object);

/**
 * Returns the strategies of one version of a custom resource, for the object and for `/status`
 * (customresource.NewStrategy, NewStatusStrategy).
 */
export function createCustomResourceStrategies(
  model: KindModel,
  version: VersionModel,
  tools: VersionTools,
): { readonly main: Strategy; readonly status: UpdateStrategy } {
  const rules = new VersionRules(model, version, tools);
  const hasStatus = version.spec.subresources?.status !== undefined;
  const main: Strategy = {
    kindOf,
    allowUnconditionalUpdate: false,
    ignoresMetadata: (object) => !rules.isOfKind(object),
    ...(hasStatus && { resetFields: ["status"] }),
    prepareForCreate(object) {
      const kept = hasStatus ? withoutStatus(object) : object;
      return changeMetadata(kept, { generation: 1 });
    },
    prepareForUpdate(object, old) {
      requireApiVersion(object);
      const kept = hasStatus ? withStatusOf(object, old) : object;
      return isChanged(kept, old) ? raiseGeneration(kept, old) : kept;
    },
    validate: (object, ctx) => rules.validate(object, ctx),
    validateUpdate: (object, old, ctx) => rules.validateUpdate(object, old, ctx),
    warningsOnCreate: (object) => finalizerWarnings(object.metadata.finalizers, undefined),
    warningsOnUpdate: (object, old) => finalizerWarnings(object.metadata.finalizers, old.metadata.finalizers),
  };
  const status: UpdateStrategy = {
    allowUnconditionalUpdate: false,
    resetFields: ["spec"],
    prepareForUpdate(object, old) {
      requireApiVersion(object);
      const { managedFields } = object.metadata;
      const { managedFields: _, ...metadata } = old.metadata;
      return withStatusOf(
        { ...old, metadata: managedFields === undefined ? metadata : { ...metadata, managedFields } },
        object,
      );
    },
    validateUpdate: (object, old, ctx) => rules.validateStatusUpdate(object, old, ctx),
  };
  return { main, status };
}
