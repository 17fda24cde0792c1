import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import type { ResourceInfo } from "../../registry/resource-definition.ts";
import { conventions, metadataPlace, publishSchema } from "./custom-schema.ts";
import type { Definition } from "./definitions.ts";
import type { Descriptions } from "./descriptions.ts";
import { reference, type Dialect } from "./places.ts";

/** `com.example.v1.Widget` of example.com/v1 Widget (kube-openapi ToRESTFriendlyName). */
export const definitionName = ({ group, version, kind }: GroupVersionKind): string =>
  `${group.split(".").reverse().join(".")}.${version}.${kind}`;

const objectMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
const listMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta";

/** The definitions of custom kinds and their lists, by name. */
export function customDefinitions(
  resources: readonly ResourceInfo[],
  dialect: Dialect,
  descriptions: Descriptions,
): ReadonlyMap<string, Definition> {
  const definitions = new Map<string, Definition>();
  for (const resource of resources) {
    const { group, version, kind } = resource;
    const listKind = resource.published?.listKind ?? `${kind}List`;
    definitions.set(definitionName({ group, version, kind }), objectDefinition(resource, dialect, descriptions));
    definitions.set(
      definitionName({ group, version, kind: listKind }),
      listDefinition(resource, listKind, dialect, descriptions),
    );
  }
  return definitions;
}

const kindsExtension = (gvk: GroupVersionKind): JsonObject => ({
  "x-kubernetes-group-version-kind": [{ group: gvk.group, kind: gvk.kind, version: gvk.version }],
});

const selectableExtension = (paths: readonly string[] | undefined): JsonObject =>
  paths === undefined || paths.length === 0
    ? {}
    : { "x-kubernetes-selectable-fields": paths.map((fieldPath) => ({ fieldPath })) };

/** apiVersion and kind as every object has them. */
const typeMeta = (descriptions: Descriptions): JsonObject =>
  Object.fromEntries(
    ["apiVersion", "kind"].map((name): [string, JsonValue] => {
      const description = descriptions.field("io.k8s.api.core.v1.ConfigMap", name);
      return [name, { ...(description !== undefined && { description }), type: "string" }];
    }),
  );

/**
 * The definition of a kind. Without a schema, only its group, version and kind are published, because clients would
 * take listed properties to be complete.
 */
function objectDefinition(
  { published, ...gvk }: ResourceInfo,
  dialect: Dialect,
  descriptions: Descriptions,
): Definition {
  const extensions = { ...kindsExtension(gvk), ...selectableExtension(published?.selectablePaths) };
  const schema = published?.schema;
  if (schema === undefined || (dialect.version === 2 && schema["x-kubernetes-preserve-unknown-fields"] === true))
    return { text: JSON.stringify({ type: "object", ...extensions }), references: [] };
  const { properties, ...rest } = publishSchema(schema, dialect);
  const members = {
    ...(properties as JsonObject | undefined),
    ...typeMeta(descriptions),
    metadata: metadataPlace(dialect),
  };
  return { text: JSON.stringify({ ...rest, properties: members, ...extensions }), references: [objectMeta] };
}

function listDefinition(
  { published, kind, resource, ...gvk }: ResourceInfo,
  listKind: string,
  dialect: Dialect,
  descriptions: Descriptions,
): Definition {
  const item = definitionName({ ...gvk, kind });
  const text = JSON.stringify({
    description: `${listKind} is a list of ${kind}`,
    properties: {
      ...typeMeta(descriptions),
      items: {
        description: `List of ${resource}. More info: ${conventions}`,
        items: reference(dialect, item, {}),
        type: "array",
      },
      metadata: reference(dialect, listMeta, {
        description: `Standard list metadata. More info: ${conventions}#types-kinds`,
      }),
    },
    required: ["items"],
    type: "object",
    ...kindsExtension({ ...gvk, kind: listKind }),
    ...selectableExtension(published?.selectablePaths),
  });
  return { text, references: [item, listMeta] };
}
