import type { JsonValue } from "../../../apimachinery/json/value.ts";
import { deepEqual } from "../../../apiserver/schema/validation/deep-equal.ts";
import type { Definition, Version } from "../definition.ts";

type Spec = Definition["spec"];

/** The parts of a version that upstream keeps once for all versions where they are the same in all. */
export type VersionParts = Pick<Version, "schema" | "subresources" | "additionalPrinterColumns" | "selectableFields">;

/**
 * A definition as upstream holds it: what its versions have in common stands at the top, and is named there in errors.
 */
export interface InternalSpec {
  readonly spec: Spec;
  /** The name of the first version. */
  readonly version: string;
  readonly top: VersionParts;
  readonly versions: readonly Version[];
}

const partNames = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"] as const;

/** Decoded parts hold nothing but JSON. */
const partOf = (version: Version, name: keyof VersionParts): JsonValue | undefined =>
  version[name] as JsonValue | undefined;

/** Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec */
export function internalForm(spec: Spec): InternalSpec {
  const versions = spec.versions ?? [];
  const [first] = versions;
  if (first === undefined) return { spec, version: "", top: {}, versions };
  const common = partNames.filter((name) =>
    versions.every((version) => deepEqual(partOf(version, name), partOf(first, name))),
  );
  const top = Object.fromEntries(common.map((name) => [name, first[name]])) as VersionParts;
  return { spec, version: first.name, top, versions: versions.map((version) => without(version, common)) };
}

const without = (version: Version, names: readonly string[]): Version =>
  Object.fromEntries(Object.entries(version).filter(([name]) => !names.includes(name))) as unknown as Version;
