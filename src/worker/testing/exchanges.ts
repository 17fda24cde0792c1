import type { Answer, AnswerBody, Exchange, Handle } from "../../component-base/exchange.ts";
import { isStream } from "../../component-base/exchange.ts";
import { createLinkClient } from "../link/link-client.ts";
import type { LinkClient } from "../link/link-client.ts";
import { createLinkServer } from "../link/link-server.ts";
import { ownServer } from "../link/protocol.ts";
import type { Link } from "../link/protocol.ts";
import { createMemoryLinks } from "./memory-link.ts";

export interface Ends {
  readonly client: Link;
  readonly server: Link;
}

const clients: LinkClient[] = [];
/** Closes the clients that the tests of a file opened. */
export const closeClients = (): void => {
  for (const client of clients.splice(0)) client.lose("the test is over");
};

export function connect(handle: Handle, links: Ends = createMemoryLinks()) {
  const server = createLinkServer(links.server, (id) => (id === ownServer ? handle : undefined));
  const client = createLinkClient(links.client);
  clients.push(client);
  return { server, client, handle: client.connect(ownServer).handle };
}

const never = new AbortController().signal;

export const ask = (target: string, more: Partial<Exchange> = {}): Exchange => ({
  method: "GET",
  target,
  headers: new Headers({ Accept: "application/json", "User-Agent": "test" }),
  body: null,
  signal: never,
  ...more,
});

export const ok = (body: AnswerBody, headers: Answer["headers"] = []): Answer => ({ status: 200, headers, body });

export async function textOf(body: AnswerBody): Promise<string> {
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  if (!isStream(body)) return body.join("");
  let text = "";
  for await (const chunk of body) text += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk);
  return text;
}

export async function readRequest(body: Exchange["body"]): Promise<number> {
  if (body === null) return 0;
  return new Uint8Array(await new Response(body instanceof Uint8Array ? body.slice() : body).arrayBuffer()).byteLength;
}

export const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
};

/** Creates a stream that counts the chunks produced and records whether its reader called return. */
export function createSource(chunk: string, count: number) {
  const seen = { produced: 0, returned: false };
  async function* produce() {
    try {
      for (; seen.produced < count; seen.produced++) yield chunk;
    } finally {
      seen.returned = true;
    }
  }
  return { seen, body: produce() };
}

export const statusOf = async (answer: Answer): Promise<{ code: number; reason: string; message: string }> =>
  JSON.parse(await textOf(answer.body));
