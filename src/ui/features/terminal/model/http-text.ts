import type { SentRequest } from "./transcript.ts";

type Written = Omit<SentRequest, "id" | "status">;

/** Returns the first line and the headers of a request, as HTTP/1.1 writes them. */
export const httpHead = ({ method, target, headers }: Written): string =>
  [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)].join("\n");

/** Returns the body of a request; JSON is indented. */
export function httpBody({ body }: Written): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body.trimEnd();
  }
}

/** Returns a whole request, as HTTP/1.1 writes it. */
export function httpText(request: Written): string {
  const body = httpBody(request);
  return `${httpHead(request)}\n${body === "" ? "" : `\n${body}\n`}`;
}
