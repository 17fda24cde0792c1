import { pushAll } from "../../../apimachinery/long-lists.ts";
import type { JsonValue } from "../../../apimachinery/json/value.ts";
import type { JSONSchemaProps } from "../../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { newStructural } from "../../../apiserver/schema/structural/new-structural.ts";
import { StructuralError } from "../../../apiserver/schema/structural/supported-fields.ts";
import { validateStructural } from "../../../apiserver/schema/structural/validate-structural.ts";
import { fieldPath } from "../../../apimachinery/field-error.ts";
import { deepEqualLong } from "../../../apiserver/schema/validation/deep-equal.ts";
import { caBundleProblem } from "../../../apimachinery/ca-bundle.ts";
import { keptObject, phase } from "../../../component-base/work.ts";
import { caBundleOf } from "../ca-bundle.ts";
import { isConditionTrue, type Definition } from "../definition.ts";
import { storedSpec } from "../stored-form.ts";
import { internalForm, type InternalSpec } from "./internal-form.ts";
import { hasUnprunedDefaults } from "./validate-defaults.ts";
import { schemaHas, specHas, type StatedRule } from "./schema-walk.ts";
import type { ValidationTools } from "./tools.ts";
import { hasNonAtomicSetItems, validateMapListKeys } from "./validate-list-types.ts";

/**
 * Which validations apply to a definition. An update is validated no more strictly than its old state where violations
 * were accepted before (ratcheting).
 */
export interface DefinitionRules {
  readonly tools: ValidationTools;
  readonly openApiSchema: boolean;
  readonly knownTypes: boolean;
  readonly structuralSchema: boolean;
  readonly prunedDefaults: boolean;
  readonly atomicSetItems: boolean;
  readonly properMapKeys: boolean;
  readonly immutableNames: boolean;
  readonly recognizedReviewVersion: boolean;
  /** Skips the validation of the webhook's CA bundle: it is invalid already, or not used yet. */
  readonly anyCaBundle: boolean;
  /** Rules of the old definition. */
  readonly knownRules: readonly StatedRule[];
  /** Oldest release whose servers must understand new rules; the release before this server's if absent. */
  readonly compatibility?: number | undefined;
  /** Versions with an unchanged schema, whose rule costs are accepted. */
  readonly unchangedVersions: ReadonlySet<string>;
}

/** OpenAPI types, sorted. */
export const schemaTypes = ["array", "boolean", "integer", "number", "object", "string"] as const;

const isKnownType = ({ type }: JSONSchemaProps): boolean => !type || schemaTypes.some((known) => known === type);

/** Returns the validations for a new definition. */
export const rulesForNew = (tools: ValidationTools, compatibility?: number): DefinitionRules => ({
  tools,
  compatibility,
  anyCaBundle: true,
  knownRules: [],
  unchangedVersions: new Set(),
  openApiSchema: true,
  knownTypes: true,
  structuralSchema: true,
  prunedDefaults: true,
  atomicSetItems: true,
  properMapKeys: true,
  immutableNames: false,
  recognizedReviewVersion: true,
});

const reviewVersions: ReadonlySet<string> = new Set(["v1", "v1beta1"]);

/** Reports whether the server supports one of the ConversionReview versions. */
export const hasRecognizedReviewVersion = (versions: readonly string[] | null | undefined): boolean =>
  (versions ?? []).some((version) => reviewVersions.has(version));

/** Asks a question about the schemas of a definition once; in a large request, others have their turn after it. */
const askedOnce = (is: () => boolean): boolean => phase(() => ({ is: is() })).is;

/** Returns the validations for an update of a definition; called again after a pause, the ones it has found. */
export const rulesForChange = (
  definition: Definition,
  old: Definition,
  tools: ValidationTools,
  compatibility?: number,
): DefinitionRules => keptObject(() => findRules(definition, old, tools, compatibility));

function findRules(
  definition: Definition,
  old: Definition,
  tools: ValidationTools,
  compatibility?: number,
): DefinitionRules {
  const { spec } = old;
  const schemas = (spec.versions ?? []).map(({ schema }) => schema?.openAPIV3Schema);
  const oldReviewVersions = spec.conversion?.webhook?.conversionReviewVersions ?? [];
  return {
    tools,
    compatibility,
    anyCaBundle: !isConditionTrue(old, "Established") || caBundleProblem(caBundleOf(old)) !== undefined,
    knownRules: phase(() => schemas.flatMap(rulesIn)),
    unchangedVersions: phase(() => unchangedVersions(definition, old)),
    openApiSchema: schemas.every((schema) => schema !== undefined),
    knownTypes: !askedOnce(() => specHas(spec, (props) => !isKnownType(props))),
    structuralSchema: askedOnce(() => schemas.every((schema) => schema === undefined || isStructural(schema, tools))),
    prunedDefaults: askedOnce(() => schemas.every((schema) => schema === undefined || !hasUnprunedDefaults(schema))),
    atomicSetItems: !askedOnce(() => specHas(spec, hasNonAtomicSetItems)),
    properMapKeys: !askedOnce(() => specHas(spec, (props) => validateMapListKeys(props, fieldPath("")).length > 0)),
    immutableNames: isConditionTrue(old, "Established"),
    recognizedReviewVersion: oldReviewVersions.length === 0 || hasRecognizedReviewVersion(oldReviewVersions),
  };
}

function isStructural(schema: JSONSchemaProps, { compileRegexp }: ValidationTools): boolean {
  try {
    newStructural(schema);
    return validateStructural(fieldPath(""), schema, compileRegexp).length === 0;
  } catch (err) {
    if (err instanceof StructuralError) return false;
    throw err;
  }
}

function rulesIn(schema: JSONSchemaProps | undefined): readonly StatedRule[] {
  const found: StatedRule[] = [];
  schemaHas(schema, (props) => {
    pushAll(found, props["x-kubernetes-validations"] ?? []);
    return false;
  });
  return found;
}

/**
 * Returns the schema of a version as upstream's internal type has it: if all versions share one schema, that schema,
 * whatever the version's name.
 */
function schemaOfVersion({ top, versions }: InternalSpec, version: string): JsonValue | undefined {
  const found = versions.some(({ schema }) => schema !== undefined)
    ? versions.find(({ name }) => name === version)
    : top;
  return found?.schema as JsonValue | undefined; // decoded schemas are plain JSON
}

function unchangedVersions(definition: Definition, old: Definition): ReadonlySet<string> {
  const now = internalForm(phase(() => storedSpec(definition.spec)));
  const before = internalForm(old.spec);
  const names = now.versions.map(({ name }) => name);
  return new Set(names.filter((name) => deepEqualLong(schemaOfVersion(now, name), schemaOfVersion(before, name))));
}
