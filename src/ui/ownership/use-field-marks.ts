import type { KubeObject } from "../../apimachinery/meta.ts";
import { managersOf } from "../../client/managed-fields.ts";
import { readManifest } from "../../assist/manifest-places.ts";
import { useLatestAnswer } from "../data/use-answer.ts";
import { printYaml } from "../data/yaml.ts";
import { markFields, type FieldMark } from "../kube/field-marks.ts";

/** An object's text and the marks of its fields. */
export interface MarkedText {
  readonly object: KubeObject;
  readonly lines: readonly string[];
  readonly marks: readonly FieldMark[];
}

async function markText(object: KubeObject): Promise<MarkedText> {
  const { managedFields: _managed, ...metadata } = object.metadata;
  const text = (await printYaml({ ...object, metadata })).trimEnd();
  return { object, lines: text.split("\n"), marks: markFields(await readManifest(text), managersOf(object)) };
}

/** Returns the object as YAML with its fields marked. The previous result is shown while a new one is computed. */
export const useFieldMarks = (object: KubeObject): MarkedText | undefined =>
  useLatestAnswer(() => markText(object), [object]);
