import type { FieldError } from "../../apimachinery/field-error.ts";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import type { GroupResource, GroupVersionKind, GroupVersion } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { QueryValues } from "../../apimachinery/query.ts";
import type { GateName } from "../../component-base/features/gate-table.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import type { Identity } from "../request/identity.ts";
import type { Strategy, StrategyContext, UpdateStrategy } from "./strategy.ts";
import type { TableLayout } from "./table-column.ts";
import type { Preconditions } from "../storage/interface.ts";

/** The verbs of a resource, in the order of discovery documents. */
export type Verb = "create" | "delete" | "deletecollection" | "get" | "list" | "patch" | "update" | "watch";

/** The values of an object that its scale subresource shows. */
export interface ScaleValues {
  /** Undefined if the object does not specify them. */
  readonly specReplicas?: number;
  readonly statusReplicas: number;
  readonly selector?: string;
}

/** The paths of the fields used by the scale subresource, as dotted paths into the object. */
export interface ScalePaths {
  readonly specReplicas: string;
  /**
   * The specReplicas path by apiVersion, if it differs between versions; undefined for versions without the
   * scale subresource.
   */
  readonly specReplicasByVersion?: ReadonlyMap<string, string | undefined>;
  readonly statusReplicas: string;
  /** A path to a label selector object or to a serialized label selector. */
  readonly selector?: string;
  /**
   * Reads the values of a custom resource; throws a 500 error if they are of other types. There a missing replicas
   * field is an error, and an invalid value is reported by the validation of the object.
   */
  readonly read?: (object: KubeObject) => ScaleValues;
  /** Returns the errors of a Scale, given those of hand-written validation. */
  readonly validate?: ValidateScale;
  /** What is not found where there is no such object, where upstream does not name the resource itself. */
  readonly notFound?: { readonly read?: GroupResource; readonly update: GroupResource };
}

/** Validates a Scale that a client writes against what is shown of the stored object. */
export type ValidateScale = (
  scale: KubeObject,
  old: KubeObject,
  written: readonly FieldError[],
  ctx: StrategyContext,
) => MaybeAsync<readonly FieldError[]>;

/** How a write by the server itself is done. */
export interface AccessOptions {
  /** The write is checked and answered, but not kept. */
  readonly dryRun?: boolean;
  /** Whether what is written is large, so that its steps pause. */
  readonly isLarge?: boolean | undefined;
  readonly preconditions?: Preconditions | undefined;
}

/** Access to other resources with the identity of the server, for create requests on subresources and virtual kinds. */
export interface RegistryAccess {
  get(resource: string, namespace: string, name: string): Promise<KubeObject>;
  update(
    resource: string,
    namespace: string,
    name: string,
    change: (live: KubeObject) => KubeObject,
    how?: AccessOptions,
  ): Promise<KubeObject>;
  delete(
    resource: string,
    namespace: string,
    name: string,
    options: KubeObject | undefined,
    how?: Pick<AccessOptions, "dryRun">,
  ): Promise<KubeObject>;
  list(resource: string, namespace: string): Promise<readonly KubeObject[]>;
  /** Returns the objects of a kind in a namespace, of custom resources too; none if the kind is not served. */
  listKind(kind: GroupVersionKind, namespace: string): Promise<readonly KubeObject[]>;
  /** Yields the states of an object from the present one on, undefined when there is none, until the signal. */
  follow(resource: string, namespace: string, name: string, signal: AbortSignal): AsyncIterable<KubeObject | undefined>;
  /** Authentication, authorization and service account tokens. */
  readonly identity: Identity;
}

