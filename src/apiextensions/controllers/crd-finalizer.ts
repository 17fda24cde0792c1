import { messageOf } from "../../apimachinery/message-of.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import type { ResourceStore } from "../../apiserver/registry/rest.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import {
  cleanupFinalizer,
  isConditionTrue,
  withCondition,
  type Definition,
  type NewCondition,
} from "../../apis/apiextensions/definition.ts";
import type { DefinitionWriter } from "./definition-writer.ts";
import { wholeList } from "../../apiserver/registry/selection.ts";
import { everything } from "../../apiserver/storage/selection-predicate.ts";
import { followSignal } from "../../client/follow-signal.ts";
import { sleep } from "../../component-base/sleep.ts";

/** Dependencies of the finalizer. */
export interface CleanUpOptions {
  readonly writer: DefinitionWriter;
  /** Returns the store of a definition's instances. */
  instancesOf(definition: Definition): Promise<ResourceStore>;
  context(namespace: string): StrategyContext;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const terminating = (status: "True" | "False", reason: string, message: string): NewCondition => ({
  type: "Terminating",
  status,
  reason,
  message,
});

/**
 * Deletes the instances of a terminating definition, waits until none remain and removes the finalizer (CRDFinalizer).
 * Rejects if they cannot be deleted, once the definition says why.
 */
export async function cleanUpInstances(definition: Definition, options: CleanUpOptions): Promise<void> {
  if (!isHeld(definition)) return;
  const { writer } = options;
  await writer.update(definition, (live, now) =>
    isHeld(live)
      ? withCondition(
          live,
          terminating("True", "InstanceDeletionInProgress", "CustomResource deletion is in progress"),
          now,
        )
      : undefined,
  );
  try {
    const outcome = isConditionTrue(definition, "Established")
      ? await deleteInstances(definition, options)
      : terminating("False", "NeverEstablished", "resource was never established");
    if (options.signal.aborted) return;
    await writer.update(definition, (live, now) => withoutFinalizer(withCondition(live, outcome, now)));
  } catch (error) {
    if (error instanceof DeletionError)
      await writer.update(definition, (live, now) => withCondition(live, error.condition, now));
    throw error;
  }
}

/** Thrown if instances cannot be deleted; the condition says which step failed, and why. */
class DeletionError extends Error {
  readonly condition: NewCondition;

  constructor(reason: string, what: string, cause: unknown) {
    const message = `${what}: ${messageOf(cause)}`;
    super(message, { cause });
    this.condition = terminating("True", reason, message);
  }
}

/** Runs a step of a deletion; its failure is the definition's condition. */
const orFail = <T>(reason: string, what: string, step: Promise<T>): Promise<T> =>
  step.catch((cause: unknown) => {
    throw new DeletionError(reason, what, cause);
  });

/**
 * Reports whether the instances of a definition are to be deleted before it is. New ones are refused until they are
 * gone; afterwards the definition may still wait for finalizers of others, and takes new ones, as upstream's.
 */
export const isCleaningUp = (definition: Definition): boolean =>
  definition.metadata.deletionTimestamp !== undefined && isHeld(definition);

const isHeld = ({ metadata }: Definition): boolean => metadata.finalizers?.includes(cleanupFinalizer) === true;

const withoutFinalizer = (definition: Definition): Definition => ({
  ...definition,
  metadata: {
    ...definition.metadata,
    finalizers: (definition.metadata.finalizers ?? []).filter((finalizer) => finalizer !== cleanupFinalizer),
  },
});

async function deleteInstances(definition: Definition, options: CleanUpOptions): Promise<NewCondition> {
  const failed = "InstanceDeletionFailed";
  const store = await options.instancesOf(definition);
  const { items } = await orFail(failed, "could not list instances", store.list(options.context(""), wholeList));
  for (const namespace of new Set(items.map(({ object }) => object.metadata.namespace ?? ""))) {
    const deleting = store.deleteCollection(options.context(namespace), {}, wholeList, () => undefined);
    await orFail(failed, "could not issue all deletes", deleting);
  }
  await orFail("InstanceDeletionCheck", "could not confirm zero CustomResources remaining", untilEmpty(store, options));
  await confirmed(options);
  return terminating("False", "InstanceDeletionCompleted", "removed all instances");
}

/**
 * How long upstream takes to learn that no instance remains: its cache asks the database for its progress so often
 * (the progressRequestPeriod of the cacher). Until then clients can see that the definition is terminating.
 */
const progressRequestMs = 100;

const confirmed = ({ clock, signal }: CleanUpOptions): Promise<void> => sleep(clock, progressRequestMs, signal);

/** Waits until the store is empty. Counts again whenever an instance changes. */
async function untilEmpty(store: ResourceStore, { context, signal }: CleanUpOptions): Promise<void> {
  const count = async (): Promise<number> => (await store.list(context(""), wholeList)).items.length;
  while (!signal.aborted && (await count()) > 0) {
    const done = followSignal(signal);
    const batches = await store.watch(context(""), {
      resourceVersion: "",
      predicate: everything,
      allowWatchBookmarks: false,
      timeoutMs: 0,
      signal: done.signal,
    });
    for await (const _ of batches) if ((await count()) === 0) done.abort();
    done.abort();
  }
}
