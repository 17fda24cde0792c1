import { describe, expect, test } from "vitest";
import { builtinResources } from "../../../src/apis/all-resources.ts";
import type { JsonMap } from "../../conformance/recorded-case.ts";
import { createChooser } from "../chooser.ts";
import { Normalizer } from "../normalizer.ts";
import type { Answer, Step } from "../sequence.ts";
import { printWireObject } from "../wire-fields.ts";
import { compareBuiltin, describeDifference } from "./builtin-differences.ts";
import { builtinSamples, isStorable, versionOf, type BuiltinSample } from "./builtin-samples.ts";
import { builtinSequence } from "./builtin-sequence.ts";
import { changedObject } from "./change-object.ts";
import { KnownValues, type PublishedSchema } from "./field-values.ts";
import { jsonPatchBetween } from "./json-patch-between.ts";

const byKind = new Map(
  builtinResources.map((resource): [string, PublishedSchema] => [`${versionOf(resource)} ${resource.kind}`, {}]),
);
const samples = builtinSamples({ schemas: new Map(), byKind });

describe("samples", () => {
  test("are there for every kind, in one of its versions", () => {
    const kinds = new Set(samples.map(({ resource, kind }) => `${resource.group} ${kind}`));
    const without = builtinResources.map(({ group, kind }) => `${group} ${kind}`).filter((kind) => !kinds.has(kind));
    expect(without).toEqual([]);
  });

  test("are stored unless they would change how other requests are answered", () => {
    const stored = new Set(samples.filter(isStorable).map(({ kind }) => kind));
    const tried = ["APIService", "CustomResourceDefinition", "TokenReview", "Binding"];
    expect(tried.filter((kind) => stored.has(kind))).toEqual([]);
    expect(stored).toContain("ValidatingWebhookConfiguration");
  });
});

const pods = samples.filter(({ apiVersion, kind }) => `${apiVersion} ${kind}` === "v1 Pod");
const schema: PublishedSchema = {
  properties: { spec: { properties: { a: { type: "string" }, list: { items: { type: "integer" } } } } },
};

const sequenceOf = (sample: BuiltinSample, seed: number): readonly Step[] => {
  const context = { choose: createChooser(seed), known: new KnownValues(), schemas: new Map(), byKind };
  return builtinSequence({ ...context, sample, stored: sample.object }, 8);
};

describe("sequences", () => {
  test("are the same for a seed, and make every kind of request within some seeds", () => {
    const [sample] = pods;
    if (sample === undefined) throw new Error("there is no Pod");
    expect(sequenceOf(sample, 3)).toEqual(sequenceOf(sample, 3));
    const all = Array.from({ length: 60 }, (_, seed) => sequenceOf(sample, seed)).flat();
    const texts = all.map((step) => JSON.stringify(step));
    // oxfmt-ignore
    const wanted = [
      ...["POST", "PUT", "PATCH", "DELETE", "GET"].map((method) => `"method":"${method}"`),
      "json-patch", "merge-patch", "strategic-merge-patch", "apply-patch", "as=Table", "yaml", "protobuf",
      "/status", "/eviction", "/binding", "/ephemeralcontainers", "/resize", "fieldManager=a", "force=true",
      "dryRun=All", "fieldValidation=Warn", "fieldValidation=Strict", "finalizers", "preconditions", "{{last.rv}}",
    ];
    expect(wanted.filter((part) => !texts.some((text) => text.includes(part)))).toEqual([]);
  });

  test("change objects in ways that a seed determines, but not what names them", () => {
    const object: JsonMap = { apiVersion: "v1", kind: "K", metadata: { name: "n" }, spec: { a: "x", list: [1, 2] } };
    const changed = Array.from({ length: 100 }, (_, seed) =>
      changedObject(object, schema, { choose: createChooser(seed), known: new KnownValues(), schemas: new Map() }),
    );
    expect(new Set(changed.map((one) => JSON.stringify(one))).size).toBeGreaterThan(20);
    expect(changed.filter(({ apiVersion, kind }) => apiVersion !== "v1" || kind !== "K")).toEqual([]);
    expect(object).toEqual({ apiVersion: "v1", kind: "K", metadata: { name: "n" }, spec: { a: "x", list: [1, 2] } });
  });

  test("patch by operations of JSON patches", () => {
    expect(jsonPatchBetween({ a: 1, "b/c": [1, 2], d: 1 }, { a: 2, "b/c": [1, 3], e: null })).toEqual([
      { op: "remove", path: "/d" },
      { op: "replace", path: "/a", value: 2 },
      { op: "replace", path: "/b~1c/1", value: 3 },
      { op: "add", path: "/e", value: null },
    ]);
  });
});

