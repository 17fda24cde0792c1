import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Random } from "../../apimachinery/random.ts";
import type { Storage, StorageCodec } from "../storage/interface.ts";
import type { Keys } from "./keys.ts";
import type { ResourceDefinition } from "./resource-definition.ts";
import type { StrategyContext } from "./strategy.ts";

/** What the steps of a store work with. */
export interface StoreParts {
  readonly definition: ResourceDefinition;
  readonly keys: Keys;
  readonly codec: StorageCodec<KubeObject>;
  readonly random: Random;
  /** The real storage, or for a dry run one that writes nothing. */
  storage(ctx: StrategyContext): Storage<KubeObject>;
}
