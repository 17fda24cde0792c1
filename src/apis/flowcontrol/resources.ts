import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource, type ResourceRow } from "../define-resource.ts";

const load = async () => (await import("./behaviors.ts")).flowcontrolBehaviors;

const define = (row: Omit<ResourceRow, "group" | "version" | "namespaced">): BuiltinResource =>
  defineResource({ group: "flowcontrol.apiserver.k8s.io", version: "v1", namespaced: false, ...row }, load);

/** flowcontrol.apiserver.k8s.io/v1. */
export const flowcontrolResources: readonly BuiltinResource[] = [
  define({
    resource: "flowschemas",
    kind: "FlowSchema",
    subresources: [viewSubresource("status")],
  }),
  define({
    resource: "prioritylevelconfigurations",
    kind: "PriorityLevelConfiguration",
    subresources: [viewSubresource("status")],
  }),
];
