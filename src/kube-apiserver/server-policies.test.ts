import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { loadAuditPolicy } from "../apiserver/audit/load-audit-policy.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import type { ApiServerOptions } from "./options.ts";
import { createApiServer, type ApiServer } from "./server.ts";

const group = "/apis/admissionregistration.k8s.io";
const configMaps = "/api/v1/namespaces/default/configmaps";

/** Loads what the server loads late, so that no test waits for it. */
beforeAll(
  () =>
    Promise.all([
      import("../apis/admissionregistration/behaviors.ts"),
      import("../apis/admissionregistration/validation/binding.ts"),
      import("../apis/admissionregistration/validation/policy.ts"),
      import("../apis/admissionregistration/validation/webhooks.ts"),
      import("../apis/core/behaviors.ts"),
      import("../apiserver/admission/policy/mutating-policy.ts"),
      import("../apiserver/admission/policy/validating-policy.ts"),
      import("../cel/library/re2-engine.ts"),
      import("./policy-status.ts"),
    ]),
  60_000,
);

const running: ApiServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

/** Lets everything happen that needs no time. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Answer {
  readonly status: number;
  readonly warnings: readonly string[];
  readonly body: {
    readonly message?: string;
    readonly metadata?: { readonly labels?: object; readonly annotations?: object };
    readonly [member: string]: unknown;
  };
}

async function startServer(options: Partial<ApiServerOptions> = {}) {
  const clock = new FakeClock();
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock,
    random: createSystemRandom(),
    featureGates: { MutatingAdmissionPolicy: true },
    runtimeConfig: new Map([["admissionregistration.k8s.io/v1beta1", "true"]]),
    ...options,
  });
  running.push(server);
  const send = async (method: string, path: string, body?: unknown, type = "application/json"): Promise<Answer> => {
    const response = await server.fetch(path, {
      method,
      headers: { "Content-Type": type },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const warnings = [...(response.headers.get("Warning") ?? "").matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)];
    return {
      status: response.status,
      body: text.startsWith("{") ? JSON.parse(text) : { text },
      warnings: warnings.map(([, warning = ""]) => warning),
    };
  };
  /** Waits until changed policies are in effect. */
  const refresh = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) await settle();
    clock.advance(1000);
    await settle();
  };
  const bind = async (version: string, kind: string, spec: object, binding: object = {}): Promise<void> => {
    const plural = kind === "ValidatingAdmissionPolicy" ? "validatingadmissionpolic" : "mutatingadmissionpolic";
    const apiVersion = `admissionregistration.k8s.io/${version}`;
    const made = [
      await send("POST", `${group}/${version}/${plural}ies`, { apiVersion, kind, metadata: { name: "p" }, spec }),
      await send("POST", `${group}/${version}/${plural}ybindings`, {
        apiVersion,
        kind: `${kind}Binding`,
        metadata: { name: "b" },
        spec: { policyName: "p", ...binding },
      }),
    ];
    for (const { status, body } of made) expect(status, JSON.stringify(body)).toBe(201);
    await refresh();
  };
  return { server, clock, send, refresh, bind };
}

const onConfigMaps = {
  resourceRules: [
    { apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"], operations: ["CREATE", "UPDATE"] },
  ],
};
const validating = (validations: readonly object[], more: object = {}) => ({
  matchConstraints: onConfigMaps,
  validations,
  ...more,
});
const configMap = (name: string, data: object = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  data,
});

