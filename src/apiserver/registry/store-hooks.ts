import type { KubeObject } from "../../apimachinery/meta.ts";
import { isOutcomeUnknown } from "./storage-errors.ts";
import type { StrategyContext } from "./strategy.ts";

/** A write for which something has been allocated. Either `commit` or `revert` is called (registry.FinishFunc). */
export interface BegunWrite {
  /** The object with what has been allocated for it, before the strategy prepares and validates it. */
  readonly object: KubeObject;
  /** Called when the object is stored: releases what the former state of the object held alone. */
  commit(): Promise<void>;
  /** Called when the object is not stored: releases what has been allocated. */
  revert(): Promise<void>;
}

/**
 * What a resource does around its writes, outside of its strategy, because it depends on other objects of the server
 * (BeginCreate, BeginUpdate and AfterDelete of registry.Store). Updates through subresources are not told.
 */
export interface StoreHooks {
  readonly beginCreate?: (object: KubeObject, ctx: StrategyContext) => Promise<BegunWrite>;
  readonly beginUpdate?: (object: KubeObject, old: KubeObject, ctx: StrategyContext) => Promise<BegunWrite>;
  /** Called when an object has been removed, not for dry runs. */
  readonly afterDelete?: (object: KubeObject) => Promise<void>;
}

/** The begun writes of a request: an update starts again when the stored object has changed in the meantime. */
export class BegunWrites {
  #begun: BegunWrite | undefined;

  /** Reverts the write that was begun before, if any, and begins another. */
  async begin(start: () => Promise<BegunWrite>): Promise<KubeObject> {
    await this.#revert();
    this.#begun = await start();
    return this.#begun.object;
  }

  /** Waits for the object to be stored, and ends the write that was begun last. */
  async end<T>(storing: Promise<T>): Promise<T> {
    let stored: T;
    try {
      stored = await storing;
    } catch (err) {
      // what may be stored keeps what it was given, until a repair finds that it is not there
      if (!isOutcomeUnknown(err)) await this.#revert();
      throw err;
    }
    await this.#begun?.commit();
    return stored;
  }

  async #revert(): Promise<void> {
    const begun = this.#begun;
    this.#begun = undefined;
    await begun?.revert();
  }
}
