import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import type { ResourceInfo } from "../../registry/resource-definition.ts";
import { conventions, metadataPlace, publishSchema } from "./custom-schema.ts";
import type { Definition } from "./definitions.ts";
import type { Descriptions } from "./descriptions.ts";
import type { Pace } from "./pace.ts";
import { reference, type Dialect } from "./places.ts";

/** `com.example.v1.Widget` of example.com/v1 Widget (kube-openapi ToRESTFriendlyName). */
export const definitionName = ({ group, version, kind }: GroupVersionKind): string =>
  `${group.split(".").reverse().join(".")}.${version}.${kind}`;

const objectMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
const listMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta";

/** Returns the definitions of a custom kind and its list. */
export async function customDefinitions(
  resource: ResourceInfo,
  dialect: Dialect,
  descriptions: Descriptions,
  pace: Pace,
): Promise<readonly Definition[]> {
  return [
    await pace.run(objectDefinition(resource, dialect, descriptions)),
    listDefinition(resource, resource.published?.listKind ?? `${resource.kind}List`, dialect, descriptions),
  ];
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
function* objectDefinition(
  { published, ...gvk }: ResourceInfo,
  dialect: Dialect,
  descriptions: Descriptions,
): Generator<number, Definition> {
  const name = definitionName(gvk);
  const extensions = { ...kindsExtension(gvk), ...selectableExtension(published?.selectablePaths) };
  const schema = published?.schema;
  if (schema === undefined || (dialect.version === 2 && schema["x-kubernetes-preserve-unknown-fields"] === true))
    return { name, text: JSON.stringify({ type: "object", ...extensions }), references: [] };
  const { properties, ...rest } = yield* publishSchema(schema, dialect);
  const members = {
    ...(properties as JsonObject | undefined),
    ...typeMeta(descriptions),
    metadata: metadataPlace(dialect),
  };
  const text = JSON.stringify({ ...rest, properties: members, ...extensions });
  yield text.length;
  return { name, text, references: [objectMeta] };
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
  return { name: definitionName({ ...gvk, kind: listKind }), text, references: [item, listMeta] };
}
