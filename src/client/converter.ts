import type { JsonObject } from "../apimachinery/json/value.ts";
import type { MaybeAsync } from "../component-base/maybe-async.ts";

/** The request to a conversion webhook (ConversionRequest). */
export interface ConversionRequest {
  readonly desiredAPIVersion: string;
  /** Copies that the converter may modify: plain JSON, as a webhook gets it from JSON.parse. */
  readonly objects: readonly JsonObject[];
}

/**
 * Replaces the conversion webhook of a CustomResourceDefinition: returns the objects in the desired version, in the
 * same order. An error that it throws is treated as a failure response of the webhook.
 */
export type Converter = (request: ConversionRequest) => MaybeAsync<readonly unknown[]>;

/** Converters by the name of their CustomResourceDefinition, looked up for every conversion. */
export type Converters = Pick<ReadonlyMap<string, Converter>, "get">;
