import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import type { PolicyHit, PolicyRequest, WrittenPolicy } from "../../client/policies.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import { createApiServer, type ApiServer } from "../server.ts";
import { definitionOf, versionOf } from "../../apiextensions/testing/definition-of.ts";

/** Loads what the server loads late, so that no test waits for it. */
beforeAll(
  () =>
    Promise.all([
      import("../../apis/admissionregistration/behaviors.ts"),
      import("../../apis/apps/behaviors.ts"),
      import("../../apis/core/behaviors.ts"),
      import("../../apiserver/admission/policy/mutating-policy.ts"),
      import("../../apiserver/admission/policy/validating-policy.ts"),
      import("../../apiserver/admission/webhook/mutating-webhook.ts"),
      import("../../cel/library/re2-engine.ts"),
      import("./policy-calls.ts"),
    ]),
  60_000,
);

let server: ApiServer;
beforeEach(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: new FakeClock(),
    random: createSystemRandom(),
    admissionWebhooks: new Map([
      [
        "label.example.com",
        () => ({ allowed: true, patch: [{ op: "add", path: "/metadata/labels", value: { by: "f" } }] }),
      ],
    ]),
  });
});
afterEach(() => server.close());

const constraints = (resource: string, apiGroups = [""], operations = ["CREATE"]) => ({
  resourceRules: [{ apiGroups, apiVersions: ["v1"], operations, resources: [resource] }],
});

const validating = (
  spec: object,
  bindings: readonly object[] = [],
  objects: readonly object[] = [],
): WrittenPolicy => ({
  policy: {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: "draft" },
    spec,
  },
  bindings: bindings.map((bindingSpec, i) => ({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name: `binding-${i}` },
    spec: { policyName: "draft", ...bindingSpec },
  })),
  objects,
});

const labelled = validating({
  matchConstraints: constraints("configmaps"),
  matchConditions: [{ name: "not-exempt", expression: "object.metadata.name != 'exempt'" }],
  validations: [{ expression: "'team' in object.metadata.?labels.orValue({})", message: "a team is required" }],
});

const configMap = (name: string, labels?: object) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "default", ...(labels !== undefined && { labels }) },
});
const create = (object: unknown): PolicyRequest => ({ operation: "CREATE", object });
const verdict = async (policy: WrittenPolicy, request: PolicyRequest) => {
  const [[only] = []] = await server.inspect.policyVerdicts([policy], [request]);
  if (only === undefined) throw new Error("there is no verdict");
  return only;
};

