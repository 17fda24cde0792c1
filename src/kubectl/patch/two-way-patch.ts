import type { JsonObject } from "../../apimachinery/json/value.ts";
import { createMergePatch } from "../../apiserver/patch/create-merge-patch.ts";
import { diffMaps } from "../../apiserver/patch/strategic/diff-maps.ts";
import type { Invocation } from "../invocation.ts";
import { objectAt } from "../json-access.ts";
import type { Info } from "../resource/info.ts";
import { openApiOf, schemaOfKind, takesStrategicPatches } from "../resource/openapi.ts";
import { OpenApiPatchSchema } from "./openapi-patch-schema.ts";

/** A patch and its media type. */
export interface TypedPatch {
  readonly patch: JsonObject;
  readonly type: string;
}

/** The patch that changes an object to another: a strategic one if the server takes it. Throws what requests throw. */
export async function changesPatch(
  invocation: Invocation,
  { resource, object }: Info,
  edited: JsonObject,
): Promise<TypedPatch> {
  const document = await openApiOf(invocation, resource.group, resource.version);
  const schema = document === undefined ? undefined : schemaOfKind(document, resource);
  if (document === undefined || schema === undefined || !takesStrategicPatches(document, resource))
    return { patch: createMergePatch(object, edited), type: "application/merge-patch+json" };
  const types = new OpenApiPatchSchema(objectAt(document, "components", "schemas"), schema);
  return { patch: diffMaps(object, edited, types), type: "application/strategic-merge-patch+json" };
}
