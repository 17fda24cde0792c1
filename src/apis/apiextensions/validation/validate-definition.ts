import { fieldPath, invalid, required, type FieldError, type FieldPath } from "../../../apimachinery/field-error.ts";
import { validateObjectMetaUpdate } from "../../../apimachinery/validation/object-meta.ts";
import { formatCheck } from "../../../apiserver/schema/validation/formats/formats.ts";
import { approvalOf, approvedAnnotation, isProtectedGroup } from "../approval.ts";
import type { Definition, Version } from "../definition.ts";
import { rulesForChange, rulesForNew } from "./options.ts";
import { collectFromSchema } from "./schema-walk.ts";
import type { ValidationTools } from "./tools.ts";
import { validateNames } from "./validate-names.ts";
import { validateSpec, validateSpecUpdate } from "./validate-spec.ts";
import { errorsOfEach } from "../../validation/fields.ts";

const specPath = fieldPath("spec");
const storedVersionsPath = fieldPath("status", "storedVersions");

/** Validates that the name is `<plural>.<group>`; the registry validates its format. */
function validateName({ spec, metadata: { name = "", generateName = "" } }: Definition): readonly FieldError[] {
  const wanted = `${spec.names.plural}.${spec.group}`;
  const check = (field: string, value: string): readonly FieldError[] =>
    value === "" || value === wanted
      ? []
      : [invalid(fieldPath("metadata", field), value, 'must be spec.names.plural+"."+spec.group')];
  return [...check("generateName", generateName), ...check("name", name)];
}

/**
 * Validates a new definition; of the metadata, only what is specific to definitions (ValidateCustomResourceDefinition).
 */
export const validateDefinition = (
  definition: Definition,
  tools: ValidationTools,
  compatibility?: number,
): readonly FieldError[] => [
  ...validateName(definition),
  ...validateSpec(definition.spec, rulesForNew(tools, compatibility), specPath),
  ...validateStatus(definition),
  ...validateApproval(definition, undefined),
  ...validatePreserving(definition, undefined),
];

/** Validates an update of a definition, including metadata (ValidateCustomResourceDefinitionUpdate). */
export const validateDefinitionUpdate = (
  definition: Definition,
  old: Definition,
  tools: ValidationTools,
  compatibility?: number,
): readonly FieldError[] => [
  ...validateObjectMetaUpdate(definition.metadata, old.metadata, fieldPath("metadata")),
  ...validateSpecUpdate(definition.spec, old.spec, rulesForChange(definition, old, tools, compatibility), specPath),
  ...validateStatus(definition),
  ...validateApproval(definition, old),
  ...validatePreserving(definition, old),
];

/** Validates a status update (ValidateUpdateCustomResourceDefinitionStatus). */
export const validateDefinitionStatusUpdate = (definition: Definition, old: Definition): readonly FieldError[] => [
  ...validateObjectMetaUpdate(definition.metadata, old.metadata, fieldPath("metadata")),
  ...validateAcceptedNames(definition),
];

const validateAcceptedNames = ({ status }: Definition): readonly FieldError[] =>
  status?.acceptedNames === undefined ? [] : validateNames(status.acceptedNames, fieldPath("status", "acceptedNames"));

const validateStatus = (definition: Definition): readonly FieldError[] => [
  ...validateAcceptedNames(definition),
  ...validateStoredVersions(
    definition.status?.storedVersions ?? [],
    definition.spec.versions ?? [],
    storedVersionsPath,
  ),
];

/** Validates that all stored versions remain in the spec. */
function validateStoredVersions(
  stored: readonly string[],
  versions: readonly Version[],
  path: FieldPath,
): readonly FieldError[] {
  if (stored.length === 0) return [invalid(path, null, "must have at least one stored version")];
  const names = new Set(versions.map(({ name }) => name));
  // storedVersions refers to the first version of a name
  const first = new Map([...versions.entries()].reverse().map(([i, { name }]) => [name, i]));
  const storedNames = new Set(stored);
  const last = new Map(stored.map((name, i) => [name, i]));
  const isStored = (name: string, i: number): boolean => storedNames.has(name) && first.get(name) === i;
  return [
    ...errorsOfEach(versions, ({ name, storage }, i) =>
      storage && !isStored(name, i) ? [invalid(path, stored, `must have the storage version ${name}`)] : [],
    ),
    ...errorsOfEach(stored, (name, i) =>
      names.has(name) || last.get(name) !== i ? [] : [invalid(path.index(i), name, missingVersion(name))],
    ),
  ];
}

const missingVersion = (name: string): string =>
  `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;

/** Validates the approval annotation of community-owned groups, when it is new or its state changes. */
function validateApproval({ spec, metadata }: Definition, old: Definition | undefined): readonly FieldError[] {
  if (!isProtectedGroup(spec.group)) return [];
  const { state, reason } = approvalOf(metadata.annotations);
  if (old !== undefined && approvalOf(old.metadata.annotations).state === state) return [];
  const path = fieldPath("metadata", "annotations").key(approvedAnnotation);
  if (state === "missing") return [required(path, reason)];
  return state === "invalid" ? [invalid(path, metadata.annotations?.[approvedAnnotation] ?? "", reason)] : [];
}

function validatePreserving({ spec }: Definition, old: Definition | undefined): readonly FieldError[] {
  if (spec.preserveUnknownFields !== true || old?.spec.preserveUnknownFields === true) return [];
  return [
    invalid(
      fieldPath("spec", "preserveUnknownFields"),
      true,
      "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead",
    ),
  ];
}

const unknownFormats = ({ spec }: Definition): readonly string[] =>
  (spec.versions ?? []).flatMap(({ schema }) =>
    collectFromSchema(schema?.openAPIV3Schema, ({ type, format }) =>
      type === "string" && format && formatCheck(format) === undefined ? format : undefined,
    ),
  );

/** Returns warnings for unrecognized formats; on update, only for new ones. */
export function formatWarnings(definition: Definition, old: Definition | undefined): readonly string[] {
  const known = new Set(old && unknownFormats(old));
  return unknownFormats(definition).flatMap((format) => (known.has(format) ? [] : [`unrecognized format "${format}"`]));
}
