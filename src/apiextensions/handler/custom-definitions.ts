import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { describeFound } from "../../apimachinery/jsonpath/found.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import { asJson, type KubeObject } from "../../apimachinery/meta.ts";
import type {
  ResourceDefinition,
  ScalePaths,
  SubresourceInfo,
  Verb,
} from "../../apiserver/registry/resource-definition.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { deepEqual } from "../../apiserver/schema/validation/deep-equal.ts";
import {
  isConditionTrue,
  storageVersionOf,
  type Definition,
  type Version,
} from "../../apis/apiextensions/definition.ts";
import { compareVersions } from "../../apimachinery/compare-versions.ts";
import { compilePath } from "../columns/compile-path.ts";
import { tableLayoutOf } from "../columns/printer-columns.ts";
import { readScaleValues } from "../validation/scale-fields.ts";

/** The parts of a definition that its resources and their handlers depend on, besides conditions. */
const formOf = ({ spec, status }: Definition): JsonValue =>
  ({ spec, names: status?.acceptedNames }) as unknown as JsonValue;

/** Whether two states of a definition define the same. Specs are compared by value only if one was written anew. */
export const isDefinedAlike = (a: Definition, b: Definition): boolean => deepEqual(formOf(a), formOf(b));

/** Returns the field label of a JSON path. */
const labelOf = (jsonPath: string): string => (jsonPath.startsWith(".") ? jsonPath.slice(1) : jsonPath);

/** Returns a function that reads the scalar at a path as a string; "" if absent. */
function reader(jsonPath: string): (object: KubeObject) => string {
  const find = compilePath(jsonPath);
  return (object) => {
    const value = find?.(asJson(object)); // custom resources are plain JSON
    return value === undefined || value === null ? "" : describeFound(value);
  };
}

/** Returns the selectable fields of a version. The store indexes the fields of all versions. */
function selectableFieldsOf(
  { spec }: Definition,
  version: Version,
): Pick<ResourceDefinition, "selectableFields" | "fieldLabels"> {
  const all = (spec.versions ?? []).flatMap((v) => v.selectableFields ?? []).map(({ jsonPath }) => jsonPath);
  const own = [
    "metadata.name",
    ...(spec.scope === "Namespaced" ? ["metadata.namespace"] : []),
    ...(version.selectableFields ?? []).map(({ jsonPath }) => labelOf(jsonPath)),
  ];
  return {
    ...(all.length > 0 && {
      selectableFields: Object.fromEntries(all.map((path) => [labelOf(path), reader(path)])),
    }),
    fieldLabels: {
      accepted: Object.fromEntries(own.map((path) => [path, path])),
      unsupported: (label) => `field label not supported: ${label}`,
    },
  };
}

const verbs: readonly Verb[] = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];
const terminatingVerbs: readonly Verb[] = ["delete", "deletecollection", "get", "list", "watch"];
const viewVerbs: readonly Verb[] = ["get", "patch", "update"];

const scaleGvk: GroupVersionKind = { group: "autoscaling", version: "v1", kind: "Scale" };

/** Strategies of a version; discovery works without them. */
export interface VersionStrategies {
  readonly main: Strategy;
  readonly status: UpdateStrategy;
}

const noStrategies: VersionStrategies = { main: {}, status: {} };

/**
 * Returns the resource definition of a served version of a definition with accepted names, for the registry and
 * discovery.
 */
export function customResourceDefinition(
  definition: Definition,
  version: Version,
  strategies: VersionStrategies = noStrategies,
): ResourceDefinition {
  const { spec, status } = definition;
  const names = status?.acceptedNames ?? spec.names;
  const { shortNames, categories } = names;
  const warning = deprecationWarning(definition, version);
  const table = tableLayoutOf(version);
  return {
    group: spec.group,
    version: version.name,
    resource: names.plural,
    singular: names.singular ?? "",
    kind: names.kind,
    namespaced: spec.scope === "Namespaced",
    verbs: isConditionTrue(definition, "Terminating") ? terminatingVerbs : verbs,
    ...(shortNames && shortNames.length > 0 && { shortNames }),
    ...(categories && categories.length > 0 && { categories }),
    storageVersion: { group: spec.group, version: storageVersionOf(definition) ?? version.name },
    storagePrefix: `${spec.group}/${names.plural}`,
    strategy: strategies.main,
    ...selectableFieldsOf(definition, version),
    subresources: subresourcesOf(definition, version),
    subresourceBehaviors: { status: { strategy: strategies.status } },
    ...(warning !== undefined && { deprecationWarning: warning }),
    ...(table !== undefined && { table }),
    servedByDefault: true,
    custom: true,
    published: publishedOf(definition, version),
  };
}

/** Returns what OpenAPI publishes about a version. */
function publishedOf(
  definition: Definition,
  { schema, selectableFields }: Version,
): NonNullable<ResourceDefinition["published"]> {
  const { spec, status } = definition;
  const { kind, listKind } = status?.acceptedNames ?? spec.names;
  const told = isConditionTrue(definition, "NonStructuralSchema") ? undefined : schema?.openAPIV3Schema;
  return {
    listKind: listKind ?? `${kind}List`,
    ...(told !== undefined && { schema: told as unknown as JsonObject }), // decoded with its own schema
    selectablePaths: (selectableFields ?? []).map(({ jsonPath }) => labelOf(jsonPath)),
  };
}

function subresourcesOf(definition: Definition, { subresources }: Version): readonly SubresourceInfo[] {
  const scale = subresources?.scale;
  return [
    ...(subresources?.status === undefined
      ? []
      : [{ name: "status", verbs: viewVerbs, shape: { type: "update" } } as const]),
    ...(scale === undefined
      ? []
      : [
          {
            name: "scale",
            gvk: scaleGvk,
            verbs: viewVerbs,
            shape: { type: "scale", paths: scalePaths(definition, scale) },
          } as const,
        ]),
  ];
}

const scalePaths = (
  { spec }: Definition,
  scale: NonNullable<NonNullable<Version["subresources"]>["scale"]>,
): ScalePaths => ({
  specReplicas: scale.specReplicasPath,
  specReplicasByVersion: new Map(
    (spec.versions ?? []).map(({ name, subresources }) => [
      `${spec.group}/${name}`,
      subresources?.scale?.specReplicasPath,
    ]),
  ),
  statusReplicas: scale.statusReplicasPath,
  ...(scale.labelSelectorPath !== undefined && { selector: scale.labelSelectorPath }),
  read: (object) => readScaleValues(object, scale),
});

/** Returns the warning for requests that use a deprecated version. */
function deprecationWarning(
  { spec }: Definition,
  { name, deprecated, deprecationWarning: own }: Version,
): string | undefined {
  if (deprecated !== true) return undefined;
  if (own !== undefined) return own;
  const better = (spec.versions ?? [])
    .filter((v) => v.served && v.deprecated !== true && compareVersions(name, v.name) < 0)
    .map((v) => v.name)
    .sort((a, b) => compareVersions(b, a));
  const message = `${formatGroupVersion({ group: spec.group, version: name })} ${spec.names.kind} is deprecated`;
  return better[0] === undefined ? message : `${message}; use ${spec.group}/${better[0]} ${spec.names.kind}`;
}
