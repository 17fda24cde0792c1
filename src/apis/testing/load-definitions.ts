import type { BuiltinResource, ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { builtinResources } from "../all-resources.ts";

/** Loads the behaviors of resources, all built-in ones by default. */
export const loadDefinitions = (
  resources: readonly BuiltinResource[] = builtinResources,
): Promise<readonly ResourceDefinition[]> =>
  Promise.all(
    resources.map(async (resource) => {
      const { behavior, ...info } = resource;
      return { ...info, ...(await behavior(resource.version)) };
    }),
  );
