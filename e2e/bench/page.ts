import type { Answer, Handle } from "../../src/component-base/exchange.ts";
import { ownServer } from "../../src/worker/link/protocol.ts";
import { TabWorker, type ServerProcess } from "../../src/worker/tabs/tab-worker.ts";
import { collectionPath, configMap, createNamespace, listedConfigMap, listLength, listNamespace } from "./objects.ts";
import { paceOf } from "./pace.ts";

// Runs inside a page. Every function that is exported can be called from outside.

const utf8 = new TextEncoder();
const headers = new Headers({ Accept: "application/json", "Content-Type": "application/json" });
const never = new AbortController().signal;
let counter = 0;
let server: (ServerProcess & { readonly handle: Handle }) | undefined;

/** Starts the worker on a database and returns the milliseconds until it answered a read. */
export async function startServer(script: string, database: string): Promise<number> {
  const start = performance.now();
  const options = {
    database,
    storage: "indexeddb",
    tokenAuthFile: undefined,
    leaderId: "bench",
  } as const;
  const failed = new Promise<never>((_, reject) => {
    const events = {
      ready: () => undefined,
      restarted: () => undefined,
      deposed: () => reject(new Error("deposed")),
      failed: (reason: string) => reject(new Error(reason)),
      died: () => reject(new Error("died")),
    };
    const worker = new TabWorker({
      startWorker: () => new Worker(script, { type: "module" }),
      locks: navigator.locks,
      createId: () => crypto.randomUUID(),
    });
    const process = worker.open(ownServer, options, events);
    server = { ...process, handle: process.connection.handle };
  });
  await Promise.race([send("GET", "/api/v1/namespaces/default", null), failed]);
  return performance.now() - start;
}

/** Ends the worker. */
export function stopServer(): void {
  server?.stop("the measurement is over");
  server = undefined;
}

/** Starts a worker that posts one message when it is ready, and returns the milliseconds until then. */
export async function startFloor(script: string): Promise<number> {
  const start = performance.now();
  const worker = new Worker(script, { type: "module" });
  await new Promise<void>((resolve, reject) => {
    worker.onmessage = () => resolve();
    worker.onerror = (event) => reject(new Error(event.message));
  });
  const ms = performance.now() - start;
  worker.terminate();
  return ms;
}

/** Creates the given number of 2-KB objects, concurrently. */
export async function fill(objects: number): Promise<void> {
  await createNamespaces();
  let left = objects;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await create();
    }
  };
  await Promise.all(Array.from({ length: 64 }, work));
}

/** Creates the namespaces and the list for the other measurements. */
export async function prepareList(): Promise<void> {
  await createNamespaces();
  await Promise.all(
    Array.from({ length: listLength }, (_, i) => send("POST", collectionPath(listNamespace), listedConfigMap(i))),
  );
}

/** Returns the operations per second through the worker at the given concurrency. */
export function subject(operation: "create" | "get" | "list", concurrency: number, ms: number): Promise<number> {
  return paceOf({ create, get, list }[operation], ms, concurrency);
}

/** Returns the IndexedDB puts per second, with one put per transaction, sequentially. */
export async function putsPerSecond(ms: number): Promise<number> {
  const database = await openDatabase("bench-puts", (opened) => opened.createObjectStore("texts"));
  const text = JSON.stringify(configMap(createNamespace, "floor"));
  const put = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction("texts", "readwrite");
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      transaction.objectStore("texts").put(text, (counter += 1));
    });
  const figure = await paceOf(put, ms, 1);
  database.close();
  return figure;
}

/** Returns the round trips per second to a worker that answers each message with the given number of characters. */
export async function roundTripsPerSecond(
  script: string,
  characters: number,
  concurrency: number,
  ms: number,
): Promise<number> {
  const worker = new Worker(script, { type: "module" });
  const waiting: (() => void)[] = [];
  worker.postMessage(characters);
  await new Promise((resolve) => (worker.onmessage = resolve));
  worker.onmessage = () => waiting.shift()?.();
  const trip = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      worker.postMessage("get");
    });
  const figure = await paceOf(trip, ms, concurrency);
  worker.terminate();
  return figure;
}

/** Returns the number of characters in the list response. */
export async function listCharacters(): Promise<number> {
  return textOf(await list()).length;
}

/** Stores the segments that the baseline reads at startup. */
export async function fillFloor(objects: number, segmentSize: number): Promise<void> {
  const database = await openDatabase(`bench-floor-${objects}`, (opened) => opened.createObjectStore("segments"));
  const transaction = database.transaction("segments", "readwrite");
  for (let first = 0; first < objects; first += segmentSize) {
    const segment = Array.from({ length: segmentSize }, (_, i) => ({
      key: `floor-${first + i}`,
      revision: first + i,
      text: JSON.stringify(configMap(createNamespace, `floor-${first + i}`)),
    }));
    transaction.objectStore("segments").put(segment, first);
  }
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  database.close();
}

const create = (): Promise<Answer> =>
  send(
    "POST",
    collectionPath(createNamespace),
    configMap(createNamespace, `created-${Math.random().toString(36).slice(2)}-${(counter += 1)}`),
  );
const get = (): Promise<Answer> => send("GET", `${collectionPath(listNamespace)}/listed-1`, null);
const list = (): Promise<Answer> => send("GET", collectionPath(listNamespace), null);

async function createNamespaces(): Promise<void> {
  for (const name of [listNamespace, createNamespace]) await send("POST", "/api/v1/namespaces", { metadata: { name } });
}

async function send(method: string, target: string, object: object | null): Promise<Answer> {
  if (!server) throw new Error("no server was started");
  const answer = await server.handle({
    method,
    target,
    headers,
    body: object && utf8.encode(JSON.stringify(object)),
    signal: never,
  });
  const body = await wholeBody(answer);
  if (answer.status >= 300 && answer.status !== 409)
    throw new Error(`${method} ${target} was answered ${answer.status}: ${body}`);
  return { ...answer, body };
}

/** Reads a whole response body, since a list arrives in parts. */
async function wholeBody({ body }: Answer): Promise<string> {
  if (typeof body === "object" && Symbol.asyncIterator in body) {
    const parts: string[] = [];
    for await (const part of body) parts.push(textOfPart(part));
    return parts.join("");
  }
  return typeof body === "string" || body instanceof Uint8Array ? textOfPart(body) : body.join("");
}

const textOfPart = (part: string | Uint8Array): string =>
  typeof part === "string" ? part : new TextDecoder().decode(part);
const textOf = ({ body }: Answer): string => (typeof body === "string" ? body : "");

function openDatabase(name: string, upgrade: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => upgrade(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
