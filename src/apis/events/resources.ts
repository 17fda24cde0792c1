import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { coreEventFields } from "../core/event-fields.ts";
import { defineResource } from "../define-resource.ts";
import { notSupportedLabel } from "../field-selectors.ts";

const load = async () => (await import("./behaviors.ts")).eventsBehaviors;

/** Field labels of events.k8s.io, mapped to the fields of core/v1, in which events are stored. */
const accepted = {
  "metadata.name": "metadata.name",
  "metadata.namespace": "metadata.namespace",
  reason: "reason",
  "regarding.kind": "involvedObject.kind",
  "regarding.namespace": "involvedObject.namespace",
  "regarding.name": "involvedObject.name",
  "regarding.uid": "involvedObject.uid",
  "regarding.apiVersion": "involvedObject.apiVersion",
  "regarding.resourceVersion": "involvedObject.resourceVersion",
  "regarding.fieldPath": "involvedObject.fieldPath",
  reportingController: "reportingComponent",
  type: "type",
};

/** events.k8s.io/v1: events in the shape of this group, stored as core/v1. */
export const eventsResources: readonly BuiltinResource[] = [
  defineResource(
    {
      group: "events.k8s.io",
      version: "v1",
      resource: "events",
      kind: "Event",
      namespaced: true,
      shortNames: ["ev"],
      storageVersion: { group: "", version: "v1" },
      selectableFields: coreEventFields,
      fieldLabels: { accepted, unsupported: notSupportedLabel },
    },
    load,
  ),
];
