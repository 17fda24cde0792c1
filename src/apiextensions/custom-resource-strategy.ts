import { fieldPath, invalid, rootPath, type FieldError } from "../apimachinery/field-error.ts";
import type { GroupKind } from "../apimachinery/gvk.ts";
import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { validateObjectMetaUpdate } from "../apimachinery/validation/object-meta.ts";
import type { Strategy, UpdateStrategy } from "../apiserver/registry/strategy.ts";
import { deepEqual } from "../apiserver/schema/validation/deep-equal.ts";
import { validateListTypes } from "../apiserver/schema/validation/list-types.ts";
import type { CompileRegexp } from "../apiserver/schema/validation/regexps.ts";
import { compileSchemaValidator, type SchemaValidator } from "../apiserver/schema/validation/schema-validator.ts";
import { validateEmbeddedResources } from "../apiserver/codec/validate-embedded-resources.ts";
import { finalizerWarnings } from "./finalizer-warnings.ts";
import type { KindModel, VersionModel } from "./kind-model.ts";
import { validateScaleSpec, validateScaleStatus } from "./scale-fields.ts";

/** Objects of custom resources hold nothing but JSON. */
const asJson = (object: KubeObject): JsonObject => object as unknown as JsonObject;

const metadataPath = fieldPath("metadata");
const statusPath = fieldPath("status");

/** What one version asks of its objects. */
class VersionRules {
  readonly #model: KindModel;
  readonly #version: VersionModel;
  readonly #validator: SchemaValidator;
  readonly #statusValidator: SchemaValidator | undefined;

  constructor(model: KindModel, version: VersionModel, compileRegexp: CompileRegexp) {
    this.#model = model;
    this.#version = version;
    this.#validator = compileSchemaValidator(version.schema, compileRegexp);
    const status = version.schema.kind === "object" ? version.schema.field("status")?.schema : undefined;
    this.#statusValidator = status && compileSchemaValidator(status, compileRegexp);
  }

  validate(object: KubeObject): readonly FieldError[] {
    const wrongKind = this.#validateTypeMeta(object);
    if (wrongKind.length > 0) return wrongKind;
    const value = asJson(object);
    return [...this.#validator.validate(value), ...this.#validateScale(value), ...this.#validateParts(value), ...this.#validateLists(value)];
  }

  validateUpdate(object: KubeObject, old: KubeObject): readonly FieldError[] {
    const wrongKind = this.#validateTypeMeta(object);
    if (wrongKind.length > 0) return wrongKind;
    const value = asJson(object);
    return [
      ...validateObjectMetaUpdate(object.metadata, old.metadata, metadataPath),
      ...this.#validator.validateUpdate(value, asJson(old)),
      ...this.#validateScale(value),
      ...this.#validateParts(value),
      ...this.#validateChangedLists(value, asJson(old)),
    ];
  }

  validateStatusUpdate(object: KubeObject, old: KubeObject): readonly FieldError[] {
    const wrongKind = this.#validateTypeMeta(object);
    if (wrongKind.length > 0) return wrongKind;
    const value = asJson(object);
    return [
      ...validateObjectMetaUpdate(object.metadata, old.metadata, metadataPath),
      ...this.#validateStatus(value["status"], asJson(old)["status"]),
      ...validateScaleStatus(value, this.#version.spec.subresources?.scale),
      ...this.#validateChangedLists(value, asJson(old)),
    ];
  }

  #validateTypeMeta({ kind = "", apiVersion = "" }: KubeObject): readonly FieldError[] {
    const wanted = this.#model.kind;
    return [
      ...(kind === wanted ? [] : [invalid(fieldPath("kind"), kind, `must be ${wanted}`)]),
      ...(apiVersion === this.#version.apiVersion ? [] : [invalid(fieldPath("apiVersion"), apiVersion, `must be ${this.#version.apiVersion}`)]),
    ];
  }

  #validateStatus(status: JsonValue | undefined, old: JsonValue | undefined): readonly FieldError[] {
    if (status === undefined || this.#statusValidator === undefined) return [];
    return old === undefined ? this.#statusValidator.validate(status, statusPath) : this.#statusValidator.validateUpdate(status, old, statusPath);
  }

  #validateScale(value: JsonObject): readonly FieldError[] {
    const scale = this.#version.spec.subresources?.scale;
    return scale === undefined ? [] : [...validateScaleSpec(value, scale), ...validateScaleStatus(value, scale)];
  }

  #validateParts(value: JsonObject): readonly FieldError[] {
    return this.#version.embedded ? validateEmbeddedResources(rootPath, value, this.#version.schema, this.#model.objectMeta) : [];
  }

