import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource, type ResourceRow } from "../define-resource.ts";
import { defaulter } from "../defaulting.ts";
import { acceptFields, nested } from "../field-selectors.ts";
import { specStatusStrategy } from "../strategies/generic-strategies.ts";
import { statusStrategy } from "../strategies/object-strategy.ts";
import { cronJobDefaults, jobDefaults } from "./defaults.ts";
import { jobStrategy } from "./job.ts";
import { cronJobTable, jobTable } from "./columns.ts";

const all = ["all"] as const;
const define = (row: Omit<ResourceRow, "group" | "version" | "namespaced">): ResourceDefinition =>
  defineResource({ group: "batch", version: "v1", namespaced: true, ...row });

/** batch/v1. */
export const batchResources: readonly ResourceDefinition[] = [
  define({
    resource: "cronjobs",
    kind: "CronJob",
    table: cronJobTable,
    shortNames: ["cj"],
    categories: all,
    strategy: specStatusStrategy,
    default: defaulter(cronJobDefaults),
    subresources: [viewSubresource("status", statusStrategy(specStatusStrategy))],
  }),
  define({
    resource: "jobs",
    kind: "Job",
    table: jobTable,
    categories: all,
    strategy: jobStrategy,
    default: defaulter(jobDefaults),
    selectableFields: { "status.successful": nested("status", "succeeded", "0") },
    fieldLabels: acceptFields(
      ["metadata.name", "metadata.namespace", "status.successful"],
      (label) => `field label "${label}" not supported for batchv1.Job`,
    ),
    subresources: [viewSubresource("status", statusStrategy(jobStrategy))],
  }),
];
