import type { JsonValue } from "../../apimachinery/json/value.ts";

/** The converter could not be called or returned an unreadable response. */
export class CallError extends Error {}

/**
 * Converts objects, given as JSON texts, to another version. The message of a rejection is reported after `failed:`.
 */
export type Answerer = (texts: readonly string[], apiVersion: string) => Promise<readonly JsonValue[]>;
