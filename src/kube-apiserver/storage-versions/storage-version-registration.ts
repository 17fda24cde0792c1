import { messageOf } from "../../apimachinery/message-of.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import { isAlreadyExists, isConflict, newServiceUnavailable, noneIfNotFound } from "../../apimachinery/errors.ts";
import { formatGroupResource } from "../../apimachinery/gvk.ts";
import { formatTime } from "../../apimachinery/time.ts";
import type { Filter } from "../../apiserver/endpoints/handler.ts";
import type { RequestContext } from "../../apiserver/endpoints/request-context.ts";
import type { ResourceInfo } from "../../apiserver/registry/resource-definition.ts";
import { loopbackUser } from "../../apiserver/auth/authenticators.ts";
import { account, bind, on, read, role } from "../../apiserver/auth/rbac/bootstrap/rules.ts";
import type { Client } from "../../client/client.ts";
import {
  type ServerStorageVersion,
  type StorageVersion,
  storageVersionsResource,
  withServers,
} from "../../client/storage-versions.ts";
import { ignore } from "../../component-base/ignore.ts";
import { sleep } from "../../component-base/sleep.ts";
import { type StoredResource, storedResources } from "./stored-resources.ts";

const collector = "storage-version-garbage-collector";
const { group, resource } = storageVersionsResource;

/** The role of the controller that collects StorageVersions (bootstrappolicy.ControllerRoles with its gates). */
const collectorRole = role(
  `system:controller:${collector}`,
  on(read, "coordination.k8s.io", "leases"),
  on("get list watch patch update delete", group, resource),
  on("get patch update", group, `${resource}/status`),
);

const collectorBinding = bind("ClusterRole", `system:controller:${collector}`, account(collector));

/** What the registration asks, as whom. */
export interface RegistrationClient {
  readonly client: Pick<Client, "get" | "create" | "update">;
  /** The time of the machine. */
  readonly clock: Clock;
  /** The name of the server's Lease in kube-system. */
  readonly serverId: string;
  /** Receives why a resource could not be registered. */
  readonly report: (message: string) => void;
}

const leases = { group: "coordination.k8s.io", version: "v1", resource: "leases", namespace: "kube-system" };
const pollLeaseMs = 100;
const retryMs = 1000;
const tries = 3;
const repeatMs = 600_000;

/**
 * Tells other servers by StorageVersion objects in which versions this one stores resources, and refuses writes of a
 * resource until it is told (gates StorageVersionAPI and APIServerIdentity; storageversion.Manager).
 */
