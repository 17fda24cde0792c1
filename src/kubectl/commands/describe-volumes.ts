import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { isObject } from "../../apimachinery/json/value.ts";
import { itemsAt, objectAt, textAt, valueAt } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";

const flag = (object: JsonValue, member: string): string => String(valueAt(object, member) === true);

/** Volumes by the member of their source: what they are, and the lines under that. */
// oxfmt-ignore
const sources: Readonly<Record<string, (source: JsonObject) => string>> = {
  hostPath: (each) => `HostPath (bare host directory volume)\n    Path:\t${textAt(each, "path")}\n    HostPathType:\t${valueAt(each, "type") === undefined ? "<none>" : textAt(each, "type")}\n`,
  nfs: (each) => `NFS (an NFS mount that lasts the lifetime of a pod)\n    Server:\t${textAt(each, "server")}\n    Path:\t${textAt(each, "path")}\n    ReadOnly:\t${flag(each, "readOnly")}\n`,
  csi: (each) => `CSI (a Container Storage Interface (CSI) volume source)\n    Driver:\t${textAt(each, "driver")}\n    FSType:\t${textAt(each, "fsType")}\n    ReadOnly:\t${valueAt(each, "readOnly") === undefined ? "<nil>" : flag(each, "readOnly")}\n${csiAttributes(objectAt(each, "volumeAttributes"))}`,
  ephemeral: (each) => `EphemeralVolume (an inline specification for a volume that gets created and deleted with the pod)\n${claimTemplate(objectAt(each, "volumeClaimTemplate"))}`,
  image: (each) => `Image (a container image or OCI artifact)\n    Reference:\t${textAt(each, "reference")}\n    PullPolicy:\t${textAt(each, "pullPolicy")}\n`,
  emptyDir: (each) => `EmptyDir (a temporary directory that shares a pod's lifetime)\n    Medium:\t${textAt(each, "medium")}\n    SizeLimit:\t${textAt(each, "sizeLimit") || "<unset>"}\n`,
  secret: (each) => `Secret (a volume populated by a Secret)\n    SecretName:\t${textAt(each, "secretName")}\n    Optional:\t${flag(each, "optional")}\n`,
  configMap: (each) => `ConfigMap (a volume populated by a ConfigMap)\n    Name:\t${textAt(each, "name")}\n    Optional:\t${flag(each, "optional")}\n`,
  persistentVolumeClaim: (each) => `PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)\n    ClaimName:\t${textAt(each, "claimName")}\n    ReadOnly:\t${flag(each, "readOnly")}\n`,
  projected: (each) => `Projected (a volume that contains injected data from multiple sources)\n${itemsAt(each, "sources").map(projection).join("")}`,
  downwardAPI: (each) => `DownwardAPI (a volume populated by information about the pod)\n    Items:\n${itemsAt(each, "items").map(downward).join("")}`,
};

function csiAttributes(attributes: JsonObject): string {
  const rows = Object.keys(attributes)
    .sort()
    .map((key) => `${key}=${textAt(attributes, key)}\n`);
  return `    VolumeAttributes:\t${rows.length === 0 ? "<none>\n" : rows.map((row) => `    ${row}`).join("        \t")}`;
}

/** The claim that an ephemeral volume makes (describe.printPersistentVolumeClaim). */
function claimTemplate(template: JsonObject): string {
  const [labels = [], annotations = []] = [
    ["labels", "="],
    ["annotations", ": "],
  ].map(([member = "", between = ""]) =>
    Object.entries(objectAt(template, "metadata", member))
      .map(([key, value]) => `${key}${between}${String(value)}`)
      .sort(),
  );
  const listed = (texts: readonly string[]): string => `    ${texts.join("\n        \t    ") || "<none>"}`;
  const lines = [
    ["StorageClass", textAt(template, "spec", "storageClassName")],
    ["Volume", textAt(template, "spec", "volumeName")],
    ["Labels", listed(labels)],
    ["Annotations", listed(annotations)],
    ["Capacity", ""],
    ["Access Modes", ""],
    ["VolumeMode", textAt(template, "spec", "volumeMode")],
  ];
  return lines.map(([name, value]) => `    ${name}:\t${value}\n`).join("");
}

/** The type and lines of a source, as volumes of pods and persistent ones share them; undefined for an unknown one. */
export const volumeSourceText = (member: string, source: JsonObject): string | undefined => sources[member]?.(source);

/** Volumes of a pod or a template (describe.describeVolumes). Throws for a kind of source it does not know. */
export function volumesText(volumes: readonly JsonValue[], space: string): string {
  if (volumes.length === 0) return `${space}Volumes:\t<none>\n`;
  return `${space}Volumes:\n${volumes.map((volume) => `${space === "" ? "  " : "   "}${textAt(volume, "name")}:\n${sourceText(volume)}`).join("")}`;
}

function sourceText(volume: JsonValue): string {
  if (!isObject(volume)) return "";
  const member = Object.keys(volume).find((key) => key !== "name") ?? "";
  const text = sources[member];
  if (text === undefined) throw new KubectlError(`volumes of type ${member} cannot be described here`);
  return `    Type:\t${text(objectAt(volume, member))}`;
}

function projection(source: JsonValue): string {
  const secret = objectAt(source, "secret");
  const map = objectAt(source, "configMap");
  if (Object.keys(secret).length > 0)
    return `    SecretName:\t${textAt(secret, "name")}\n    Optional:\t${flag(secret, "optional")}\n`;
  if (valueAt(source, "downwardAPI") !== undefined) return "    DownwardAPI:\ttrue\n";
  if (Object.keys(map).length > 0)
    return `    ConfigMapName:\t${textAt(map, "name")}\n    Optional:\t${flag(map, "optional")}\n`;
  const seconds = textAt(source, "serviceAccountToken", "expirationSeconds");
  return seconds === "" ? "" : `    TokenExpirationSeconds:\t${seconds}\n`;
}

function downward(item: JsonValue): string {
  const [path, field] = [textAt(item, "path"), textAt(item, "fieldRef", "fieldPath")];
  return `      ${field || textAt(item, "resourceFieldRef", "resource")} -> ${path}\n`;
}
