import { isStream, type Handle } from "../../src/component-base/exchange.ts";
import { openApiServer, type OpenedApiServer } from "../../src/node/open-api-server.ts";
import type { GeneratedDefinition } from "./generated-definition.ts";

const target = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const headers = new Headers({ Accept: "application/json", "Content-Type": "application/json" });
const utf8 = new TextEncoder();

/** A server to install CustomResourceDefinitions on. */
export interface DefinitionServer {
  readonly handle: Handle;
  /** Returns the milliseconds from the request until a watcher sees the Established condition. */
  install(definition: GeneratedDefinition): Promise<number>;
  remove(definition: GeneratedDefinition): Promise<void>;
  close(): Promise<void>;
}

/** Opens a server in memory. */
export async function openDefinitionServer(): Promise<DefinitionServer> {
  const server: OpenedApiServer = await openApiServer({ storage: "memory", tokenAuthFile: undefined });
  const { handle, close } = server;
  return {
    handle,
    close,
    install: (definition) => install(handle, definition),
    remove: (definition) => remove(handle, definition),
  };
}

const nameOf = ({ plural, group }: GeneratedDefinition): string => `${plural}.${group}`;

async function install(handle: Handle, definition: GeneratedDefinition): Promise<number> {
  const established = await follow(handle, nameOf(definition), (text) =>
    text.includes('"reason":"InitialNamesAccepted"'),
  );
  const body = utf8.encode(definition.text);
  const start = performance.now();
  const answer = await handle({ method: "POST", target, headers, body, signal: new AbortController().signal });
  if (answer.status !== 201)
    throw new Error(`the definition was answered ${answer.status}: ${String(answer.body).slice(0, 2000)}`);
  await established.seen;
  const took = performance.now() - start;
  established.end();
  return took;
}

async function remove(handle: Handle, definition: GeneratedDefinition): Promise<void> {
  const gone = await follow(handle, nameOf(definition), (text) => text.includes('"type":"DELETED"'));
  await handle({
    method: "DELETE",
    target: `${target}/${nameOf(definition)}`,
    headers,
    body: null,
    signal: new AbortController().signal,
  });
  await gone.seen;
  gone.end();
}

/** Watches a definition until a part of the stream contains a text. */
async function follow(
  handle: Handle,
  name: string,
  has: (text: string) => boolean,
): Promise<{ readonly seen: Promise<void>; end(): void }> {
  const ending = new AbortController();
  const { body } = await handle({
    method: "GET",
    target: `${target}?watch=1&fieldSelector=metadata.name%3D${name}`,
    headers,
    body: null,
    signal: ending.signal,
  });
  if (!isStream(body)) throw new Error("a watch was answered with a whole body");
  const read = async (): Promise<void> => {
    for await (const part of body) if (has(String(part))) return;
    throw new Error(`the watch of ${name} ended`);
  };
  return { seen: read(), end: () => ending.abort() };
}

/**
 * Returns the milliseconds that JSON.parse takes for a text. It is measured for as long as the operation that it is
 * compared with, so that both see the same noise.
 */
export function parseMs(text: string, stretchMs: number): number {
  const start = performance.now();
  let [done, members] = [0, 0];
  for (; done === 0 || performance.now() - start < stretchMs; done += 1)
    members += Object.keys(JSON.parse(text) as object).length;
  if (members === 0) throw new Error("nothing was parsed");
  return (performance.now() - start) / done;
}
