import type { AnswerHeader, Handle } from "../component-base/exchange.ts";

/** Whether pages of an origin may use the server. */
export type IsAllowedOrigin = (origin: string) => boolean;

/**
 * Adds CORS headers for pages of allowed origins (filters.WithCORS). OPTIONS requests from them are treated as
 * preflights and answered here.
 */
export const withCors =
  (next: Handle, isAllowedOrigin: IsAllowedOrigin): Handle =>
  (exchange) => {
    const origin = exchange.headers.get("Origin");
    if (origin === null || origin === "" || !isAllowedOrigin(origin)) return next(exchange);
    const cors = corsHeaders(origin);
    if (exchange.method === "OPTIONS") {
      return Promise.resolve({ status: 204, headers: [["Cache-Control", "no-cache, private"], ...cors], body: "" });
    }
    return next(exchange).then((answer) => ({ ...answer, headers: [...answer.headers, ...cors] }));
  };

const corsHeaders = (origin: string): readonly AnswerHeader[] => [
  ["Access-Control-Allow-Credentials", "true"],
  ["Access-Control-Allow-Headers", allowedHeaders],
  ["Access-Control-Allow-Methods", "POST, GET, OPTIONS, PUT, DELETE, PATCH"],
  ["Access-Control-Allow-Origin", origin],
  ["Access-Control-Expose-Headers", "Date"],
];

const allowedHeaders =
  "Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since";