/** What a subresource is, known without loading its implementation. */
export type SubresourceShape =
  /** A view of the same object with its own update strategy: status, approval, finalize, resize and so on. */
  | { readonly type: "update" }
  | { readonly type: "scale"; readonly paths: ScalePaths }
  /**
   * Accepts POST of an object of another kind that acts on the parent: binding, eviction, token. The metadata that only
   * servers set is a precondition in some, and kept (rest.SubresourceObjectMetaPreserver).
   */
  | { readonly type: "create"; readonly keepsSystemFields?: boolean }
  /**
   * Connects to a kubelet: log, exec, attach, portforward, proxy. There are no kubelets, so the response is that of a
   * server whose node is unreachable, but for the logs of pods on simulated nodes.
   */
  | { readonly type: "connect"; readonly methods: readonly string[] };

/** A subresource, as listed in discovery. */
export interface SubresourceInfo {
  readonly name: string;
  /** The kind of its objects if it differs from the kind of the parent, e.g. autoscaling/v1 Scale. */
  readonly gvk?: GroupVersionKind;
  /** Further group versions of the kind that bodies may have (rest.GroupVersionAcceptor). */
  readonly accepts?: readonly GroupVersion[];
  readonly verbs: readonly Verb[];
  readonly shape: SubresourceShape;
  /** The feature gate that enables the subresource. */
  readonly gate?: GateName;
  /** Whether its objects can be had as a Table (rest.TableConvertor); true by default. */
  readonly tables?: boolean;
}

/** Acts on the parent of a subresource with an object of another kind; throws StatusError. */
export type CreateSubresource = (
  parentName: string,
  object: KubeObject,
  access: RegistryAccess,
  ctx: StrategyContext,
  request: UnstoredRequest,
) => Promise<KubeObject>;

/** What a create that stores nothing is asked for beside its object (rest.NamedCreater). */
export interface UnstoredRequest {
  /** The values of the query's `dryRun`. */
  readonly dryRun: readonly string[];
  /** Runs validating admission. Called once, after the own checks of the kind, with the object as it is handled. */
  readonly validate: (object: KubeObject) => MaybeAsync<void>;
}

/** The request of a subresource that connects to a kubelet. */
export interface ConnectContext extends StrategyContext {
  /** The options, as the query has them. */
  readonly query: QueryValues;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Whether the client asks for another protocol on the connection (httpstream.IsUpgradeRequest). */
  readonly upgrades: boolean;
  /** Whether the request is a GET or HEAD of the subresource itself, without a slash behind. */
  readonly readsRoot: boolean;
}

/** Sends the client to the same path with something behind. */
export interface Redirect {
  readonly redirect: string;
}

/** Answers in the place of a kubelet: with a text, or with one that goes on; throws StatusError. */
export type ConnectSubresource = (
  parentName: string,
  access: RegistryAccess,
  ctx: ConnectContext,
) => Promise<string | AsyncIterable<string> | Redirect>;

/** The implementation of a subresource: the member that its shape requires. */
export interface SubresourceBehavior {
  readonly strategy?: UpdateStrategy;
  readonly create?: CreateSubresource;
  /** Applies defaults to an object of the subresource's own kind after decoding. */
  default?(object: KubeObject): KubeObject;
  readonly connect?: ConnectSubresource;
}

/** The field labels that selectors of a kind support (runtime.FieldLabelConversionFunc). */
export interface FieldLabels {
  /** Maps each supported label to its selectable field, a path in the storage version. */
  readonly accepted: Readonly<Record<string, string>>;
  /** The error message (400) for an unsupported label. */
  unsupported(label: string): string;
}

/** A kind that is served but not persisted, such as reviews and component statuses. */
export interface VirtualBehavior {
  create?(
    object: KubeObject,
    access: RegistryAccess,
    ctx: StrategyContext,
    request: UnstoredRequest,
  ): Promise<KubeObject>;
  list?(access: RegistryAccess): Promise<readonly KubeObject[]>;
}

