import type { WireAnswer, WireRequest } from "../exchange.ts";
import type { Scenario, Step } from "../scenario.ts";
import { available, coreServices, externalService, prepare, register, services } from "./objects.ts";

type Json = Readonly<Record<string, unknown>>;

const gvk = (group: string, kind: string) => [{ group, version: "v1", kind }];

/** An OpenAPI v2 document of a server with a group, whose kind refers to a definition that others have too. */
const swagger = (group: string, shared: Json): Json => ({
  swagger: "2.0",
  info: { title: `Server of ${group}`, version: "v9" },
  paths: {
    "/apis/": { get: { operationId: "all", responses: { 200: { description: "OK" } } } },
    [`/apis/${group}/`]: { get: { operationId: `group ${group}`, responses: { 200: { description: "OK" } } } },
    [`/apis/${group}/v1/`]: { get: { operationId: `version ${group}`, responses: { 200: { description: "OK" } } } },
    [`/apis/${group}/v1/things`]: {
      parameters: [{ $ref: "#/parameters/pretty-x" }],
      get: {
        operationId: `list ${group}`,
        parameters: [{ in: "body", name: "body", schema: { $ref: "#/definitions/test.Shared" } }],
        responses: { 200: { description: "OK", schema: { $ref: `#/definitions/test.${group}.Thing` } } },
      },
    },
    "/apis/apps/v1/deployments": {
      get: { operationId: `foreign ${group}`, responses: { 200: { description: "no" } } },
    },
    "/elsewhere": { get: { operationId: `elsewhere ${group}`, responses: {} } },
  },
  definitions: {
    "test.Shared": shared,
    "test.Same": { type: "object", description: "the same everywhere", properties: { a: { type: "string" } } },
    "test.Unused": { type: "object", description: "nobody refers to it" },
    [`test.${group}.Thing`]: {
      type: "object",
      properties: {
        shared: { $ref: "#/definitions/test.Shared" },
        same: { type: "array", items: { $ref: "#/definitions/test.Same" } },
        metadata: { $ref: "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta" },
      },
      "x-kubernetes-group-version-kind": gvk(group, "Thing"),
    },
    "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta": { type: "object", description: "another one" },
  },
  parameters: { "pretty-x": { in: "query", name: "pretty", type: "string", description: `of ${group}` } },
});

const v3 = (group: string): Json => ({
  openapi: "3.0.0",
  info: { title: `Server of ${group}`, version: "v9" },
  paths: { [`/apis/${group}/v1/things`]: { get: { responses: { 200: { description: "OK" } } } } },
});

const indexOf = (group: string): Json => ({
  paths: {
    apis: { serverRelativeURL: "/openapi/v3/apis?hash=ROOT" },
    [`apis/${group}`]: { serverRelativeURL: `/openapi/v3/apis/${group}?hash=GROUP` },
    [`apis/${group}/v1`]: { serverRelativeURL: `/openapi/v3/apis/${group}/v1?hash=ABC` },
    version: { serverRelativeURL: "/openapi/v3/version?hash=VERSION" },
  },
});

const json = (body: unknown, more: WireAnswer["headers"] = []): WireAnswer => ({
  status: 200,
  headers: [["Content-Type", "application/json"], ...more],
  body: JSON.stringify(body),
});
const notFound: WireAnswer = { status: 404, headers: [["Content-Type", "text/plain"]], body: "404 page not found\n" };

const isOurs = (name: string): boolean =>
  name.includes("test") || name.includes("elsewhere") || name.includes("pretty-x");
const ours = (map: unknown): unknown =>
  Object.fromEntries(Object.entries((map ?? {}) as Json).filter(([name]) => isOurs(name)));

/** What the merged v2 document has of the extension servers, and that what this server serves is still there. */
function partOfSwagger(body: unknown): unknown {
  const { swagger: version, info, paths, definitions, parameters } = body as Readonly<Record<string, Json>>;
  const names = Object.keys(definitions ?? {}).filter((name) =>
    name.startsWith("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectM"),
  );
  const { title } = (info ?? {}) as { readonly title?: unknown };
  const deployments = ((paths ?? {})["/apis/apps/v1/deployments"] as Json | undefined) ?? {};
  const { get } = deployments as { readonly get?: { readonly operationId?: unknown } };
  return [version, title, ours(paths), ours(definitions), ours(parameters), names, get?.operationId];
}

/** The members of the v3 index that are of extension servers, and some of this server. */
function partOfIndex(body: unknown): unknown {
  const { paths } = body as { readonly paths: Json };
  return [ours(paths), ["apis", "version", "apis/apps/v1"].map((name) => [name, typeof paths[name]])];
}

