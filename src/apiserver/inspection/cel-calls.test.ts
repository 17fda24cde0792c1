import { describe, expect, test } from "vitest";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import type { CelPolicy, CelRequest, CelScope } from "../../client/cel.ts";
import type { CelNode } from "../../component-base/cel-node.ts";
import type { Schema } from "../schema/schema.ts";
import { structuralSchemaOf } from "../schema/structural/structural-schema.ts";
import { createCelCalls } from "./cel-calls.ts";

const deployment: Schema = structuralSchemaOf({
  type: "object",
  properties: {
    spec: { type: "object", properties: { replicas: { type: "integer" }, paused: { type: "boolean" } } },
  },
});
const calls = createCelCalls({
  loadAuthorizer: () => Promise.resolve((user) => () => ({ allowed: user === "jane", reason: "", error: undefined })),
  clock: createSystemClock(),
  schemaOf: ({ kind }) => Promise.resolve(kind === "Deployment" ? deployment : undefined),
});

const schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        name: { type: "string", maxLength: 10 },
        hosts: { type: "array", items: { type: "string" } },
        rules: {
          type: "array",
          maxItems: 1000,
          items: {
            type: "object",
            properties: {
              from: { type: "array", items: { type: "string", maxLength: 64 } },
              "to-port": { type: "integer" },
            },
          },
        },
        labels: { type: "object", additionalProperties: { type: "string", maxLength: 63 } },
      },
    },
  },
};
const rule = (...path: readonly string[]): CelScope => ({ kind: "rule", schema, path });
const spec = rule("spec");
const request = (expression: string, scope: CelScope = spec): CelRequest => ({ expression, scope, expects: "bool" });
const all = (node: CelNode): readonly CelNode[] => [node, ...node.children.flatMap(all)];

describe("checking", () => {
  test("a rule has a type, an estimate with its cardinality, and a limit", async () => {
    expect(await calls.celCheck(request("self.name == 'x'"))).toMatchObject({
      issues: [],
      type: "bool",
      cardinality: 1,
      estimatedCost: 3,
      estimateLimit: 10_000_000,
      usesOldSelf: false,
    });
    const inner = await calls.celCheck(request("self.to__dash__port > 0", rule("spec", "rules", "[*]")));
    expect(inner).toMatchObject({ cardinality: 1000, estimatedCost: 3000 });
    const unbounded = await calls.celCheck(request("size(self) > 0", rule("spec", "hosts", "[*]")));
    expect(unbounded).toMatchObject({ cardinality: 1048576, estimatedCost: 3145728 });
  });

  test("what is wrong is told with its place", async () => {
    expect((await calls.celCheck(request("self.nope == 1"))).issues).toEqual([
      { message: "undefined field 'nope'", start: 4, end: 9 },
    ]);
    expect((await calls.celCheck(request("self.name + 1"))).issues[0]).toMatchObject({ start: 10, end: 11 });
    expect((await calls.celCheck(request("self.name"))).issues[0]?.message).toContain("must evaluate to a bool");
    expect((await calls.celCheck(request("true", rule("nope")))).issues[0]?.message).toBe(
      "the schema has nothing at nope",
    );
    expect(
      (
        await calls.celCheck(
          request("true", {
            kind: "rule",
            schema: { type: "object", "x-kubernetes-preserve-unknown-fields": false },
            path: [],
          }),
        )
      ).issues[0]?.message,
    ).toContain("the schema cannot be used");
    expect(
      (await calls.celCheck(request("true", { kind: "generic", variables: [{ name: "x", type: "nonsense" }] })))
        .issues[0]?.message,
    ).toBe("the type of x is unknown: nonsense");
    expect((await calls.celCheck(request("self.name.matches('(')"))).issues.length).toBe(1);
  });

  test("names are told apart", async () => {
    const { references } = await calls.celCheck(
      request("has(self.name) && type(self.hosts) == list && size(oldSelf.hosts) < 3"),
    );
    expect(references.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "macro has",
      "variable self",
      "function type",
      "variable self",
      "type list",
      "function size",
      "variable oldSelf",
    ]);
  });

  test("what only this version knows is for stored expressions", async () => {
    const expression = "self.hosts.distinct() == self.hosts";
    expect((await calls.celCheck(request(expression))).issues).toHaveLength(1);
    expect((await calls.celCheck({ ...request(expression), stored: true })).issues).toHaveLength(0);
  });
});