describe("a validating policy", () => {
  it("apply neither to policies and bindings nor to reviews, so that one which denies everything can be deleted", async () => {
    const { send, bind } = await startServer();
    const everything = { apiGroups: ["*"], apiVersions: ["*"], resources: ["*"], operations: ["*"] };
    await bind(
      "v1",
      "ValidatingAdmissionPolicy",
      {
        matchConstraints: { resourceRules: [everything] },
        validations: [{ expression: "false", message: "nothing" }],
      },
      { validationActions: ["Deny"] },
    );
    expect((await send("POST", configMaps, configMap("a"))).status).toBe(422);
    const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
    expect((await send("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", review)).status).toBe(201);
    expect((await send("DELETE", `${group}/v1/validatingadmissionpolicybindings/b`)).status).toBe(200);
    expect((await send("DELETE", `${group}/v1/validatingadmissionpolicies/p`)).status).toBe(200);
  });

  it("denies with the message, reason and code of the validation that failed", async () => {
    const { send, bind } = await startServer();
    await bind(
      "v1",
      "ValidatingAdmissionPolicy",
      validating([
        {
          expression: "'a' in object.data",
          messageExpression: "'no a in ' + object.metadata.name",
          reason: "Forbidden",
        },
      ]),
      { validationActions: ["Deny"] },
    );
    expect(await send("POST", configMaps, configMap("x", { b: "1" }))).toMatchObject({
      status: 403,
      body: {
        reason: "Forbidden",
        message: `configmaps "x" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no a in x`,
      },
    });
    expect((await send("POST", configMaps, configMap("y", { a: "1" }))).status).toBe(201);
  });

  it("takes effect within a second, and is refused no request before", async () => {
    const { send, refresh } = await startServer();
    const apiVersion = "admissionregistration.k8s.io/v1";
    await send("POST", `${group}/v1/validatingadmissionpolicies`, {
      apiVersion,
      kind: "ValidatingAdmissionPolicy",
      metadata: { name: "p" },
      spec: validating([{ expression: "false" }]),
    });
    await send("POST", `${group}/v1/validatingadmissionpolicybindings`, {
      apiVersion,
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name: "b" },
      spec: { policyName: "p", validationActions: ["Deny"] },
    });
    expect((await send("POST", `${configMaps}?dryRun=All`, configMap("x"))).status).toBe(201);
    await refresh();
    expect((await send("POST", `${configMaps}?dryRun=All`, configMap("x"))).status).toBe(422);
    await send("DELETE", `${group}/v1/validatingadmissionpolicybindings/b`);
    await refresh();
    expect((await send("POST", `${configMaps}?dryRun=All`, configMap("x"))).status).toBe(201);
  });

  it("warns, notes failures in the audit event, and counts them in the metrics", async () => {
    const events: string[] = [];
    const { server, send, bind } = await startServer({
      audit: {
        policy: loadAuditPolicy(
          new TextEncoder().encode("apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{ level: Metadata }]"),
        ).policy,
        log: (text: string) => void events.push(text),
      },
    });
    await bind(
      "v1",
      "ValidatingAdmissionPolicy",
      validating([{ expression: "false", message: "never" }], {
        auditAnnotations: [{ key: "seen", valueExpression: "'name ' + object.metadata.name" }],
      }),
      { validationActions: ["Warn", "Audit"] },
    );
    const { status, warnings } = await send("POST", configMaps, configMap("x"));
    expect(status).toBe(201);
    expect(warnings).toEqual(["Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': never"]);
    const { annotations } = JSON.parse(events.at(-1) ?? "{}");
    expect(annotations).toMatchObject({ "p/seen": "name x" });
    expect(annotations["validation.policy.admission.k8s.io/validation_failure"]).toBe(
      '[{"message":"never","policy":"p","binding":"b","expressionIndex":0,"validationActions":["Warn","Audit"]}]',
    );
    const metrics = await (await server.fetch("/metrics")).text();
    for (const action of ["warn", "audit"])
      expect(metrics).toContain(
        `apiserver_validating_admission_policy_check_total{enforcement_action="${action}",error_type="invalid_error",policy="p",policy_binding="b"} 1`,
      );
  });

  it("is a step of the trace with its expressions, their values and cost", async () => {
    const { server, send, bind } = await startServer();
    await bind("v1", "ValidatingAdmissionPolicy", validating([{ expression: "object.metadata.name == 'x'" }]), {
      validationActions: ["Deny"],
    });
    await server.inspect.subscribe(() => undefined);
    await send("POST", configMaps, configMap("y"));
    const stage = (await server.inspect.traces(0)).at(-1)?.stages.find(({ name }) => name === "validating admission");
    expect(stage?.steps?.find(({ name }) => name === "ValidatingAdmissionPolicy")).toMatchObject({
      kind: "plugin",
      decision: expect.stringContaining("denied request: failed expression: object.metadata.name == 'x'"),
      steps: [
        {
          kind: "policy",
          name: "p",
          decision: "failed expression: object.metadata.name == 'x'",
          steps: [{ kind: "expression", name: "object.metadata.name == 'x'", decision: "false", cost: 4 }],
        },
      ],
    });
  });

  it("is refused for expressions that do not compile, with upstream's words", async () => {
    const { send } = await startServer();
    const { status, body } = await send("POST", `${group}/v1/validatingadmissionpolicies`, {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata: { name: "p" },
      spec: validating([{ expression: "object.x ==" }, { expression: "1" }]),
    });
    expect(status).toBe(422);
    expect(body.message).toContain(
      'spec.validations[0].expression: Invalid value: "object.x ==": compilation failed: ERROR: <input>:1:12: Syntax error',
    );
    expect(body.message).toContain(
      'spec.validations[1].expression: Invalid value: "1": must evaluate to bool but got int',
    );
  });
});

