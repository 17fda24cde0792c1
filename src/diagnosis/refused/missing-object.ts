import { nearestWord } from "../../apimachinery/edit-distance.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Remedy } from "../diagnosis.ts";
import { listed } from "../words.ts";
import type { Finding, Refused } from "./refused.ts";
import { pathAt, queryOf } from "./unserved.ts";

/** How many objects are read to find one with a similar name. */
const most = "500";

/** Explains that a named object is not there: by one of a similar name, or of the same name in another namespace. */
export async function missingObject(refused: Refused): Promise<Finding> {
  const { status, at, reading, request } = refused;
  const { name = "", kind: named = "", group = "" } = status.details ?? {};
  // What is said of a subresource is of the object that it belongs to.
  const [kind = ""] = named.split("/");
  const what = group === "" ? kind : `${kind}.${group}`;
  const because = kind === "" ? (status.message ?? "") : `there is no ${name} among ${what}`;
  const finding: Finding = { situation: "request-of-missing-object", state: "Not found", because };
  const isOfPath = at !== undefined && at.name === name && at.resource === kind;
  if (kind === "namespaces" && !isOfPath) return missingNamespace(refused, name, finding);
  if (!isOfPath) return finding;
  const place = { group, resource: kind, ...(at.namespace !== undefined && { namespace: at.namespace }) };
  const names = namesOf(await reading.all(place, { limit: most }));
  if (at.subresource !== undefined && names.includes(name))
    return {
      ...finding,
      situation: "request-of-unknown-subresource",
      because: `${what} have no subresource ${at.subresource}: their definition (CRD) declares none`,
    };
  const near = nearestWord(name, names);
  if (near !== undefined)
    return { ...finding, because: `${because}; did you mean ${near}?`, remedies: [same(refused, { name: near })] };
  const where = at.namespace === undefined ? [] : await elsewhere(refused, name);
  if (where.length > 0)
    return {
      ...finding,
      situation: "request-of-object-elsewhere",
      because: `${because} of the namespace ${at.namespace ?? ""}; there is one in ${listed(where)}`,
      remedies: where.slice(0, 3).map((namespace) => same(refused, { namespace })),
    };
  const collection = pathAt({ ...at, resource: kind }, { namespace: at.namespace });
  if (request.method === "PUT" && at.subresource === undefined)
    return {
      ...finding,
      because: `${because}: a PUT replaces what is there`,
      remedies: [
        {
          kind: "request",
          words: `POST it to ${collection}`,
          method: "POST",
          target: collection + queryOf(request.path),
        },
      ],
    };
  const none = at.namespace === undefined ? "there are none at all" : `the namespace ${at.namespace} has none`;
  const others = names.length === 0 ? none : `there are ${listed(names)}`;
  const list: Remedy = { kind: "other-request", words: `List ${what}`, method: "GET", target: collection };
  return { ...finding, because: `${because}; ${others}`, remedies: [list] };
}

const namesOf = (objects: readonly KubeObject[]): readonly string[] =>
  objects.map(({ metadata: { name = "" } }) => name).filter((name) => name !== "");

/** The namespaces that have an object of a name. */
async function elsewhere({ at, reading }: Refused, name: string): Promise<readonly string[]> {
  if (at === undefined) return [];
  const found = await reading.all(
    { group: at.group, resource: at.resource },
    { fieldSelector: `metadata.name=${name}` },
  );
  return found.map(({ metadata: { namespace = "" } }) => namespace).filter((namespace) => namespace !== "");
}

/** The same request for another object. */
function same({ at, request }: Refused, part: { readonly name?: string; readonly namespace?: string }): Remedy {
  const target = at === undefined ? request.path : pathAt(at, { ...at, ...part }) + queryOf(request.path);
  const words = part.name === undefined ? `Ask in the namespace ${part.namespace ?? ""}` : `Ask for ${part.name}`;
  return { kind: "request", words, target };
}

/** A namespace that a request creates something in, and that is not there. */
async function missingNamespace(refused: Refused, name: string, finding: Finding): Promise<Finding> {
  const near = nearestWord(name, namesOf(await refused.reading.all({ group: "", resource: "namespaces" })));
  const create: Remedy = {
    kind: "other-request",
    words: `Create the namespace ${name}`,
    method: "POST",
    target: "/api/v1/namespaces",
    body: { apiVersion: "v1", kind: "Namespace", metadata: { name } },
    command: `kubectl create namespace ${name}`,
  };
  const because = `the namespace ${name} does not exist`;
  return {
    ...finding,
    situation: "request-in-missing-namespace",
    because: near === undefined ? because : `${because}; did you mean ${near}?`,
    remedies: [...(near === undefined ? [] : [same(refused, { namespace: near })]), create],
  };
}