describe("explaining", () => {
  test("an evaluation tells its value, its cost and what every part did", async () => {
    const { outcome, root } = await calls.celExplain(request("self.hosts.all(h, h.startsWith('a'))"), {
      self: { hosts: ["ab", "b"] },
    });
    expect(outcome).toEqual({ value: "false", cost: root?.run?.cost, costLimit: 1_000_000, exceededLimit: false });
    expect(root?.run?.decidedBy).toEqual({ index: 1, element: '"b"' });
    expect(root && all(root).map(({ label, type }) => `${label}: ${type}`)).toEqual([
      "all: bool",
      ".hosts: list(string)",
      "self: selfType0",
      "startsWith: bool",
      "h: string",
      "'a': string",
    ]);
  });

  test("values are read as the schema says, and what is missing is an error", async () => {
    const scope: CelScope = {
      kind: "rule",
      path: [],
      schema: {
        type: "object",
        properties: { at: { type: "string", format: "date-time" }, ratio: { type: "number" } },
      },
    };
    const ok = await calls.celExplain(
      request("self.at.getFullYear() == 2024 && self.ratio < 2.5 && self.metadata.name == 'n'", scope),
      { self: { at: "2024-02-29T00:00:00Z", ratio: 2, metadata: { name: "n" } } },
    );
    expect(ok.outcome?.value).toBe("true");
    expect((await calls.celExplain(request("self == oldSelf"), { self: {} })).outcome?.error).toBe(
      "no such attribute(s): oldSelf",
    );
    const optional: CelScope = { kind: "rule", schema, path: ["spec"], optionalOldSelf: true };
    expect((await calls.celExplain(request("!oldSelf.hasValue()", optional), { self: {} })).outcome?.value).toBe(
      "true",
    );
  });

  test("the limit of one call holds", async () => {
    const scope: CelScope = { kind: "generic", variables: [{ name: "list", type: "list(int)" }] };
    const list = Array.from({ length: 2000 }, (_, i) => i);
    const { outcome, root } = await calls.celExplain(request("list.all(x, list.exists(y, x == y))", scope), { list });
    expect(outcome).toMatchObject({
      exceededLimit: true,
      error: "operation cancelled: actual cost limit exceeded",
      cost: 1_000_001,
    });
    expect(root?.run?.cost).toBe(1_000_001);
  });

  test("admission expressions see objects without types, and the request with them", async () => {
    const admission: CelScope = { kind: "admission" };
    const inputs = {
      object: { spec: { replicas: 7 } },
      request: { operation: "CREATE", userInfo: { username: "u", groups: ["g"] } },
    };
    const { outcome, estimatedCost } = await calls.celExplain(
      request(
        "object.spec.replicas <= 5 || request.operation == 'CREATE' && 'g' in request.userInfo.groups && oldObject == null",
        admission,
      ),
      inputs,
    );
    expect(outcome?.value).toBe("true");
    expect(estimatedCost).toBeUndefined();
    expect((await calls.celCheck(request("request.nope == ''", admission))).issues).toHaveLength(1);
  });

  test("declared types shape the inputs", async () => {
    const scope: CelScope = {
      kind: "generic",
      variables: [
        { name: "d", type: "duration" },
        { name: "u", type: "uint" },
        { name: "m", type: "map(int, double)" },
        { name: "q", type: "quantity" },
      ],
    };
    const { outcome } = await calls.celExplain(
      request("d == duration('90s') && u == 3u && m[1] == 2.0 && q.isGreaterThan(quantity('1'))", scope),
      { d: "1m30s", u: 3, m: { "1": 2 }, q: "2" },
    );
    expect(outcome?.value).toBe("true");
  });

  test("one rule runs over many inputs", async () => {
    const outcomes = await calls.celRun(request("self.name.size() < 4"), [
      { self: { name: "abc" } },
      { self: { name: "abcd" } },
      { self: {} },
    ]);
    expect(outcomes.map(({ value, error }) => value ?? error)).toEqual(["true", "false", "no such key: name"]);
    await expect(calls.celRun(request("nope"), [])).rejects.toThrow("undeclared reference");
  });
});

