import { invalid, notSupported, required, type FieldError, type FieldPath } from "../../../apimachinery/field-error.ts";
import { printedString } from "../../../apimachinery/printed-value.ts";
import { isDns1035Label, isDns1123Subdomain } from "../../../apimachinery/validation/names.ts";
import { fieldImmutableMessage } from "../../../apimachinery/validation/object-meta.ts";
import { phase } from "../../../component-base/work.ts";
import type { Definition, Version } from "../definition.ts";
import { internalForm, type InternalSpec, type VersionParts } from "./internal-form.ts";
import type { DefinitionRules } from "./options.ts";
import { printedVersions } from "./print-internal.ts";
import { specHas } from "./schema-walk.ts";
import { validateConversion } from "./validate-conversion.ts";
import { requireNames, validateNames } from "./validate-names.ts";
import { validateVersionSchema } from "./validate-schema.ts";
import {
  validateColumns,
  validateDeprecationWarning,
  validateSelectableFields,
  validateSubresources,
} from "./validate-version-parts.ts";

type Spec = Definition["spec"];

/** Validates the spec of a definition (validateCustomResourceDefinitionSpec). */
export function validateSpec(spec: Spec, given: DefinitionRules, path: FieldPath): readonly FieldError[] {
  const form = phase(() => internalForm(spec));
  const preserving = spec.preserveUnknownFields === true;
  const rules =
    !preserving || specHas(spec, hasExtensions) || specHas(spec, hasDefault)
      ? { ...given, structuralSchema: true }
      : given;
  return [
    ...validateGroup(spec.group ?? "", path.child("group")),
    ...validateScope(spec.scope ?? "", path.child("scope")),
    ...validateSchemaPresence(form, rules, path),
    ...(preserving && specHas(spec, hasDefault)
      ? [invalid(path.child("preserveUnknownFields"), true, "must be false in order to use defaults in the schema")]
      : []),
    ...validateVersions(form, rules, path),
    ...requireNames(spec.names, path.child("names")),
    ...validateNames(spec.names, path.child("names")),
    ...validateVersionSchema(form.version, form.top.schema, hasAnyStatus(form), rules, path.child("validation")),
    ...validateSubresources(form.top.subresources, path.child("subresources")),
    ...validateColumns(form.top.additionalPrinterColumns, path.child("additionalPrinterColumns")),
    ...validateTopSelectableFields(form, path),
    ...(preserving && spec.conversion !== undefined && spec.conversion.strategy !== "None"
      ? [
          invalid(
            path.child("conversion").child("strategy"),
            printedString(spec.conversion.strategy),
            "must be None if spec.preserveUnknownFields is true",
          ),
        ]
      : []),
    ...validateConversion(spec.conversion, rules, path.child("conversion")),
  ];
}

type Test = Parameters<typeof specHas>[1];

const hasDefault: Test = (props) => props.default !== undefined && props.default !== null;
const extensions = [
  "x-kubernetes-embedded-resource",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-int-or-string",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-list-type",
  "x-kubernetes-validations",
] as const;
const hasExtensions: Test = (props) => extensions.some((name) => props[name] !== undefined && props[name] !== false);

function validateGroup(group: string, path: FieldPath): readonly FieldError[] {
  if (group === "") return [required(path)];
  const messages = isDns1123Subdomain(group);
  if (messages.length > 0) return [invalid(path, group, messages.join(","))];
  return group.includes(".") ? [] : [invalid(path, group, "should be a domain with at least one dot")];
}

function validateScope(scope: string, path: FieldPath): readonly FieldError[] {
  if (scope === "") return [required(path)];
  return scope === "Cluster" || scope === "Namespaced" ? [] : [notSupported(path, scope, ["Cluster", "Namespaced"])];
}

function validateSchemaPresence(
  { top, versions, spec }: InternalSpec,
  rules: DefinitionRules,
  path: FieldPath,
): readonly FieldError[] {
  if (top.schema?.openAPIV3Schema !== undefined) return [];
  const without = versions.flatMap((version, i) =>
    version.schema?.openAPIV3Schema === undefined
      ? [{ version, at: path.child("versions").index(i).child("schema").child("openAPIV3Schema") }]
      : [],
  );
  if (rules.openApiSchema) return without.map(({ at }) => required(at));
  if (spec.preserveUnknownFields === true) return [];
  return without.flatMap(({ version, at }) =>
    version.served ? [required(at, "because otherwise all fields are pruned")] : [],
  );
}

