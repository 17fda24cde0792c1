import { groupBy } from "../../../apimachinery/group-by.ts";
import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import type { ResourceInfo } from "../../registry/resource-definition.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";
import { customDefinitions } from "./custom-definition.ts";
import { customOperations } from "./custom-operations.ts";
import { createDefinitions, reachable, type Definition, type Definitions } from "./definitions.ts";
import { loadDescriptions, type Descriptions } from "./descriptions.ts";
import { sortedMembers, type OpenApiDocument, type WrittenPaths } from "./document.ts";
import { groupVersionKinds } from "./group-version-kinds.ts";
import { createOptionParameters } from "./option-parameters.ts";
import type { BodyType, Operation } from "./operation.ts";
import { type OperationSources, groupVersionPath } from "./operation-builder.ts";
import { documentsWithoutGroup, groupOperation, rootOperation, versionOperation } from "./other-operations.ts";
import type { Pace } from "./pace.ts";
import { version2, version3, version3WithoutEnums } from "./places.ts";
import { resourceOperations } from "./resource-operations.ts";
import { writePathsV2 } from "./write-v2.ts";
import { writePathsV3 } from "./write-v3.ts";

/** The OpenAPI documents of the served resources. Documents are made of parts that are kept for each resource. */
export interface OpenApiDocuments {
  v2(pace: Pace): Promise<OpenApiDocument>;
  /** The names of the version 3 documents (`api/v1`, `apis/apps/v1`, `version`) and the resources in them. */
  v3Names(): ReadonlyMap<string, readonly ResourceInfo[]>;
  /** The document is the same for the same resources. */
  v3(name: string, pace: Pace): Promise<OpenApiDocument> | undefined;
}

/** Creates the documents of built-in and custom resources. Only custom resources change at runtime. */
export type MakeDocuments = (builtin: readonly ResourceInfo[]) => (custom: readonly ResourceInfo[]) => OpenApiDocuments;

/** Loads the dependencies of the documents, which include large description texts. */
export const loadDocuments = async (types: TypeRegistry, enums = true): Promise<MakeDocuments> =>
  createDocuments(types, await loadDescriptions(), enums);

/** What a resource, a group or a version adds to documents. Each part is written when it is first needed. */
interface Contribution {
  paths(version: 2 | 3): WrittenPaths;
  /** The definitions of a custom resource. */
  definitions(version: 2 | 3, pace: Pace): Promise<readonly Definition[]>;
}

/** The parts of one version 3 document. */
interface Parts {
  readonly resources: readonly ResourceInfo[];
  readonly contributions: readonly Contribution[];
}

/** Creates documents from the schema model, the resource definitions and the descriptions. */
function createDocuments(types: TypeRegistry, descriptions: Descriptions, enums = true): MakeDocuments {
  const definitionSources = { types, descriptions, kinds: groupVersionKinds(types) };
  const dialects = { 2: version2, 3: enums ? version3 : version3WithoutEnums };
  const known = {
    2: createDefinitions(definitionSources, dialects[2]),
    3: createDefinitions(definitionSources, dialects[3]),
  };
  const sources: OperationSources = {
    descriptions,
    options: createOptionParameters(types, descriptions),
    typeOf: (gvk) => typeOf(types, gvk),
  };
  const native = (resource: ResourceInfo): Contribution => contributionOf(() => resourceOperations(resource, sources));
  const contributions = new WeakMap<ResourceInfo, Contribution>();
  const custom = (resource: ResourceInfo): Contribution => {
    const contribution =
      contributions.get(resource) ??
      contributionOf(
        () => customOperations(resource, sources),
        (version, pace) => customDefinitions(resource, dialects[version], descriptions, pace),
      );
    contributions.set(resource, contribution);
    return contribution;
  };
  return (builtin) => {
    const nativeParts = nativeDocuments(builtin, native);
    return (resources) => {
      const customParts = new Map(
        [...byGroupVersion(resources)].map(([name, members]): [string, Parts] => [
          name,
          { resources: members, contributions: members.map(custom) },
        ]),
      );
      const parts = new Map([...nativeParts, ...customParts]);
      return {
        v2: (pace) => {
          const all = [...nativeParts.values(), ...customParts.values()];
          return documentOf(
            2,
            all.flatMap((part) => part.contributions),
            known[2],
            pace,
          );
        },
        v3Names: () => new Map([...parts].map(([name, part]) => [name, part.resources])),
        v3(name, pace) {
          const part = parts.get(name);
          return part && documentOf(3, part.contributions, known[3], pace);
        },
      };
    };
  };
}

