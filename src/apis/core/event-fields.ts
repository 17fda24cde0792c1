import type { KubeObject } from "../../apimachinery/meta.ts";
import { acceptFields, nested, topLevel } from "../field-selectors.ts";
import { recordAt, stringAt } from "../record.ts";

const involved = (member: string) => nested("involvedObject", member);

/** Selectable fields of events, in their stored form. */
export const coreEventFields = {
  "involvedObject.kind": involved("kind"),
  "involvedObject.namespace": involved("namespace"),
  "involvedObject.name": involved("name"),
  "involvedObject.uid": involved("uid"),
  "involvedObject.apiVersion": involved("apiVersion"),
  "involvedObject.resourceVersion": involved("resourceVersion"),
  "involvedObject.fieldPath": involved("fieldPath"),
  reason: topLevel("reason"),
  reportingComponent: topLevel("reportingComponent"),
  source: (event: KubeObject): string =>
    stringAt(recordAt(event, "source"), "component") || stringAt(event, "reportingComponent"),
  type: topLevel("type"),
};

export const coreEventLabels = acceptFields([...Object.keys(coreEventFields), "metadata.name", "metadata.namespace"]);
