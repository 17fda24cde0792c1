import type { Clock } from "../../apimachinery/clock.ts";
import type { OwnerReference } from "../../apimachinery/meta.ts";
import type { Client } from "../../client/client.ts";
import type { ServedResource } from "../../client/discovery.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import type { Node } from "./owner-graph.ts";

/** Warns of objects whose owner lives in another namespace, where it is no owner (reportInvalidNamespaceOwnerRef). */
export class MisplacedOwners {
  readonly #client: Client;
  readonly #recorder: EventRecorder;

  constructor(client: Client, clock: Clock) {
    this.#client = client;
    this.#recorder = new EventRecorder({ client, clock, component: "garbage-collector-controller" });
  }

  /**
   * Writes an event about a dependent if the owner that its namespace lacks is in another one. Rejects if the owners
   * cannot be listed.
   */
  async report(node: Node, owner: OwnerReference, resource: ServedResource, signal: AbortSignal): Promise<void> {
    const { group, version, resource: name } = resource;
    const found = await this.#client.list(
      { group, version, resource: name },
      { fieldSelector: `metadata.name=${owner.name}` },
      signal,
    );
    const elsewhere = found.items.some(
      ({ metadata }) => metadata.uid === owner.uid && metadata.namespace !== node.namespace,
    );
    if (!elsewhere) return;
    const { resource: own, namespace, name: dependent, uid } = node;
    const apiVersion = own.group === "" ? own.version : `${own.group}/${own.version}`;
    const message = `ownerRef ${identityOf(owner, namespace)} does not exist in namespace "${namespace ?? ""}"`;
    this.#recorder.event(
      { apiVersion, kind: own.kind },
      { metadata: { ...(namespace !== undefined && { namespace }), name: dependent, uid } },
      "Warning",
      "OwnerRefInvalidNamespace",
      message,
    );
  }
}

/** The text of an owner as upstream prints it (garbagecollector objectReference). */
const identityOf = ({ apiVersion, kind, name, uid }: OwnerReference, namespace = ""): string =>
  `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
