import { formatGroupVersion, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import { asJson, asKubeObject, type KubeObject } from "../../apimachinery/meta.ts";
import { FieldSet } from "../../structured-merge-diff/field-set.ts";
import { noAtom, type Atom } from "../../structured-merge-diff/schema.ts";
import { TypedError } from "../../structured-merge-diff/typed-error.ts";
import { validateValue } from "../../structured-merge-diff/validate.ts";
import type { ApplyCache } from "./apply-cache.ts";
import type { FieldManager } from "./field-manager.ts";
import { fieldPathOf } from "./strip-meta.ts";

/** What the field manager of one path of a custom resource is made of. */
export interface CustomFieldManagerParts {
  readonly kind: GroupVersionKind;
  readonly subresource: string;
  readonly cache: ApplyCache;
  /** What the path's strategy resets, as dotted paths. */
  readonly resetFields: readonly string[];
  /**
   * The type of a version by its apiVersion, made once (`atomOfCustomResource`); undefined for versions that are not
   * defined.
   */
  atomOf(apiVersion: string): Atom | undefined;
  /** The object in another version. */
  convert(object: KubeObject, apiVersion: string): KubeObject;
  /** Fills in the schema's defaults, and prunes nothing. */
  defaults(object: KubeObject): KubeObject;
}

/** The field manager of a kind without a Go type (managedfields.NewDefaultCRDFieldManager). */
export function createCustomFieldManager(parts: CustomFieldManagerParts): FieldManager {
  const { kind, subresource, resetFields } = parts;
  const apiVersion = formatGroupVersion(kind);
  const reset =
    resetFields.length === 0
      ? undefined
      : new Map([[apiVersion, FieldSet.ofPaths(resetFields.map((path) => fieldPathOf(...path.split("."))))]]);
  return {
    kind,
    subresource,
    cache: parts.cache,
    decoded: false,
    get atom() {
      return parts.atomOf(apiVersion) ?? noAtom;
    },
    resetFields: reset,
    emptyObject: { apiVersion, kind: kind.kind } as KubeObject, // as upstream's, without metadata
    converter: {
      convert({ value }, target) {
        const atom = parts.atomOf(target);
        if (!atom) throw new TypedError(`request to convert CR to an invalid group/version: ${target}`);
        // objects hold nothing but JSON
        const converted = asJson(parts.convert(asKubeObject(value), target));
        validateValue(converted, atom, false);
        return { value: converted, atom, apiVersion: target };
      },
    },
    toObject: (merged) => parts.defaults(asKubeObject(merged)),
  };
}
