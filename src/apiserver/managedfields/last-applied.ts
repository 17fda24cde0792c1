import { formatGroupVersion } from "../../apimachinery/gvk.ts";
import { byteLength } from "../../apimachinery/go-strings.ts";
import { decodeJson } from "../../apimachinery/json/decode.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { asJson, type KubeObject } from "../../apimachinery/meta.ts";
import { compareTyped } from "../../structured-merge-diff/compare.ts";
import type { FieldSet } from "../../structured-merge-diff/field-set.ts";
import type { Conflict } from "../../structured-merge-diff/managers.ts";
import { toFieldSet } from "../../structured-merge-diff/to-field-set.ts";
import { isValidValue } from "../../structured-merge-diff/validate.ts";
import { isMap } from "../../structured-merge-diff/value.ts";
import type { FieldManager } from "./field-manager.ts";
import { metadataOf, withManagedFields } from "./object-parts.ts";

/** The annotation in which kubectl stores the configuration of its last client-side apply. */
const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";

/** The only manager for which the annotation is read and updated. */
export const kubectlManager = "kubectl";

const maxAnnotationsSize = 256 * 1024;

const lastAppliedOf = (object: KubeObject): string => object.metadata?.annotations?.[lastAppliedAnnotation] ?? "";

/**
 * Returns the conflicts that remain after removing fields which kubectl last set with client-side apply and which have
 * not changed since (internal.lastAppliedManager).
 */
export function conflictsBeyondLastApplied(
  fields: FieldManager,
  live: KubeObject,
  conflicts: readonly Conflict[],
): readonly Conflict[] {
  const allowed = unchangedSinceLastApplied(fields, live);
  return allowed ? conflicts.filter(({ path }) => !allowed.has(path)) : conflicts;
}

/**
 * Returns the fields of the last-applied configuration whose live values are unchanged, or undefined if the annotation
 * cannot be used.
 */
function unchangedSinceLastApplied({ atom, kind }: FieldManager, live: KubeObject): FieldSet | undefined {
  const config = parseConfig(lastAppliedOf(live));
  if (!config || config["apiVersion"] !== formatGroupVersion(kind)) return undefined;
  const value = asJson(withManagedFields(live, undefined));
  if (!isValidValue(value, atom, false) || !isValidValue(config, atom, false)) return undefined;
  const { modified, added, removed } = compareTyped(config, value, atom);
  return toFieldSet(config, atom).difference(modified).difference(added).difference(removed);
}

function parseConfig(text: string): JsonObject | undefined {
  if (text === "") return undefined;
  try {
    const value = decodeJson(text);
    return isMap(value) && typeof value["kind"] === "string" && value["kind"] !== "" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Updates the annotation of an object that has one (internal.lastAppliedUpdater). */
export function refreshLastApplied(object: KubeObject, applied: JsonObject): KubeObject {
  if (lastAppliedOf(object) === "") return object;
  const annotations: Record<string, string> = {
    ...object.metadata.annotations,
    [lastAppliedAnnotation]: buildLastApplied(applied),
  };
  if (sizeOf(annotations) > maxAnnotationsSize) delete annotations[lastAppliedAnnotation];
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/** Encodes the configuration as kubectl does for the annotation, without the annotation itself. */
function buildLastApplied(applied: JsonObject): string {
  const { annotations, ...metadata } = metadataOf(applied);
  if (!isMap(annotations)) return `${encodeJson(isMap(applied["metadata"]) ? { ...applied, metadata } : applied)}\n`;
  const kept = Object.fromEntries(Object.entries(annotations).filter(([name]) => name !== lastAppliedAnnotation));
  return `${encodeJson({ ...applied, metadata: { ...metadata, annotations: kept } satisfies JsonValue })}\n`;
}

function sizeOf(annotations: Readonly<Record<string, string>>): number {
  let size = 0;
  for (const [name, value] of Object.entries(annotations)) size += byteLength(name) + byteLength(value);
  return size;
}
