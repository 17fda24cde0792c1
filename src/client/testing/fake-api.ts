import { newBadRequest, newMethodNotSupported, newNotFound, StatusError } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Answer, AnswerBody, Exchange, Handle } from "../../component-base/exchange.ts";
import type { ServedResource } from "../discovery.ts";
import { FakeStore, type FakeEvent } from "./fake-store.ts";
import { isRecord } from "../../apimachinery/is-record.ts";

/** Returns a served resource with the usual verbs. */
export const served = (
  group: string,
  version: string,
  resource: string,
  kind: string,
  namespaced = true,
): ServedResource => ({
  group,
  version,
  resource,
  kind,
  namespaced,
  singular: kind.toLowerCase(),
  shortNames: [],
  categories: [],
  subresources: [],
  verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
});

interface Route {
  readonly store: FakeStore;
  readonly resource: ServedResource;
  readonly namespace: string;
  readonly name: string | undefined;
  readonly query: URLSearchParams;
}

/**
 * A small in-memory API server for client tests: CRUD, paged lists, watches, finalizers, merge patches, aggregated
 * discovery.
 */
export class FakeApi {
  readonly requests: string[] = [];
  readonly resources: ServedResource[];
  /** Overrides the server's response if it returns one. */
  intercept: ((exchange: Exchange) => Answer | undefined) | undefined;
  readonly #stores = new Map<string, FakeStore>();
  readonly #streams = new Set<() => void>();
  #revision = 100;

  constructor(resources: readonly ServedResource[]) {
    this.resources = [...resources];
  }

  readonly handle: Handle = async (exchange) => {
    this.requests.push(`${exchange.method} ${exchange.target}`);
    await Promise.resolve();
    try {
      return this.intercept?.(exchange) ?? this.#answer(exchange);
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      return json(error.code, error.status);
    }
  };

  store(resource: string, group = ""): FakeStore {
    const key = `${resource}.${group}`;
    const found = this.#stores.get(key) ?? new FakeStore({ group, resource }, () => ++this.#revision);
    this.#stores.set(key, found);
    return found;
  }

  /** Drops all history, as etcd compaction does, and ends every watch. */
  compact(): void {
    for (const store of this.#stores.values()) store.compacted = this.#revision;
    this.endWatches();
  }

  endWatches(): void {
    for (const end of this.#streams) end();
  }

  #answer(exchange: Exchange): Answer {
    const [path = "", search = ""] = exchange.target.split("?");
    if (path === "/api" || path === "/apis") return json(200, this.#discovery(path === "/api"));
    const route = this.#route(path, new URLSearchParams(search));
    const body = readBody(exchange);
    return route.name === undefined
      ? this.#collection(exchange, route, body)
      : this.#item(exchange.method, route, route.name, body);
  }

  #discovery(core: boolean): unknown {
    const own = this.resources.filter(({ group }) => (group === "") === core);
    const items = [...new Set(own.map(({ group }) => group))].map((group) => ({
      metadata: { name: group },
      versions: [...new Set(own.filter((resource) => resource.group === group).map(({ version }) => version))].map(
        (version) => ({
          version,
          resources: own
            .filter((resource) => resource.group === group && resource.version === version)
            .map(aggregatedResource),
        }),
      ),
    }));
    return { kind: "APIGroupDiscoveryList", apiVersion: "apidiscovery.k8s.io/v2", metadata: {}, items };
  }

  #route(path: string, query: URLSearchParams): Route {
    const segments = path
      .split("/")
      .filter((segment) => segment !== "")
      .map(decodeURIComponent);
    const core = segments.shift() === "api";
    const group = core ? "" : (segments.shift() ?? "");
    const version = segments.shift() ?? "";
    const namespace =
      segments[0] === "namespaces" && segments.length > 2 && segments[2] !== "status" && segments[2] !== "finalize"
        ? (segments.splice(0, 2)[1] ?? "")
        : "";
    const [name = "", ...rest] = segments;
    const resource = this.resources.find(
      (candidate) => candidate.group === group && candidate.version === version && candidate.resource === name,
    );
    if (resource === undefined) throw newNotFound({ group, resource: name }, "");
    return { store: this.store(name, group), resource, namespace, name: rest[0], query };
  }

