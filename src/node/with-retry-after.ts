import type { Answer, Exchange, Handle } from "../component-base/exchange.ts";

/** Probes, metrics and the server itself are answered until the end (isRequestExemptFromRetryAfter). */
const exemptPaths = ["/readyz", "/livez", "/healthz", "/metrics"];
const exemptAgent = "kube-apiserver/";

const shuttingDown: Answer = {
  status: 429,
  headers: [
    ["Connection", "close"],
    ["Retry-After", "5"],
    ["Content-Type", "text/plain; charset=utf-8"],
    ["X-Content-Type-Options", "nosniff"],
  ],
  body: "The apiserver is shutting down, please try again later.\n",
};

const isExempt = ({ target, headers }: Exchange): boolean =>
  exemptPaths.some((path) => target.startsWith(path)) || headers.get("User-Agent")?.startsWith(exemptAgent) === true;

/** A handler that can ask its clients to try again at another server (filters.WithRetryAfter). */
export interface Retryable {
  readonly handle: Handle;
  /** Refuses later requests, and resolves when those before are answered; watches are, once they have begun. */
  refuse(): Promise<void>;
}

/** Wraps a handler, which answers as before until `refuse` is called. */
export function withRetryAfter(next: Handle): Retryable {
  let refuses = false;
  const running = new Set<Promise<Answer>>();
  return {
    handle(exchange) {
      if (refuses && !isExempt(exchange)) return Promise.resolve(shuttingDown);
      const answering = next(exchange);
      running.add(answering);
      const done = (): boolean => running.delete(answering);
      answering.then(done, done);
      return answering;
    },
    async refuse() {
      refuses = true;
      await Promise.allSettled(running);
    },
  };
}
