import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { asKubeObject, type KubeObject } from "../../apimachinery/meta.ts";
import { semanticEqual } from "../../apis/strategies/semantic-equal.ts";
import type { Field, ObjectSchema, Schema } from "../../apiserver/schema/schema.ts";

// Definitions are stored as apiextensions.k8s.io/v1beta1, which is served no more: what all versions have in common
// stands once, beside them (apiextensions/v1 conversion.go).

export const storedDefinitionVersion = "v1beta1";

/** What a version has of its own, or all have in common, by its name in v1beta1. */
const shared = {
  validation: "schema",
  subresources: "subresources",
  additionalPrinterColumns: "additionalPrinterColumns",
  selectableFields: "selectableFields",
} as const;

const withFields = (schema: ObjectSchema, fields: readonly Field[]): ObjectSchema => ({
  ...schema,
  name: `${schema.name}.${storedDefinitionVersion}`,
  fields,
  field: (name) => fields.find((field) => field.name === name),
});

function fieldOf(schema: Schema | undefined, name: string): Field {
  const field = schema?.kind === "object" ? schema.field(name) : undefined;
  if (field === undefined) throw new Error(`definitions have no ${name}`);
  return field;
}

function itemsOf({ schema }: Field): ObjectSchema {
  if (schema.kind !== "list" || schema.items.schema.kind !== "object")
    throw new Error("a list of definitions has none");
  return schema.items.schema;
}

function objectOf({ schema }: Field): ObjectSchema {
  if (schema.kind !== "object") throw new Error("a part of definitions is no object");
  return schema;
}

/** Copies a field, whose schema may be resolved when it is first read. */
const copied = (field: Field, changes: Partial<Field>): Field => ({ ...field, schema: field.schema, ...changes });

const changed = (field: Field, schema: Schema): Field => copied(field, { schema });

function withItems(field: Field, change: (items: ObjectSchema) => ObjectSchema): Field {
  const { schema } = field;
  if (schema.kind !== "list") throw new Error(`${field.name} of definitions is no list`);
  return changed(field, { ...schema, items: { ...schema.items, schema: change(itemsOf(field)) } });
}

const renamed = (schema: ObjectSchema, from: string, to: string): ObjectSchema =>
  withFields(
    schema,
    schema.fields.map((field) => (field.name === from ? copied(field, { name: to }) : field)),
  );

const replaced = (schema: ObjectSchema, ...fields: readonly Field[]): ObjectSchema =>
  withFields(
    schema,
    schema.fields.map((field) => fields.find(({ name }) => name === field.name) ?? field),
  );

const optional = { omitempty: true, required: false } as const;

/** Derives the type of definitions in v1beta1 from that in v1. */
export function storedDefinitionSchema(v1: ObjectSchema): ObjectSchema {
  const spec = objectOf(fieldOf(v1, "spec"));
  const version = itemsOf(fieldOf(spec, "versions"));
  const columns = withItems(fieldOf(version, "additionalPrinterColumns"), (column) =>
    renamed(column, "jsonPath", "JSONPath"),
  );
  const versions = withItems(fieldOf(spec, "versions"), (one) => replaced(one, columns));
  const group = fieldOf(spec, "group");
  const conversion = fieldOf(spec, "conversion");
  const [strategy, webhook] = [fieldOf(conversion.schema, "strategy"), fieldOf(conversion.schema, "webhook")];
  const [config, reviews] = ["clientConfig", "conversionReviewVersions"].map((name) => fieldOf(webhook.schema, name));
  if (config === undefined || reviews === undefined) throw new Error("definitions have no webhook");
  const fields: readonly Field[] = [
    group,
    copied(group, { ...optional, name: "version" }),
    fieldOf(spec, "names"),
    fieldOf(spec, "scope"),
    copied(fieldOf(version, "schema"), { name: "validation" }),
    fieldOf(version, "subresources"),
    versions,
    columns,
    fieldOf(version, "selectableFields"),
    changed(
      conversion,
      withFields(objectOf(conversion), [
        strategy,
        copied(config, { name: "webhookClientConfig" }),
        copied(reviews, optional),
      ]),
    ),
    copied(fieldOf(spec, "preserveUnknownFields"), { ...optional, pointer: true }),
  ];
  return replaced(v1, changed(fieldOf(v1, "spec"), withFields(spec, fields)));
}

