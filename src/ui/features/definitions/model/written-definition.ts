import { textOf } from "../../../../apimachinery/text-of.ts";
import { isNode, textsOf, type SchemaNode } from "./schema-node.ts";

/** The fields of a version that the workbench uses. */
export interface WrittenVersionOf {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly schema: SchemaNode | undefined;
  readonly hasStatus: boolean;
  readonly hasScale: boolean;
  readonly selectable: readonly string[];
}

/** The fields of a definition that the workbench uses. Missing strings are "". */
export interface WrittenDefinition {
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly versions: readonly WrittenVersionOf[];
  /** The spec as written, for validation. */
  readonly spec: SchemaNode;
}

const nodeOf = (value: unknown): SchemaNode => (isNode(value) ? value : {});

/** Reads a definition; undefined if the value is of another kind. */
export function readDefinition(value: unknown): WrittenDefinition | undefined {
  if (!isNode(value) || value["kind"] !== "CustomResourceDefinition") return undefined;
  const spec = nodeOf(value["spec"]);
  const names = nodeOf(spec["names"]);
  const versions = Array.isArray(spec["versions"]) ? spec["versions"].filter(isNode) : [];
  return {
    name: textOf(nodeOf(value["metadata"])["name"]),
    group: textOf(spec["group"]),
    kind: textOf(names["kind"]),
    plural: textOf(names["plural"]),
    namespaced: spec["scope"] !== "Cluster",
    versions: versions.map(readVersion),
    spec,
  };
}

function readVersion(version: SchemaNode): WrittenVersionOf {
  const schema = nodeOf(version["schema"])["openAPIV3Schema"];
  const subresources = nodeOf(version["subresources"]);
  const selectable = Array.isArray(version["selectableFields"]) ? version["selectableFields"].filter(isNode) : [];
  return {
    name: textOf(version["name"]),
    served: version["served"] === true,
    storage: version["storage"] === true,
    schema: isNode(schema) ? schema : undefined,
    hasStatus: subresources["status"] !== undefined,
    hasScale: subresources["scale"] !== undefined,
    selectable: textsOf(selectable.map((field) => field["jsonPath"])),
  };
}

/** Returns the version displayed by default: the storage version. */
export const mainVersion = ({ versions }: WrittenDefinition): WrittenVersionOf | undefined =>
  versions.find(({ storage }) => storage) ?? versions[0];

/** Returns the collection path of a version's objects. */
export const collectionOf = (
  { group, plural, namespaced }: WrittenDefinition,
  version: string,
  namespace: string,
): string => `/apis/${group}/${version}${namespaced ? `/namespaces/${encodeURIComponent(namespace)}` : ""}/${plural}`;
