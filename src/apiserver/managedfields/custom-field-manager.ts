import { formatGroupVersion, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import { asJson, asKubeObject, type KubeObject } from "../../apimachinery/meta.ts";
import { FieldSet } from "../../structured-merge-diff/field-set.ts";
import { noAtom, type Atom } from "../../structured-merge-diff/schema.ts";
import { TypedError } from "../../structured-merge-diff/typed-error.ts";
import { validateValue } from "../../structured-merge-diff/validate.ts";
import type { ApplyCache } from "./apply-cache.ts";
import type { FieldManager } from "./field-manager.ts";
import { fieldPathOf } from "./strip-meta.ts";

/** The parts of a field manager for one path of a custom resource. */
export interface CustomFieldManagerParts {
  readonly kind: GroupVersionKind;
  readonly subresource: string;
  readonly cache: ApplyCache;
  /** The fields that the strategy resets, as dotted paths. */
  readonly resetFields: readonly string[];
  /**
   * Returns the type for an apiVersion, created once (`atomOfCustomResource`), or undefined if the version is not
   * defined.
   */
  atomOf(apiVersion: string): Atom | undefined;
  /** Converts an object to another version. */
  convert(object: KubeObject, apiVersion: string): KubeObject;
  /** Applies the schema's defaults without pruning. */
  defaults(object: KubeObject): KubeObject;
}

/** Creates the field manager of a custom resource (managedfields.NewDefaultCRDFieldManager). */
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
    emptyObject: { apiVersion, kind: kind.kind } as KubeObject, // without metadata, as upstream
    converter: {
      convert({ value }, target) {
        const atom = parts.atomOf(target);
        if (!atom) throw new TypedError(`request to convert CR to an invalid group/version: ${target}`);
        // objects are plain JSON
        const converted = asJson(parts.convert(asKubeObject(value), target));
        validateValue(converted, atom, false);
        return { value: converted, atom, apiVersion: target };
      },
    },
    toObject: (merged) => parts.defaults(asKubeObject(merged)),
  };
}
