import { formatGroupVersion, type GroupVersionKind, type GroupVersionResource } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TraceRecorder } from "../../component-base/trace.ts";
import type { AdmissionChain } from "../admission/admission.ts";
import type { TypedCodec } from "../codec/json/typed-codec.ts";
import type { FieldManager } from "../managedfields/field-manager.ts";
import type { ResourceDefinition } from "../registry/resource-definition.ts";
import type { ResourceStore } from "../registry/rest.ts";
import type { UpdateStrategy } from "../registry/strategy.ts";
import type { TypeRegistry } from "../schema/type-registry.ts";
import type { Stored } from "../storage/interface.ts";

/** Changes objects between the served and the stored version of a kind. */
export interface VersionConverter {
  toStored(object: KubeObject): KubeObject;
  fromStored(object: KubeObject): KubeObject;
}

/** In what answers of built-in kinds and of custom resources differ. */
export interface ScopeFlavor {
  /** Items of lists say their kind. */
  readonly typedItems: boolean;
  /** The last page of a list has an empty `continue`. */
  readonly emptyContinue: boolean;
  /** Patches may name merge keys, which takes a Go type. */
  readonly strategicPatches: boolean;
}

/** Built-in kinds. */
export const nativeFlavor: ScopeFlavor = {
  typedItems: false,
  emptyContinue: false,
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
  /** Rules for updates on this path. */
  readonly strategy: UpdateStrategy;
  /** All kinds that bodies may be of. */
  readonly types: TypeRegistry;
  /** Reads and prints objects in the served version. */
  readonly codec: TypedCodec;
  /** Fills in the kind's defaults after decoding (runtime.ObjectDefaulter). */
  defaults(object: KubeObject): KubeObject;
  /** Absent where the served version is the stored one. */
  readonly converter?: VersionConverter | undefined;
  readonly admission: AdmissionChain;
  /** Keeps who owns what of the objects written on this path. */
  readonly fieldManager: FieldManager;
  readonly flavor: ScopeFlavor;
  /** Bodies are kept as they come and only then looked at: the kind has no Go type. */
  readonly unstructured?: boolean;
  /** What is said of any body that cannot be decoded, where upstream is at a loss for words. */
  readonly undecodable?: string;
  /** `{"kind":"ConfigMap","apiVersion":"v1",`: what stands before an object's text in an answer. */
  readonly head: string;
  /** The same for lists. */
  readonly listHead: string;
}

/** The opening of an object's JSON text, TypeMeta first as Go prints it. */
export const textHead = ({ kind, ...gv }: GroupVersionKind): string =>
  `{"kind":"${kind}","apiVersion":"${formatGroupVersion(gv)}",`;

/** The same for a kind without a Go type, whose members are sorted. */
export const customTextHead = ({ kind, ...gv }: GroupVersionKind): string =>
  `{"apiVersion":"${formatGroupVersion(gv)}","kind":"${kind}",`;

/** The text of a stored object in the served version, without its head. */
export const tailOf = (scope: ResourceScope, stored: Stored<KubeObject>): string =>
  scope.converter === undefined ? stored.text : scope.codec.encodeTail(scope.converter.fromStored(stored.object));

/** A decoded object as the store takes it; where that takes a conversion, `trace` hears of it. */
export const toStored = ({ converter }: ResourceScope, object: KubeObject, trace?: TraceRecorder): KubeObject => {
  if (converter === undefined) return object;
  trace?.stage("conversion");
  return converter.toStored(object);
};

/** A stored object in the served version; where that takes a conversion, `trace` hears of it. */
export const fromStored = ({ converter }: ResourceScope, object: KubeObject, trace?: TraceRecorder): KubeObject => {
  if (converter === undefined) return object;
  trace?.stage("conversion");
  return converter.fromStored(object);
};
