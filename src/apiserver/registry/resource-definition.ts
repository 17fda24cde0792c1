import type { JsonObject } from "../../apimachinery/json/value.ts";
import type { GroupVersionKind, GroupVersion } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { GateName } from "../../component-base/features/gate-table.ts";
import type { Identity } from "../request/identity.ts";
import type { Strategy, StrategyContext, UpdateStrategy } from "./strategy.ts";
import type { TableLayout } from "./table-column.ts";

/** Verbs in the order in which discovery prints them. */
export type Verb = "create" | "delete" | "deletecollection" | "get" | "list" | "patch" | "update" | "watch";

/** Where a scale subresource finds its numbers, as dotted paths into the object. */
export interface ScalePaths {
  readonly specReplicas: string;
  /**
   * The same for each version of the resource by its apiVersion, where that is not all the same; undefined for versions
   * without scale.
   */
  readonly specReplicasByVersion?: ReadonlyMap<string, string | undefined>;
  readonly statusReplicas: string;
  /** A label selector object or a serialized selector text. */
  readonly selector?: string;
  /**
   * Replicas that are not there are an error, and what is wrong with them is for the object's own validation (custom
   * resources).
   */
  readonly explicit?: boolean;
}

/**
 * What a create on a subresource or a virtual kind may use: reading and changing objects of other resources by the
 * server's own hand.
 */
export interface RegistryAccess {
  get(resource: string, namespace: string, name: string): Promise<KubeObject>;
  update(
    resource: string,
    namespace: string,
    name: string,
    change: (live: KubeObject) => KubeObject,
  ): Promise<KubeObject>;
  delete(resource: string, namespace: string, name: string, options: KubeObject | undefined): Promise<KubeObject>;
  list(resource: string, namespace: string): Promise<readonly KubeObject[]>;
  /** Who somebody is, what they may do, and tokens of service accounts. */
  readonly identity: Identity;
}

/** How a subresource works. */
export type SubresourceKind =
  /** Another view of the same object with its own rules for updates: status, approval, finalize, resize... */
  | { readonly type: "update"; readonly strategy: UpdateStrategy }
  | { readonly type: "scale"; readonly paths: ScalePaths }
  /**
   * POST of an object of another kind that does something to the parent: binding, eviction, token. Throws StatusError.
   */
  | {
      readonly type: "create";
      create(parentName: string, object: KubeObject, access: RegistryAccess, ctx: StrategyContext): Promise<KubeObject>;
    }
  /**
   * A proxy to a kubelet: log, exec, attach, portforward, proxy. There are no kubelets; answers as a server whose node
   * is unreachable.
   */
  | {
      readonly type: "connect";
      readonly methods: readonly string[];
      connect(parentName: string, access: RegistryAccess, ctx: StrategyContext): Promise<string>;
    };

/** One subresource as discovery lists it. */
export interface SubresourceDefinition {
  readonly name: string;
  /** Kind of its objects where that is not the parent's, e.g. autoscaling/v1 Scale. */
  readonly gvk?: GroupVersionKind;
  readonly verbs: readonly Verb[];
  readonly behavior: SubresourceKind;
  /** The feature without which it is not there. */
  readonly gate?: GateName;
}

/** Which labels field selectors of a kind may use (runtime.FieldLabelConversionFunc). */
export interface FieldLabels {
  /** Accepted labels; the selectable field (a path of the stored version) that each stands for. */
  readonly accepted: Readonly<Record<string, string>>;
  /** The text of the 400 for any other label. */
  unsupported(label: string): string;
}

/** Everything about one served resource: a row of `apis/`. */
export interface ResourceDefinition {
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
   * Discovery's storageVersionHash is derived from this version; also what is written. Its own version where absent.
   */
  readonly storageVersion?: GroupVersion;
  /** The path of its keys below `/registry/` where that is not the resource's name (`services/specs`). */
  readonly storagePrefix?: string;
  /** Works on objects of the storage version, whatever version is served. */
  readonly strategy: Strategy;
  /**
   * Selectable fields beyond metadata.name and metadata.namespace, with their values in an object of the storage
   * version ("" where absent).
   */
  readonly selectableFields?: { readonly [path: string]: (object: KubeObject) => string };
  /**
   * Labels of field selectors where they are not just metadata.name and metadata.namespace
   * (runtime.DefaultMetaV1FieldSelectorConversion).
   */
  readonly fieldLabels?: FieldLabels;
  /** Fills in what clients may leave out, in the served version, right after decoding; idempotent and cheap. */
  default?(object: KubeObject): KubeObject;
  readonly subresources?: readonly SubresourceDefinition[];
  /** A kind that is answered and never stored: reviews, component statuses. */
  readonly virtual?: {
    create?(object: KubeObject, access: RegistryAccess, ctx: StrategyContext): Promise<KubeObject>;
    list?(access: RegistryAccess): Promise<readonly KubeObject[]>;
  };
  /** The Warning that every request for a deprecated version draws: `v1 Endpoints is deprecated in v1.33+; ...`. */
  readonly deprecationWarning?: string;
  /** The release without a deprecated version, `1.37`; absent where none is known. */
  readonly removedRelease?: string;
  /**
   * The version that discovery says is stored, where that is not `storageVersion`: it depends on what the server's
   * neighbours can read.
   */
  readonly toldStorageVersion?: GroupVersion;
  /** How its objects are shown in tables, where not by name and age alone. */
  readonly table?: TableLayout;
  /** Made of a CustomResourceDefinition. */
  readonly custom?: boolean;
  /** What OpenAPI tells of a custom resource. */
  readonly published?: {
    readonly listKind: string;
    /** As the definition has it; absent where clients must not rely on it. */
    readonly schema?: JsonObject;
    readonly selectablePaths: readonly string[];
  };
  /** Served by a server with default settings. */
  readonly servedByDefault: boolean;
  /** The feature without which it is not served, whatever the settings are. */
  readonly gate?: GateName;
}

/** What a definition's objects are. */
export const gvkOf = ({ group, version, kind }: ResourceDefinition): GroupVersionKind => ({ group, version, kind });
