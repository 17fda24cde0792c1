/** Returns an AbortController that aborts with the signal and can also be aborted by itself. */
export function followSignal(signal: AbortSignal): AbortController {
  const own = new AbortController();
  if (signal.aborted) own.abort(signal.reason);
  else signal.addEventListener("abort", () => own.abort(signal.reason), { signal: own.signal });
  return own;
}
