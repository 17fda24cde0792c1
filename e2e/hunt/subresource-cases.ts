import { formatGroupVersion } from "../../src/apimachinery/gvk.ts";
import { encodeJson } from "../../src/apimachinery/json/encode.ts";
import { isObject, type JsonObject } from "../../src/apimachinery/json/value.ts";
import type { BuiltinResource, SubresourceInfo } from "../../src/apiserver/registry/resource-definition.ts";
import { loadBuiltinTypes } from "../../src/apiserver/schema/builtin/builtin-types.ts";
import { builtinResources } from "../../src/apis/all-resources.ts";
import { filled, liveVersion, maxBodyBytes, post, type HuntCase, type HuntRequest } from "./hunt-case.ts";
import { filledBodies, seedOf, targetOf } from "./kind-cases.ts";

/** The parts of an object that a subresource of its own kind changes; of others everything is ignored. */
const changedBy: Readonly<Record<string, RegExp>> = {
  status: /^status\./,
  approval: /^status\./,
  finalize: /^spec\./,
  ephemeralcontainers: /^spec\.ephemeralContainers/,
  resize: /^spec\.(?:initContainers|containers)\.0\.resources\./,
};

const longText = "a".repeat(maxBodyBytes - 2_000);

/** Objects of the kinds that only subresources have, with texts and metadata as long as a body may be. */
// oxfmt-ignore
const longBodies: Readonly<Record<string, readonly (readonly [name: string, members: () => JsonObject])[]>> = {
  Binding: [["a long target", () => ({ target: { name: longText } })]],
  Eviction: [["a long precondition", () => ({ deleteOptions: { preconditions: { uid: longText } } })]],
  Scale: [
    ["a long selector", () => ({ spec: { replicas: 1 }, status: { replicas: 1, selector: longText } })],
    ["a selector of many terms", () => ({ spec: { replicas: 1 }, status: { replicas: 1, selector: filled((i) => `k${i}=v`) } })],
  ],
  TokenRequest: [["a long reference", () => ({ spec: { audiences: [], boundObjectRef: { kind: "Pod", apiVersion: "v1", name: longText } } })]],
};

const annotations = (): JsonObject =>
  Object.fromEntries(
    filled((i) => `k${i}`, maxBodyBytes / 2)
      .split(",")
      .map((key) => [key, "v"]),
  );

interface Subresource {
  readonly row: BuiltinResource;
  readonly info: SubresourceInfo;
}

/** Requests to a subresource of an object that there is, with everything in their bodies as large as it may be. */
async function casesOf({ row, info }: Subresource): Promise<readonly HuntCase[]> {
  const types = await loadBuiltinTypes();
  const gvk = info.gvk ?? row;
  const schema = types.schemaOf(gvk);
  const seed = seedOf(row);
  if (schema === undefined || info.shape.type === "connect") return [];
  const written = seed["metadata"];
  const name = written !== undefined && isObject(written) ? String(written["name"]) : "hunt";
  const parent = { ...seed, apiVersion: formatGroupVersion(row), kind: row.kind, metadata: { name } };
  const metadata = { name, ...(info.shape.type !== "create" && { resourceVersion: liveVersion }) };
  const object = {
    ...(info.gvk === undefined ? seed : {}),
    ...(gvk.kind === "Binding" && { target: { name: "hunt" } }),
    apiVersion: formatGroupVersion(gvk),
    kind: gvk.kind,
    metadata,
  };
  const changed = info.gvk === undefined ? changedBy[info.name] : /^/;
  const bodies = filledBodies(schema, object).filter(({ path }) => changed?.test(path.join(".")) === true);
  const long = info.gvk === undefined ? [] : (longBodies[gvk.kind] ?? []);
  const target = `${targetOf(row)}/${name}`;
  const send = (body: () => string): HuntRequest =>
    info.shape.type === "create"
      ? post(`${target}/${info.name}`, body)
      : { method: "PUT", target: `${target}/${info.name}`, contentType: "application/json", body };
  return [
    ...bodies,
    ...long.map(([what, members]) => ({ name: what, text: () => encodeJson({ ...object, ...members() }) })),
    {
      name: "many annotations",
      text: () => encodeJson({ ...object, metadata: { ...metadata, annotations: annotations() } }),
    },
  ].map((body) => ({
    name: `subresource: ${row.kind} ${formatGroupVersion(row)} ${info.name}: ${body.name}`,
    before: [post(targetOf(row), () => encodeJson(parent))],
    request: send(body.text),
    after: [target],
  }));
}

/** The status and all other subresources of every built-in kind that can be created. */
export async function subresourceHunts(): Promise<readonly HuntCase[]> {
  const all = builtinResources.flatMap((row) =>
    row.servedByDefault && row.verbs.includes("create") && seedOf(row)["kind"] !== undefined
      ? (row.subresources ?? []).map((info) => ({ row, info }))
      : [],
  );
  return (await Promise.all(all.map(casesOf))).flat();
}
