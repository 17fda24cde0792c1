import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { parseQuantity } from "../../../apimachinery/quantity-parse.ts";
import { newQuantity } from "../../../apimachinery/quantity.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, namespaceOf, objectAt, textAt, valueAt } from "../../json-access.ts";
import { annotations, labels, listAll, longTime, sortedKeys } from "./describe-parts.ts";
import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";

const scopeTexts: Readonly<Record<string, string>> = {
  Terminating:
    "Matches all pods that have an active deadline. These pods have a limited lifespan on a node before being actively terminated by the system.",
  NotTerminating:
    "Matches all pods that do not have an active deadline. These pods usually include long running pods whose container command is not expected to terminate.",
  BestEffort:
    "Matches all pods that do not have resource requirements set. These pods have a best effort quality of service.",
  NotBestEffort:
    "Matches all pods that have at least one resource requirement set. These pods have a burstable or guaranteed quality of service.",
};

function scopesText(quota: JsonValue, indent: string, bullet: string): string {
  const scopes = itemsAt(quota, "spec", "scopes").map(String).sort(compareUtf8);
  if (scopes.length === 0) return "";
  const texts = scopes.filter((scope) => scopeTexts[scope] !== undefined).map((scope) => scopeTexts[scope] ?? "");
  return `${indent}Scopes:\t${scopes.join(", ")}\n${texts.map((text) => `${bullet}${text}\n`).join("")}`;
}

function amounts(quota: JsonValue, indent: string, sameFormat: boolean): string {
  const [hard, used] = [objectAt(quota, "status", "hard"), objectAt(quota, "status", "used")];
  return sortedKeys(hard)
    .map((key) => {
      const given = textAt(used, key) || "0";
      const shown = sameFormat ? inFormatOf(textAt(hard, key), given) : given;
      return `${indent}${key}\t${shown}\t${textAt(hard, key)}\n`;
    })
    .join("");
}

/** An amount in the format of another one, as quotas show what is used. */
function inFormatOf(wanted: string, given: string): string {
  const [hard, used] = [parseQuantity(wanted), parseQuantity(given)];
  return hard.format === used.format ? given : newQuantity(used.value, hard.format).toString();
}

/** A resource quota (describe.ResourceQuotaDescriber). */
export const describeQuota = (_: Invocation, object: JsonObject): string =>
  `Name:\t${nameOf(object)}\nNamespace:\t${namespaceOf(object)}\n${scopesText(object, "", " * ")}Resource\tUsed\tHard\n--------\t----\t----\n${amounts(object, "", true)}`;

function limitRows(limitRange: JsonValue, prefix: string): string {
  const members = ["min", "max", "defaultRequest", "default", "maxLimitRequestRatio"];
  return itemsAt(limitRange, "spec", "limits")
    .flatMap((item) => {
      const keys = new Set(members.flatMap((member) => Object.keys(objectAt(item, member))));
      return [...keys].sort(compareUtf8).map((key) => {
        const cells = members.map((member) => textAt(item, member, key) || "-");
        return `${prefix}${textAt(item, "type")}\t${key}\t${cells.join("\t")}\n`;
      });
    })
    .join("");
}

const limitHeader = (prefix: string): string =>
  `${prefix}Type\tResource\tMin\tMax\tDefault Request\tDefault Limit\tMax Limit/Request Ratio\n${prefix}----\t--------\t---\t---\t---------------\t-------------\t-----------------------\n`;

/** A limit range (describe.LimitRangeDescriber). */
export const describeLimitRange = (_: Invocation, object: JsonObject): string =>
  `Name:\t${nameOf(object)}\nNamespace:\t${namespaceOf(object)}\n${limitHeader("")}${limitRows(object, "")}`;

/** A namespace with its quotas and limit ranges (describe.NamespaceDescriber). */
export async function describeNamespace(invocation: Invocation, object: JsonObject): Promise<string> {
  const path = `/api/v1/namespaces/${nameOf(object)}`;
  const quotas = await listAll(invocation, `${path}/resourcequotas`);
  const limits = await listAll(invocation, `${path}/limitranges`);
  const byName = [...quotas].sort((a, b) => compareUtf8(nameOf(a), nameOf(b)));
  const quotaTexts = byName.map(
    (quota) =>
      `  Name:\t${nameOf(quota)}\n${scopesText(quota, "  ", "  * ")}  Resource\tUsed\tHard\n  --------\t---\t---\n${amounts(quota, "  ", false)}`,
  );
  return [
    `Name:\t${nameOf(object)}\n`,
    labels(object),
    annotations(object),
    `Status:\t${textAt(object, "status", "phase")}\n`,
    timedConditions(object),
    quotas.length === 0 ? "\nNo resource quota.\n" : `\nResource Quotas\n${quotaTexts.join("")}`,
    limits.length === 0
      ? "\nNo LimitRange resource.\n"
      : `\nResource Limits\n${limitHeader(" ")}${limits.map((each) => limitRows(each, " ")).join("")}`,
  ].join("");
}

/** Conditions with the times at which they came about; "" without any. */
export function timedConditions(object: JsonObject): string {
  const found = itemsAt(object, "status", "conditions");
  if (found.length === 0) return "";
  const rows = found.map((each) => {
    const time = longTime(textAt(each, "lastTransitionTime"));
    const cells = [textAt(each, "type"), textAt(each, "status"), time, textAt(each, "reason"), textAt(each, "message")];
    return `  ${cells.join("\t")}\n`;
  });
  return `Conditions:\n  Type\tStatus\tLastTransitionTime\tReason\tMessage\n  ----\t------\t------------------\t------\t-------\n${rows.join("")}`;
}

/** Whether a value is there. */
export const has = (object: JsonValue, ...path: readonly string[]): boolean => {
  const value = valueAt(object, ...path);
  return value !== undefined && value !== null;
};
