import { formatGroupVersion, groupVersionOf, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { textOf } from "../../apimachinery/text-of.ts";
import type { TypeRegistry } from "../schema/type-registry.ts";

/** Returns the kind that a patched object says; what it does not say is that of the request. */
export function patchedKind(
  kind: GroupVersionKind,
  patched: { readonly [member: string]: JsonValue },
): GroupVersionKind {
  const apiVersion = textOf(patched["apiVersion"]) || formatGroupVersion(kind);
  if (apiVersion.split("/").length > 2) throw new Error(`unexpected GroupVersion string: ${apiVersion}`);
  return { ...groupVersionOf(apiVersion), kind: textOf(patched["kind"]) || kind.kind };
}

/**
 * Returns why an object of another kind is no patched object of a kind: no kind becomes another one. Throws if the
 * other kind is unknown, or what `decode` throws for an object that is none of it.
 */
export function otherKindError(
  types: TypeRegistry,
  kind: GroupVersionKind,
  other: GroupVersionKind,
  decode: (kind: GroupVersionKind) => unknown,
): string | undefined {
  if (other.group === kind.group && other.version === kind.version && other.kind === kind.kind) return undefined;
  if (types.schemaOf(other) === undefined)
    throw new Error(
      `no kind ${quoteGo(other.kind)} is registered for version ${quoteGo(formatGroupVersion(other))} in scheme "pkg/runtime/scheme.go:110"`,
    );
  decode(other);
  return `converting (${other.version}.${other.kind}) to (${kind.version}.${kind.kind}): unknown conversion`;
}