function validateVersions(form: InternalSpec, rules: DefinitionRules, path: FieldPath): readonly FieldError[] {
  const { versions } = form;
  const at = path.child("versions");
  const names = versions.map(({ name }) => name);
  const printed = Array.isArray(form.spec.versions) ? printedVersions(versions) : null;
  const first = isDns1035Label(form.version);
  return [
    ...versions.flatMap((version, i) => validateVersion(version, form, rules, at.index(i))),
    ...(new Set(names).size < names.length ? [invalid(at, printed, "must contain unique version names")] : []),
    ...(versions.filter(({ storage }) => storage).length === 1
      ? []
      : [invalid(at, printed, "must have exactly one version marked as storage version")]),
    ...(form.version === "" || first.length === 0
      ? []
      : [invalid(path.child("version"), form.version, first.join(","))]),
  ];
}

function validateVersion(
  version: Version,
  form: InternalSpec,
  rules: DefinitionRules,
  path: FieldPath,
): readonly FieldError[] {
  const messages = isDns1035Label(version.name ?? "");
  const subresources = form.versions.some((one) => one.subresources !== undefined)
    ? version.subresources
    : form.top.subresources;
  return [
    ...(messages.length === 0 ? [] : [invalid(path.child("name"), version.name ?? "", messages.join(","))]),
    ...validateDeprecationWarning(version, path.child("deprecationWarning")),
    ...validateVersionSchema(
      version.name,
      version.schema,
      subresources?.status !== undefined,
      rules,
      path.child("schema"),
    ),
    ...validateSubresources(version.subresources, path.child("subresources")),
    ...validateColumns(version.additionalPrinterColumns, path.child("additionalPrinterColumns")),
    ...validateOwnSelectableFields(version, path),
  ];
}

function validateOwnSelectableFields(
  { selectableFields, schema }: VersionParts,
  path: FieldPath,
): readonly FieldError[] {
  const at = path.child("selectableFields");
  if (selectableFields === undefined || selectableFields.length === 0) return [];
  if (schema?.openAPIV3Schema === undefined)
    return [invalid(at, "", "may only be set when `version.schema.openAPIV3Schema` is not included")];
  return validateSelectableFields(selectableFields, schema.openAPIV3Schema, at, path.child("schema.openAPIV3Schema"));
}

function validateTopSelectableFields(
  { top: { selectableFields, schema } }: InternalSpec,
  path: FieldPath,
): readonly FieldError[] {
  const at = path.child("selectableFields");
  if (selectableFields === undefined || selectableFields.length === 0) return [];
  if (schema?.openAPIV3Schema === undefined)
    return [invalid(at, "", "may only be set when validations.schema is included")];
  return validateSelectableFields(selectableFields, schema.openAPIV3Schema, at, path.child("schema.openAPIV3Schema"));
}

const hasAnyStatus = ({ top, versions }: InternalSpec): boolean =>
  top.subresources?.status !== undefined || versions.some(({ subresources }) => subresources?.status !== undefined);

const unchanged = (
  value: string | undefined,
  old: string | undefined,
  path: FieldPath,
  print: (text: string) => ReturnType<typeof printedString> | string = (text) => text,
): readonly FieldError[] =>
  (value ?? "") === (old ?? "") ? [] : [invalid(path, print(value ?? ""), fieldImmutableMessage)];

/** Validates a spec update: group and plural are immutable, scope and kind once the definition is established. */
export const validateSpecUpdate = (
  spec: Spec,
  old: Spec,
  rules: DefinitionRules,
  path: FieldPath,
): readonly FieldError[] => [
  ...validateSpec(spec, rules, path),
  ...(rules.immutableNames
    ? [
        ...unchanged(spec.scope, old.scope, path.child("scope"), printedString),
        ...unchanged(spec.names.kind, old.names.kind, path.child("names", "kind")),
      ]
    : []),
  ...unchanged(spec.group, old.group, path.child("group")),
  ...unchanged(spec.names.plural, old.names.plural, path.child("names", "plural")),
];