describe("advice", () => {
  const expensive = request("self.hosts.all(h, self.hosts.exists(g, g == h))");

  test("a bound brings the estimate within its limit, as stating it shows", async () => {
    const [advice] = await calls.celAdvise(expensive);
    expect(advice?.edits.map(({ path, keyword }) => `${path.join(".")} ${keyword}`)).toEqual([
      "spec.hosts maxItems",
      "spec.hosts.[*] maxLength",
    ]);
    const [items, length] = advice?.edits ?? [];
    const hosts = { type: "array", maxItems: items?.value, items: { type: "string", maxLength: length?.value } };
    const fixed: CelScope = {
      kind: "rule",
      path: ["spec"],
      schema: { type: "object", properties: { spec: { type: "object", properties: { hosts } } } },
    };
    const checked = await calls.celCheck({ ...expensive, scope: fixed });
    expect(checked.estimatedCost).toBe(advice?.estimatedCost);
    expect(checked.estimatedCost).toBeLessThanOrEqual(10_000_000);
    expect(await calls.celAdvise({ ...expensive, scope: fixed })).toEqual([]);
  });

  test("lists around a rule count as well, and the largest bound that is enough is taken", async () => {
    const advices = await calls.celAdvise(request("self.from.all(f, f.contains('x'))", rule("spec", "rules", "[*]")));
    const edits = advices.map((advice) =>
      advice.edits.map(({ path, keyword, value }) => `${path.join(".")} ${keyword} ${value}`),
    );
    expect(edits).toEqual([
      ["spec.rules maxItems 512", "spec.rules.[*].from maxItems 512"],
      ["spec.rules.[*].from maxItems 256"],
    ]);
    for (const { estimatedCost } of advices) expect(estimatedCost).toBeLessThanOrEqual(10_000_000);
  });

  test("a rule within its limit needs none", async () => {
    expect(await calls.celAdvise(request("self.name == ''"))).toEqual([]);
  });
});

describe("completion", () => {
  const labels = async (expression: string, scope = spec): Promise<readonly string[]> =>
    (await calls.celComplete({ expression, scope }, expression.length)).items.map(({ label }) => label);

  test("members of a type come before what can be called on it", async () => {
    expect((await labels("self.")).slice(0, 4)).toEqual(["name", "hosts", "rules", "labels"]);
    expect(await labels("self.rules[0].")).toEqual(expect.arrayContaining(["from", "to__dash__port"]));
    expect(await labels("self.name.")).toEqual(expect.arrayContaining(["startsWith", "size", "matches"]));
    expect(await labels("self.name.")).not.toContain("all");
    expect(await labels("self.hosts.")).toEqual(expect.arrayContaining(["all", "exists", "join"]));
    expect(await labels("self.rules.all(r, r.from.exists(f, f.")).toEqual(expect.arrayContaining(["startsWith"]));
    expect((await labels("self.rules.all(r, r."))[0]).toBe("from");
    expect(await labels("optional.")).toEqual(["of", "ofNonZeroValue", "none", "unwrap"]);
    expect(await labels("request.userInfo.", { kind: "admission" })).toEqual(
      expect.arrayContaining(["username", "groups"]),
    );
  });

  test("names, functions and words stand alone", async () => {
    const items = await labels("self.labels.all(k, v, ");
    expect(items.slice(0, 4)).toEqual(["k", "v", "self", "oldSelf"]);
    expect(items).toEqual(expect.arrayContaining(["has", "size", "true", "quantity"]));
    expect(items.filter((label) => label.startsWith("_") || label.startsWith("@"))).toEqual([]);
  });

  test("entries tell types, bounds and what functions do", async () => {
    const { items, start, end } = await calls.celComplete({ expression: "self.na", scope: spec }, 7);
    expect({ start, end }).toEqual({ start: 5, end: 7 });
    expect(items[0]).toEqual({ label: "name", kind: "field", detail: "string, at most 40", insert: "name" });
    const size = (await calls.celComplete({ expression: "", scope: spec }, 0)).items.find(
      ({ label }) => label === "size",
    );
    expect(size).toMatchObject({ kind: "function", detail: "size(bytes) → int", insert: "size($1)" });
    expect(size?.documentation).toContain("Characters");
  });
});