  #validateLists(value: JsonObject): readonly FieldError[] {
    return validateListTypes(rootPath, this.#version.schema, value);
  }

  /** Lists that had duplicates before may keep them. */
  #validateChangedLists(value: JsonObject, old: JsonObject): readonly FieldError[] {
    const errors = this.#validateLists(value);
    return errors.length === 0 || this.#validateLists(old).length > 0 ? [] : errors;
  }
}

/** The kind an object says it is of, under which its errors are filed. */
function kindOf({ apiVersion = "", kind = "" }: KubeObject): GroupKind {
  const slash = apiVersion.indexOf("/");
  return { group: slash < 0 ? "" : apiVersion.slice(0, slash), kind };
}

/** Metadata apart, any change counts. */
function isChanged(object: KubeObject, old: KubeObject): boolean {
  const { metadata: _, ...now } = asJson(object);
  const { metadata: __, ...before } = asJson(old);
  return !deepEqual(now, before);
}

const withoutStatus = (object: KubeObject): KubeObject => {
  if (!("status" in object)) return object;
  const { status: _, ...rest } = object;
  return { ...rest, metadata: object.metadata };
};

const withStatusOf = (object: KubeObject, other: KubeObject): KubeObject => ("status" in other ? { ...object, status: other["status"] } : withoutStatus(object));

/** The strategies of one version of a custom resource, for the object and for `/status` (customresource.NewStrategy, NewStatusStrategy). */
export function createCustomResourceStrategies(model: KindModel, version: VersionModel, compileRegexp: CompileRegexp): { readonly main: Strategy; readonly status: UpdateStrategy } {
  const rules = new VersionRules(model, version, compileRegexp);
  const hasStatus = version.spec.subresources?.status !== undefined;
  const main: Strategy = {
    kindOf,
    allowUnconditionalUpdate: false,
    ...(hasStatus && { resetFields: ["status"] }),
    ...(hasStatus && { resetFields: ["status"] }),
    prepareForCreate(object) {
      const kept = hasStatus ? withoutStatus(object) : object;
      return { ...kept, metadata: { ...kept.metadata, generation: 1 } };
    },
    prepareForUpdate(object, old) {
      const kept = hasStatus ? withStatusOf(object, old) : object;
      return isChanged(kept, old) ? { ...kept, metadata: { ...kept.metadata, generation: (old.metadata.generation ?? 0) + 1 } } : kept;
    },
    validate: (object) => rules.validate(object),
    validateUpdate: (object, old) => rules.validateUpdate(object, old),
    warningsOnCreate: (object) => finalizerWarnings(object.metadata.finalizers, undefined),
    warningsOnUpdate: (object, old) => finalizerWarnings(object.metadata.finalizers, old.metadata.finalizers),
  };
  const status: UpdateStrategy = {
    allowUnconditionalUpdate: false,
    resetFields: ["spec"],
    prepareForUpdate(object, old) {
      const { managedFields } = object.metadata;
      const { managedFields: _, ...metadata } = old.metadata;
      return withStatusOf({ ...old, metadata: managedFields === undefined ? metadata : { ...metadata, managedFields } }, object);
    },
    validateUpdate: (object, old) => rules.validateStatusUpdate(object, old),
  };
  return { main, status };
}
