import { request } from "node:https";
import type { IssuedCertificate } from "../tls/testing/test-authority.ts";

/** A request with any credentials; POST with a body and GET without, unless it says otherwise. */
export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly client?: IssuedCertificate | undefined;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly body?: object | undefined;
}

/** What a server answers: parsed if it is a JSON object. */
export interface Answered {
  readonly code: number;
  readonly body: ReturnType<typeof JSON.parse>;
}

/** A name that certificates have that servers make for themselves. */
const servername = "kubernetes.default.svc";

/** Sends a request to a server whose certificate `ca` is, over a connection of its own. */
export function askHttps(url: string, ca: Buffer, asked: Asked): Promise<Answered> {
  const { path, client, token, headers, body } = asked;
  const { method = body === undefined ? "GET" : "POST" } = asked;
  const sentBody = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      {
        path, // as it is: the path of a URL loses `..`
        method,
        ca,
        servername,
        agent: false,
        ...(client && { cert: client.cert, key: client.key }),
        headers: {
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { "Content-Type": contentTypeOf(method) }),
          "Content-Length": sentBody?.length ?? 0,
          ...headers,
        },
      },
      (response) => {
        let text = "";
        response.on("data", (part: Buffer) => (text += part.toString()));
        response.on("end", () =>
          resolve({ code: response.statusCode ?? 0, body: text.startsWith("{") ? JSON.parse(text) : text }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(sentBody);
  });
}

const contentTypeOf = (method: string): string =>
  method === "PATCH" ? "application/merge-patch+json" : "application/json";