/** How the objects of a resource behave. Built-in kinds load it with the first request for the resource. */
export interface ResourceBehavior {
  /** The strategy operates on objects of the storage version, regardless of the served version. */
  readonly strategy: Strategy;
  /**
   * Applies defaults to an object of the served version after decoding. Must be idempotent and cheap. `filledParts` are
   * parts of a defaulted object of the version, at the same path of the given one; they need none.
   */
  default?(object: KubeObject, filledParts?: ReadonlySet<unknown>): KubeObject;
  /**
   * Returns what etcd keeps of a new object, if its strategy leaves some defaults to those who read it. `default` fills
   * them in again.
   */
  createdWithout?(object: KubeObject): KubeObject;
  /** The table layout; tables show name and age by default. */
  readonly table?: TableLayout;
  readonly virtual?: VirtualBehavior;
  /** The subresources by name, except scale, which has no behavior of its own. */
  readonly subresourceBehaviors?: Readonly<Record<string, SubresourceBehavior>>;
}

/** A resource in one version, as discovery, storage and routes know it (metav1.APIResource). */
export interface ResourceInfo {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly Verb[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /**
   * The version in which objects are stored, and from which the storageVersionHash of discovery is derived. Defaults to
   * the version of the resource itself.
   */
  readonly storageVersion?: GroupVersion;
  /** The key prefix below `/registry/` if it differs from the resource name (`services/specs`). */
  readonly storagePrefix?: string;
  /**
   * Selectable fields besides metadata.name and metadata.namespace, with functions that return their value in an object
   * of the storage version ("" if unset).
   */
  readonly selectableFields?: { readonly [path: string]: (object: KubeObject) => string };
  /**
   * The supported field labels, if there are any besides metadata.name and metadata.namespace
   * (runtime.DefaultMetaV1FieldSelectorConversion).
   */
  readonly fieldLabels?: FieldLabels;
  readonly subresources?: readonly SubresourceInfo[];
  /**
   * Whether a new object, of the storage version, is stored without what those who read it fill in. Upstream the first
   * update stores that, also one that changes nothing.
   */
  readonly filledByReaders?: (created: KubeObject) => boolean;
  /** Whether the kind is served but not persisted. */
  readonly unstored?: boolean;
  /** The warning returned for every request to a deprecated version: `v1 Endpoints is deprecated in v1.33+; ...`. */
  readonly deprecationWarning?: string;
  /** The release that removes a deprecated version, e.g. `1.37`; undefined if not known. */
  readonly removedRelease?: string;
  /**
   * The storage version that discovery reports, if it differs from `storageVersion`: it depends on the versions that
   * other API servers of the cluster can decode.
   */
  readonly toldStorageVersion?: GroupVersion;
  /** Whether the resource is defined by a CustomResourceDefinition. */
  readonly custom?: boolean;
  /** What the OpenAPI documents publish about a custom resource. */
  readonly published?: {
    readonly listKind: string;
    /** The schema of the CustomResourceDefinition; undefined if it is not published. */
    readonly schema?: JsonObject;
    readonly selectablePaths: readonly string[];
  };
  /** Whether the resource is enabled by default. */
  readonly servedByDefault: boolean;
  /** The feature gate that enables the resource, regardless of the runtime configuration. */
  readonly gate?: GateName;
}

/** A resource with its behavior. */
export interface ResourceDefinition extends ResourceInfo, ResourceBehavior {}

/** Returns the update strategy of a subresource: its own, or that of the resource. */
export const subresourceStrategy = (
  { strategy, subresourceBehaviors }: ResourceBehavior,
  name: string,
): UpdateStrategy => subresourceBehaviors?.[name]?.strategy ?? strategy;

/** A built-in resource: a row of `apis/`. */
export interface BuiltinResource extends ResourceInfo {
  /** Returns the behavior of a served version of the resource; a promise if its module has to be loaded. */
  behavior(version: string): MaybeAsync<ResourceBehavior>;
}

/** Returns the group, version and kind of the objects of a resource. */
export const gvkOf = ({ group, version, kind }: ResourceInfo): GroupVersionKind => ({ group, version, kind });
