import { Client } from "../../client/client.ts";
import { discover, type ServedResource } from "../../client/discovery.ts";
import type { ServerInspector } from "../../client/inspector.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Handle } from "../../component-base/exchange.ts";
import type { Seed } from "./worker-messages.ts";

/** A server that is not reachable by other clients yet, and a token with full permissions on it. */
export interface SeededServer {
  readonly handle: Handle;
  readonly inspect: Pick<ServerInspector, "import">;
  readonly token: string;
}

/**
 * Loads a seed into a new server. Objects are created in order, as any client would create them; custom resources may
 * follow their CustomResourceDefinition. Rejects with the server's message for the first object that it rejects.
 */
export async function seedServer({ handle, inspect, token }: SeededServer, seed: Seed): Promise<void> {
  if (seed instanceof Uint8Array) return inspect.import(seed);
  const client = new Client({ handle, userAgent: "kubepad-seed", headers: { Authorization: `Bearer ${token}` } });
  let { resources } = await discover(client);
  for (const object of seed) {
    if (findResource(resources, object) === undefined) ({ resources } = await discover(client));
    await createObject(client, object, findResource(resources, object));
  }
}

const findResource = (resources: readonly ServedResource[], { apiVersion, kind }: KubeObject) =>
  resources.find(
    ({ group, version, kind: served }) =>
      served === kind && apiVersion === (group === "" ? version : `${group}/${version}`),
  );

async function createObject(client: Client, object: KubeObject, resource: ServedResource | undefined): Promise<void> {
  const { apiVersion, kind, metadata } = object;
  // the same message as kubectl's
  if (resource === undefined) throw new Error(`no matches for kind "${kind ?? ""}" in version "${apiVersion ?? ""}"`);
  const namespace = resource.namespaced ? (metadata.namespace ?? "default") : "";
  const created = await client.create({ ...resource, namespace }, object);
  if (resource.resource === "customresourcedefinitions") await established(client, resource, created);
}

/** Waits until the resources of a CustomResourceDefinition are served. */
async function established(client: Client, definitions: ServedResource, { metadata }: KubeObject): Promise<void> {
  const stop = new AbortController();
  try {
    const selection = { fieldSelector: `metadata.name=${metadata.name ?? ""}` };
    for await (const { object } of client.watch(definitions, selection, stop.signal)) {
      if (conditionOf(object, "Established")?.["status"] === "True") return;
      const names = conditionOf(object, "NamesAccepted");
      if (names?.["status"] === "False") throw new Error(`${metadata.name ?? ""}: ${String(names["message"])}`);
    }
  } finally {
    stop.abort();
  }
}

function conditionOf({ status }: KubeObject, type: string): Readonly<Record<string, unknown>> | undefined {
  const conditions: unknown = isRecord(status) ? status["conditions"] : undefined;
  return Array.isArray(conditions)
    ? conditions.find((condition: unknown) => isRecord(condition) && condition["type"] === type)
    : undefined;
}
