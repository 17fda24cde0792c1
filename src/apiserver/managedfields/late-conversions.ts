import { messageOf } from "../../apimachinery/message-of.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { afterwards, type MaybeAsync } from "../../component-base/maybe-async.ts";
import { atOnce, awaitedInWork, overTurns, runningWork, type Pace } from "../../component-base/work.ts";
import { TypedError } from "../../structured-merge-diff/typed-error.ts";
import type { FieldManager } from "./field-manager.ts";

/** A synchronous operation on managed fields. */
type Work<T> = (fields: FieldManager) => T;

/**
 * Runs work with a field manager at a pace: each run anew, since a large one may pause. Returns a promise only if it
 * pauses or a conversion is asynchronous.
 */
export const withConversions = <T>(fields: FieldManager, pace: Pace, work: Work<T>): MaybeAsync<T> =>
  fields.later === undefined ? pace(() => work(fields)) : fields.later(pace, work);

type Convert = (object: KubeObject, apiVersion: string) => KubeObject;

/** Converts objects asynchronously, and creates a field manager with a given synchronous conversion. */
export interface LateConversions {
  convert(object: KubeObject, apiVersion: string, pace: Pace): Promise<KubeObject>;
  fieldsWith(convert: Convert): FieldManager;
}

/** Thrown to abort a run that needs a conversion whose result is not available yet. */
class Pending extends Error {
  readonly object: KubeObject;
  readonly apiVersion: string;
  constructor(object: KubeObject, apiVersion: string) {
    super("a conversion is pending");
    this.object = object;
    this.apiVersion = apiVersion;
  }
}

type Settled = { readonly object: KubeObject } | { readonly message: string };

/** A large object is encoded and decoded with pauses, in turns of its own while the work waits. */
const withPauses: Pace = (compute) => overTurns(true, compute);

/**
 * Reruns work from the start each time a requested conversion completes. The work is deterministic and requests the
 * same conversions in the same order, so results are looked up by position. Large work waits where it is instead.
 */
export function replay<T>(conversions: LateConversions, pace: Pace, work: Work<T>): MaybeAsync<T> {
  const settled: Settled[] = [];
  const run = (): MaybeAsync<T | Pending> => pace(() => attempt(conversions, work, settled));
  return afterwards(run(), (result) => (result instanceof Pending ? goOn(conversions, run, settled, result) : result));
}

async function goOn<T>(
  conversions: LateConversions,
  run: () => MaybeAsync<T | Pending>,
  settled: Settled[],
  first: Pending,
): Promise<T> {
  for (let pending = first; ;) {
    settled.push(await settle(conversions.convert, pending.object, pending.apiVersion, atOnce));
    const result = await run();
    if (!(result instanceof Pending)) return result;
    pending = result;
  }
}

async function settle(
  convert: LateConversions["convert"],
  object: KubeObject,
  apiVersion: string,
  pace: Pace,
): Promise<Settled> {
  try {
    return { object: await convert(object, apiVersion, pace) };
  } catch (error) {
    return { message: messageOf(error) };
  }
}

function settledObject(settled: Settled): KubeObject {
  if ("message" in settled) throw new TypedError(settled.message);
  return settled.object;
}

function attempt<T>(conversions: LateConversions, work: Work<T>, settled: readonly Settled[]): T | Pending {
  let next = 0;
  const { convert: ask } = conversions;
  const convert: Convert = (object, apiVersion) => {
    const large = runningWork();
    if (large !== undefined)
      return settledObject(awaitedInWork(large, () => settle(ask, object, apiVersion, withPauses)));
    const known = settled[next++];
    if (known === undefined) throw new Pending(object, apiVersion);
    return settledObject(known);
  };
  try {
    return work(conversions.fieldsWith(convert));
  } catch (error) {
    if (error instanceof Pending) return error;
    throw error;
  }
}
