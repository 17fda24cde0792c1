import type { KubeObject } from "../../apimachinery/meta.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import { TypedError } from "../../structured-merge-diff/typed-error.ts";
import type { FieldManager } from "./field-manager.ts";

/** A synchronous operation on managed fields. */
type Work<T> = (fields: FieldManager) => T;

/** Runs work with a field manager. Returns a promise only if a conversion is asynchronous. */
export const withConversions = <T>(fields: FieldManager, work: Work<T>): MaybeAsync<T> =>
  fields.later === undefined ? work(fields) : fields.later(work);

type Convert = (object: KubeObject, apiVersion: string) => KubeObject;

/** Converts objects asynchronously, and creates a field manager with a given synchronous conversion. */
export interface LateConversions {
  convert(object: KubeObject, apiVersion: string): Promise<KubeObject>;
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

/**
 * Reruns work from the start each time a requested conversion completes. The work is deterministic and requests the
 * same conversions in the same order, so results are looked up by position.
 */
export function replay<T>(conversions: LateConversions, work: Work<T>): MaybeAsync<T> {
  const settled: Settled[] = [];
  const pending = attempt(conversions, work, settled);
  return pending instanceof Pending ? goOn(conversions, work, settled, pending) : pending;
}

async function goOn<T>(conversions: LateConversions, work: Work<T>, settled: Settled[], first: Pending): Promise<T> {
  for (let pending = first; ;) {
    settled.push(await settle(conversions, pending));
    const result = attempt(conversions, work, settled);
    if (!(result instanceof Pending)) return result;
    pending = result;
  }
}

async function settle({ convert }: LateConversions, { object, apiVersion }: Pending): Promise<Settled> {
  try {
    return { object: await convert(object, apiVersion) };
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error) };
  }
}

function attempt<T>({ fieldsWith }: LateConversions, work: Work<T>, settled: readonly Settled[]): T | Pending {
  let place = 0;
  const convert: Convert = (object, apiVersion) => {
    const known = settled[place++];
    if (known === undefined) throw new Pending(object, apiVersion);
    if ("message" in known) throw new TypedError(known.message);
    return known.object;
  };
  try {
    return work(fieldsWith(convert));
  } catch (error) {
    if (error instanceof Pending) return error;
    throw error;
  }
}
