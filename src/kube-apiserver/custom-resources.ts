import { createApiExtensions, type ApiExtensions, type ApiExtensionsOptions } from "../apiextensions/api-extensions.ts";
import type { InstalledResources } from "./resources/installed-resources.ts";
import type { Storages } from "./storage/storages.ts";
import type { StoredObjects } from "./storage/stored-objects.ts";
import { serviceLookups } from "./webhooks.ts";

const definitionsResource = "customresourcedefinitions";

/** The dependencies of custom resources. */
export interface CustomResourceParts {
  readonly resources: InstalledResources;
  readonly objects: StoredObjects;
  readonly storages: Storages;
}

type Services = Omit<
  ApiExtensionsOptions,
  "definitions" | "definitionStorage" | "openStorage" | "findService" | "endpointSlices"
>;

/** Creates the custom resources of a server from the stored CustomResourceDefinitions. */
export const createCustomResources = (
  { resources, objects, storages }: CustomResourceParts,
  services: Services,
): ApiExtensions =>
  createApiExtensions({
    ...services,
    openStorage: (prefix, codec) => storages.open(prefix, codec),
    ...serviceLookups(objects),
    definitions: resources.named(definitionsResource),
    definitionStorage: objects.storage(definitionsResource),
  });
