import { formatGroupVersion, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import { asJson, asKubeObject, type KubeObject } from "../../apimachinery/meta.ts";
import type { FieldFilter } from "../../structured-merge-diff/field-filter.ts";
import { noAtom, type Atom } from "../../structured-merge-diff/schema.ts";
import { TypedError } from "../../structured-merge-diff/typed-error.ts";
import { validateValue } from "../../structured-merge-diff/validate.ts";
import type { ApplyCache } from "./apply-cache.ts";
import type { FieldManager } from "./field-manager.ts";
import { lostMetadata } from "./lost-metadata.ts";

/** The parts of a field manager for one path of a custom resource. */
export interface CustomFieldManagerParts {
  readonly kind: GroupVersionKind;
  readonly subresource: string;
  readonly cache: ApplyCache;
  /** Whether objects are stored in this version; others are converted, which normalizes their metadata. */
  readonly isStored: boolean;
  /** What of a set writers come to own; everything if undefined. */
  readonly ownable: FieldFilter | undefined;
  /**
   * Returns the type for an apiVersion, created once (`atomOfCustomResource`), or undefined if the version is not
   * defined.
   */
  atomOf(apiVersion: string): Atom | undefined;
  /** Converts an object to another version. */
  convert(object: KubeObject, apiVersion: string): KubeObject;
  /** Coerces the metadata and applies the schema's defaults, without pruning. Throws StatusError. */
  complete(object: KubeObject): KubeObject;
}

/** Creates the field manager of a custom resource (managedfields.NewDefaultCRDFieldManager). */
export function createCustomFieldManager(parts: CustomFieldManagerParts): FieldManager {
  const { kind, subresource, ownable } = parts;
  const apiVersion = formatGroupVersion(kind);
  return {
    kind,
    subresource,
    cache: parts.cache,
    decoded: false,
    get atom() {
      return parts.atomOf(apiVersion) ?? noAtom;
    },
    tracks: (object) =>
      object.kind === kind.kind &&
      (object.apiVersion === apiVersion || parts.atomOf(object.apiVersion ?? "") !== undefined),
    ownable: ownable && new Map([[apiVersion, ownable]]),
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
    ...(subresource === "" && parts.isStored && { lostMetadata }), // subresources keep the metadata of the live object
    toObject: (merged) => parts.complete(asKubeObject(merged)),
  };
}
