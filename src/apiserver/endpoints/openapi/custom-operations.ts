import { gvkOf, type ResourceInfo } from "../../registry/resource-definition.ts";
import {
  accepted,
  created,
  groupVersionPath,
  metaType,
  ok,
  operationBuilder,
  type OperationSources,
  type RouteShape,
} from "./operation-builder.ts";
import type { BodyType, Operation } from "./operation.ts";
import { definitionName } from "./custom-definition.ts";

const media = ["application/json", "application/yaml"];
const patchMedia = ["application/json-patch+json", "application/merge-patch+json", "application/apply-patch+yaml"];
const status = metaType("Status");

/** The operations on a custom resource and its subresources (apiextensions openapi builder). */
export function customOperations(definition: ResourceInfo, sources: OperationSources): readonly Operation[] {
  const { namespaced, resource, kind } = definition;
  const base = groupVersionPath(definition);
  const path = `${base}${namespaced ? "/namespaces/{namespace}" : ""}/${resource}`;
  const build = operationBuilder(definition, sources);
  const list = listShape(definition, path, `${namespaced ? "Namespaced" : ""}${kind}`);
  const everywhere = namespaced ? [{ ...list, path: `${base}/${resource}`, noun: `${kind}ForAllNamespaces` }] : [];
  return [
    ...everywhere,
    list,
    ...collectionShapes(definition, path),
    ...itemShapes(definition, path),
    ...subresourceShapes(definition, path),
  ].map((shape) => build({ produces: media, consumes: media, ...shape }));
}

const typeOf = (definition: ResourceInfo, kind: string): BodyType => ({
  definition: definitionName({ ...gvkOf(definition), kind }),
});
const nounOf = ({ namespaced, kind }: ResourceInfo): string => `${namespaced ? "Namespaced" : ""}${kind}`;

const listShape = (d: ResourceInfo, path: string, noun: string): RouteShape => ({
  path,
  noun,
  gvk: gvkOf(d),
  method: "get",
  action: "list",
  verb: "list",
  description: `list objects of kind ${d.kind}`,
  options: ["ListOptions"],
  answers: [ok(typeOf(d, d.published?.listKind ?? `${d.kind}List`))],
});

function collectionShapes(d: ResourceInfo, path: string): readonly RouteShape[] {
  const [gvk, noun, object] = [gvkOf(d), nounOf(d), typeOf(d, d.kind)];
  return [
    {
      path,
      noun,
      gvk,
      method: "post",
      action: "post",
      verb: "create",
      description: `create a ${d.kind}`,
      options: ["CreateOptions"],
      body: { type: object, required: true },
      answers: [ok(object), accepted(object), created(object)],
    },
    {
      path,
      noun: `Collection${noun}`,
      gvk,
      method: "delete",
      action: "deletecollection",
      verb: "delete",
      description: `delete collection of ${d.kind}`,
      options: ["ListOptions"],
      answers: [ok(status)],
    },
  ];
}

function itemShapes(d: ResourceInfo, collection: string): readonly RouteShape[] {
  const path = `${collection}/{name}`;
  const remove: RouteShape = {
    path,
    noun: nounOf(d),
    gvk: gvkOf(d),
    method: "delete",
    action: "delete",
    verb: "delete",
    description: `delete a ${d.kind}`,
    options: ["DeleteOptions"],
    body: { type: metaType("DeleteOptions"), required: false },
    answers: [ok(status), accepted(status)],
  };
  return [...viewShapes(d, path, "", typeOf(d, d.kind)), remove];
}

/** What one can do with an object or a part of it: read, replace, patch. */
function viewShapes(d: ResourceInfo, path: string, part: string, object: BodyType): readonly RouteShape[] {
  const shape = { path, noun: nounOf(d) + part.charAt(0).toUpperCase() + part.slice(1), gvk: gvkOf(d) };
  const specified = `${part === "" ? "" : `${part} of `}the specified ${d.kind}`;
  return [
    {
      ...shape,
      method: "get",
      action: "get",
      verb: "read",
      description: `read ${specified}`,
      options: ["GetOptions"],
      answers: [ok(object)],
    },
    {
      ...shape,
      method: "put",
      action: "put",
      verb: "replace",
      description: `replace ${specified}`,
      options: ["UpdateOptions"],
      body: { type: object, required: true },
      answers: [ok(object), created(object)],
    },
    {
      ...shape,
      method: "patch",
      action: "patch",
      verb: "patch",
      description: `partially update ${specified}`,
      options: ["PatchOptions"],
      consumes: patchMedia,
      body: { type: metaType("Patch"), required: true },
      answers: [ok(object)],
    },
  ];
}

const scale: BodyType = { definition: "io.k8s.api.autoscaling.v1.Scale" };

const subresourceShapes = (d: ResourceInfo, collection: string): readonly RouteShape[] =>
  (d.subresources ?? []).flatMap(({ name }) =>
    viewShapes(d, `${collection}/{name}/${name}`, name, name === "scale" ? scale : typeOf(d, d.kind)),
  );
