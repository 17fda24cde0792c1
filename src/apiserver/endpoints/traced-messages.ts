import type { WireMessage } from "../../component-base/open-trace.ts";
import {
  type AnswerBody,
  type AnswerHeader,
  type Exchange,
  isListed,
  isStream,
} from "../../component-base/exchange.ts";
import type { TraceSource } from "../../component-base/trace.ts";

/** The most characters or bytes of a body that a trace keeps. */
const longestBody = 256 * 1024;

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Returns bytes as text; undefined for what is none, such as protobuf, and for long bodies. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0 || bytes.length > longestBody || bytes[0] === 0) return undefined;
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

const secretHeaders: ReadonlySet<string> = new Set(["authorization", "cookie", "proxy-authorization"]);

/** A header as the log shows it: of credentials only their scheme. */
const shown = ([name, value]: readonly [string, string]): readonly [string, string] =>
  secretHeaders.has(name.toLowerCase()) ? [name, `${/^\S+(?= )/.exec(value)?.[0] ?? ""} …`.trim()] : [name, value];

/** What a trace keeps of a request. */
export function tracedRequest({ headers, body }: Exchange): WireMessage {
  const text = body instanceof Uint8Array ? textOf(body) : undefined;
  const own = isListed(headers) ? [...headers].map(shown) : [];
  return text === undefined ? { headers: own } : { headers: own, text };
}

/** What a trace keeps of an answer. Those to the page itself and to controllers would crowd out all others. */
export function tracedAnswer(headers: readonly AnswerHeader[], body: AnswerBody, { kind }: TraceSource): WireMessage {
  const isKept = kind === "console" || kind === "client";
  const text = isKept && !isStream(body) ? wholeText(body) : undefined;
  return text === undefined ? { headers } : { headers, text };
}

function wholeText(body: Exclude<AnswerBody, AsyncIterable<unknown>>): string | undefined {
  if (body instanceof Uint8Array) return textOf(body);
  const text = typeof body === "string" ? body : body.join("");
  return text === "" || text.length > longestBody ? undefined : text;
}
