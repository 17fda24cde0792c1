import type { JSONSchemaProps } from "../../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { newStructural } from "../../../apiserver/schema/structural/new-structural.ts";
import { StructuralError } from "../../../apiserver/schema/structural/supported-fields.ts";
import { validateStructural } from "../../../apiserver/schema/structural/validate-structural.ts";
import { fieldPath } from "../../../apimachinery/field-error.ts";
import { isConditionTrue, type Definition } from "../definition.ts";
import { hasUnprunedDefaults } from "./validate-defaults.ts";
import { specHas } from "./schema-walk.ts";
import type { ValidationTools } from "./tools.ts";
import { hasNonAtomicSetItems, validateMapListKeys } from "./validate-list-types.ts";

/** What is asked of a definition: of a changed one no more than of what it was, where that was allowed once. */
export interface DefinitionRules extends ValidationTools {
  readonly openApiSchema: boolean;
  readonly knownTypes: boolean;
  readonly structuralSchema: boolean;
  readonly prunedDefaults: boolean;
  readonly atomicSetItems: boolean;
  readonly properMapKeys: boolean;
  readonly immutableNames: boolean;
  readonly recognizedReviewVersion: boolean;
}

/** Types of OpenAPI, sorted. */
export const schemaTypes = ["array", "boolean", "integer", "number", "object", "string"] as const;

const isKnownType = ({ type }: JSONSchemaProps): boolean => !type || schemaTypes.some((known) => known === type);

/** What a new definition has to be. */
export const rulesForNew = (tools: ValidationTools): DefinitionRules => ({
  compileRegexp: tools.compileRegexp, objectMeta: tools.objectMeta,
  openApiSchema: true, knownTypes: true, structuralSchema: true, prunedDefaults: true, atomicSetItems: true, properMapKeys: true, immutableNames: false, recognizedReviewVersion: true,
});

const reviewVersions: ReadonlySet<string> = new Set(["v1", "v1beta1"]);

/** Whether a server of this release understands one of the versions. */
export const hasRecognizedReviewVersion = (versions: readonly string[] | null | undefined): boolean => (versions ?? []).some((version) => reviewVersions.has(version));

/** What a definition has to be that changes from `old`. */
export function rulesForChange(old: Definition, tools: ValidationTools): DefinitionRules {
  const { spec } = old;
  const schemas = (spec.versions ?? []).map(({ schema }) => schema?.openAPIV3Schema);
  const oldReviewVersions = spec.conversion?.webhook?.conversionReviewVersions ?? [];
  return {
    compileRegexp: tools.compileRegexp, objectMeta: tools.objectMeta,
    openApiSchema: schemas.every((schema) => schema !== undefined),
    knownTypes: !specHas(spec, (props) => !isKnownType(props)),
    structuralSchema: schemas.every((schema) => schema === undefined || isStructural(schema, tools)),
    prunedDefaults: schemas.every((schema) => schema === undefined || !hasUnprunedDefaults(schema)),
    atomicSetItems: !specHas(spec, hasNonAtomicSetItems),
    properMapKeys: !specHas(spec, (props) => validateMapListKeys(props, fieldPath("")).length > 0),
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
