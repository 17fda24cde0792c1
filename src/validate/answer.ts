import type { JsonObject } from "../apimachinery/json/value.ts";
import type { RefusedRequest } from "../kubectl/session.ts";

/** What a server or kubectl says of a field of an object, before its place is known. */
export interface Complaint {
  /** "" for the whole object. */
  readonly field: string;
  readonly message: string;
  readonly reason: string;
  /** What would work. */
  readonly hint?: string;
}

/** What came of an object: what stands against it, and the object as it is stored. */
export interface Answer {
  readonly complaints: readonly Complaint[];
  readonly warnings: readonly string[];
  /** The object, as it was stored if that is of interest; undefined if it was refused. */
  readonly stored: JsonObject | undefined;
  /** The request that the server refused, if it did. */
  readonly refused?: RefusedRequest;
}