/** Returns the parts of the documents that the server has without custom resources. */
function nativeDocuments(
  builtin: readonly ResourceInfo[],
  contributionOfResource: (resource: ResourceInfo) => Contribution,
): ReadonlyMap<string, Parts> {
  const documents = new Map<string, { resources: ResourceInfo[]; contributions: Contribution[] }>();
  const addOperations = (name: string, operations: readonly Operation[]): unknown =>
    documents.set(name, { resources: [], contributions: [contributionOf(() => operations)] });
  for (const [name, operations] of documentsWithoutGroup) addOperations(name, operations);
  addOperations("api", [rootOperation("/api/")]);
  addOperations("apis", [rootOperation("/apis/")]);
  for (const [name, resources] of byGroupVersion(builtin)) {
    for (const resource of resources) {
      const { group } = resource;
      if (group !== "" && !documents.has(`apis/${group}`)) addOperations(`apis/${group}`, [groupOperation(group)]);
      if (!documents.has(name)) addOperations(name, [versionOperation(resource)]);
      documents.get(name)?.resources.push(resource);
      documents.get(name)?.contributions.push(contributionOfResource(resource));
    }
  }
  return documents;
}

/** Groups resources by the name of their document: `apis/apps/v1`. */
function byGroupVersion(resources: readonly ResourceInfo[]): ReadonlyMap<string, readonly ResourceInfo[]> {
  return groupBy(resources, (resource) => groupVersionPath(resource).slice(1));
}

function contributionOf(
  operations: () => readonly Operation[],
  define: (version: 2 | 3, pace: Pace) => Promise<readonly Definition[]> = () => Promise.resolve([]),
): Contribution {
  const written = new Map<2 | 3, WrittenPaths>();
  const defined = new Map<2 | 3, Promise<readonly Definition[]>>();
  return {
    paths(version) {
      const paths = written.get(version) ?? (version === 2 ? writePathsV2(operations()) : writePathsV3(operations()));
      written.set(version, paths);
      return paths;
    },
    definitions(version, pace) {
      const definitions = defined.get(version) ?? define(version, pace);
      defined.set(version, definitions);
      return definitions;
    },
  };
}

const sizeOf = (members: readonly { readonly text: string }[]): number =>
  members.reduce((size, { text }) => size + text.length, 0);

async function documentOf(
  version: 2 | 3,
  contributions: readonly Contribution[],
  known: Definitions,
  pace: Pace,
): Promise<OpenApiDocument> {
  const written: WrittenPaths[] = [];
  for (const contribution of contributions) {
    const paths = contribution.paths(version);
    written.push(paths);
    await pace.spend(sizeOf(paths.paths));
  }
  return {
    version,
    paths: sortedMembers(written.flatMap(({ paths }) => paths)),
    parameters: sortedMembers(written.flatMap(({ parameters }) => parameters)),
    schemas: await schemasOf(version, contributions, written, known, pace),
  };
}

/** Returns the definitions that operations need. Those of custom resources come before built-in ones. */
async function schemasOf(
  version: 2 | 3,
  contributions: readonly Contribution[],
  written: readonly WrittenPaths[],
  known: Definitions,
  pace: Pace,
): Promise<OpenApiDocument["schemas"]> {
  const own = new Map<string, Definition>();
  for (const contribution of contributions)
    for (const definition of await contribution.definitions(version, pace)) own.set(definition.name, definition);
  const references = new Set(written.flatMap((paths) => [...paths.references]));
  return sortedMembers(await reachable(references, (name) => own.get(name) ?? known(name), pace));
}

function typeOf(types: TypeRegistry, gvk: GroupVersionKind): BodyType {
  const schema = types.schemaOf(gvk);
  if (schema === undefined) throw new Error(`no type for ${gvk.group}/${gvk.version} ${gvk.kind}`);
  return { definition: schema.name };
}
