import { Agent, request } from "node:https";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import type { IncomingMessage, ClientRequest } from "node:http";
import type { Answer, AnswerHeader } from "../component-base/exchange.ts";
import type { CallExtension, ExtensionRequest } from "../component-base/extension-server.ts";
import { dialProblem } from "./dial-problem.ts";
import { shownTo } from "./tls/shown-certificate.ts";
import { serverProblem, trusting } from "./tls/trusting.ts";
import { isStale, sendAgainIfStale, type Stale } from "./kept-connections.ts";

/** A client that calls extension API servers over HTTPS with persistent connections. */
export interface ExtensionHttpClient {
  readonly call: CallExtension;
  close(): void;
}

/** The certificate by which this server proves to extension servers that it is their front proxy, in PEM. */
export interface ProxyCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Creates a client for extension API servers. Without a certificate, they cannot know who calls them. */
export function createExtensionClient(certificate?: ProxyCertificate): ExtensionHttpClient {
  const agent = new Agent({ keepAlive: true });
  return {
    call: (asked) => sendAgainIfStale(() => callOnce(asked, agent, certificate)),
    close: () => agent.destroy(),
  };
}

function callOnce(
  asked: ExtensionRequest,
  agent: Agent,
  certificate: ProxyCertificate | undefined,
): Promise<Answer | Stale> {
  const { method, target, address, serverName, caBundle, insecure, headers, body, signal } = asked;
  return new Promise((resolve, reject) => {
    const call = request({
      ...address,
      method,
      path: target,
      servername: serverName,
      rejectUnauthorized: !insecure,
      checkServerIdentity: (_, found) => (insecure ? undefined : serverProblem(serverName, found)),
      headers: headersOf(headers, `${address.host}:${address.port}`, body instanceof Uint8Array ? body.length : 0),
      agent,
      signal,
      ...(caBundle !== undefined && trusting(caBundle)),
      ...certificate,
    });
    const shown = shownTo(call);
    call.on("error", (error) => {
      if (isStale(call, error) && !(body instanceof ReadableStream)) return resolve("stale");
      const given: unknown = signal.reason;
      const reason = signal.aborted && given instanceof Error ? given.message : undefined;
      reject(
        new Error(reason ?? dialProblem(error, { ...address, name: serverName, shown: shown() }), { cause: error }),
      );
    });
    call.on("response", (response) => resolve(answerOf(response)));
    void send(call, body).catch(reject);
  });
}

async function send(call: ClientRequest, body: ExtensionRequest["body"]): Promise<void> {
  if (body instanceof ReadableStream) return pipeline(Readable.from(body), call);
  call.end(body ?? undefined);
}

/** Returns headers for node:http, where a repeated header has a list of values. */
function headersOf(headers: readonly AnswerHeader[], host: string, length: number): Record<string, string | string[]> {
  const byName = new Map<string, string[]>();
  for (const [name, value] of headers) byName.set(name, [...(byName.get(name) ?? []), value]);
  const sent = Object.fromEntries(
    [...byName].map(([name, values]) => [name, values.length > 1 ? values : values.join()]),
  );
  return { ...sent, Host: host, ...(length > 0 && { "Content-Length": String(length) }) };
}

/** The answer, whose body is read from the connection as it is iterated over. */
function answerOf(response: IncomingMessage): Answer {
  const { rawHeaders, statusCode = 0 } = response;
  const headers: AnswerHeader[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.push([rawHeaders[at] ?? "", rawHeaders[at + 1] ?? ""]);
  return { status: statusCode, headers, body: bodyOf(response) };
}

/** A body whose connection ends with it, also if none of it is read. That of a Readable goes on then. */
const bodyOf = (response: IncomingMessage): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]() {
    const parts: AsyncIterator<Uint8Array> = response[Symbol.asyncIterator]();
    return {
      next: () => parts.next(),
      return: () => {
        response.destroy();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  },
});
