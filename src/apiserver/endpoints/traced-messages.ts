import type { WireMessage } from "../../component-base/open-trace.ts";
import {
  type Answer,
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

/** The beginning of an object with its revision, which stands before all that may hold another. */
const objectStart =
  /^\s*\{\s*"kind":\s*"[^"]*",\s*"apiVersion":\s*"[^"]*",\s*"metadata":\s*\{[^{}[\]]*?"resourceVersion":\s*"(\d+)"/;

/** Returns the revision that a write answered with; undefined for reads, dry runs, refusals and other answers. */
export function writtenRevision({ method, target }: Exchange, { status, body }: Answer): string | undefined {
  if (method === "GET" || status >= 300 || isStream(body) || body instanceof Uint8Array) return undefined;
  if (/[?&]dryRun=/.test(target)) return undefined;
  return objectStart.exec(typeof body === "string" ? body : beginningOf(body))?.[1];
}

/** The characters in which the revision of an object stands, generously. */
const longestBeginning = 4096;

function beginningOf(parts: readonly string[]): string {
  let text = "";
  for (let i = 0; i < parts.length && text.length < longestBeginning; i += 1) text += parts[i];
  return text;
}