describe("a draft of a validating policy", () => {
  it("denies with its message, and tells each expression with its value and cost", async () => {
    const denied = await verdict(labelled, create(configMap("a")));
    expect(denied).toMatchObject({ outcome: "denied", message: "a team is required", reason: "Invalid", code: 422 });
    expect(denied.expressions.map(({ place, decision }) => [place, decision])).toEqual([
      ["spec.matchConditions[0].expression", "true"],
      ["spec.validations[0].expression", "false"],
    ]);
    expect(denied.cost).toBe(denied.expressions.reduce((sum, { cost }) => sum + cost, 0));
    expect(denied.cost).toBeGreaterThan(0);
    expect(denied.request).toMatchObject({
      operation: "CREATE",
      resource: { group: "", version: "v1", resource: "configmaps" },
      name: "a",
      userInfo: { username: "kubernetes-admin", groups: ["system:masters", "system:authenticated"] },
    });
  });

  it.each([
    ["allows what holds", configMap("a", { team: "x" }), "allowed"],
    ["leaves out what a match condition excludes", configMap("exempt"), "unmatched"],
    ["leaves out other kinds", { apiVersion: "v1", kind: "Secret", metadata: { name: "s" } }, "unmatched"],
    ["cannot judge a kind that is not served", { apiVersion: "v1", kind: "Wish", metadata: {} }, "failed"],
    ["cannot judge what is no object", "text", "failed"],
  ])("%s", async (_, object, outcome) => {
    expect((await verdict(labelled, create(object))).outcome).toBe(outcome);
  });

  it.each([
    [["Warn"], "warned"],
    [["Audit"], "audited"],
    [["Deny"], "denied"],
  ])("does what its binding says: %s", async (validationActions, outcome) => {
    const bound = { ...labelled, bindings: validating({}, [{ validationActions }]).bindings };
    expect(await verdict(bound, create(configMap("a")))).toMatchObject({ outcome, message: "a team is required" });
  });

  it("finds written parameters before they are stored", async () => {
    const limited = validating(
      {
        paramKind: { apiVersion: "v1", kind: "ConfigMap" },
        matchConstraints: constraints("configmaps"),
        validations: [{ expression: "object.metadata.name.size() <= int(params.data.most)" }],
      },
      [
        {
          validationActions: ["Deny"],
          paramRef: { name: "limits", namespace: "default", parameterNotFoundAction: "Deny" },
        },
      ],
      [{ ...configMap("limits"), data: { most: "3" } }],
    );
    expect((await verdict(limited, create(configMap("abc")))).outcome).toBe("allowed");
    expect((await verdict(limited, create(configMap("abcd")))).outcome).toBe("denied");
  });

  it("sees the user, the operation and the old object of a request", async () => {
    const guarded = validating({
      matchConstraints: constraints("configmaps", [""], ["CREATE", "UPDATE", "DELETE"]),
      validations: [
        {
          expression:
            "request.userInfo.username == 'jane' && (request.operation != 'UPDATE' || object.?data.k.hasValue())",
          messageExpression: "request.userInfo.username + ' may not ' + request.operation",
        },
      ],
    });
    const old = { ...configMap("a"), data: { k: "1" } };
    const requests: readonly PolicyRequest[] = [
      { operation: "UPDATE", object: old, old, user: "jane" },
      { operation: "UPDATE", object: configMap("a"), old, user: "jane" },
      { operation: "DELETE", old, user: "jane" },
      { operation: "DELETE", old, user: "joe" },
      { operation: "DELETE", old },
    ];
    const rows = await server.inspect.policyVerdicts([guarded], requests);
    expect(rows.map(([cell]) => [cell?.outcome, cell?.message])).toEqual([
      ["allowed", ""],
      ["denied", "jane may not UPDATE"],
      ["allowed", ""],
      ["denied", "joe may not DELETE"],
      ["denied", "kubernetes-admin may not DELETE"],
    ]);
  });

  it("is evaluated for a namespace that is written, stored or neither", async () => {
    const expression = "namespaceObject.metadata.?labels['tier'].orValue('none') == 'gold'";
    const gold = { apiVersion: "v1", kind: "Namespace", metadata: { name: "mine", labels: { tier: "gold" } } };
    const tiered = validating(
      { matchConstraints: constraints("configmaps"), validations: [{ expression }] },
      [],
      [gold],
    );
    const within = (namespace: string) => create({ ...configMap("a"), metadata: { name: "a", namespace } });
    expect((await verdict(tiered, within("mine"))).outcome).toBe("allowed");
    expect((await verdict(tiered, within("default"))).outcome).toBe("denied");
    expect((await verdict(tiered, within("unborn"))).outcome).toBe("denied");
  });

  it("is told with its problem if it cannot be decoded", async () => {
    const broken = await verdict(
      { policy: { kind: "Pod", apiVersion: "v1" }, bindings: [], objects: [] },
      create(configMap("a")),
    );
    expect(broken).toMatchObject({ outcome: "failed", message: "Pod is no policy" });
  });

  it("is checked against the types of the kinds that it matches", async () => {
    const { policy } = validating({
      matchConstraints: constraints("deployments", ["apps"]),
      validations: [{ expression: "object.spec.replicas < 5" }, { expression: "object.spec.replica < 5" }],
    });
    const warnings = await server.inspect.policyTypes(policy);
    expect(warnings).toEqual([
      { fieldRef: "spec.validations[1].expression", warning: expect.stringContaining("undefined field 'replica'") },
    ]);
  });
});

describe("a draft of a mutating policy", () => {
  it("changes the object step by step, also where its kind is not served", async () => {
    const mutate = (labels: string) => ({
      patchType: "ApplyConfiguration",
      applyConfiguration: { expression: `Object{metadata: Object.metadata{labels: {${labels}}}}` },
    });
    const policy = {
      apiVersion: "admissionregistration.k8s.io/v1beta1",
      kind: "MutatingAdmissionPolicy",
      metadata: { name: "draft" },
      spec: {
        matchConstraints: constraints("configmaps"),
        reinvocationPolicy: "Never",
        mutations: [mutate("'a': '1'"), mutate("'b': '2'")],
      },
    };
    const changed = await verdict({ policy, bindings: [], objects: [] }, create(configMap("a")));
    expect(changed).toMatchObject({ outcome: "changed", changed: { metadata: { labels: { a: "1", b: "2" } } } });
    expect(changed.expressions).toMatchObject([
      { place: "spec.mutations[0].applyConfiguration.expression", after: { metadata: { labels: { a: "1" } } } },
      {
        place: "spec.mutations[1].applyConfiguration.expression",
        before: { metadata: { labels: { a: "1" } } },
        after: { metadata: { labels: { a: "1", b: "2" } } },
      },
    ]);
  });
});

