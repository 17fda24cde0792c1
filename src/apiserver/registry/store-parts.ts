import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Random } from "../../apimachinery/random.ts";
import type { Storage, StorageCodec } from "../storage/interface.ts";
import type { Keys } from "./keys.ts";
import type { ResourceDefinition } from "./resource-definition.ts";
import type { StoreHooks } from "./store-hooks.ts";
import type { StrategyContext } from "./strategy.ts";

/** The dependencies of the operations of a store. */
export interface StoreParts {
  readonly definition: ResourceDefinition;
  readonly keys: Keys;
  readonly codec: StorageCodec<KubeObject>;
  readonly random: Random;
  readonly hooks: StoreHooks | undefined;
  /** Returns the storage for a request; for a dry run, one that does not persist writes. */
  storage(ctx: StrategyContext): Storage<KubeObject>;
}
