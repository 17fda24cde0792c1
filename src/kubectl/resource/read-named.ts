import { isNotFound } from "../../apimachinery/errors.ts";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import type { Invocation } from "../invocation.ts";
import type { RestRequest } from "../rest/rest.ts";

/**
 * Reads an object by its name. Where it is not there, a namespace that is not there either is what is told of
 * (resource.Info.Get). Throws what requests throw.
 */
export async function readNamed(
  { rest }: Invocation,
  namespace: string,
  request: Omit<RestRequest, "method">,
): Promise<JsonObject> {
  try {
    return await rest.object({ ...request, method: "GET" });
  } catch (error) {
    if (isNotFound(error) && namespace !== "" && namespace !== "default") await requireNamespace({ rest }, namespace);
    throw error;
  }
}

async function requireNamespace({ rest }: Pick<Invocation, "rest">, namespace: string): Promise<void> {
  try {
    await rest.object({ method: "GET", path: `/api/v1/namespaces/${encodeURIComponent(namespace)}` });
  } catch (error) {
    // What else keeps the namespace from being read says nothing about the object.
    if (isNotFound(error)) throw error;
  }
}
