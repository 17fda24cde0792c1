import { preferred, supports } from "../../client/discovery.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import type { Invocation } from "../invocation.ts";
import { itemsAt, nameOf, textAt } from "../json-access.ts";
import { groupResource, pathOf } from "../resource/mapper.ts";
import { lookUp, mapperOf } from "../resource/mapper-of.ts";
import type { Session } from "../session.ts";

const accept = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json";

/** The names of the objects of a type, at most 500. Throws what requests throw, and for unknown types. */
export async function namesOf(invocation: Invocation, type: string): Promise<readonly string[]> {
  const resource = await lookUp(invocation, (mapper) => mapper.find(type));
  const path = pathOf(resource, resource.namespaced ? invocation.namespace : "");
  const list = await invocation.rest.object({ method: "GET", path, accept, query: { limit: "500" } });
  return itemsAt(list, "items").map(nameOf);
}

/** The types of resources that can be read, those of the core first (`kubectl api-resources -o name`). */
export async function typesOf(invocation: Invocation): Promise<readonly string[]> {
  const { resources } = await mapperOf(invocation);
  return preferred(resources)
    .filter((resource) => supports(resource, "get"))
    .toSorted((a, b) => compareUtf8(a.group, b.group) || compareUtf8(a.resource, b.resource))
    .map(groupResource);
}

/** The names of a list of the kubeconfig. */
export const configNames = (session: Session, list: string): readonly string[] =>
  itemsAt(session.config, list).map((item) => textAt(item, "name"));
