import type { ConversionRequest } from "../../client/converter.ts";

/** A conversion that a page's function is asked for. */
export interface ConversionTask extends ConversionRequest {
  readonly id: number;
  /** The definition whose function it is. */
  readonly definition: string;
}

/** What became of a conversion: objects as plain JSON, or what the function threw. */
export type ConversionOutcome = { readonly objects: readonly unknown[] } | { readonly failure: string };

/**
 * How the functions of a page cross to the worker: it asks for conversions and answers them, because a BroadcastChannel
 * carries no callbacks.
 */
export interface ConversionCalls {
  /** Opens what the other calls are about; it ends with the page. */
  openConversions(): Promise<number>;
  registerConverter(conversions: number, definition: string): Promise<void>;
  unregisterConverter(conversions: number, definition: string): Promise<void>;
  /** The conversions since the last call, at least one; nothing once it was closed. */
  nextConversions(conversions: number): Promise<readonly ConversionTask[]>;
  answerConversion(conversions: number, task: number, outcome: ConversionOutcome): Promise<void>;
}

/** These calls, each of them made through a function. */
export const conversionCallsThrough = (
  through: <T>(call: (calls: ConversionCalls) => Promise<T>) => Promise<T>,
): ConversionCalls => ({
  openConversions: () => through((calls) => calls.openConversions()),
  registerConverter: (conversions, definition) => through((calls) => calls.registerConverter(conversions, definition)),
  unregisterConverter: (conversions, definition) =>
    through((calls) => calls.unregisterConverter(conversions, definition)),
  nextConversions: (conversions) => through((calls) => calls.nextConversions(conversions)),
  answerConversion: (conversions, task, outcome) =>
    through((calls) => calls.answerConversion(conversions, task, outcome)),
});
