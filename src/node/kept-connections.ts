import type { ClientRequest } from "node:http";

/** The outcome of a request on a kept connection that the other side had closed before it read anything. */
export type Stale = "stale";

/** Whether a request failed because the other side had closed a kept connection: it can be sent once more. */
export const isStale = (call: ClientRequest, error: Error): boolean =>
  call.reusedSocket && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");

/** Sends a request, and once more if its connection was stale. Rejects as Go's client does if both were. */
export async function sendAgainIfStale<T>(send: () => Promise<T | Stale>): Promise<T> {
  const outcome = await send();
  const again = outcome === "stale" ? await send() : outcome;
  if (again === "stale") throw new Error("EOF");
  return again;
}
