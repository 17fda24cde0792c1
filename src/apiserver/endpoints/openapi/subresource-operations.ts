import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import type { ResourceInfo, SubresourceInfo } from "../../registry/resource-definition.ts";
import { accepted, created, media, ok, type OperationSources, type RouteShape } from "./operation-builder.ts";
import type { BodyType } from "./operation.ts";
import { patchShape, replaceShape } from "./view-shapes.ts";

const text: BodyType = { type: "string" };

/** The operations on a resource's subresources; `item` is the path of an object. */
export const subresourceOperations = (
  definition: ResourceInfo,
  item: string,
  sources: OperationSources,
): readonly RouteShape[] =>
  (definition.subresources ?? []).flatMap((subresource) => shapesOf(definition, subresource, item, sources));

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function shapesOf(
  d: ResourceInfo,
  subresource: SubresourceInfo,
  item: string,
  { typeOf }: OperationSources,
): readonly RouteShape[] {
  const { name, shape, gvk = { group: d.group, version: d.version, kind: d.kind } } = subresource;
  const place: Place = {
    d,
    name,
    gvk,
    path: `${item}/${name}`,
    noun: `${d.namespaced ? "Namespaced" : ""}${d.kind}${capitalize(name)}`,
  };
  if (shape.type === "connect")
    return name === "log" ? [logShape(place)] : shape.methods.flatMap((method) => connectShapes(place, method));
  const object = typeOf(gvk);
  return shape.type === "create" ? [createShape(place, object)] : viewShapes(place, object, subresource);
}

interface Place {
  readonly d: ResourceInfo;
  readonly name: string;
  readonly gvk: GroupVersionKind;
  readonly path: string;
  readonly noun: string;
}

const logShape = ({ d, path, noun, gvk, name }: Place): RouteShape => ({
  path,
  noun,
  gvk,
  method: "get",
  action: "get",
  verb: "read",
  description: `read ${name} of the specified ${d.kind}`,
  options: [`${d.kind}LogOptions`],
  produces: ["text/plain", ...media.objects],
  answers: [ok(text)],
});

/** Proxies also take a path of their own behind their name. */
function connectShapes({ d, path, noun, gvk, name }: Place, method: string): readonly RouteShape[] {
  const verb = `connect${capitalize(method.toLowerCase())}`;
  const shape: RouteShape = {
    path,
    noun,
    gvk,
    verb: "connect",
    method: method.toLowerCase(),
    action: "connect",
    nameOf: gvk.kind,
    raw: true,
    description: `connect ${method} requests to ${name} of ${d.kind}`,
    options: [gvk.kind],
    answers: [ok(text)],
  };
  const named = { ...shape, noun: `${verb.slice("connect".length)}${noun}` };
  return name === "proxy" ? [named, { ...named, path: `${path}/{path}`, noun: `${named.noun}WithPath` }] : [named];
}

const createShape = ({ d, path, noun, gvk, name }: Place, object: BodyType): RouteShape => ({
  path,
  noun,
  gvk,
  method: "post",
  action: "post",
  verb: "create",
  nameOf: gvk.kind,
  description: `create ${name} of a ${d.kind}`,
  options: ["CreateOptions"],
  body: { type: object, required: true },
  answers: [ok(object), created(object), accepted(object)],
});

function viewShapes(
  { d, path, noun, gvk, name }: Place,
  object: BodyType,
  { verbs }: SubresourceInfo,
): readonly RouteShape[] {
  const nameOf = gvk.kind;
  const specified = `${name} of the specified ${d.kind}`;
  return [
    ...(verbs.includes("get")
      ? [
          {
            path,
            noun,
            gvk,
            nameOf,
            method: "get",
            action: "get",
            verb: "read",
            description: `read ${specified}`,
            options: [],
            answers: [ok(object)],
          },
        ]
      : []),
    ...(verbs.includes("update") ? [{ ...replaceShape(path, noun, gvk, object, `replace ${specified}`), nameOf }] : []),
    ...(verbs.includes("patch")
      ? [{ ...patchShape(path, noun, gvk, object, `partially update ${specified}`), nameOf }]
      : []),
  ];
}
