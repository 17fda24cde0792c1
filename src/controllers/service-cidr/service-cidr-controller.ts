import { AddressError, parsePrefix, sharesBits, type Prefix } from "../../apimachinery/net-address.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { formatTime, parseTime } from "../../apimachinery/time.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import { type Client, isConflict, isNotFound } from "../../client/client.ts";
import { type Controller, controllerClient, type ControllerOptions } from "../../client/controller.ts";
import { InformedQueue } from "../../client/informed-queue.ts";
import { Informer } from "../../client/informer.ts";

/** The fields of a networking.k8s.io/v1 ServiceCIDR. */
interface ServiceCidr extends KubeObject {
  readonly spec?: { readonly cidrs?: readonly string[] };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

const finalizer = "networking.k8s.io/service-cidr-finalizer";

/** How long a deletion waits, so that nothing is allocated from the network any more. */
const graceMs = 10_000;

const networks = { group: "networking.k8s.io", version: "v1", resource: "servicecidrs" };
const addresses = { group: "networking.k8s.io", version: "v1", resource: "ipaddresses" };
const allocated = "ipaddress.kubernetes.io/managed-by=ipallocator.k8s.io";

const blocked =
  "There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR";

/** Marks ServiceCIDRs as ready, and keeps those that addresses of Services belong to (controller/servicecidrs). */
export const createServiceCidrController = (options: ControllerOptions): Controller =>
  new ServiceCidrController(options).controller;

class ServiceCidrController {
  readonly controller: InformedQueue<ServiceCidr>;
  readonly #client: Client;
  readonly #clock: Clock;
  #watchesAddresses = false;

  constructor(options: ControllerOptions) {
    this.#clock = options.clock;
    this.#client = controllerClient("service-cidr", options);
    this.controller = new InformedQueue<ServiceCidr>({
      client: this.#client,
      clock: options.clock,
      target: networks,
      handler: {
        add: (object) => this.#enqueue(object),
        update: (_before, object) => this.#enqueue(object),
        delete: () => this.#enqueueDeleted(),
      },
      workers: 1,
      process: (name, signal) => this.#sync(name, signal),
    });
  }

  /** Enqueues a network, and those whose deletion may depend on it. */
  #enqueue({ metadata }: ServiceCidr): void {
    this.controller.add(metadata.name ?? "");
    this.#enqueueDeleted();
  }

  #enqueueDeleted(): void {
    for (const { metadata } of this.controller.index.values())
      if (metadata.deletionTimestamp !== undefined) this.controller.add(metadata.name ?? "");
  }

  async #sync(name: string, signal: AbortSignal): Promise<void> {
    const network = this.controller.index.get(name);
    if (network === undefined) return;
    try {
      if (network.metadata.deletionTimestamp === undefined) await this.#complete(network, signal);
      else await this.#release(network, network.metadata.deletionTimestamp, signal);
    } catch (error) {
      // the watch delivers the newer object, which is synced again
      if (!isNotFound(error) && !isConflict(error)) throw error;
    }
  }

  /** Adds the finalizer and the condition Ready. */
  async #complete({ metadata, status }: ServiceCidr, signal: AbortSignal): Promise<void> {
    const { name = "", finalizers = [] } = metadata;
    if (!finalizers.includes(finalizer))
      await this.#client.patch(
        networks,
        name,
        "strategic-merge",
        { metadata: { finalizers: [finalizer] } },
        { signal },
      );
    const isReady = status?.conditions?.some((condition) => condition.type === "Ready" && condition.status === "True");
    if (isReady !== true) await this.#setReady(name, "True", "", "Kubernetes Service CIDR is ready", signal);
  }

  /** Removes the finalizer once no address depends on the network. */
  async #release(network: ServiceCidr, deletionTimestamp: string, signal: AbortSignal): Promise<void> {
    const { name = "", finalizers = [] } = network.metadata;
    if (!finalizers.includes(finalizer)) return;
    if (!(await this.#canDelete(network, signal))) {
      this.#watchAddresses(signal);
      const terminating = network.status?.conditions?.some(
        ({ type, status }) => type === "Ready" && status === "False",
      );
      if (terminating !== true) await this.#setReady(name, "False", "Terminating", blocked, signal);
      return;
    }
    const waitMs = graceMs - (this.#clock.now() - parseTime(deletionTimestamp));
    if (waitMs > 0) return this.controller.addAfter(name, waitMs);
    const rest = { metadata: { "$deleteFromPrimitiveList/finalizers": [finalizer] } };
    await this.#client.patch(networks, name, "strategic-merge", rest, { signal });
  }

  /** Whether every allocated address would still be within a network. */
  async #canDelete({ metadata, spec }: ServiceCidr, signal: AbortSignal): Promise<boolean> {
    const others = [...this.controller.index.values()].filter((other) => other.metadata.name !== metadata.name);
    const remaining = others.flatMap(prefixesOf);
    const own = prefixesOf({ metadata, ...(spec && { spec }) });
    if (own.every((prefix) => remaining.some((other) => other.bits <= prefix.bits && contains(other, prefix))))
      return true;
    for await (const { items } of this.#client.pages(addresses, { labelSelector: allocated }, signal))
      for (const { metadata: address } of items) {
        const prefix = prefixOf(`${address.name ?? ""}/${(address.name ?? "").includes(":") ? 128 : 32}`);
        const within = (outer: Prefix): boolean => prefix !== undefined && contains(outer, prefix);
        if (own.some(within) && !remaining.some(within)) return false;
      }
    return true;
  }

  /** Addresses that go may unblock a deletion. They are watched from the first one that is blocked on. */
  #watchAddresses(signal: AbortSignal): void {
    if (this.#watchesAddresses) return;
    this.#watchesAddresses = true;
    const enqueue = (): void => this.#enqueueDeleted();
    const informer = new Informer({
      client: this.#client,
      clock: this.#clock,
      target: addresses,
      labelSelector: allocated,
      reduce: ({ metadata: { name = "", uid = "", resourceVersion = "" } }) => ({
        metadata: { name, uid, resourceVersion },
      }),
      handler: { delete: enqueue, relisted: enqueue },
    });
    void informer.run(signal);
  }

  async #setReady(name: string, status: string, reason: string, message: string, signal: AbortSignal): Promise<void> {
    const lastTransitionTime = formatTime(this.#clock.now());
    const conditions = [{ type: "Ready", status, lastTransitionTime, reason, message }];
    await this.#client.patch(
      networks,
      name,
      "strategic-merge",
      { status: { conditions } },
      { subresource: "status", signal },
    );
  }
}

function prefixOf(text: string): Prefix | undefined {
  try {
    return parsePrefix(text);
  } catch (error) {
    if (error instanceof AddressError) return undefined;
    throw error;
  }
}

const prefixesOf = ({ spec }: ServiceCidr): readonly Prefix[] =>
  (spec?.cidrs ?? []).flatMap((cidr) => prefixOf(cidr) ?? []);

const contains = (outer: Prefix, inner: Prefix): boolean => sharesBits(outer.address, inner.address, outer.bits);