it("the status of a policy tells what does not fit the types of the kinds that its rules name", async () => {
  const { send, refresh } = await startServer();
  await send("POST", `${group}/v1/validatingadmissionpolicies`, {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: "p" },
    spec: {
      matchConstraints: {
        resourceRules: [
          { apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments"], operations: ["CREATE"] },
        ],
      },
      variables: [{ name: "spec", expression: "object.spec" }],
      validations: [
        { expression: "object.spec.replicas > 1" },
        { expression: "object.replicas > 1", messageExpression: "'at most ' + object.spec.replicas" },
      ],
    },
  });
  const status = async (): Promise<unknown> => {
    await refresh();
    return (await send("GET", `${group}/v1/validatingadmissionpolicies/p`)).body["status"];
  };
  await expect.poll(status).toEqual({
    observedGeneration: 1,
    typeChecking: {
      expressionWarnings: [
        {
          fieldRef: "spec.validations[1].expression",
          warning:
            "apps/v1, Kind=Deployment: ERROR: <input>:1:7: undefined field 'replicas'\n | object.replicas > 1\n | ......^\n",
        },
        {
          fieldRef: "spec.validations[1].messageExpression",
          warning:
            "apps/v1, Kind=Deployment: ERROR: <input>:1:12: found no matching overload for '_+_' applied to '(string, int)'\n | 'at most ' + object.spec.replicas\n | ...........^\n",
        },
      ],
    },
  });
});

describe("a mutating policy", () => {
  const mutating = (mutations: readonly object[]) => ({
    matchConstraints: onConfigMaps,
    reinvocationPolicy: "Never",
    mutations,
  });

  it("changes the object by patch and by configuration, and tells the change in the trace", async () => {
    const { server, send, bind } = await startServer();
    await bind(
      "v1beta1",
      "MutatingAdmissionPolicy",
      mutating([
        { patchType: "JSONPatch", jsonPatch: { expression: "[JSONPatch{op: 'add', path: '/data/b', value: '2'}]" } },
        {
          patchType: "ApplyConfiguration",
          applyConfiguration: {
            expression: "Object{metadata: Object.metadata{labels: {'n': string(size(object.data))}}}",
          },
        },
      ]),
    );
    await server.inspect.subscribe(() => undefined);
    const { status, body } = await send("POST", configMaps, configMap("x", { a: "1" }));
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({ metadata: { labels: { n: "2" } }, data: { a: "1", b: "2" } });
    const stage = (await server.inspect.traces(0)).at(-1)?.stages.find(({ name }) => name === "mutating admission");
    const plugin = stage?.steps?.find(({ name }) => name === "MutatingAdmissionPolicy");
    expect(plugin?.objectAfter?.bytes).toBeGreaterThan(plugin?.objectBefore?.bytes ?? 0);
    expect(plugin?.steps?.[0]).toMatchObject({
      kind: "policy",
      name: "p",
      objectBefore: { bytes: expect.any(Number) },
    });
  });

  it("needs its feature gate", async () => {
    const { send, bind } = await startServer({ featureGates: {} });
    await bind(
      "v1beta1",
      "MutatingAdmissionPolicy",
      mutating([
        { patchType: "JSONPatch", jsonPatch: { expression: "[JSONPatch{op: 'add', path: '/data/b', value: '2'}]" } },
      ]),
    );
    expect((await send("POST", configMaps, configMap("x", { a: "1" }))).body["data"]).toEqual({ a: "1" });
  });
});

it("a plugin that is disabled enforces nothing", async () => {
  const { send, bind } = await startServer({ disableAdmissionPlugins: ["ValidatingAdmissionPolicy"] });
  await bind("v1", "ValidatingAdmissionPolicy", validating([{ expression: "false" }]), { validationActions: ["Deny"] });
  expect((await send("POST", configMaps, configMap("x"))).status).toBe(201);
});

it("connecting to a pod passes the policies with the options of the request", async () => {
  const { send, bind } = await startServer();
  await bind(
    "v1",
    "ValidatingAdmissionPolicy",
    {
      matchConstraints: {
        resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], resources: ["pods/exec"], operations: ["CONNECT"] }],
      },
      validations: [{ expression: "!('sh' in object.command)", message: "no shells" }],
    },
    { validationActions: ["Deny"] },
  );
  const denied = await send("GET", "/api/v1/namespaces/default/pods/a/exec?command=sh&command=-c");
  expect(denied.body.message).toContain("denied request: no shells");
  expect((await send("GET", "/api/v1/namespaces/default/pods/a/exec?command=ls")).status).toBe(404);
});
