import { request } from "node:http";
import { request as secureRequest } from "node:https";
import type { Answer, Exchange, Handle } from "../../component-base/exchange.ts";
import { isListed } from "../../component-base/exchange.ts";
import { PlainError } from "../../kubectl/kubectl-error.ts";

/** How a server is verified and the client is told to it; PEM throughout. */
export interface TlsCredentials {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly servername?: string | undefined;
  readonly rejectUnauthorized: boolean;
}

/**
 * A handle that sends exchanges to a server over HTTP or HTTPS. Rejects in kubectl's words if it cannot be reached.
 * Without credentials, any certificate of the server will do.
 */
export function httpHandle(server: string, tls: TlsCredentials = { rejectUnauthorized: false }): Handle {
  const { protocol, hostname, port } = new URL(server);
  const open = protocol === "https:" ? secureRequest : request;
  return ({ method, target, headers, body, signal }: Exchange) =>
    new Promise<Answer>((resolve, reject) => {
      const fields: Record<string, string[]> = {};
      if (isListed(headers)) for (const [name, value] of headers) (fields[name] ??= []).push(value);
      const plain = Object.fromEntries(
        Object.entries(fields).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
      );
      const bytes = body instanceof Uint8Array ? body : undefined;
      const sent = open(
        {
          hostname,
          port,
          path: target,
          method,
          signal,
          ...tls,
          headers: { ...plain, ...(bytes && { "Content-Length": bytes.length }) },
        },
        (answer) => {
          const pairs: [string, string][] = [];
          for (let i = 0; i < answer.rawHeaders.length; i += 2)
            pairs.push([answer.rawHeaders[i] ?? "", answer.rawHeaders[i + 1] ?? ""]);
          resolve({ status: answer.statusCode ?? 0, headers: pairs, body: answer });
        },
      );
      sent.once("error", (cause: NodeJS.ErrnoException) => {
        if (signal.aborted) return reject(cause);
        const refused = `The connection to the server ${hostname}:${port} was refused - did you specify the right host or port?`;
        reject(
          new PlainError(cause.code === "ECONNREFUSED" ? refused : `Unable to connect to the server: ${cause.message}`),
        );
      });
      sent.end(bytes);
    });
}