interface Column extends JsonObject {
  readonly [name: string]: JsonValue;
}

const columnsAs = (columns: JsonValue | undefined, from: string, to: string): JsonValue | undefined =>
  Array.isArray(columns)
    ? columns.map((column) => {
        const { [from]: path, ...rest } = column as Column; // of its type
        return path === undefined ? rest : { ...rest, [to]: path };
      })
    : columns;

type Members = { [name: string]: JsonValue | undefined };

const specOf = (definition: KubeObject): Members => definition["spec"] as Members; // decoded by its type
const membersOf = (value: JsonValue | undefined): Members => (value ?? {}) as Members;

const present = (members: Members): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;

/** Returns a definition of v1 in v1beta1. */
export function toStoredDefinition(definition: KubeObject): KubeObject {
  const { versions: listed, conversion, preserveUnknownFields, ...spec } = specOf(definition);
  const versions: Members[] = (Array.isArray(listed) ? listed : []).map((version) => ({ ...membersOf(version) }));
  for (const version of versions)
    version["additionalPrinterColumns"] = columnsAs(version["additionalPrinterColumns"], "jsonPath", "JSONPath");
  const common: Members = {};
  for (const [name, own] of Object.entries(shared)) {
    const value = versions[0]?.[own];
    if (!versions.every((version) => semanticEqual(version[own], value))) continue;
    common[name] = value;
    for (const version of versions) delete version[own];
  }
  const { webhook, ...strategy } = membersOf(conversion);
  const { clientConfig, conversionReviewVersions } = membersOf(webhook);
  const stored = present({
    ...spec,
    version: versions[0]?.["name"],
    ...common,
    versions: versions.map(present),
    conversion: conversion && present({ ...strategy, webhookClientConfig: clientConfig, conversionReviewVersions }),
    preserveUnknownFields: preserveUnknownFields ?? false,
  });
  return asKubeObject({ ...definition, spec: stored } as unknown as JsonObject);
}

/** Returns a definition of v1beta1 in v1. */
export function fromStoredDefinition(stored: KubeObject): KubeObject {
  const { version: only, versions: listed, conversion, preserveUnknownFields, ...rest } = specOf(stored);
  const named =
    Array.isArray(listed) && listed.length > 0 ? listed : [{ name: only ?? "", served: true, storage: true }];
  const { validation, subresources, additionalPrinterColumns, selectableFields, ...spec } = rest;
  const common: Members = { schema: validation, subresources, additionalPrinterColumns, selectableFields };
  const versions = named.map((version) => {
    const own: Members = { ...membersOf(version) };
    for (const [name, value] of Object.entries(common)) own[name] ??= value;
    own["additionalPrinterColumns"] = columnsAs(own["additionalPrinterColumns"], "JSONPath", "jsonPath");
    return present(own);
  });
  const { webhookClientConfig: clientConfig, conversionReviewVersions, ...strategy } = membersOf(conversion);
  const webhook = clientConfig === undefined && conversionReviewVersions === undefined;
  const made = present({
    ...spec,
    versions,
    conversion:
      conversion &&
      present({ ...strategy, webhook: webhook ? undefined : present({ clientConfig, conversionReviewVersions }) }),
    ...((preserveUnknownFields ?? true) === true && { preserveUnknownFields: true }),
  });
  return asKubeObject({ ...stored, apiVersion: "apiextensions.k8s.io/v1", spec: made } as unknown as JsonObject);
}
