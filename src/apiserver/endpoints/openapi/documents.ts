import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import type { ResourceInfo } from "../../registry/resource-definition.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import { customDefinitions } from "./custom-definition.ts";
import { customOperations } from "./custom-operations.ts";
import { createDefinitions, type Definition, type Definitions } from "./definitions.ts";
import { loadDescriptions, type Descriptions } from "./descriptions.ts";
import { groupVersionKinds } from "./group-version-kinds.ts";
import { createOptionParameters } from "./option-parameters.ts";
import type { BodyType, Operation } from "./operation.ts";
import { type OperationSources, groupVersionPath } from "./operation-builder.ts";
import { version2, version3, version3WithoutEnums, type Dialect } from "./places.ts";
import { writeDocumentV2, writePathsV2 } from "./write-v2.ts";
import { writeDocumentV3, writePathsV3 } from "./write-v3.ts";
import { documentsWithoutGroup, groupOperation, rootOperation, versionOperation } from "./other-operations.ts";
import { resourceOperations } from "./resource-operations.ts";

/** Returns all operations of the server by the name of their version 3 document. */
function documentOperations(
  definitions: readonly ResourceInfo[],
  sources: OperationSources,
): ReadonlyMap<string, readonly Operation[]> {
  const documents = new Map<string, readonly Operation[]>([
    ...documentsWithoutGroup,
    ["api", [rootOperation("/api/")]],
    ["apis", [rootOperation("/apis/")]],
  ]);
  const add = (name: string, operations: readonly Operation[]): unknown =>
    documents.set(name, [...(documents.get(name) ?? []), ...operations]);
  for (const definition of definitions) {
    const { group } = definition;
    const name = groupVersionPath(definition).slice(1);
    if (group !== "" && !documents.has(`apis/${group}`)) add(`apis/${group}`, [groupOperation(group)]);
    if (!documents.has(name)) add(name, [versionOperation(definition)]);
    add(name, resourceOperations(definition, sources));
  }
  return documents;
}

/** The OpenAPI documents of the served resources. */
export interface OpenApiDocuments {
  v2(): string;
  /** The names of the version 3 documents: `api/v1`, `apis/apps/v1`, `version`. */
  v3Names(): readonly string[];
  v3(name: string): string | undefined;
}

/** Creates the documents of built-in and custom resources. Only custom resources change at runtime. */
export type MakeDocuments = (builtin: readonly ResourceInfo[]) => (custom: readonly ResourceInfo[]) => OpenApiDocuments;

/** Loads the dependencies of the documents, which include large description texts. */
export const loadDocuments = async (types: TypeRegistry, enums = true): Promise<MakeDocuments> =>
  createDocuments(types, await loadDescriptions(), enums);

/**
 * Creates documents from the schema model, the resource definitions and the descriptions. The parts for built-in
 * resources are generated once.
 */
function createDocuments(types: TypeRegistry, descriptions: Descriptions, enums = true): MakeDocuments {
  const sources = { types, descriptions, kinds: groupVersionKinds(types) };
  const inV2 = createDefinitions(sources, version2);
  const inV3 = createDefinitions(sources, enums ? version3 : version3WithoutEnums);
  const operationSources: OperationSources = {
    descriptions,
    options: createOptionParameters(types, descriptions),
    typeOf: (gvk) => typeOf(types, gvk),
  };
  return (builtin) => {
    const native = documentOperations(builtin, operationSources);
    const nativeV2 = lazy(() => writePathsV2([...native.values()].flat()));
    const nativeV3 = new Map(
      [...native].map(([name, operations]) => [name, lazy(() => writeDocumentV3(writePathsV3(operations), inV3))]),
    );
    return (custom) => {
      const operations = customOperations(custom, operationSources);
      const definitions = (dialect: Dialect, known: Definitions): Definitions =>
        withCustom(customDefinitions(custom, dialect, descriptions), known);
      return {
        v2: () =>
          writeDocumentV2([nativeV2(), writePathsV2([...operations.values()].flat())], definitions(version2, inV2)),
        v3Names: () => [...native.keys(), ...operations.keys()],
        v3(name) {
          const found = operations.get(name);
          return found === undefined
            ? nativeV3.get(name)?.()
            : writeDocumentV3(writePathsV3(found), definitions(version3, inV3));
        },
      };
    };
  };
}

function typeOf(types: TypeRegistry, gvk: GroupVersionKind): BodyType {
  const schema = types.schemaOf(gvk);
  if (schema === undefined) throw new Error(`no type for ${gvk.group}/${gvk.version} ${gvk.kind}`);
  return { definition: schema.name };
}

const withCustom =
  (custom: ReadonlyMap<string, Definition>, known: Definitions): Definitions =>
  (name) =>
    custom.get(name) ?? known(name);

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