const post: Step = { id: "a", method: "POST", path: "/api/v1/namespaces/default/pods" };
const answer = (status: number, body: string): Answer => ({ status, headers: {}, body });
const refused = (...messages: readonly string[]): Answer => {
  const causes = messages.map((message) => ({ reason: "FieldValueInvalid", message, field: "spec" }));
  return answer(422, JSON.stringify({ kind: "Status", details: { causes } }));
};
const compare = (steps: readonly Step[], reference: Answer, tested: Answer) => {
  const answers = (one: Answer) => new Map(steps.map(({ id }) => [id, one]));
  return compareBuiltin(steps, answers(reference), answers(tested));
};

describe("differences", () => {
  test("are told by the causes that only one answer has, as often as it has them", () => {
    const { differences } = compare([post], refused("a", "a", "b"), refused("a", "b", "c 7"));
    expect(differences.map((difference) => describeDifference("Pod", difference).kind)).toEqual([
      "Pod: -FieldValueInvalid spec: a | +FieldValueInvalid spec: c N",
    ]);
  });

  test("are told without the words of a message where the rest of a refusal differs, too", () => {
    const status = (kind: string): Answer =>
      answer(422, `{"message":"${kind} \\"a\\" is invalid","reason":"Invalid","details":{"kind":"${kind}"}}`);
    const { differences } = compare([post], status("Event"), status("Thing"));
    const [described] = differences.map((difference) => describeDifference("Event", difference));
    expect(described?.kind).toBe('Event: POST  N body Event"}} -> Thing"}}');
  });

  test("end a comparison where a write was accepted, and not where it was refused or tried", () => {
    const second: Step = { ...post, id: "b" };
    expect(compare([post, second], answer(201, "{}"), answer(201, "[]")).differences).toHaveLength(1);
    expect(compare([post, second], answer(422, "{}"), answer(422, "[]")).differences).toHaveLength(2);
    const tries = [post, second].map((step) => ({ ...step, path: `${step.path}?dryRun=All` }));
    expect(compare(tries, answer(201, "{}"), answer(201, "[]")).differences).toHaveLength(2);
  });
});

describe("what servers allocate", () => {
  const normal = (body: string): string =>
    new Normalizer("run7").normalize({
      status: 200,
      headers: new Headers({ "content-type": "application/json" }),
      body: new TextEncoder().encode(body),
    }).answer.body;

  test("has names, but not what clients choose", () => {
    expect(normal('{"clusterIP":"10.0.0.99","clusterIPs":["10.0.0.99"],"nodePort":31234}\n')).toBe(
      '{"clusterIP":"<address:1>","clusterIPs":["<address:1>"],"nodePort":"<port:1>"}',
    );
    expect(normal('{"message":"{\\"nodePort\\":31234,\\"port\\":31234}"}\n')).toContain(
      '"{\\"nodePort\\":<port:1>,\\"port\\":31234}"',
    );
    const chosen = '{"clusterIP":"10.0.0.9","cidr":"10.0.0.0/24","nodePort":30001,"port":31234}';
    expect(normal(`${chosen}\n`)).toBe(chosen);
    expect(normal('{"token":"eyJhbGciOiJ.eyJpc3MiOi.c2lnbmF0"}\n')).toBe('{"token":"<token>"}');
  });

  test("is found in protobuf by the numbers of fields", () => {
    const uid = "0a1b2c3d-0000-4000-8000-000000000001";
    const metadata = Buffer.concat([Buffer.from("\n\x01a*$"), Buffer.from(uid), Buffer.from("2\x02178\x01")]);
    const object = Buffer.concat([Buffer.from("\n"), Buffer.from([metadata.length]), metadata]);
    const envelope = Buffer.concat([Buffer.from("k8s\0\x12"), Buffer.from([object.length]), object]);
    expect(printWireObject(envelope)).toBe(
      `{"protobuf":{"2":{"1":{"1":"a","uid":"${uid}","resourceVersion":"17","7":1}}}}\n`,
    );
    expect(printWireObject(Buffer.from("{}"))).toBeUndefined();
  });
});
