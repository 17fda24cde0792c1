import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import { gvkOf, type ResourceInfo } from "../../registry/resource-definition.ts";
import {
  accepted,
  created,
  groupVersionPath,
  media,
  metaType,
  ok,
  operationBuilder,
  type OperationSources,
  type RouteShape,
} from "./operation-builder.ts";
import type { BodyType, Operation } from "./operation.ts";
import { returnsDeletedObject } from "../../registry/returned-deletions.ts";
import { subresourceOperations } from "./subresource-operations.ts";
import { patchShape, replaceShape } from "./view-shapes.ts";

const status = metaType("Status");
const watchEvent = metaType("WatchEvent");

/** The operations on a built-in resource and its subresources (endpoints registerResourceHandlers). */
export function resourceOperations(definition: ResourceInfo, sources: OperationSources): readonly Operation[] {
  const paths = pathsOf(definition);
  const shapes = [
    ...collectionShapes(definition, paths, sources),
    ...itemShapes(definition, paths, sources),
    ...watchShapes(definition, paths),
  ];
  const build = operationBuilder(definition, sources);
  return [...shapes.map(build), ...subresourceOperations(definition, paths.item, sources).map(build)];
}

interface ResourcePaths {
  readonly collection: string;
  readonly item: string;
  /** Of all namespaces. */
  readonly everywhere: string | undefined;
  readonly watch: string;
  /** `NamespacedPod`. */
  readonly noun: string;
}

function pathsOf({ namespaced, resource, kind, ...gv }: ResourceInfo): ResourcePaths {
  const base = groupVersionPath(gv);
  const inNamespace = namespaced ? "/namespaces/{namespace}" : "";
  const collection = `${base}${inNamespace}/${resource}`;
  return {
    collection,
    item: `${collection}/{name}`,
    everywhere: namespaced ? `${base}/${resource}` : undefined,
    watch: `${base}/watch${inNamespace}/${resource}`,
    noun: `${namespaced ? "Namespaced" : ""}${kind}`,
  };
}

function collectionShapes(
  d: ResourceInfo,
  { collection, everywhere, noun }: ResourcePaths,
  { typeOf }: OperationSources,
): readonly RouteShape[] {
  const gvk = gvkOf(d);
  const object = typeOf(gvk);
  const lists = (): readonly RouteShape[] => {
    const list = typeOf({ ...gvk, kind: `${d.kind}List` });
    const words = `list${d.verbs.includes("watch") ? " or watch" : ""} objects of kind ${d.kind}`;
    const shape = {
      method: "get",
      action: "list",
      verb: "list",
      gvk,
      description: words,
      options: ["ListOptions"],
      produces: media.withStreams,
      answers: [ok(list)],
    } as const;
    return [
      { ...shape, path: collection, noun },
      ...(everywhere === undefined ? [] : [{ ...shape, path: everywhere, noun: `${d.kind}ForAllNamespaces` }]),
    ];
  };
  return [
    ...(d.verbs.includes("list") ? lists() : []),
    ...(d.verbs.includes("create") ? [createShape(collection, noun, gvk, object, d.kind)] : []),
    ...(d.verbs.includes("deletecollection") ? [deleteCollectionShape(collection, noun, gvk)] : []),
  ];
}

const createShape = (
  path: string,
  noun: string,
  gvk: GroupVersionKind,
  object: BodyType,
  kind: string,
): RouteShape => ({
  path,
  noun,
  gvk,
  method: "post",
  action: "post",
  verb: "create",
  description: `create a ${kind}`,
  options: ["CreateOptions"],
  body: { type: object, required: true },
  answers: [ok(object), created(object), accepted(object)],
});

const deleteCollectionShape = (path: string, noun: string, gvk: GroupVersionKind): RouteShape => ({
  path,
  noun: `Collection${noun}`,
  gvk,
  method: "delete",
  action: "deletecollection",
  verb: "delete",
  description: `delete collection of ${gvk.kind}`,
  options: ["DeleteOptions", "ListOptions"],
  without: ["watch", "allowWatchBookmarks"],
  body: { type: metaType("DeleteOptions"), required: false },
  answers: [ok(status)],
});

function itemShapes(
  d: ResourceInfo,
  { item: path, noun }: ResourcePaths,
  { typeOf }: OperationSources,
): readonly RouteShape[] {
  const gvk = gvkOf(d);
  const object = typeOf(gvk);
  const deleted = returnsDeletedObject(d) ? object : status;
  const shapes: readonly RouteShape[] = [
    {
      path,
      noun,
      gvk,
      method: "get",
      action: "get",
      verb: "read",
      description: `read the specified ${d.kind}`,
      options: [],
      answers: [ok(object)],
    },
    replaceShape(path, noun, gvk, object, `replace the specified ${d.kind}`),
    {
      path,
      noun,
      gvk,
      method: "delete",
      action: "delete",
      verb: "delete",
      description: `delete a ${d.kind}`,
      options: ["DeleteOptions"],
      body: { type: metaType("DeleteOptions"), required: false },
      answers: [ok(deleted), accepted(deleted)],
    },
    patchShape(path, noun, gvk, object, `partially update the specified ${d.kind}`),
  ];
  const verbOf = { get: "get", put: "update", delete: "delete", patch: "patch" } as const;
  return shapes.filter(({ action }) => d.verbs.some((verb) => verbOf[action as keyof typeof verbOf] === verb));
}

/** The old paths of watches. */
function watchShapes(d: ResourceInfo, { everywhere, watch, noun }: ResourcePaths): readonly RouteShape[] {
  if (!d.verbs.includes("watch")) return [];
  const shape = {
    gvk: gvkOf(d),
    method: "get",
    verb: "watch",
    options: ["ListOptions"],
    produces: media.withStreams,
    answers: [ok(watchEvent)],
  } as const;
  const instead = "deprecated: use the 'watch' parameter with a list operation instead";
  const list = {
    ...shape,
    action: "watchlist",
    description: `watch individual changes to a list of ${d.kind}. ${instead}.`,
  } as const;
  const all =
    everywhere === undefined
      ? []
      : [{ ...list, path: `${groupVersionPath(d)}/watch/${d.resource}`, noun: `${d.kind}ListForAllNamespaces` }];
  const item = {
    ...shape,
    action: "watch",
    path: `${watch}/{name}`,
    noun,
    description: `watch changes to an object of kind ${d.kind}. ${instead}, filtered to a single item with the 'fieldSelector' parameter.`,
  };
  return [...all, { ...list, path: watch, noun: `${noun}List` }, item];
}
