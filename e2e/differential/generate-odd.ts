import { badPathName } from "./generate-metadata.ts";
import { accept, objectNames, type StepContext, type Target } from "./generate-request.ts";
import type { Chooser } from "./chooser.ts";
import type { Step } from "./sequence.ts";

const json = { "Content-Type": "application/json" };

const contentTypes = [
  "text/plain",
  "",
  "application/json;charset=utf-8",
  "application/json, application/yaml",
  "application/*",
  "*/*",
  "application/x-www-form-urlencoded",
  "application/merge-patch+json",
  "application/apply-patch+yaml",
  "application/cbor-seq",
  "application/vnd.kubernetes.protobuf",
  "application/json;",
  "json",
] as const;

const patchTypes = [
  "application/json",
  "application/yaml",
  "text/plain",
  "application/json-patch+json;charset=utf-8",
  "application/merge-patch+json; odd",
  "application/merge-patch+cbor",
  "application/apply-patch",
  "application/strategic-merge-patch+json",
  "",
] as const;

const bodies = ["", "{}", "null", "[]", "1", '"x"', "{", "\u0000", " ", "---\n", "a: b", "k8s\u0000"] as const;

/** Returns a request that few clients send: with an odd method, path, query, header or body. */
export function oddStep(context: StepContext, target: Target): Step {
  const { choose, id } = context;
  const { collection } = target;
  const named = `${collection}/${choose.pick(objectNames)}`;
  return choose.pick<() => Step>([
    () => ({ id, method: choose.pick(["POST", "PUT", "PATCH"]), path: named, headers: json, body: "{}" }),
    () => ({ id, method: choose.pick(["PUT", "PATCH"]), path: collection, headers: json, body: "{}" }),
    () => withType(choose, { id, method: "POST", path: collection }, choose.pick(contentTypes)),
    () => withType(choose, { id, method: "PUT", path: named }, choose.pick(contentTypes)),
    () => withType(choose, { id, method: "PATCH", path: named }, choose.pick(patchTypes)),
    () => ({ id, method: choose.pick(methods), path: choose.pick([named, collection, `${named}/status`]) }),
    () => ({ id, method: "GET", path: oddPath(choose, target), headers: accept(choose, target) }),
    () => ({ id, method: choose.pick(["DELETE", "HEAD", "OPTIONS"]), path: oddPath(choose, target) }),
    () => ({ id, method: "PUT", path: `${collection}/${badPathName(choose)}`, headers: json, body: "{}" }),
    () => applyToOddName(choose, id, target),
    () => ({ id, method: "GET", path: `${choose.pick([named, collection])}?${choose.pick(queries)}` }),
    () => ({ id, method: "GET", path: collection, headers: { Authorization: choose.pick(credentials) } }),
    () => ({ id, method: "GET", path: choose.pick([named, collection]), headers: choose.pick(headers) }),
    () => definitionStep(choose, id, target),
  ])();
}

const methods = ["HEAD", "HEAD", "OPTIONS", "PROPFIND", "LINK", "REPORT"] as const;

const withType = (choose: Chooser, step: Step, type: string): Step => ({
  ...step,
  headers: { "Content-Type": type },
  body: choose.pick(bodies),
});

const applyToOddName = (choose: Chooser, id: string, { collection, apiVersion, kind }: Target): Step => ({
  id,
  method: "PATCH",
  path: `${collection}/${badPathName(choose)}?fieldManager=m1`,
  headers: { "Content-Type": "application/apply-patch+yaml" },
  body: JSON.stringify({ apiVersion, kind, ...choose.pick([{}, { metadata: {} }, { metadata: { name: "a" } }]) }),
});

const oddPath = (choose: Chooser, { collection, custom }: Target): string => {
  const named = `${collection}/${choose.pick(objectNames)}`;
  const plural = collection.slice(collection.lastIndexOf("/") + 1);
  const root = collection.split("/", custom === undefined ? 3 : 4).join("/");
  return choose.pick([
    `${named}/a/b`,
    `${named}/status/x`,
    `${named}/`,
    `${named}//`,
    `${named}/nothing`,
    `${named}/scale/`,
    `${named}/%73tatus`,
    `${collection}/`,
    `${collection}//a`,
    `${collection}/${badPathName(choose)}`,
    `${collection}/${choose.pick(["a%", "%zz"])}`,
    `/${collection}`,
    `//${collection.slice(1)}/a`,
    collection.replace("/namespaces/", "//namespaces/"),
    collection.replace("/namespaces/zq", "/namespaces/"),
    collection.replace("/namespaces/zq", "/namespaces/absent"),
    collection.replace("/namespaces/zq", "/namespaces/Bad_"),
    collection.replace("/namespaces/zq", ""),
    `${collection.replace("/namespaces/zq", "")}/a`,
    `${collection.toUpperCase()}`,
    `${root}/watch/${plural}`,
    `${root}/watch/namespaces/zq/${plural}?timeoutSeconds=1`,
    `${root}/proxy/namespaces/zq/${plural}/a`,
    `${root}/namespaces/zq/nothing`,
    `${root}/namespaces/zq/nothing/a`,
    "/apis/zq.example.com",
    "/apis/zq.example.com/",
    "/apis/zq.example.com/v9",
    "/apis/zq.example.com/v9/widgets",
    "/apis/zq.example.com/v1/nothing",
    "/apis/absent.example.com/v1",
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/absent",
    "/nothing",
    "/api/v1/nothing",
    "/api/v2",
  ]);
};

