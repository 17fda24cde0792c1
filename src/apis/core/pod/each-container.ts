import { eachItem, type Fields } from "../../validation/fields.ts";

/** The lists of containers of a pod spec, in the order in which upstream visits them. */
export const containerLists = ["initContainers", "containers", "ephemeralContainers"] as const;

/** Visits all containers of a pod spec (VisitContainersWithPath). */
export function eachContainer(spec: Fields, visit: (container: Fields) => void): void {
  for (const list of containerLists) eachItem(spec, list, visit);
}
