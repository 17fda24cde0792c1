import { pushAll } from "../../apimachinery/long-lists.ts";
import { isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { itemsAt, textAt, valueAt } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import { parseManifest } from "../resource/documents.ts";
import type { FieldSpec } from "./field-specs.ts";

/** The tables of fields that a configuration may add to. */
const sections = [
  "commonAnnotations",
  "commonLabels",
  "images",
  "labels",
  "namePrefix",
  "nameSuffix",
  "namespace",
  "replicas",
  "templateLabels",
  "varReference",
] as const;

type Section = (typeof sections)[number];

/** A kind, and the fields that name objects of it. */
export interface NameReference {
  readonly target: Pick<FieldSpec, "kind" | "group">;
  readonly specs: readonly FieldSpec[];
}

/** What `configurations` add to the tables of transformers (builtinconfig.TransformerConfig). */
export interface Configuration {
  readonly fields: Readonly<Record<Section, FieldSpec[]>>;
  readonly references: NameReference[];
}

/** A configuration that adds nothing. */
export const emptyConfiguration = (): Configuration => ({
  fields: {
    commonAnnotations: [],
    commonLabels: [],
    images: [],
    labels: [],
    namePrefix: [],
    nameSuffix: [],
    namespace: [],
    replicas: [],
    templateLabels: [],
    varReference: [],
  },
  references: [],
});

/** Adds what another configuration says. */
export function mergeConfiguration(into: Configuration, other: Configuration): void {
  for (const section of sections) pushAll(into.fields[section], other.fields[section]);
  pushAll(into.references, other.references);
}

/** A field as JSON describes it (types.FieldSpec). */
export const fieldSpecOf = (value: JsonValue): FieldSpec => ({
  kind: textAt(value, "kind") || "*",
  group: valueAt(value, "group") === undefined ? undefined : textAt(value, "group"),
  path: textAt(value, "path")
    .split(/(?<!\\)\//)
    .map((part) => part.replaceAll("\\/", "/"))
    .filter((part) => part !== ""),
  create: textAt(value, "create") === "true",
});

/** Reads the files of `configurations`. Throws a KubectlError. */
export async function readConfigurations(
  paths: readonly JsonValue[],
  read: (path: string) => Promise<string>,
): Promise<Configuration> {
  const configuration = emptyConfiguration();
  for (const path of paths) {
    const value = parseManifest(await read(String(path)));
    if (!isObject(value)) continue;
    const odd = Object.keys(value).find((name) => name !== "nameReference" && !sections.some((each) => each === name));
    if (odd !== undefined)
      throw new KubectlError(
        `error unmarshaling JSON: while decoding JSON: json: unknown field ${JSON.stringify(odd)}`,
      );
    for (const section of sections) pushAll(configuration.fields[section], itemsAt(value, section).map(fieldSpecOf));
    for (const each of itemsAt(value, "nameReference")) {
      const { kind, group } = fieldSpecOf(each);
      configuration.references.push({ target: { kind, group }, specs: itemsAt(each, "fieldSpecs").map(fieldSpecOf) });
    }
  }
  return configuration;
}