  #collection(exchange: Exchange, route: Route, body: unknown): Answer {
    const { store, namespace, query, resource } = route;
    if (!resource.verbs.includes("deletecollection") && exchange.method === "DELETE")
      throw newMethodNotSupported(store.resource, "delete");
    switch (exchange.method) {
      case "POST": {
        const object = asObject(body);
        const { name = "" } = object.metadata;
        return json(
          201,
          store.create(`${namespace}/${name}`, {
            ...object,
            metadata: { ...object.metadata, ...(namespace !== "" && { namespace }) },
          }),
        );
      }
      case "DELETE":
        for (const key of keysIn(store, namespace)) store.delete(key, (body ?? {}) as object);
        return json(200, this.#list(route));
      default:
        return query.get("watch") === "true" ? this.#watch(exchange, route) : json(200, this.#list(route));
    }
  }

  #item(method: string, { store, namespace, resource }: Route, name: string, body: unknown): Answer {
    const key = `${namespace}/${name}`;
    switch (method) {
      case "GET":
        return json(200, typed(store.get(key), resource));
      case "PUT":
        return json(200, store.update(key, asObject(body)));
      case "PATCH":
        return json(200, store.update(key, asObject(mergePatch(store.get(key), body))));
      case "DELETE":
        return json(200, store.delete(key, (body ?? {}) as object));
      default:
        throw newMethodNotSupported(store.resource, method);
    }
  }

  #list({ store, namespace, query, resource }: Route): unknown {
    const start = Number(query.get("continue") ?? 0);
    const limit = Number(query.get("limit") ?? 0) || Infinity;
    const keys = keysIn(store, namespace);
    const items = keys.slice(start, start + limit).map((key) => store.get(key));
    const token = start + limit < keys.length ? String(start + limit) : undefined;
    return {
      kind: `${resource.kind}List`,
      apiVersion: "v1",
      metadata: { resourceVersion: String(this.#revision), continue: token },
      items,
    };
  }

  #watch(exchange: Exchange, { store, namespace, query, resource }: Route): Answer {
    const line = ({ type, object }: FakeEvent): string =>
      `${JSON.stringify({ type, object: typed(object, resource) })}\n`;
    const concerns = ({ object }: FakeEvent): boolean => namespace === "" || object.metadata.namespace === namespace;
    let waiting: string[];
    try {
      waiting = store
        .since(Number(query.get("resourceVersion")))
        .filter(concerns)
        .map(line);
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      return stream([`${JSON.stringify({ type: "ERROR", object: error.status })}\n`]);
    }
    return stream(
      this.#follow(exchange.signal, store, waiting, (event) => (concerns(event) ? line(event) : undefined)),
    );
  }

  /** Buffers events from now on, even before the stream is read. */
  #follow(
    signal: AbortSignal,
    store: FakeStore,
    waiting: string[],
    line: (event: FakeEvent) => string | undefined,
  ): AsyncIterable<string> {
    let wake = (): void => {};
    let ended = false;
    const hear = (event: FakeEvent): void => {
      const text = line(event);
      if (text !== undefined) waiting.push(text);
      wake();
    };
    const end = (): void => {
      ended = true;
      wake();
    };
    store.watchers.add(hear);
    this.#streams.add(end);
    signal.addEventListener("abort", end);
    const close = (): void => {
      store.watchers.delete(hear);
      this.#streams.delete(end);
    };
    return (async function* () {
      try {
        while (!ended) {
          if (waiting.length > 0) yield waiting.splice(0).join("");
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        close();
      }
    })();
  }
}

const aggregatedResource = ({ resource, kind, singular, namespaced, verbs }: ServedResource): unknown => ({
  resource,
  responseKind: { kind },
  scope: namespaced ? "Namespaced" : "Cluster",
  singularResource: singular,
  verbs,
});

const keysIn = (store: FakeStore, namespace: string): string[] =>
  [...store.objects.keys()].filter((key) => namespace === "" || key.startsWith(`${namespace}/`)).sort();

const typed = (object: KubeObject, { group, version, kind }: ServedResource): KubeObject => ({
  apiVersion: group === "" ? version : `${group}/${version}`,
  kind,
  ...object,
});

const json = (status: number, body: unknown): Answer => ({
  status,
  headers: [["Content-Type", "application/json"]],
  body: JSON.stringify(body),
});
const stream = (body: AnswerBody): Answer => ({ status: 200, headers: [["Content-Type", "application/json"]], body });

function readBody({ body }: Exchange): unknown {
  if (body === null) return undefined;
  if (!(body instanceof Uint8Array)) throw newBadRequest("streams are not taken here");
  return JSON.parse(new TextDecoder().decode(body));
}

function asObject(body: unknown): KubeObject {
  if (typeof body !== "object" || body === null || !("metadata" in body)) throw newBadRequest("no object");
  return body as KubeObject;
}

/** Applies a JSON merge patch (RFC 7396) to plain values. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const result: Record<string, unknown> = isRecord(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = mergePatch(result[name], value);
  }
  return result;
}
