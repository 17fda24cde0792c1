import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource, type ResourceRow } from "../define-resource.ts";
import { acceptFields, nested } from "../field-selectors.ts";
import { takesTemplateLabels } from "./job-labels.ts";

const load = async () => (await import("./behaviors.ts")).batchBehaviors;

const all = ["all"] as const;
const define = (row: Omit<ResourceRow, "group" | "version" | "namespaced">): BuiltinResource =>
  defineResource({ group: "batch", version: "v1", namespaced: true, ...row }, load);

/** batch/v1. */
export const batchResources: readonly BuiltinResource[] = [
  define({
    resource: "cronjobs",
    kind: "CronJob",
    shortNames: ["cj"],
    categories: all,
    subresources: [viewSubresource("status")],
  }),
  define({
    resource: "jobs",
    kind: "Job",
    categories: all,
    filledByReaders: takesTemplateLabels,
    selectableFields: { "status.successful": nested("status", "succeeded", "0") },
    fieldLabels: acceptFields(
      ["metadata.name", "metadata.namespace", "status.successful"],
      (label) => `field label "${label}" not supported for batchv1.Job`,
    ),
    subresources: [viewSubresource("status")],
  }),
];
