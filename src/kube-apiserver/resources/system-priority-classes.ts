import { newForbidden } from "../../apimachinery/errors.ts";
import { systemPriorityClasses } from "../../apis/scheduling/priority-class.ts";
import type { ResourceStore } from "../../apiserver/registry/rest.ts";

/** Keeps the priority classes of the system from being deleted; returns other stores unchanged. */
export function keepSystemPriorityClasses(store: ResourceStore): ResourceStore {
  if (store.definition.resource !== "priorityclasses") return store;
  return {
    ...store,
    async delete(ctx, name, options, validate) {
      if (systemPriorityClasses.some((system) => system.name === name))
        throw newForbidden(store.definition, name, "this is a system priority class and cannot be deleted");
      return store.delete(ctx, name, options, validate);
    },
  };
}
