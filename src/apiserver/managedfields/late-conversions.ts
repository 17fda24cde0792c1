import type { KubeObject } from "../../apimachinery/meta.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import { TypedError } from "../../structured-merge-diff/typed-error.ts";
import type { FieldManager } from "./field-manager.ts";

/** Work on managed fields, which knows no waiting. */
type Work<T> = (fields: FieldManager) => T;

/** Does work with a field manager; a promise only where one of its conversions takes time. */
export const withConversions = <T>(fields: FieldManager, work: Work<T>): MaybeAsync<T> =>
  fields.later === undefined ? work(fields) : fields.later(work);

type Convert = (object: KubeObject, apiVersion: string) => KubeObject;

/** How objects get into other versions at their own pace, and a field manager that has them. */
export interface LateConversions {
  convert(object: KubeObject, apiVersion: string): Promise<KubeObject>;
  fieldsWith(convert: Convert): FieldManager;
}

/** Ends a run that needs what is not there yet. */
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
 * Does work again from the start whenever a conversion that it asked for has been answered: the same work asks for the
 * same conversions in
 * the same order, so what was answered is found by its place.
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
