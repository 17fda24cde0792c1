import { afterEach, beforeEach, expect, it } from "vitest";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { createApiServer, type ApiServer } from "./server.ts";

const admission = "/apis/admissionregistration.k8s.io";
const roles = "/apis/rbac.authorization.k8s.io/v1";
const gadgets = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

let server: ApiServer;

beforeEach(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: new FakeClock(),
    random: createSystemRandom(),
    featureGates: { MutatingAdmissionPolicy: true },
    runtimeConfig: new Map([
      ["admissionregistration.k8s.io/v1alpha1", "true"],
      ["admissionregistration.k8s.io/v1beta1", "true"],
    ]),
  });
  await allow("writers", { apiGroups: ["admissionregistration.k8s.io"], resources: ["*"], verbs: ["*"] });
});

afterEach(() => server.close());

type Send = (method: string, path: string, body: object) => Promise<readonly [status: number, message: unknown]>;

const sender =
  (headers: Readonly<Record<string, string>>): Send =>
  async (method, path, body) => {
    const response = await server.fetch(path, {
      method,
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    const { status, message, details } = await response.json();
    return [response.status, status === "Failure" ? (details?.causes?.[0]?.message ?? message) : ""];
  };

const asMaster = sender({});
const asAnn = sender({ "Impersonate-User": "ann", "Impersonate-Uid": "u-1", "Impersonate-Extra-Team": "blue" });
const ann = "&{ann u-1 [system:authenticated] map[team:[blue]]}";

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames?: readonly string[];
}

/** Allows ann what a rule says, in all namespaces. */
async function allow(name: string, rule: Rule): Promise<void> {
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name };
  const subjects = [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "ann" }];
  await asMaster("POST", `${roles}/clusterroles`, { metadata: { name }, rules: [rule] });
  await asMaster("POST", `${roles}/clusterrolebindings`, { metadata: { name }, roleRef, subjects });
}

const reading = (resource: string, verb: string, apiGroup = ""): Rule => ({
  apiGroups: [apiGroup],
  resources: [resource],
  verbs: [verb],
});

const matchConstraints = {
  resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["pods"] }],
};
const configMaps = { apiVersion: "v1", kind: "ConfigMap" };
const paramRef = { name: "limits", namespace: "default", parameterNotFoundAction: "Deny" };

const kinds = [
  {
    kind: "validating",
    versions: ["v1"],
    spec: { matchConstraints, validations: [{ expression: "true" }] },
    bindingSpec: { validationActions: ["Deny"] },
    refusal: (verb: string) => `user ${ann} does not have "${verb}" permission on the object referenced by paramRef`,
  },
  {
    kind: "mutating",
    versions: ["v1beta1", "v1alpha1"],
    spec: {
      matchConstraints,
      reinvocationPolicy: "Never",
      mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{}" } }],
    },
    bindingSpec: {},
    refusal: (verb: string) => `user ${verb} does not have "${ann}" permission on the object referenced by paramRef`,
  },
] as const;

const cases = kinds.flatMap(({ versions, ...kind }) => versions.map((version) => ({ version, ...kind })));

it.each(cases)(
  "a $kind policy in $version needs to get all objects of its paramKind",
  async ({ kind, version, spec }) => {
    const policies = `${admission}/${version}/${kind}admissionpolicies`;
    const policy = (paramKind: object | undefined, over: object = {}) => ({
      metadata: { name: "policy" },
      spec: { ...spec, paramKind, ...over },
    });
    const refused = (words: string) =>
      `Forbidden: user ${ann} must have "get" permission on all objects of the referenced paramKind (${words})`;
    expect(await asAnn("POST", policies, policy(configMaps))).toEqual([422, refused("kind=ConfigMap, apiVersion=v1")]);
    await allow("one", { ...reading("configmaps", "get"), resourceNames: ["limits"] });
    expect(await asAnn("POST", policies, policy(configMaps))).toEqual([422, refused("kind=ConfigMap, apiVersion=v1")]);
    await allow("all", reading("configmaps", "get"));
    expect(await asAnn("POST", policies, policy(configMaps))).toEqual([201, ""]);
    const secrets = { apiVersion: "v1", kind: "Secret" };
    const put = (body: object) => asAnn("PUT", `${policies}/policy`, body);
    const current = { metadata: { name: "policy", resourceVersion: await versionOf(`${policies}/policy`) } };
    expect(await put({ ...policy(secrets), ...current })).toEqual([422, refused("kind=Secret, apiVersion=v1")]);
    await asMaster("DELETE", `${roles}/clusterrolebindings/all`, {});
    expect(await put({ ...policy(configMaps, { failurePolicy: "Ignore" }), ...current })).toEqual([200, ""]);
    expect(await asMaster("POST", policies, { ...policy(secrets), metadata: { name: "second" } })).toEqual([201, ""]);
  },
);

