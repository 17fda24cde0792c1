import { placeTypeMeta } from "../codec/json/sorted-type-meta.ts";
import {
  formatGroupVersion,
  type GroupVersion,
  type GroupVersionKind,
  type GroupVersionResource,
} from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TraceRecorder } from "../../component-base/trace.ts";
import type { AdmissionChain } from "../admission/admission.ts";
import type { ObjectInterfaces } from "../admission/attributes.ts";
import type { TypedCodec } from "../codec/json/typed-codec.ts";
import type { FieldManager } from "../managedfields/field-manager.ts";
import type { ResourceDefinition } from "../registry/resource-definition.ts";
import type { ResourceStore } from "../registry/rest.ts";
import type { UpdateStrategy } from "../registry/strategy.ts";
import type { TypeRegistry } from "../schema/type-registry.ts";
import type { Stored } from "../storage/interface.ts";

/** Converts objects between the served and the storage version of a kind. */
export interface VersionConverter {
  toStored(object: KubeObject): KubeObject;
  fromStored(object: KubeObject): KubeObject;
}

/** The differences between built-in kinds and custom resources in responses. */
export interface ScopeFlavor {
  /** Whether list items include kind and apiVersion. */
  readonly typedItems: boolean;
  /** Whether lists have no Go type: their metadata is sorted, too, and `continue` is empty on the last page. */
  readonly sortedLists: boolean;
  /** Whether strategic merge patches are supported, which requires a Go type. */
  readonly strategicPatches: boolean;
}

/** Built-in kinds. */
export const nativeFlavor: ScopeFlavor = {
  typedItems: false,
  sortedLists: false,
  strategicPatches: true,
};

/** Everything a handler needs to know about the resource or subresource it serves (handlers.RequestScope). */
export interface ResourceScope {
  readonly definition: ResourceDefinition;
  readonly store: ResourceStore;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  /** "" for the resource itself. */
  readonly subresource: string;
  /** The update strategy of this path. */
  readonly strategy: UpdateStrategy;
  /** The kinds that request bodies can have. */
  readonly types: TypeRegistry;
  /** Decodes and encodes objects in the served version. */
  readonly codec: TypedCodec;
  /** Applies the defaults of the kind after decoding (runtime.ObjectDefaulter). */
  defaults(object: KubeObject): KubeObject;
  /** Undefined if the served version is the storage version. */
  readonly converter?: VersionConverter | undefined;
  readonly admission: AdmissionChain;
  /** Converts objects for admission. */
  readonly objects: ObjectInterfaces;
  /** Tracks field ownership of objects written on this path. */
  readonly fieldManager: FieldManager;
  readonly flavor: ScopeFlavor;
  /** Reports whether a body may be of another group version (RequestScope.AcceptsGroupVersion). */
  accepts?(groupVersion: GroupVersion): boolean;
  /** Whether the kind has no Go type, so that bodies are decoded without a schema and validated afterwards. */
  readonly unstructured?: boolean;
  /** Whether objects can be had as a Table; true by default. */
  readonly tables?: boolean;
  /** The error message for any body that cannot be decoded, where upstream reports no specific error. */
  readonly undecodable?: string;
  /** `{"kind":"ConfigMap","apiVersion":"v1",`: the start of the JSON of an object in a response. */
  readonly head: string;
  /** Whether members of an object may sort before its TypeMeta. Its head is `{` then. */
  readonly sortedTypeMeta?: boolean;
  /** The JSON of a list around its items. */
  listFrame(metadata: string): ListFrame;
}

/** The JSON of a list around the array of its items: `opening` ends with the items' name, `closing` follows them. */
export interface ListFrame {
  readonly opening: string;
  readonly closing: string;
}

/** The frame of a list with a Go type, whose fields are in the order of the type. */
export const typedListFrame = (gvk: GroupVersionKind): ((metadata: string) => ListFrame) => {
  const head = textHead(gvk);
  return (metadata) => ({ opening: `${head}"metadata":${metadata},"items":`, closing: "}" });
};

/** The frame of a list without a Go type, whose fields are sorted. */
export const sortedListFrame =
  ({ kind, ...gv }: GroupVersionKind): ((metadata: string) => ListFrame) =>
  (metadata) => ({
    opening: `{"apiVersion":"${formatGroupVersion(gv)}","items":`,
    closing: `,"kind":"${kind}","metadata":${metadata}}`,
  });

/** The start of the JSON of an object, TypeMeta first as in the Go type. */
export const textHead = ({ kind, ...gv }: GroupVersionKind): string =>
  `{"kind":"${kind}","apiVersion":"${formatGroupVersion(gv)}",`;

/** The start of the JSON of an object without a Go type, whose fields are sorted. */
export const customTextHead = ({ kind, ...gv }: GroupVersionKind): string =>
  `{"apiVersion":"${formatGroupVersion(gv)}","kind":"${kind}",`;

/** Returns the JSON of a stored object in the served version, without its head. */
export const tailOf = (scope: ResourceScope, stored: Stored<KubeObject>): string =>
  scope.converter === undefined
    ? placed(scope, stored.text)
    : encodeTail(scope, scope.converter.fromStored(stored.object));

/** Returns the JSON of an object in the served version, without its head. */
export const encodeTail = (scope: ResourceScope, object: KubeObject): string =>
  placed(scope, scope.codec.encodeTail(object));

/** Returns the JSON of an object in the served version. */
export const encodeObject = (scope: ResourceScope, object: KubeObject): string =>
  scope.head + encodeTail(scope, object);

const placed = ({ sortedTypeMeta, kind }: ResourceScope, tail: string): string =>
  sortedTypeMeta === true ? placeTypeMeta(kind, tail) : tail;

/** Converts a decoded object to the storage version; a conversion is recorded in `trace`. */
export const toStored = ({ converter }: ResourceScope, object: KubeObject, trace?: TraceRecorder): KubeObject => {
  if (converter === undefined) return object;
  trace?.stage("conversion");
  return converter.toStored(object);
};

/** Converts a stored object to the served version; a conversion is recorded in `trace`. */
export const fromStored = ({ converter }: ResourceScope, object: KubeObject, trace?: TraceRecorder): KubeObject => {
  if (converter === undefined) return object;
  trace?.stage("conversion");
  return converter.fromStored(object);
};
