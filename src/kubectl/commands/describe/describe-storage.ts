import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, namespaceOf, objectAt, textAt, valueAt } from "../../json-access.ts";
import { labelsText } from "../../output/print-table.ts";
import {
  annotations,
  dataSourceText,
  events,
  labels,
  line,
  listAll,
  longTime,
  multiline,
  sinceText,
  storageClassOf,
} from "./describe-parts.ts";
import { persistentSourceText } from "./describe-volume-sources.ts";

/** Values as Go prints a slice of texts. */
const goList = (values: readonly JsonValue[]): string => `[${values.map(String).join(" ")}]`;

const modes = [
  ["ReadWriteOnce", "RWO"],
  ["ReadOnlyMany", "ROX"],
  ["ReadWriteMany", "RWX"],
  ["ReadWriteOncePod", "RWOP"],
] as const;

const modesText = (found: readonly JsonValue[]): string =>
  modes
    .filter(([mode]) => found.includes(mode))
    .map(([, short]) => short)
    .join(",");

function statusText(invocation: Invocation, object: JsonObject): string {
  const deleted = textAt(object, "metadata", "deletionTimestamp");
  return `Status:\t${deleted === "" ? textAt(object, "status", "phase") : `Terminating (lasts ${sinceText(invocation, deleted)})`}\n`;
}

/** A selector's requirements under a title, one a line. */
function requirements(title: string, found: readonly JsonValue[], operatorOf: (each: JsonValue) => string): string {
  const rows = found.map((each) => {
    const values = itemsAt(each, "values").map(String);
    return `\t${textAt(each, "key")} ${operatorOf(each)}${values.length === 0 ? "" : ` [${values.join(", ")}]`}\n`;
  });
  return rows.length === 0
    ? `${title}:\t<none>\n`
    : `${title}:${rows[0] ?? ""}${rows
        .slice(1)
        .map((row) => `    ${row}`)
        .join("")}`;
}

function affinityText(object: JsonObject): string {
  const required = valueAt(object, "spec", "nodeAffinity", "required");
  if (!isObject(required)) return "Node Affinity:\t<none>\n";
  const terms = itemsAt(required, "nodeSelectorTerms").map((term, i) =>
    requirements(`    Term ${i}`, itemsAt(term, "matchExpressions"), (each) => textAt(each, "operator").toLowerCase()),
  );
  return `Node Affinity:\t\n  Required Terms:\t${terms.length === 0 ? "<none>" : ""}\n${terms.join("")}`;
}

/** A persistent volume (describe.PersistentVolumeDescriber). */
export async function describePersistentVolume(invocation: Invocation, object: JsonObject): Promise<string> {
  const spec = objectAt(object, "spec");
  const claim = objectAt(spec, "claimRef");
  const claimed = Object.keys(claim).length > 0;
  return [
    `Name:\t${nameOf(object)}\n`,
    labels(object),
    annotations(object),
    `Finalizers:\t${goList(itemsAt(object, "metadata", "finalizers"))}\n`,
    `StorageClass:\t${storageClassOf(object)}\n`,
    statusText(invocation, object),
    `Claim:\t${claimed ? `${textAt(claim, "namespace")}/${textAt(claim, "name")}` : ""}\n`,
    `Reclaim Policy:\t${textAt(spec, "persistentVolumeReclaimPolicy")}\n`,
    `Access Modes:\t${modesText(itemsAt(spec, "accessModes"))}\n`,
    line("VolumeMode", spec, "volumeMode"),
    `Capacity:\t${textAt(spec, "capacity", "storage") || "0"}\n`,
    affinityText(object),
    `Message:\t${textAt(object, "status", "message")}\nSource:\n`,
    persistentSourceText(spec) ?? "  <unknown>\n",
    await events(invocation, object),
  ].join("");
}

/** A claim of a volume, and the pods that use it (describe.PersistentVolumeClaimDescriber). */
export async function describePersistentVolumeClaim(invocation: Invocation, object: JsonObject): Promise<string> {
  const pods = await listAll(invocation, `/api/v1/namespaces/${namespaceOf(object)}/pods`);
  const name = nameOf(object);
  // A pod with several volumes of the claim is named for each of them.
  const users = pods.flatMap((pod) =>
    itemsAt(pod, "spec", "volumes").flatMap((volume) =>
      textAt(volume, "persistentVolumeClaim", "claimName") === name ? [pod] : [],
    ),
  );
  const owners = itemsAt(object, "metadata", "ownerReferences").filter((owner) => textAt(owner, "kind") === "Pod");
  const uids = owners.map((owner) => textAt(owner, "uid"));
  const others = pods.filter((pod) => !users.includes(pod) && uids.includes(textAt(pod, "metadata", "uid")));
  const names = [...users, ...others].map(nameOf).sort(compareUtf8);
  const spec = objectAt(object, "spec");
  const bound = textAt(spec, "volumeName") !== "";
  return [
    `Name:\t${name}\nNamespace:\t${namespaceOf(object)}\nStorageClass:\t${storageClassOf(object)}\n`,
    statusText(invocation, object),
    `Volume:\t${textAt(spec, "volumeName")}\n`,
    labels(object),
    annotations(object),
    `Finalizers:\t${goList(itemsAt(object, "metadata", "finalizers"))}\n`,
    `Capacity:\t${bound ? textAt(object, "status", "capacity", "storage") || "0" : ""}\n`,
    `Access Modes:\t${bound ? modesText(itemsAt(object, "status", "accessModes")) : ""}\n`,
    line("VolumeMode", spec, "volumeMode"),
    dataSourceText(object),
    `Used By:\t${names.length === 0 ? "<none>\n" : names.map((each) => `${each}\n`).join("\t")}`,
    claimConditions(object),
    await events(invocation, object),
  ].join("");
}