const queries = [
  "pretty=true",
  "pretty=false",
  "pretty=1",
  "pretty=odd",
  "resourceVersion=abc",
  "resourceVersion=0",
  "resourceVersion=0&resourceVersion=x",
  "resourceVersion=18446744073709551616",
  "timeout=1ms1",
  "timeout=-5s",
  "timeout=30s",
  "timeout=3h",
  "limit=1&limit=2",
  "limit=",
  "limit=1.5",
  "limit=9223372036854775808",
  "watch=0&limit=1",
  "watch=odd",
  "watch=true&timeoutSeconds=x",
  "watch=true&timeoutSeconds=-1",
  "watch=&limit=1",
  "sendInitialEvents=true",
  "sendInitialEvents=odd",
  "allowWatchBookmarks=odd",
  "includeUninitialized=true",
  "labelSelector=l%3Dx&labelSelector=l%3Dy",
  "labelSelector=l%20in%20(x,,y)",
  "labelSelector=%zz",
  "labelSelector=l==x;m",
  "labelSelector=%21l%2Cl",
  "fieldSelector=metadata.name%3Da%5C%2Cb",
  "fieldSelector=metadata.name%3Da&fieldSelector=metadata.name%3Db",
  "fieldSelector=metadata.name%3D%3Da",
  "fieldSelector=%21metadata.name",
  "continue=",
  "continue=e30",
  "continue=bogus&resourceVersion=1",
  "exact=true&export=true",
  "name=a",
  "odd",
  "&",
] as const;

const credentials = [
  "Bearer wrong",
  "Bearer",
  "Bearer ",
  "bearer admin-token",
  "Basic YTpi",
  "",
  "Bearer a b",
] as const;

const headers = [
  { "Impersonate-User": "admin" },
  { "Impersonate-User": "alice" },
  { "Impersonate-User": "alice", "Impersonate-Group": "system:masters" },
  { "Impersonate-User": "" },
  { "Impersonate-Group": "dev" },
  { "Impersonate-Uid": "u" },
  { "Impersonate-User": "alice", "Impersonate-Extra-Scopes": "a" },
  { "Impersonate-User": "system:serviceaccount:zq:a" },
  { "Impersonate-User": "system:anonymous" },
  { "If-None-Match": "*" },
  { "Accept-Encoding": "identity" },
  { "Accept-Encoding": "gzip" },
  { Origin: "http://example.com" },
  { Range: "bytes=0-3" },
  { "Content-Type": "odd" },
] as const;

/** Returns a request for the definition: a read in some form, or a write that changes nothing or is refused. */
function definitionStep(choose: Chooser, id: string, target: Target): Step {
  const plural =
    target.custom === undefined ? "widgets" : target.collection.slice(target.collection.lastIndexOf("/") + 1);
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${plural}.zq.example.com`;
  const merge = { "Content-Type": "application/merge-patch+json" };
  const mergePatch = (body: unknown, under = ""): Step => ({
    id,
    method: "PATCH",
    path: `${path}${under}?dryRun=All`,
    headers: merge,
    body: JSON.stringify(body),
  });
  return choose.pick<Step>([
    { id, method: "GET", path },
    { id, method: "GET", path: `${path}/status` },
    { id, method: "GET", path, headers: { Accept: "application/yaml" } },
    { id, method: "GET", path, headers: { Accept: "application/vnd.kubernetes.protobuf" } },
    { id, method: "GET", path, headers: { Accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } },
    { id, method: "GET", path, headers: { Accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" } },
    { id, method: "DELETE", path: `${path}?dryRun=All` },
    mergePatch({ spec: { scope: "Cluster" } }),
    mergePatch({ spec: { group: "other.example.com" } }),
    mergePatch({ spec: { versions: [] } }),
    mergePatch({ spec: { names: { kind: "Other" } } }),
    mergePatch({ spec: { names: { shortNames: ["o"] } } }),
    mergePatch({ spec: { preserveUnknownFields: true } }),
    mergePatch({ spec: { odd: 1 } }),
    mergePatch({ metadata: { labels: { l: "x" } } }),
    mergePatch({ status: { storedVersions: ["v9"] } }, "/status"),
    mergePatch({ status: { storedVersions: [] } }, "/status"),
    mergePatch({ status: { conditions: [] } }, "/status"),
  ]);
}