test("hovering tells types, functions and costs", async () => {
  const expression = "self.hosts.all(h, h.startsWith('a'))";
  const at = async (text: string) => calls.celHover(request(expression), expression.indexOf(text));
  expect(await at("hosts")).toMatchObject({
    start: 0,
    end: 10,
    code: ["self.hosts: list(string)"],
    words: ["Size at most 1,048,575.", "Estimated cost 2."],
  });
  expect(await at("startsWith")).toMatchObject({ code: ["string.startsWith(string) → bool"] });
  expect(await at("all(")).toMatchObject({ code: ["all(x, condition)"] });
  expect(await calls.celHover(request("("), 0)).toBeUndefined();
});

describe("an expression of a policy", () => {
  const policy: CelPolicy = {
    object: { apiVersion: "apps/v1", kind: "Deployment" },
    variables: [
      { name: "count", expression: "object.spec.replicas" },
      { name: "twice", expression: "variables.count * 2" },
    ],
  };
  const scope: CelScope = { kind: "admission", policy };
  const labels = async (expression: string, of: CelScope = scope): Promise<readonly string[]> =>
    (await calls.celComplete(request(expression, of), expression.length)).items.map(({ label }) => label);

  test("is completed by the types of the matched kind, the request and the variables", async () => {
    expect(await labels("object.spec.")).toEqual(expect.arrayContaining(["replicas", "paused"]));
    expect(await labels("request.")).toEqual(expect.arrayContaining(["operation", "userInfo"]));
    expect(await labels("variables.")).toEqual(expect.arrayContaining(["count", "twice"]));
    expect(await labels("")).not.toContain("params");
    const withParams = { ...policy, params: { apiVersion: "apps/v1", kind: "Deployment" } };
    expect(await labels("params.spec.", { kind: "admission", policy: withParams })).toContain("replicas");
  });

  test("is checked against these types, and evaluated without them, as admission does", async () => {
    const typo = request("object.spec.replica > 3", scope);
    expect((await calls.celCheck(typo)).issues).toEqual([{ message: "undefined field 'replica'", start: 11, end: 19 }]);
    expect((await calls.celExplain(typo, { object: { spec: { replica: 4 } } })).outcome?.value).toBe("true");
  });

  test("sees the variables before it", async () => {
    const inputs = { object: { spec: { replicas: 4 } } };
    expect((await calls.celExplain(request("variables.twice == 8", scope), inputs)).outcome?.value).toBe("true");
    const failed = await calls.celExplain(request("variables.twice == 8", scope), { object: {} });
    expect(failed.outcome?.error).toContain("no such key: spec");
  });

  test("asks the authorizer for the user of the request", async () => {
    const asks = request("authorizer.requestResource.check('update').allowed()", scope);
    const valueFor = async (username: string) =>
      (await calls.celExplain(asks, { object: {}, request: { userInfo: { username } } })).outcome?.value;
    expect(await valueFor("jane")).toBe("true");
    expect(await valueFor("joe")).toBe("false");
  });

  test("may match patterns in its variables", async () => {
    const variables = [{ name: "isTest", expression: "object.name.matches('^test-')" }];
    const matching = request("variables.isTest", { kind: "admission", policy: { variables } });
    expect((await calls.celExplain(matching, { object: { name: "test-1" } })).outcome?.value).toBe("true");
  });

  test("may construct objects where it is that of a mutation", async () => {
    const expression = "Object{spec: Object.spec{paused: true}}";
    const patching: CelScope = { kind: "admission", policy: { ...policy, hasPatchTypes: true } };
    expect((await calls.celCheck({ expression, scope: patching })).issues).toEqual([]);
    expect((await calls.celCheck({ expression, scope })).issues).not.toEqual([]);
  });
});
