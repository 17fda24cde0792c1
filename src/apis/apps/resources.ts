import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, scaleSubresource, viewSubresource, type ResourceRow } from "../define-resource.ts";

const load = async () => (await import("./behaviors.ts")).appsBehaviors;

const all = ["all"] as const;
const scaleOf = (resource: string) => ({ group: "apps", resource: `${resource}/scale` });
const scale = (resource: string) =>
  scaleSubresource("spec.selector", { read: scaleOf(resource), update: scaleOf(resource) });

const define = (row: Omit<ResourceRow, "group" | "version" | "namespaced">): BuiltinResource =>
  defineResource({ group: "apps", version: "v1", namespaced: true, ...row }, load);

/** apps/v1. */
export const appsResources: readonly BuiltinResource[] = [
  define({
    resource: "controllerrevisions",
    kind: "ControllerRevision",
  }),
  define({
    resource: "daemonsets",
    kind: "DaemonSet",
    shortNames: ["ds"],
    categories: all,
    subresources: [viewSubresource("status")],
  }),
  define({
    resource: "deployments",
    kind: "Deployment",
    shortNames: ["deploy"],
    categories: all,
    subresources: [scale("deployments"), viewSubresource("status")],
  }),
  define({
    resource: "replicasets",
    kind: "ReplicaSet",
    shortNames: ["rs"],
    categories: all,
    subresources: [scale("replicasets"), viewSubresource("status")],
  }),
  define({
    resource: "statefulsets",
    kind: "StatefulSet",
    shortNames: ["sts"],
    categories: all,
    subresources: [scaleSubresource("spec.selector", { update: scaleOf("statefulsets") }), viewSubresource("status")],
  }),
];
