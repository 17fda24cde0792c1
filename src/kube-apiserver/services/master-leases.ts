import type { ResourceInfo } from "../../apiserver/registry/resource-definition.ts";
import { loadBuiltinTypes } from "../../apiserver/schema/builtin/builtin-types.ts";
import { createStoredValues, type StorageMediaType, type StoredValues } from "../storage/stored-values.ts";

/** What stands for servers in storage: Endpoints with one address, which no API serves (apiServerIPInfo). */
const masterLeases: ResourceInfo = {
  group: "",
  version: "v1",
  resource: "apiServerIPInfo",
  singular: "apiserveripinfo",
  kind: "Endpoints",
  namespaced: false,
  verbs: [],
  storagePrefix: "masterleases",
  servedByDefault: false,
};

/** The prefix of the keys of servers (reconcilers.NewLeases). */
export const masterLeasesRoot = "/registry/masterleases/";

/** Returns how they are stored. */
export const createMasterLeaseValues = async (mediaType: StorageMediaType): Promise<StoredValues> =>
  createStoredValues({ types: await loadBuiltinTypes(), resources: [masterLeases] }, mediaType);
