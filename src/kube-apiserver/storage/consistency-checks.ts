import type { Clock } from "../../apimachinery/clock.ts";
import type { Backend, KeyVersion } from "../../apiserver/storage/backend/backend.ts";

/** A resource whose objects are in memory and in a database. */
export interface CheckedResource {
  readonly group: string;
  readonly resource: string;
  /** The prefix of its keys. */
  readonly root: string;
  versions(): { readonly revision: number; readonly entries: readonly KeyVersion[] };
}

/** What a check has found: the same in both, something else, or no answer. */
export type CheckStatus = "success" | "failure" | "error";

export interface ConsistencyOptions {
  readonly clock: Clock;
  /** Returns a number from 0 to below 1. */
  readonly random: () => number;
  readonly keysAt: NonNullable<Backend["keysAt"]>;
  resources(): readonly CheckedResource[];
  observe(resource: CheckedResource, status: CheckStatus): void;
  /** Is told what differs. */
  report(error: Error): void;
}

/** Between two rounds of checks (cacher.ConsistencyCheckPeriod); up to half as much is added by chance. */
const periodMs = 5 * 60_000;
const jitter = 0.5;

/**
 * Compares the versions in memory with those in the database at the same revision, as the check of upstream's watch
 * cache does (the feature DetectCacheInconsistency). Keys and revisions are compared: a revision has one value. Returns
 * a function that ends this.
 */
export function checkRegularly(options: ConsistencyOptions): () => void {
  let cancel: () => void;
  let ended = false;
  const wait = (): void => {
    cancel = options.clock.after(periodMs * (1 + jitter * options.random()), () => void round());
  };
  const round = async (): Promise<void> => {
    for (const resource of options.resources()) if (!ended) await check(resource, options);
    if (!ended) wait();
  };
  wait();
  return () => {
    ended = true;
    cancel();
  };
}

async function check(resource: CheckedResource, { keysAt, observe, report }: ConsistencyOptions): Promise<void> {
  const { revision, entries } = resource.versions();
  try {
    const different = await firstDifference(entries, keysAt(resource.root, revision));
    if (different !== undefined)
      report(new Error(`at revision ${revision} the database has another version of ${different} than this server`));
    observe(resource, different === undefined ? "success" : "failure");
  } catch {
    observe(resource, "error");
  }
}

/** Returns the first key that is not the same in both, if there is one. */
async function firstDifference(
  cached: readonly KeyVersion[],
  stored: AsyncIterable<readonly KeyVersion[]>,
): Promise<string | undefined> {
  let at = 0;
  for await (const portion of stored)
    for (const { key, revision } of portion) {
      const own = cached[at++];
      if (own?.key !== key || own.revision !== revision) return key;
    }
  return cached[at]?.key;
}