function claimConditions(object: JsonObject): string {
  const found = itemsAt(object, "status", "conditions");
  if (found.length === 0) return "";
  const rows = found.map((each) => {
    const times = ["lastProbeTime", "lastTransitionTime"].map((member) => longTime(textAt(each, member)));
    return `  ${textAt(each, "type")} \t${textAt(each, "status")} \t${times.join(" \t")} \t${textAt(each, "reason")} \t${textAt(each, "message")}\n`;
  });
  return `Conditions:\n  Type\tStatus\tLastProbeTime\tLastTransitionTime\tReason\tMessage\n  ----\t------\t-----------------\t------------------\t------\t-------\n${rows.join("")}`;
}

/** The claims that a stateful set makes (describe.describeVolumeClaimTemplates). */
export function claimTemplatesText(templates: readonly JsonValue[]): string {
  if (templates.length === 0) return "Volume Claims:\t<none>\n";
  const texts = templates.map((claim) => {
    const capacity = textAt(claim, "spec", "resources", "requests", "storage") || "<default>";
    return [
      `  Name:\t${nameOf(claim)}\n  StorageClass:\t${storageClassOf(claim)}\n`,
      indentedMap("Labels", objectAt(claim, "metadata", "labels")),
      indentedMap("Annotations", objectAt(claim, "metadata", "annotations")),
      `  Capacity:\t${capacity}\n  Access Modes:\t${goList(itemsAt(claim, "spec", "accessModes"))}\n`,
    ].join("");
  });
  return `Volume Claims:\n${texts.join("")}`;
}

const indentedMap = (title: string, map: JsonObject): string =>
  multiline(`  ${title}`, map, "=").replace(/\n(?=\t)/g, "\n  ");

const unsetOr = (value: JsonValue | undefined): string =>
  value === undefined || value === null ? "<unset>" : value === true ? "True" : "False";

/** A storage class (describe.StorageClassDescriber). */
export async function describeStorageClass(invocation: Invocation, object: JsonObject): Promise<string> {
  const notes = objectAt(object, "metadata", "annotations");
  const isDefault = ["", ".beta"].some(
    (beta) => notes[`storageclass${beta}.kubernetes.io/is-default-class`] === "true",
  );
  const options = itemsAt(object, "mountOptions").map(String);
  const topologies = valueAt(object, "allowedTopologies");
  const terms = itemsAt(object, "allowedTopologies").map((term, i) =>
    requirements(`  Term ${i}`, itemsAt(term, "matchLabelExpressions"), () => "in").replace(/\n {4}\t/g, "\n  \t"),
  );
  return [
    `Name:\t${nameOf(object)}\nIsDefaultClass:\t${isDefault ? "Yes" : "No"}\nAnnotations:\t${labelsText(notes)}\n`,
    `Provisioner:\t${textAt(object, "provisioner")}\nParameters:\t${labelsText(objectAt(object, "parameters"))}\n`,
    `AllowVolumeExpansion:\t${unsetOr(valueAt(object, "allowVolumeExpansion"))}\n`,
    options.length === 0
      ? "MountOptions:\t<none>\n"
      : `MountOptions:\n${options.map((each) => `  ${each}\n`).join("")}`,
    line("ReclaimPolicy", object, "reclaimPolicy"),
    line("VolumeBindingMode", object, "volumeBindingMode"),
    topologies === undefined ? "" : `AllowedTopologies:\t${terms.length === 0 ? "<none>" : ""}\n${terms.join("")}`,
    await events(invocation, object),
  ].join("");
}

/** A class of volume attributes (describe.VolumeAttributesClassDescriber). */
export const describeVolumeAttributesClass = async (invocation: Invocation, object: JsonObject): Promise<string> =>
  `Name:\t${nameOf(object)}\nAnnotations:\t${labelsText(objectAt(object, "metadata", "annotations"))}\nDriverName:\t${textAt(object, "driverName")}\nParameters:\t${labelsText(objectAt(object, "parameters"))}\n${await events(invocation, object)}`;

/** The drivers of a node (describe.CSINodeDescriber). */
export async function describeCsiNode(invocation: Invocation, object: JsonObject): Promise<string> {
  const drivers = itemsAt(object, "spec", "drivers").map((driver) => {
    const count = textAt(driver, "allocatable", "count");
    const keys = valueAt(driver, "topologyKeys");
    return [
      `    ${textAt(driver, "name")}:\n      Node ID:\t${textAt(driver, "nodeID")}\n`,
      count === "" ? "" : `      Allocatables:\n        Count:\t${count}\n`,
      keys === undefined || keys === null ? "" : `      Topology Keys:\t${goList(itemsAt(driver, "topologyKeys"))}\n`,
    ].join("");
  });
  return [
    `Name:\t${nameOf(object)}\n`,
    labels(object),
    annotations(object),
    `CreationTimestamp:\t${longTime(textAt(object, "metadata", "creationTimestamp"))}\nSpec:\n`,
    valueAt(object, "spec", "drivers") === null ? "" : `  Drivers:\n${drivers.join("")}`,
    await events(invocation, object),
  ].join("");
}