const versionOf = async (path: string): Promise<string> =>
  (await (await server.fetch(path)).json()).metadata.resourceVersion;

it.each(cases)(
  "a binding to a $kind policy in $version needs to read what its paramRef refers to",
  async ({ kind, version, spec, bindingSpec, refusal }) => {
    const group = `${admission}/${version}/${kind}admissionpolic`;
    const binding = (ref: object | undefined) => ({
      metadata: { name: "binding" },
      spec: { policyName: "policy", paramRef: ref, ...bindingSpec },
    });
    const bind = (ref: object | undefined) => asAnn("POST", `${group}ybindings`, binding(ref));
    await asMaster("POST", `${group}ies`, { metadata: { name: "policy" }, spec: { ...spec, paramKind: configMaps } });
    const bySelector = { selector: {}, parameterNotFoundAction: "Deny" };
    expect(await bind(paramRef)).toEqual([422, `Forbidden: ${refusal("get")}`]);
    expect(await bind(bySelector)).toEqual([422, `Forbidden: ${refusal("list")}`]);
    await allow("one", { ...reading("configmaps", "get"), resourceNames: ["limits"] });
    expect(await bind({ ...paramRef, name: "others" })).toEqual([422, `Forbidden: ${refusal("get")}`]);
    expect(await bind(paramRef)).toEqual([201, ""]);
    const path = `${group}ybindings/binding`;
    const put = async (ref: object | undefined) => {
      const metadata = { name: "binding", resourceVersion: await versionOf(path) };
      return asAnn("PUT", path, { ...binding(ref), metadata });
    };
    expect(await put(bySelector)).toEqual([422, `Forbidden: ${refusal("list")}`]);
    await asMaster("DELETE", `${roles}/clusterrolebindings/one`, {});
    expect(await put(paramRef)).toEqual([422, `Forbidden: ${refusal("get")}`]);
    expect(await put(undefined)).toEqual([200, ""]);
  },
);

it("a validating binding tells what keeps it from knowing the resource", async () => {
  const bind = (policyName: string) =>
    asAnn("POST", `${admission}/v1/validatingadmissionpolicybindings`, {
      metadata: { name: "binding" },
      spec: { policyName, paramRef, validationActions: ["Deny"] },
    });
  const needs = `to determine minimum required permissions and user ${ann} does not have "get" permission for all groups, versions and resources`;
  expect(await bind("missing")).toEqual([422, `Forbidden: unable to get policy missing ${needs}`]);
  await asMaster("POST", `${admission}/v1/validatingadmissionpolicies`, {
    metadata: { name: "unresolved" },
    spec: { ...kinds[0].spec, paramKind: { apiVersion: "example.com/v1", kind: "Gadget" } },
  });
  const unresolved = `Forbidden: unable to resolve paramKind &{example.com/v1 Gadget} ${needs}`;
  expect(await bind("unresolved")).toEqual([422, unresolved]);
  await allow("gadgets", reading("gadgets", "get", "example.com"));
  expect(await bind("unresolved")).toEqual([422, unresolved]);
  const schema = { openAPIV3Schema: { type: "object" } };
  await asMaster("POST", gadgets, {
    metadata: { name: "gadgets.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "gadgets", kind: "Gadget" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  });
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
  expect(await bind("unresolved")).toEqual([201, ""]);
});

it("only well-formed policies are checked", async () => {
  const [status, message] = await asAnn("POST", `${admission}/v1/validatingadmissionpolicies`, {
    metadata: { name: "policy" },
    spec: { ...kinds[0].spec, paramKind: configMaps, validations: [{ expression: "" }] },
  });
  expect([status, message]).toEqual([422, expect.stringContaining("Required value")]);
});
