import { noneIfNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { formatTime } from "../../apimachinery/time.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import {
  type ServerStorageVersion,
  type StorageVersion,
  storageVersionsResource,
  withServers,
} from "../../client/storage-versions.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { QueuedController } from "../framework/queued-controller.ts";

const leasesResource = { group: "coordination.k8s.io", version: "v1", resource: "leases" };
const leases = { ...leasesResource, namespace: "kube-system" };
const identityLabel = "apiserver.kubernetes.io/identity";

const isOfServer = (lease: KubeObject | undefined): boolean =>
  lease?.metadata.namespace === leases.namespace && lease.metadata.labels?.[identityLabel] === "kube-apiserver";

const serversOf = ({ status }: StorageVersion): readonly ServerStorageVersion[] => status?.storageVersions ?? [];

/**
 * Takes API servers whose Lease is gone out of StorageVersion objects, and deletes those of which no server is left
 * (controller/storageversiongc). A Lease that is missing in memory is asked for before.
 */
export function createStorageVersionGcController(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("storage-version-garbage-collector", context);
  const servers = informers.of(leasesResource);
  const versions = informers.of<StorageVersion>(storageVersionsResource);
  const isThere = (id: string): boolean => isOfServer(servers.index.get(`${leases.namespace}/${id}`));
  const controller = new QueuedController({
    clock,
    informers: [servers, versions],
    workers: 1,
    async process(name, signal) {
      const object = await client.get<StorageVersion>(storageVersionsResource, name, signal).catch(noneIfNotFound);
      if (object === undefined) return;
      const found = await Promise.all(
        serversOf(object).map(({ apiServerID }) => client.get(leases, apiServerID, signal).catch(noneIfNotFound)),
      );
      const left = serversOf(object).filter((_server, at) => isOfServer(found[at]));
      if (left.length === serversOf(object).length) return;
      if (left.length === 0) return void (await client.delete(storageVersionsResource, name).catch(noneIfNotFound));
      await client.update(
        storageVersionsResource,
        withServers(object, left, formatTime(clock.now())),
        "status",
        signal,
      );
    },
  });
  const enqueue = (object: StorageVersion): void => {
    if (!serversOf(object).every(({ apiServerID }) => isThere(apiServerID))) controller.add(object.metadata.name ?? "");
  };
  versions.addHandler({ add: enqueue, update: (_before, object) => enqueue(object) });
  servers.addHandler({
    delete(lease) {
      if (isOfServer(lease)) for (const object of versions.index.values()) enqueue(object);
    },
  });
  return controller;
}
