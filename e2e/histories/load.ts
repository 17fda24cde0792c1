import { setTimeout } from "node:timers/promises";
import type { Seeded } from "../../src/apiserver/storage/testing/seeded.ts";
import type { ApiServer, Response } from "./api-server.ts";
import { answeredOf, configMaps, keyOf, services, versionOf, type Collection, type WireObject } from "./collection.ts";
import type { Recorder } from "./history.ts";
import type { Call, Data, Version } from "./object-model.ts";

/** What a client of the load works with. */
export interface LoadOptions {
  readonly servers: readonly ApiServer[];
  readonly recorder: Recorder;
  readonly chance: Seeded;
  readonly client: string;
  /** The number of ConfigMaps, and of Services, that all clients share. */
  readonly objects: number;
  /** How long a client waits between two requests at most. */
  readonly pauseMs: number;
}

interface WireList {
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly WireObject[];
}

/** A client that sends one request after another, each to any of the servers. */
export class LoadClient {
  readonly #options: LoadOptions;
  readonly #chance: Seeded;
  /** The versions that it has seen last, which it updates. */
  readonly #seen = new Map<string, Version>();
  #made = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#chance = options.chance;
  }

  /** Sends requests until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#next();
      await setTimeout(this.#chance.below(this.#options.pauseMs));
    }
  }

  async #next(): Promise<void> {
    const { servers, objects } = this.#options;
    const server = servers[this.#chance.below(servers.length)];
    if (server === undefined) return;
    const collection = this.#chance.oneIn(4) ? services : configMaps;
    const name = `object-${this.#chance.below(objects)}`;
    switch (this.#chance.below(12)) {
      case 0:
        return this.list(server, collection, this.#chance.oneIn(2));
      case 1:
        return this.#readOld(server, collection, name);
      default:
        return this.#change(server, collection, name);
    }
  }

  /** Sends a request for one object and records what came of it. */
  async #change(server: ApiServer, collection: Collection, name: string): Promise<void> {
    const key = keyOf(collection, name);
    const call = this.#callOn(collection, key);
    const end = this.#options.recorder.begin(this.#options.client, server.life, key, call);
    const answered = answeredOf(collection, await send(server, collection, name, call), call.verb === "delete");
    end(answered);
    if (typeof answered !== "string" && answered.is === "object") this.#seen.set(key, answered.version);
    if (answered === "refused" || answered === "unknown") await setTimeout(50);
  }

  #callOn(collection: Collection, key: string): Call {
    const data: Data = { [this.#chance.oneIn(2) ? "a" : "b"]: `${this.#options.client}-${++this.#made}` };
    const seen = this.#seen.get(key);
    switch (this.#chance.below(9)) {
      case 0:
      case 1:
        return { verb: "create", data };
      case 2:
        return this.#chance.oneIn(2) || seen === undefined ? { verb: "delete" } : { verb: "delete", uid: seen.uid };
      case 3:
      case 4:
        // Services are not replaced: their addresses cannot be changed
        if (collection === services || seen === undefined) return { verb: "patch", data };
        return { verb: "update", data, uid: seen.uid, revision: seen.revision };
      case 5:
      case 6:
        return { verb: "patch", data };
      default:
        return { verb: "get" };
    }
  }

  /** Lists a collection at its newest state, or at any that the server has. */
  async list(server: ApiServer, collection: Collection, newest: boolean): Promise<void> {
    const { recorder } = this.#options;
    const { life } = server;
    const called = recorder.now();
    const response = await server.send("GET", `${collection.path}${newest ? "" : "?resourceVersion=0"}`);
    const list = answered<WireList>(response);
    if (list === undefined) return;
    recorder.lists.push({
      server: life,
      prefix: `${collection.path}/`,
      newest,
      called,
      returned: recorder.now(),
      revision: Number(list.metadata.resourceVersion),
      versions: new Map(list.items.map((item) => [keyOf(collection, item.metadata.name), versionOf(collection, item)])),
    });
  }

  async #readOld(server: ApiServer, collection: Collection, name: string): Promise<void> {
    const { recorder } = this.#options;
    const { life } = server;
    const key = keyOf(collection, name);
    const called = recorder.now();
    const response = await server.send("GET", `${key}?resourceVersion=0`);
    const object = answered<WireObject>(response);
    if (object === undefined) return;
    recorder.oldReads.push({
      server: life,
      key,
      called,
      returned: recorder.now(),
      version: versionOf(collection, object),
    });
  }
}

/** The body of an answer without an error. */
const answered = <T>(response: Response): T | undefined =>
  response.is === "answer" && response.status === 200 ? (response.body as T) : undefined; // as the API says

function send(server: ApiServer, collection: Collection, name: string, call: Call): Promise<Response> {
  const path = keyOf(collection, name);
  switch (call.verb) {
    case "get":
      return server.send("GET", path);
    case "create":
      return server.send("POST", collection.path, { body: collection.object(name, call.data) });
    case "update": {
      const { uid = "", revision = 0 } = call;
      return server.send("PUT", path, { body: collection.object(name, call.data, { uid, revision }) });
    }
    case "patch": {
      const body = collection.inAnnotations ? { metadata: { annotations: call.data } } : { data: call.data };
      return server.send("PATCH", path, { body, contentType: "application/merge-patch+json" });
    }
    case "delete": {
      const preconditions = call.uid === undefined ? {} : { uid: call.uid };
      return server.send("DELETE", path, { body: { kind: "DeleteOptions", apiVersion: "v1", preconditions } });
    }
  }
}
