import type { KubeObject, Status } from "../../apimachinery/meta.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import type { ListOptions, Preconditions, Stored, StoredList, WatchEvent, WatchOptions } from "../storage/interface.ts";
import type { DeleteOptions } from "./delete-options.ts";
import type { ResourceDefinition } from "./resource-definition.ts";
import type { StrategyContext, UpdateStrategy } from "./strategy.ts";

/** Validating admission as the registry sees it: throws what refuses the write (rest.ValidateObjectFunc). */
export type ValidateObject = (object: KubeObject) => MaybeAsync<void>;
export type ValidateObjectUpdate = (object: KubeObject, old: KubeObject) => MaybeAsync<void>;

/**
 * Where the new object of an update comes from (rest.UpdatedObjectInfo); called again when the live object changed
 * meanwhile.
 */
export interface UpdatedObjectInfo {
  readonly preconditions?: Preconditions | undefined;
  updatedObject(live: KubeObject | undefined): MaybeAsync<KubeObject>;
}

/** How an update is to be carried out. */
export interface UpdateRequest {
  readonly info: UpdatedObjectInfo;
  /** The rules of the path: the resource's own, or a subresource's. */
  readonly strategy: UpdateStrategy;
  readonly validateCreate: ValidateObject;
  readonly validateUpdate: ValidateObjectUpdate;
  /** Server-side apply creates whatever the strategy says. */
  readonly forceAllowCreate: boolean;
}

export interface UpdateResult {
  readonly stored: Stored<KubeObject>;
  readonly created: boolean;
}

/** What a deletion answers: the object as long as it is there or was asked for, a Status otherwise. */
export type DeleteResult =
  | { readonly kind: "object"; readonly stored: Stored<KubeObject>; readonly deleted: boolean }
  | { readonly kind: "status"; readonly status: Status };

/** Everything that can be done with one resource (rest.StandardStorage). Failures are StatusErrors. */
export interface ResourceStore {
  readonly definition: ResourceDefinition;
  get(ctx: StrategyContext, name: string, resourceVersion: string): Promise<Stored<KubeObject>>;
  list(ctx: StrategyContext, options: ListOptions): Promise<StoredList<KubeObject>>;
  watch(ctx: StrategyContext, options: WatchOptions): Promise<AsyncIterable<readonly WatchEvent<KubeObject>[]>>;
  create(ctx: StrategyContext, object: KubeObject, validate: ValidateObject): Promise<Stored<KubeObject>>;
  update(ctx: StrategyContext, name: string, request: UpdateRequest): Promise<UpdateResult>;
  delete(ctx: StrategyContext, name: string, options: DeleteOptions, validate: ValidateObject): Promise<DeleteResult>;
  deleteCollection(
    ctx: StrategyContext,
    options: DeleteOptions,
    list: ListOptions,
    validate: ValidateObject,
  ): Promise<StoredList<KubeObject>>;
}
