import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { isObject } from "../../../apimachinery/json/value.ts";
import { itemsAt, objectAt, textAt, valueAt } from "../../json-access.ts";
import { annotations, dataSourceText, labels, line, storageClassOf } from "./describe-parts.ts";
import { podSourceText } from "./describe-volume-sources.ts";

const flag = (object: JsonValue, member: string): string => String(valueAt(object, member) === true);

/** The claim that an ephemeral volume makes (describe.printPersistentVolumeClaim). */
function claimTemplate(template: JsonObject): string {
  return [
    `    StorageClass:\t${storageClassOf(template)}\n    Volume:\t${textAt(template, "spec", "volumeName")}\n`,
    nested(labels(template), "        "),
    nested(annotations(template), "    "),
    "    Capacity:\t\n    Access Modes:\t\n",
    line("    VolumeMode", template, "spec", "volumeMode"),
    dataSourceText(template, "    "),
  ].join("");
}

/** Lines as a writer of two levels more writes them, which indents each part: `again` stands before later pairs. */
const nested = (text: string, again: string): string =>
  text.replace(/^(.*?)\t( {2})?/gm, (_, title: string, continued: string | undefined) =>
    continued === undefined ? `${title === "" ? again : `    ${title}`}\t    ` : `    \t${continued}`,
  );

/** Volumes of a pod or a template (describe.describeVolumes). */
export function volumesText(volumes: readonly JsonValue[], space: string): string {
  if (volumes.length === 0) return `${space}Volumes:\t<none>\n`;
  return `${space}Volumes:\n${volumes.map((volume) => `${space === "" ? "  " : "   "}${textAt(volume, "name")}:\n${sourceText(volume)}`).join("")}`;
}

function sourceText(volume: JsonValue): string {
  if (!isObject(volume)) return "";
  const named = (member: string): JsonObject | undefined =>
    volume[member] === undefined ? undefined : objectAt(volume, member);
  const [ephemeral, down, projected] = [named("ephemeral"), named("downwardAPI"), named("projected")];
  if (ephemeral !== undefined)
    return `    Type:\tEphemeralVolume (an inline specification for a volume that gets created and deleted with the pod)\n${claimTemplate(objectAt(ephemeral, "volumeClaimTemplate"))}`;
  if (down !== undefined)
    return `    Type:\tDownwardAPI (a volume populated by information about the pod)\n    Items:\n${itemsAt(down, "items").map(downward).join("")}`;
  if (projected !== undefined)
    return `    Type:\tProjected (a volume that contains injected data from multiple sources)\n${itemsAt(projected, "sources").map(projection).join("")}`;
  return podSourceText(volume) ?? "  <unknown>\n";
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
