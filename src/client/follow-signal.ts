/**
 * Returns an AbortController that aborts with the first of the signals and can also be aborted by itself. It listens
 * until it is aborted, so its owner aborts it when it is done: what `AbortSignal.any` leaves to the garbage collector,
 * and Firefox before 124 and Safari before 17.4 lack.
 */
export function followSignal(...signals: readonly AbortSignal[]): AbortController {
  const own = new AbortController();
  const aborted = signals.find((signal) => signal.aborted);
  if (aborted !== undefined) own.abort(aborted.reason);
  for (const signal of own.signal.aborted ? [] : signals)
    signal.addEventListener("abort", () => own.abort(signal.reason), { signal: own.signal });
  return own;
}
