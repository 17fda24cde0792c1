import type { JsonObject } from "../apimachinery/json/value.ts";
import type { MaybeAsync } from "../component-base/maybe-async.ts";

/** What a conversion webhook would be asked (ConversionRequest). */
export interface ConversionRequest {
  readonly desiredAPIVersion: string;
  /** Copies that the converter may change: plain JSON, as JSON.parse gives it to a webhook. */
  readonly objects: readonly JsonObject[];
}

/**
 * Stands in for the conversion webhook of a definition: answers with the objects in the version that is asked for, in
 * the same order. What it throws, the webhook would have answered as a failure.
 */
export type Converter = (request: ConversionRequest) => MaybeAsync<readonly unknown[]>;

/** Converters by the names of their definitions; who is registered is asked for at every conversion. */
export type Converters = Pick<ReadonlyMap<string, Converter>, "get">;
