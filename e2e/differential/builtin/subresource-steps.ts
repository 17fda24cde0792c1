import { isMap, type Json, type JsonMap } from "../../conformance/recorded-case.ts";
import { changedObject } from "./change-object.ts";
import {
  applyBody,
  jsonBody,
  managerOf,
  mergeBody,
  print,
  withRevision,
  writeQuery,
  type MadeStep,
  type SequenceContext,
} from "./sequence-context.ts";

type Maker = (context: SequenceContext, stored: JsonMap, path: string) => MadeStep;

/** Returns a request to one of the subresources of an object; none if it has none that is served without a node. */
export function subresourceSteps(context: SequenceContext, stored: JsonMap): readonly MadeStep[] {
  const { sample, choose } = context;
  const names = (sample.resource.subresources ?? []).map(({ name }) => name).filter((name) => name in makers);
  const [first, ...others] = names;
  if (first === undefined) return [];
  const name = choose.pick([first, ...others]);
  const path = `${sample.collection}/${sample.name}/${name}`;
  const maker = makers[name];
  return maker === undefined ? [] : [maker(context, stored, path)];
}

const nameOnly = ({ name }: { readonly name: string }): JsonMap => ({ name });

/** A changed object whose other parts than those at the root's members `parts` stay as they are. */
function changedPart(context: SequenceContext, stored: JsonMap, part: string): JsonMap {
  const { schema } = context.sample;
  const member = schema.properties?.[part];
  if (member === undefined) return stored;
  // Below two roots, since the members of a root are kept from changes.
  const holder = { properties: { at: { properties: { [part]: member } } } };
  const changed = changedObject({ at: { [part]: stored[part] ?? {} } }, holder, context)["at"];
  return { ...stored, [part]: (isMap(changed) ? changed[part] : undefined) ?? {} };
}

const statusOf: Maker = (context, stored, path) => {
  const { choose, sample } = context;
  const changed = changedPart(context, stored, "status");
  const query = (dryRun: number, manager: string): string => `${path}${writeQuery(context, dryRun, manager)}`;
  switch (choose.pick(["put", "put", "merge", "apply", "get"])) {
    case "put":
      return put(query(0.5, managerOf(choose)), withRevision(changed, choose));
    case "merge":
      return patch(query(0.5, managerOf(choose)), mergeBody, { status: changed["status"] ?? {} });
    case "apply": {
      const { apiVersion, kind } = sample;
      const applied = { apiVersion, kind, metadata: nameOnly(sample), status: changed["status"] ?? {} };
      return patch(query(0.3, "fieldManager=a&force=true"), applyBody, applied);
    }
    case "get":
      return { method: "GET", path };
  }
};

const put = (path: string, body: Json): MadeStep => ({ method: "PUT", path, headers: jsonBody, body: print(body) });
const post = (path: string, body: Json): MadeStep => ({ method: "POST", path, headers: jsonBody, body: print(body) });
const patch = (path: string, headers: Readonly<Record<string, string>>, body: Json): MadeStep => ({
  method: "PATCH",
  path,
  headers,
  body: print(body),
});

const scale: Maker = (context, _, path) => {
  const { choose, sample } = context;
  const replicas = choose.pick([0, 1, 3, -1, "x", 2147483648]);
  const object = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: nameOnly(sample), spec: { replicas } };
  const at = `${path}${writeQuery(context, 0.4, managerOf(choose))}`;
  switch (choose.pick(["get", "put", "merge", "apply"])) {
    case "get":
      return { method: "GET", path };
    case "put":
      return put(at, withRevision(object, choose));
    case "merge":
      return patch(at, mergeBody, { spec: { replicas } });
    case "apply":
      return patch(`${path}${writeQuery(context, 0.4, "fieldManager=a")}`, applyBody, object);
  }
};

/** A changed body of a kind that the sample is not of. */
function changedBody(context: SequenceContext, object: JsonMap): JsonMap {
  const schema = context.byKind.get(`${String(object["apiVersion"])} ${String(object["kind"])}`);
  return schema === undefined || context.choose.chance(0.4) ? object : changedObject(object, schema, context);
}

const token: Maker = (context, _, path) => {
  const spec = { audiences: context.choose.pick([["a"], [], ["a", "b"]]), expirationSeconds: 3600 };
  const object = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", metadata: {}, spec };
  return post(`${path}${writeQuery(context, 0.3)}`, changedBody(context, object));
};

const eviction: Maker = (context, _, path) => {
  const object = { apiVersion: "policy/v1", kind: "Eviction", metadata: nameOnly(context.sample) };
  return post(`${path}${writeQuery(context, 0.8)}`, changedBody(context, object));
};

const binding: Maker = (context, _, path) => {
  const target = { apiVersion: "v1", kind: "Node", name: "none" };
  const object = { apiVersion: "v1", kind: "Binding", metadata: nameOnly(context.sample), target };
  return post(`${path}${writeQuery(context, 0.5)}`, changedBody(context, object));
};

const ephemeral = [{ name: "debug", image: "busybox", targetContainerName: "c" }];

const ephemeralContainers: Maker = (context, stored, path) => {
  const spec = { ...(isMap(stored["spec"]) ? stored["spec"] : {}), ephemeralContainers: ephemeral };
  const changed = changedPart(context, { ...stored, spec }, "spec");
  return context.choose.chance(0.4)
    ? patch(
        `${path}${writeQuery(context, 0.5)}`,
        { "Content-Type": "application/strategic-merge-patch+json" },
        {
          spec: { ephemeralContainers: ephemeral },
        },
      )
    : put(`${path}${writeQuery(context, 0.5)}`, withRevision(changed, context.choose));
};

const changedSpec: Maker = (context, stored, path) => {
  const changed = changedPart(context, stored, "spec");
  return put(`${path}${writeQuery(context, 0.6, managerOf(context.choose))}`, withRevision(changed, context.choose));
};

const makers: Readonly<Record<string, Maker>> = {
  status: statusOf,
  approval: statusOf,
  scale,
  token,
  eviction,
  binding,
  ephemeralcontainers: ephemeralContainers,
  resize: changedSpec,
  finalize: changedSpec,
};
