import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import { goTypeName } from "../schema/go-type-name.ts";
import type { TypeRegistry } from "../schema/type-registry.ts";
import { notRegistered } from "./json/json-serializer.ts";

/** The groups whose server has a scheme of its own, with the package of their internal types. */
const packages: ReadonlyMap<string, string> = new Map([
  ["apiextensions.k8s.io", "apiextensions"],
  ["apiregistration.k8s.io", "apiregistration"],
]);

const metaTypes = "io.k8s.apimachinery.pkg.apis.meta.";

/**
 * Returns why a decoded object of another kind is none of the expected one, or undefined if both have the same type
 * (conversion.Converter.Convert). Kinds of groups whose server has another scheme are not known there.
 */
export function unknownConversion(
  types: TypeRegistry,
  found: GroupVersionKind,
  expected: GroupVersionKind,
): string | undefined {
  const source = types.schemaOf(found)?.name ?? "";
  const own = packages.get(expected.group);
  const isMeta = source.startsWith(metaTypes) && (own === undefined || ["", expected.group].includes(found.group));
  if (!isMeta && packages.get(found.group) !== own) return notRegistered(found).message;
  const from = goTypeName(source);
  const to = own === undefined ? goTypeName(types.schemaOf(expected)?.name ?? "") : `${own}.${expected.kind}`;
  return from === to && found.group === expected.group
    ? undefined
    : `converting (${from}) to (${to}): unknown conversion`;
}
