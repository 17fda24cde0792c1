import { Agent, request } from "node:https";
import { isIP } from "node:net";
import {
  largestWebhookAnswer,
  webhookTimedOut,
  type CallWebhook,
  type WebhookRequest,
  type WebhookResponse,
} from "../component-base/webhook.ts";
import { dialProblem } from "./dial-problem.ts";
import type { TlsCredentials } from "./kubectl/http-handle.ts";
import { shownTo } from "./tls/shown-certificate.ts";
import { serverProblem, trusting } from "./tls/trusting.ts";
import { isStale, sendAgainIfStale, type Stale } from "./kept-connections.ts";

/** A request with what tells the webhook who calls, and how it is verified besides its authorities. */
export interface IdentifiedRequest extends WebhookRequest {
  readonly identity?: Omit<TlsCredentials, "ca"> | undefined;
  /** The header Authorization. */
  readonly authorization?: string | undefined;
}

/** A client that calls webhooks over HTTPS with persistent connections. */
export interface WebhookClient {
  readonly call: (request: IdentifiedRequest) => ReturnType<CallWebhook>;
  close(): void;
}

/** Creates a webhook client. It connects over HTTPS and trusts the CA bundle of the webhook's client configuration. */
export function createWebhookClient(largestAnswer = largestWebhookAnswer): WebhookClient {
  const agent = new Agent({ keepAlive: true });
  const way = { agent, largestAnswer };
  return { call: (webhook) => sendAgainIfStale(() => callOnce(webhook, way)), close: () => agent.destroy() };
}

/** How webhooks are called, and the most bytes that are read of their responses. */
interface Way {
  readonly agent: Agent;
  readonly largestAnswer: number;
}

function callOnce(webhook: IdentifiedRequest, { agent, largestAnswer }: Way): Promise<WebhookResponse | Stale> {
  const { url, caBundle, connectTo, body, timeoutMs, identity, authorization } = webhook;
  const target = new URL(url);
  const bytes = Buffer.from(body);
  const headers = {
    Host: target.host,
    "Content-Type": "application/json",
    Accept: "application/json, */*",
    "User-Agent": "kube-apiserver-admission",
    "Content-Length": bytes.length,
    ...(authorization !== undefined && { Authorization: authorization }),
  };
  const name = unbracketed(target.hostname);
  const place = {
    host: connectTo?.host ?? name,
    port: connectTo?.port ?? (target.port === "" ? 443 : Number(target.port)),
  };
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const call = request({
      ...place,
      method: "POST",
      path: target.pathname + target.search,
      ...identity,
      servername: identity?.servername ?? (isIP(name) > 0 ? "" : name),
      checkServerIdentity: (_, certificate) => serverProblem(identity?.servername ?? name, certificate),
      headers,
      agent,
      signal,
      ...(caBundle !== undefined && trusting(caBundle)),
    });
    const shown = shownTo(call);
    call.on("error", (error) =>
      isStale(call, error)
        ? resolve("stale")
        : reject(
            new Error(signal.aborted ? webhookTimedOut : dialProblem(error, { ...place, name, shown: shown() }), {
              cause: error,
            }),
          ),
    );
    call.on("response", (response) => {
      const parts: Buffer[] = [];
      let length = 0;
      response.on("data", (part: Buffer) => {
        length += part.length;
        if (length <= largestAnswer) parts.push(part);
        else response.destroy(new Error(`the response is larger than ${Math.floor(largestAnswer / 1_000_000)} MB`));
      });
      response.on("error", (error) =>
        reject(new Error(problemOfReading(error, signal.aborted, length > largestAnswer), { cause: error })),
      );
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          contentType: response.headers["content-type"] ?? "",
          body: Buffer.concat(parts).toString(),
        }),
      );
    });
    call.end(bytes);
  });
}

function problemOfReading(error: Error, isLate: boolean, isTooLarge: boolean): string {
  if (isLate) return timedOutReading;
  return isTooLarge ? error.message : "unexpected EOF";
}

const timedOutReading = "context deadline exceeded (Client.Timeout or context cancellation while reading body)";

/** Removes the brackets of an IPv6 address. */
const unbracketed = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1");