export class StorageVersionRegistration {
  readonly #resources: readonly StoredResource[];
  /** The resources that are not registered, with the last error. */
  readonly #pending = new Map<string, string>();
  #completed = false;
  #tell: () => void = ignore;
  /** Resolves once the registration of each resource was tried. */
  readonly tried = new Promise<void>((resolve) => (this.#tell = resolve));

  constructor(served: readonly ResourceInfo[]) {
    this.#resources = storedResources(served);
    for (const { resources } of this.#resources) for (const name of resources) this.#pending.set(name, "<nil>");
  }

  /** Whether all resources are registered. */
  get completed(): boolean {
    return this.#completed;
  }

  /** Refuses writes with 503 as long as their resource is not registered (filters.WithStorageVersionPrecondition). */
  readonly filter: Filter = (next) => (ctx) => {
    if (this.#completed || isLetThrough(ctx)) return next(ctx);
    const name = formatGroupResource({ group: ctx.info.apiGroup, resource: ctx.info.resource });
    const error = this.#pending.get(name);
    if (error === undefined) return next(ctx);
    return Promise.reject(
      newServiceUnavailable(
        `wait for storage version registration to complete for resource: ${name}, last seen error: ${error}`,
      ),
    );
  };

  /**
   * Registers all resources once the Lease of the server is there, and again every ten minutes, since others may have
   * changed or deleted the objects. Returns what ends it.
   */
  keep(options: RegistrationClient): () => void {
    const closing = new AbortController();
    void this.#keepOn(options, closing.signal);
    return () => closing.abort();
  }

  async #keepOn(options: RegistrationClient, signal: AbortSignal): Promise<void> {
    const { client, clock, serverId } = options;
    const findLease = (): Promise<boolean> =>
      client.get(leases, serverId).then(
        () => true,
        () => false,
      );
    while (!signal.aborted) {
      const hasLease = await findLease();
      if (hasLease) {
        await this.#registerAll(options, signal);
        this.#tell();
      }
      await sleep(clock, hasLease ? repeatMs : pollLeaseMs, signal);
    }
  }

  #note({ resources }: StoredResource, error: string | undefined): void {
    for (const name of resources)
      if (error === undefined) this.#pending.delete(name);
      else if (this.#pending.has(name)) this.#pending.set(name, error);
  }

  async #registerAll(options: RegistrationClient, signal: AbortSignal): Promise<void> {
    let failures = 0;
    for (const resource of this.#resources) {
      const error = await register(resource, options, signal);
      if (signal.aborted) return;
      this.#note(resource, error);
      if (error === undefined) continue;
      failures++;
      options.report(`failed to update storage version for ${resource.resources[0] ?? ""}: ${error}`);
    }
    if (failures > 0 || this.#completed) return;
    this.#completed = true;
    await letCollect(options);
  }
}

/** Whether a request does not wait for the registration: upstream's list, in its order. */
function isLetThrough({ info, user }: RequestContext): boolean {
  if (!info.isResourceRequest) return true;
  if (info.verb === "get" || info.verb === "list" || info.verb === "watch") return true;
  if (info.apiGroup === storageVersionsResource.group && info.resource === storageVersionsResource.resource)
    return true;
  if (
    info.apiGroup === "" &&
    info.resource === "namespaces" &&
    info.verb === "create" &&
    user.name === loopbackUser.name
  )
    return user.groups.includes("system:masters");
  return info.apiGroup === leases.group && info.resource === leases.resource && info.namespace === leases.namespace;
}

/** Registers a resource; returns the last error if it could not be. */
async function register(
  resource: StoredResource,
  options: RegistrationClient,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (let failures = 0; ;) {
    try {
      await registerOnce(resource, options);
      return undefined;
    } catch (error) {
      // another server has written meanwhile
      if (!isAlreadyExists(error) && !isConflict(error)) failures++;
      if (failures === tries) return messageOf(error);
      await sleep(options.clock, retryMs, signal);
      if (signal.aborted) return messageOf(error);
    }
  }
}

async function registerOnce(
  { name, versions }: StoredResource,
  { client, clock, serverId }: RegistrationClient,
): Promise<void> {
  const server: ServerStorageVersion = { apiServerID: serverId, ...versions };
  const live = await client.get<StorageVersion>(storageVersionsResource, name).catch(noneIfNotFound);
  const object =
    live ?? (await client.create<StorageVersion>(storageVersionsResource, { metadata: { name }, spec: {} }));
  const known = object.status?.storageVersions ?? [];
  const isKnown = known.some(({ apiServerID }) => apiServerID === serverId);
  const servers = isKnown
    ? known.map((other) => (other.apiServerID === serverId ? server : other))
    : [...known, server];
  await client.update(storageVersionsResource, withServers(object, servers, formatTime(clock.now())), "status");
}

/** Lets the controller that takes servers which are gone out of the objects do so. */
async function letCollect({ client, report }: RegistrationClient): Promise<void> {
  const rbac = { group: "rbac.authorization.k8s.io", version: "v1" };
  const failed = (error: unknown): void => {
    if (!isAlreadyExists(error)) report(`unable to create ${collectorRole.metadata.name}: ${messageOf(error)}`);
  };
  await client.create({ ...rbac, resource: "clusterroles" }, { ...collectorRole }).catch(failed);
  await client.create({ ...rbac, resource: "clusterrolebindings" }, { ...collectorBinding }).catch(failed);
}