const v2 = (id: string, more: Partial<Step> = {}): Step => ({
  id,
  method: "GET",
  target: "/openapi/v2",
  headers: [["Accept", "application/json"]],
  part: partOfSwagger,
  ...more,
});
const index = (id: string, more: Partial<Step> = {}): Step => ({
  id,
  method: "GET",
  target: "/openapi/v3",
  part: partOfIndex,
  // The index is answered as by a server that aggregates no others: in JSON, and with its hash.
  ignored: ["content-type", "etag"],
  ...more,
});
const document = (id: string, target: string, more: Partial<Step> = {}): Step => ({
  id,
  method: "GET",
  target,
  ...more,
});

/** OpenAPI documents of extension servers beside those of this server. */
export const openapi: Scenario = {
  name: "openapi",
  names: ["there.default.svc"],
  open() {
    const state = { isUp: true, title: "first" };
    const answerTo = ({ target, headers }: WireRequest): WireAnswer => {
      const group = /both\.test|old\.test/.exec(target)?.[0] ?? "";
      const path = target.split("?")[0] ?? "";
      if (path === "/openapi/v2") {
        const etag = `"v2-${state.title}"`;
        const given = headers.find(([name]) => name.toLowerCase() === "if-none-match")?.[1];
        if (given === etag) return { status: 304, headers: [["ETag", etag]], body: "" };
        const shared = { type: "object", description: state.title, properties: { b: { type: "integer" } } };
        return json(swagger("both.test", shared), [["ETag", etag]]);
      }
      if (path === "/openapi/v3") return json(indexOf("both.test"));
      if (path.startsWith("/openapi/v3/apis/both.test"))
        return json(v3("both.test"), [
          ["ETag", '"v3"'],
          ["X-Own", "1"],
        ]);
      return path.startsWith(`/apis/${group}/v1`) ? json({ kind: "APIResourceList", resources: [] }) : notFound;
    };
    return {
      extension: (request) => (state.isUp ? answerTo(request) : { status: 503, headers: [], body: "down" }),
      steps: [
        prepare("a service", coreServices, externalService("there")),
        ...register("there", "v1.both.test"),
        v2("v2", { until: "list both.test" }),
        index("v3 index", { until: "apis/both.test/v1" }),
        document("v3 document", "/openapi/v3/apis/both.test/v1?hash=ABC"),
        document("v3 document of another hash", "/openapi/v3/apis/both.test/v1?hash=DEF"),
        document("v3 document without a hash", "/openapi/v3/apis/both.test/v1"),
        document("v3 document of the group", "/openapi/v3/apis/both.test"),
        document("no such v3 document", "/openapi/v3/apis/both.test/v2"),
        document("v3 document for nobody", "/openapi/v3/apis/both.test/v1", {
          headers: [["Authorization", "Bearer alice-token"]],
        }),
        {
          ...prepare("touched while it is down", `${services}/v1.both.test`, { metadata: { labels: { a: "b" } } }),
          method: "PATCH",
          headers: [["Content-Type", "application/merge-patch+json"]],
          before: () => void (state.isUp = false),
        },
        {
          id: "it is down",
          method: "GET",
          target: `${services}/v1.both.test`,
          until: "FailedDiscoveryCheck",
          quiet: true,
        },
        v2("v2 while it is down"),
        index("v3 index while it is down"),
        document("v3 document while it is down", "/openapi/v3/apis/both.test/v1"),
        { ...available("v1.both.test"), before: () => void (state.isUp = true) },
        v2("v2 when it is up again", { until: "list both.test" }),
        { ...v2("v2 changed", { until: "altered-title" }), before: () => void (state.title = "altered-title") },
        { id: "removed", method: "DELETE", target: `${services}/v1.both.test`, quiet: true },
        v2("v2 without it", { until: /^(?![^]*list both)/ }),
        index("v3 index without it", { until: /^(?![^]*both\.test)/ }),
        document("v3 document without it", "/openapi/v3/apis/both.test/v1"),
      ],
    };
  },
};

/** Two servers whose definitions have the same names, one of which serves no OpenAPI v3. */
export const openapiConflicts: Scenario = {
  name: "openapi-conflicts",
  names: ["first.default.svc", "second.default.svc"],
  open: () => ({
    extension({ target, serverName }) {
      const path = target.split("?")[0] ?? "";
      const name = serverName.split(".")[0] ?? "";
      if (path === "/openapi/v2")
        return json(swagger(`${name}.test`, { type: "object", description: `of the ${name}` }));
      return /^\/apis\/\w+\.test\/v1/.test(path) ? json({ kind: "APIResourceList", resources: [] }) : notFound;
    },
    steps: [
      prepare("a service", coreServices, externalService("first")),
      prepare("another service", coreServices, externalService("second")),
      ...register("first", "v1.first.test"),
      v2("v2 of the first", { until: "list first.test" }),
      ...register("second", "v1.second.test", { groupPriorityMinimum: 2000 }),
      v2("v2 of both", { until: /list first\.test[^]*list second\.test|list second\.test[^]*list first\.test/ }),
      index("v3 index of converted documents", { until: /first\.test\/v1[^]*second\.test\/v1/ }),
      document("v3 document that is converted", "/openapi/v3/apis/first.test/v1"),
    ],
  }),
};