it("functions of the page answer for the webhooks of a configuration", async () => {
  const policy = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "MutatingWebhookConfiguration",
    metadata: { name: "hooks" },
    webhooks: [
      {
        name: "label.example.com",
        clientConfig: { url: "https://label.example.com" },
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
      },
    ],
  };
  const changed = await verdict({ policy, bindings: [], objects: [] }, create(configMap("a")));
  expect(changed).toMatchObject({ outcome: "changed", changed: { metadata: { labels: { by: "f" } } } });
});

describe("who would this hit", () => {
  const write = async (method: string, path: string, body: object): Promise<number> =>
    (await server.fetch(path, { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }))
      .status;
  const collect = async (over: "objects" | "log", policy: WrittenPolicy) => {
    const hits: PolicyHit[] = [];
    let checked = 0;
    let page = await server.inspect.policyHits(policy, over);
    const { total } = page;
    for (;;) {
      hits.push(...page.hits);
      checked += page.checked;
      if (page.next === undefined) return { hits, checked, total };
      page = await server.inspect.policyHits(policy, over, page.next);
    }
  };

  it("finds live objects, in whatever version the policy names them", async () => {
    const path = "/api/v1/namespaces/default/configmaps";
    expect(await write("POST", path, configMap("bare"))).toBe(201);
    expect(await write("POST", path, configMap("fine", { team: "x" }))).toBe(201);
    const { hits, checked, total } = await collect("objects", labelled);
    expect(hits).toContainEqual({
      apiVersion: "v1",
      kind: "ConfigMap",
      namespace: "default",
      name: "bare",
      operation: "CREATE",
      outcome: "denied",
      message: "a team is required",
    });
    expect(hits.map(({ name }) => name)).not.toContain("fine");
    expect(checked).toBe(total);
  });

  it("finds objects of every kind for rules with wildcards", async () => {
    const never = validating({
      matchConstraints: {
        resourceRules: [{ apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*/*"] }],
      },
      validations: [{ expression: "false", message: "never" }],
    });
    const { hits, checked, total } = await collect("objects", never);
    expect(checked).toBe(total);
    expect([...new Set(hits.map(({ kind }) => kind))]).toEqual(
      expect.arrayContaining(["Namespace", "ClusterRole", "RoleBinding", "PriorityClass"]),
    );
  });

  it("finds custom resources", async () => {
    const size = { type: "integer", default: 7 };
    const widgets = definitionOf("Widget", "example.com", [versionOf("v1", { type: "object", properties: { size } })]);
    expect(await write("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgets)).toBe(201);
    const widget = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "w" } };
    await expect.poll(() => write("POST", "/apis/example.com/v1/namespaces/default/widgets", widget)).toBe(201);
    const small = validating({
      matchConstraints: constraints("widgets", ["example.com"]),
      validations: [{ expression: "object.size < 5" }],
    });
    expect((await verdict(small, create(widget))).message).toBe("failed expression: object.size < 5");
    expect((await collect("objects", small)).hits).toMatchObject([{ kind: "Widget", name: "w", outcome: "denied" }]);
    const [warning] = await server.inspect.policyTypes(
      validating({ ...Object(small.policy).spec, validations: [{ expression: "object.sise < 5" }] }).policy,
    );
    expect(warning?.warning).toContain("undefined field 'sise'");
  });

  it("finds requests of the log, as far as they are traced", async () => {
    const stop = await server.inspect.subscribe(() => undefined);
    const path = "/api/v1/namespaces/default/configmaps";
    await write("POST", path, configMap("fine", { team: "x" }));
    await write("POST", path, configMap("bare"));
    await write("PUT", `${path}/fine`, configMap("fine"));
    const [trace] = await server.inspect.traces(1);
    const { hits } = await collect("log", labelled);
    expect(hits).toMatchObject([{ name: "bare", operation: "CREATE", requestId: trace?.requestId }]);
    stop();
  });
});
