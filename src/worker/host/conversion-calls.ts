import type { ConversionRequest } from "../../client/converter.ts";

/** A conversion request for a function that a page registered. */
export interface ConversionTask extends ConversionRequest {
  readonly id: number;
  /** The name of the CustomResourceDefinition whose function is called. */
  readonly definition: string;
}

/** The result of a conversion: objects as plain JSON, or the message of the error that the function threw. */
export type ConversionOutcome = { readonly objects: readonly unknown[] } | { readonly failure: string };

/**
 * The calls that let the worker use a page's conversion functions. The page polls for conversion tasks and answers
 * them, because a BroadcastChannel cannot carry callbacks.
 */
export interface ConversionCalls {
  /** Opens a registration context and returns its id for the other calls. It ends with the page. */
  openConversions(): Promise<number>;
  registerConverter(conversions: number, definition: string): Promise<void>;
  unregisterConverter(conversions: number, definition: string): Promise<void>;
  /**
   * Returns the conversion tasks queued since the last call, and waits until there is at least one. Returns an empty
   * array once the context is closed.
   */
  nextConversions(conversions: number): Promise<readonly ConversionTask[]>;
  answerConversion(conversions: number, task: number, outcome: ConversionOutcome): Promise<void>;
}

/** Implements ConversionCalls by passing each call through the given function. */
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
