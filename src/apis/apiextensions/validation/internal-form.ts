import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { deepEqual } from "../../../apiserver/schema/validation/deep-equal.ts";
import type { Definition, Version } from "../definition.ts";
import { storedSpec } from "../stored-form.ts";

type Spec = Definition["spec"];

/**
 * The fields of a version that upstream's internal type hoists to the top level if they are the same in all versions.
 */
export type VersionParts = Pick<Version, "schema" | "subresources" | "additionalPrinterColumns" | "selectableFields">;

/**
 * A definition in upstream's internal form, where fields common to all versions are at the top level. Errors use these
 * paths.
 */
export interface InternalSpec {
  readonly spec: Spec;
  /** The name of the first version. */
  readonly version: string;
  readonly top: VersionParts;
  readonly versions: readonly Version[];
}

const partNames = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"] as const;

/** Returns a field of a version; decoded fields are plain JSON. */
const partOf = (version: Version, name: keyof VersionParts): JsonValue | undefined =>
  version[name] as JsonValue | undefined;

/** Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec */
export function internalForm(spec: Spec): InternalSpec {
  const versions = spec.versions ?? [];
  const [first] = versions;
  if (first === undefined) return { spec, version: "", top: {}, versions };
  const [stored, ...others] = storedSpec(spec).versions ?? [];
  const common = partNames.filter(
    (name) => stored !== undefined && others.every((other) => deepEqual(partOf(other, name), partOf(stored, name))),
  );
  const top = Object.fromEntries(common.map((name) => [name, first[name]])) as VersionParts;
  return { spec, version: first.name, top, versions: versions.map((version) => without(version, common)) };
}

const without = (version: Version, names: readonly string[]): Version =>
  Object.fromEntries(Object.entries(version).filter(([name]) => !names.includes(name))) as unknown as Version;
