import type { KubeObject, Status } from "../../apimachinery/meta.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import type { ListOptions, Preconditions, Stored, StoredList, WatchEvent, WatchOptions } from "../storage/interface.ts";
import type { DeleteOptions } from "./delete-options.ts";
import type { ResourceDefinition } from "./resource-definition.ts";
import type { StrategyContext, UpdateStrategy } from "./strategy.ts";

/** Runs validating admission; throws if the write is denied (rest.ValidateObjectFunc). */
export type ValidateObject = (object: KubeObject) => MaybeAsync<void>;
export type ValidateObjectUpdate = (object: KubeObject, old: KubeObject) => MaybeAsync<void>;

/**
 * Provides the updated object (rest.UpdatedObjectInfo); called again if the stored object has changed in the meantime.
 */
export interface UpdatedObjectInfo {
  readonly preconditions?: Preconditions | undefined;
  updatedObject(live: KubeObject | undefined): MaybeAsync<KubeObject>;
}

/** The parameters of an update. */
export interface UpdateRequest {
  readonly info: UpdatedObjectInfo;
  /** The update strategy of the resource or of the subresource. */
  readonly strategy: UpdateStrategy;
  readonly validateCreate: ValidateObject;
  readonly validateUpdate: ValidateObjectUpdate;
  /** Creates a missing object even if the strategy does not allow it, as server-side apply requires. */
  readonly forceAllowCreate: boolean;
}

export interface UpdateResult {
  readonly stored: Stored<KubeObject>;
  readonly created: boolean;
}

/** The result of a deletion: the object if it still exists or was requested, otherwise a Status. */
export type DeleteResult =
  | { readonly kind: "object"; readonly stored: Stored<KubeObject>; readonly deleted: boolean }
  | { readonly kind: "status"; readonly status: Status }
  /** A dry run that only takes away finalizers, which is answered with an object without content. */
  | { readonly kind: "empty" };

/** The operations on one resource (rest.StandardStorage). Errors are StatusErrors. */
export interface ResourceStore {
  readonly definition: ResourceDefinition;
  get(ctx: StrategyContext, name: string, resourceVersion: string): Promise<Stored<KubeObject>>;
  list(ctx: StrategyContext, options: ListOptions): Promise<StoredList<KubeObject>>;
  watch(ctx: StrategyContext, options: WatchOptions): Promise<AsyncIterable<readonly WatchEvent<KubeObject>[]>>;
  create(ctx: StrategyContext, object: KubeObject, validate: ValidateObject): Promise<Stored<KubeObject>>;
  update(ctx: StrategyContext, name: string, request: UpdateRequest): Promise<UpdateResult>;
  delete(ctx: StrategyContext, name: string, options: DeleteOptions, validate: ValidateObject): Promise<DeleteResult>;
  /** Deletes an object that cannot be decoded without reading it; any other object is refused. */
  deleteCorrupt(ctx: StrategyContext, name: string): Promise<void>;
  deleteCollection(
    ctx: StrategyContext,
    options: DeleteOptions,
    list: ListOptions,
    validate: ValidateObject,
  ): Promise<StoredList<KubeObject>>;
}
