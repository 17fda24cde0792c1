import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import { created, media, metaType, ok, type RouteShape } from "./operation-builder.ts";
import type { BodyType } from "./operation.ts";

/** PUT of an object or a part of it. */
export const replaceShape = (
  path: string,
  noun: string,
  gvk: GroupVersionKind,
  object: BodyType,
  description: string,
): RouteShape => ({
  path,
  noun,
  gvk,
  description,
  method: "put",
  action: "put",
  verb: "replace",
  options: ["UpdateOptions"],
  body: { type: object, required: true },
  answers: [ok(object), created(object)],
});

/** PATCH of an object or a part of it. */
export const patchShape = (
  path: string,
  noun: string,
  gvk: GroupVersionKind,
  object: BodyType,
  description: string,
): RouteShape => ({
  path,
  noun,
  gvk,
  description,
  method: "patch",
  action: "patch",
  verb: "patch",
  options: ["PatchOptions"],
  consumes: media.patches,
  body: { type: metaType("Patch"), required: true },
  answers: [ok(object), created(object)],
});
