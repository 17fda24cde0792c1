import {
  fieldPath,
  invalid,
  rootPath,
  type FieldError,
  type FieldErrorType,
  addError,
} from "../../apimachinery/field-error.ts";
import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { asJson, type KubeObject } from "../../apimachinery/meta.ts";
import { nameIsDnsSubdomain } from "../../apimachinery/validation/names.ts";
import { validateObjectMeta, validateObjectMetaUpdate } from "../../apimachinery/validation/object-meta.ts";
import { validateEmbeddedResources } from "../../apiserver/codec/validate-embedded-resources.ts";
import { phase, unpaused, type Work } from "../../component-base/work.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { hasRules } from "../../apiserver/schema/cel/has-rules.ts";
import { validateListTypes } from "../../apiserver/schema/validation/list-types.ts";
import { compileSchemaValidator, type SchemaValidator } from "../../apiserver/schema/validation/schema-validator.ts";
import type { KindModel, VersionModel } from "../handler/kind-model.ts";
import type { ObjectRules } from "./rule-engine.ts";
import { validateScaleSpec, validateScaleStatus } from "./scale-fields.ts";
import type { VersionTools } from "./version-tools.ts";

const metadataPath = fieldPath("metadata");
const statusPath = fieldPath("status");

/** Errors after which rules are not evaluated, since values may not have the expected type (hasBlockingErr). */
const blocking: ReadonlySet<FieldErrorType> = new Set([
  "FieldValueNotSupported",
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);

const isBlocking = ({ type }: FieldError): boolean => blocking.has(type);

/** The steps of a validation that have been done, with their errors: a frame of its work. */
class DoneSteps {
  step = 0;
  readonly errors: FieldError[] = [];
  /** Whether there are errors after which rules are not evaluated. */
  isBlocked = false;
}

type Step = (work: Work, done: DoneSteps) => readonly FieldError[];

/** Returns the errors of steps, of which each may pause. The frame stays for what follows in the same computation. */
function inSteps({ work = unpaused() }: StrategyContext, steps: readonly Step[]): readonly FieldError[] {
  const done = work.resume(DoneSteps) ?? work.begin(new DoneSteps());
  for (; done.step < steps.length; done.step++) {
    work.pause();
    for (const error of steps[done.step]?.(work, done) ?? []) addError(done.errors, error);
  }
  return done.errors;
}

const notChecked = invalid(
  rootPath,
  null,
  "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
);

/** Validates the metadata of a new object as the store does. */
const validateMetadata = ({ metadata }: KubeObject): readonly FieldError[] =>
  validateObjectMeta(metadata, (metadata.namespace ?? "") !== "", nameIsDnsSubdomain, metadataPath, undefined, phase);

/**
 * Validates the objects of one version. The schema does not judge objects of another kind or version, but their
 * embedded resources, lists and rules are validated as well (customresource Validate).
 */
export class VersionRules {
  readonly #model: KindModel;
  readonly #version: VersionModel;
  readonly #validator: SchemaValidator;
  readonly #statusValidator: SchemaValidator | undefined;
  readonly #rules: ObjectRules | undefined;

  constructor(model: KindModel, version: VersionModel, { compileRegexp, rules }: VersionTools) {
    this.#model = model;
    this.#version = version;
    this.#validator = compileSchemaValidator(version.schema, compileRegexp);
    const status = version.schema.kind === "object" ? version.schema.field("status")?.schema : undefined;
    this.#statusValidator = status && compileSchemaValidator(status, compileRegexp);
    this.#rules = rules && hasRules(version.schema) ? new rules.ObjectRules(version.schema) : undefined;
  }

  validate(object: KubeObject, ctx: StrategyContext): readonly FieldError[] {
    const value = asJson(object);
    const wrongKind = this.#validateTypeMeta(object);
    const isOfKind = wrongKind.length === 0;
    return inSteps(ctx, [
      (work) => (isOfKind ? this.#validator.validate(value, rootPath, work) : wrongKind),
      () => (isOfKind ? this.#validateScale(value) : []),
      () => this.#validateParts(value),
      () => this.#validateLists(value),
      ...this.#ruleSteps(isOfKind ? object : undefined, value, undefined, ctx),
    ]);
  }

  validateUpdate(object: KubeObject, old: KubeObject, ctx: StrategyContext): readonly FieldError[] {
    const value = asJson(object);
    const wrongKind = this.#validateTypeMeta(object);
    const isOfKind = wrongKind.length === 0;
    return inSteps(ctx, [
      () => (isOfKind ? validateObjectMetaUpdate(object.metadata, old.metadata, metadataPath) : wrongKind),
      (work) => (isOfKind ? this.#validator.validateUpdate(value, asJson(old), rootPath, work) : []),
      () => (isOfKind ? this.#validateScale(value) : []),
      () => this.#validateParts(value),
      () => this.#validateChangedLists(value, asJson(old)),
      ...this.#ruleSteps(undefined, value, asJson(old), ctx),
    ]);
  }

  validateStatusUpdate(object: KubeObject, old: KubeObject, ctx: StrategyContext): readonly FieldError[] {
    const value = asJson(object);
    const wrongKind = this.#validateTypeMeta(object);
    const isOfKind = wrongKind.length === 0;
    return inSteps(ctx, [
      () => (isOfKind ? validateObjectMetaUpdate(object.metadata, old.metadata, metadataPath) : wrongKind),
      (work) => (isOfKind ? this.#validateStatus(value["status"], asJson(old)["status"], work) : []),
      () => (isOfKind ? validateScaleStatus(value, this.#version.spec.subresources?.scale) : []),
      () => this.#validateParts(value),
      () => this.#validateChangedLists(value, asJson(old)),
      ...this.#ruleSteps(undefined, value, asJson(old), ctx),
    ]);
  }

  /**
   * Returns the steps that evaluate the validation rules, if neither the schema nor the metadata of a new object have
   * blocking errors.
   */
  #ruleSteps(
    created: KubeObject | undefined,
    value: JsonObject,
    old: JsonObject | undefined,
    ctx: StrategyContext,
  ): readonly Step[] {
    const rules = this.#rules;
    if (rules === undefined) return [];
    return [
      (_work, done) => {
        done.isBlocked =
          done.errors.some(isBlocking) || (created && validateMetadata(created).some(isBlocking)) === true;
        return done.isBlocked ? [notChecked] : [];
      },
      (work, done) => (done.isBlocked ? [] : rules.validate(value, old, ctx, work)),
    ];
  }

  /** Whether an object is of the kind and version, without which nothing is said of its metadata. */
  isOfKind({ kind, apiVersion }: KubeObject): boolean {
    return kind === this.#model.kind && apiVersion === this.#version.apiVersion;
  }

  #validateTypeMeta({ kind = "", apiVersion = "" }: KubeObject): readonly FieldError[] {
    const wanted = this.#model.kind;
    return [
      ...(kind === wanted ? [] : [invalid(fieldPath("kind"), kind, `must be ${wanted}`)]),
      ...(apiVersion === this.#version.apiVersion
        ? []
        : [invalid(fieldPath("apiVersion"), apiVersion, `must be ${this.#version.apiVersion}`)]),
    ];
  }

  #validateStatus(status: JsonValue | undefined, old: JsonValue | undefined, work: Work): readonly FieldError[] {
    if (status === undefined || this.#statusValidator === undefined) return [];
    return old === undefined
      ? this.#statusValidator.validate(status, statusPath, work)
      : this.#statusValidator.validateUpdate(status, old, statusPath, work);
  }

  #validateScale(value: JsonObject): readonly FieldError[] {
    const scale = this.#version.spec.subresources?.scale;
    return scale === undefined ? [] : [...validateScaleSpec(value, scale), ...validateScaleStatus(value, scale)];
  }

  #validateParts(value: JsonObject): readonly FieldError[] {
    return this.#version.embedded
      ? validateEmbeddedResources(rootPath, value, this.#version.schema, this.#model.objectMeta)
      : [];
  }

  #validateLists(value: JsonObject): readonly FieldError[] {
    return validateListTypes(rootPath, this.#version.schema, value);
  }

  /** Validates list types on update (ratcheting): errors are ignored if the old object had duplicates too. */
  #validateChangedLists(value: JsonObject, old: JsonObject): readonly FieldError[] {
    const errors = this.#validateLists(value);
    return errors.length === 0 || this.#validateLists(old).length > 0 ? [] : errors;
  }
}
