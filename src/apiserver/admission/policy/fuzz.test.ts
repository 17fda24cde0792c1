import { expect, test } from "vitest";
import { StatusError } from "../../../apimachinery/errors.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { re2Engine } from "../../../cel/library/re2-engine.ts";
import { installRegexEngine } from "../../../cel/library/regex-engine.ts";
import { seededDraw, type Draw } from "../../../cel/testing/draw.ts";
import { mutate } from "../../../cel/testing/mutate.ts";
import { atomOf, deducedAtom } from "../../../structured-merge-diff/schema.ts";
import { anonymousUser } from "../../request/user.ts";
import { AttributesRecord } from "../attributes.ts";
import type { Bindings } from "../cel/activation.ts";
import { unconverted } from "../testing/unconverted.ts";
import { PolicyMutator } from "./mutator.ts";
import { MutationError } from "./patchers.ts";
import { checkMatchConditions, PolicyValidator } from "./validator.ts";

/** The number of pairs of a policy and an object. */
const runs = 10_000;
const objectsEach = 10;

// oxfmt-ignore
const conditions = [
  "object.spec.replicas > 2", "has(object.metadata.labels) && 'app' in object.metadata.labels", "variables.a", "variables.b == 3",
  "object.spec.items.all(i, i.name.startsWith('x'))", "params.max >= object.spec.replicas", "request.operation == 'CREATE'",
  "namespaceObject.metadata.labels['env'] == 'prod'", "oldObject == null || object != oldObject", "object.?spec.?x.orValue(true)",
  "authorizer.requestResource.check('get').allowed()", "object.metadata.name.matches('^[a-z]+$')", "1 / object.spec.zero == 1",
  "object.spec.items.map(i, i.n).sum() < 10", "quantity(object.spec.size).isLessThan(quantity('1Gi'))", "request.userInfo.groups.exists(g, g == 'a')",
];
// oxfmt-ignore
const patches = [
  "[JSONPatch{op: 'add', path: '/metadata/labels/x', value: 'y'}]", "[JSONPatch{op: 'remove', path: '/spec/items/0'}]",
  "[JSONPatch{op: 'test', path: '/spec/replicas', value: 3}, JSONPatch{op: 'replace', path: '/spec', value: Object.spec{replicas: 4}}]",
  "object.spec.items.map(i, JSONPatch{op: 'copy', from: '/spec/items/0', path: '/spec/items/-', value: i})",
  "[JSONPatch{op: 'move', from: '/metadata', path: '/' + jsonpatch.escapeKey('a/b')}]",
];
// oxfmt-ignore
const configurations = [
  "Object{spec: Object.spec{replicas: object.spec.replicas + 1}}", "Object{metadata: Object.metadata{labels: {'a': 'b'}}}", "Object{}",
  "Object{spec: Object.spec{items: [Object.spec.items{name: 'x', n: 1}]}}", "Object{spec: Object.wrong{x: null}}", "Object{spec: null}",
];
const values: readonly unknown[] = [
  0,
  3,
  -1,
  1.5,
  "x",
  "",
  null,
  true,
  [],
  {},
  ["a"],
  { a: 1 },
  "9007199254740993",
  2 ** 53,
];

const pick = <T>(draw: Draw, from: readonly T[]): T => from[draw(from.length)] as T;
/** An expression, damaged in one of four cases. */
const expression = (draw: Draw, from: readonly string[]): string =>
  draw(4) === 0 ? mutate(draw, pick(draw, from)) : pick(draw, from);

function randomObject(draw: Draw): KubeObject {
  const items = Array.from({ length: draw(4) }, (_, i) =>
    draw(4) === 0 ? pick(draw, values) : { name: `x${i}`, n: pick(draw, values) },
  );
  const spec = draw(8) === 0 ? pick(draw, values) : { replicas: pick(draw, values), zero: 0, items, size: "1Mi" };
  const labels = draw(2) === 0 ? {} : { labels: { app: "a", env: "prod" } };
  return { apiVersion: "example.com/v1", kind: "Thing", metadata: { name: "a", ...labels }, spec };
}

function randomBindings(draw: Draw): Bindings {
  const kind = { group: "example.com", version: "v1", kind: "Thing" };
  const resource = { group: "example.com", version: "v1", resource: "things" };
  const object = draw(6) === 0 ? undefined : randomObject(draw);
  const oldObject = draw(2) === 0 ? undefined : randomObject(draw);
  const attributes = new AttributesRecord(
    { user: anonymousUser, namespace: "ns", dryRun: false, warn: () => undefined },
    { operation: "CREATE", kind, resource, subresource: "", name: "a", object, oldObject, objects: unconverted },
  );
  return {
    versioned: { attributes, kind, resource, object, oldObject },
    params: draw(2) === 0 ? undefined : { metadata: { name: "p" }, max: pick(draw, values) },
    namespace: draw(3) === 0 ? undefined : randomObject(draw),
  };
}

const common = (draw: Draw): object => ({
  failurePolicy: pick(draw, ["Fail", "Ignore"]),
  variables: ["a", "b"].map((name) => ({
    name,
    expression: expression(draw, [...conditions, "object.spec.replicas"]),
  })),
  ...(draw(2) === 0 && { matchConditions: [{ name: "m", expression: expression(draw, conditions) }] }),
  ...(draw(2) === 0 && { paramKind: { apiVersion: "v1", kind: "ConfigMap" } }),
});

const authorize = () => ({ allowed: true, reason: "", error: undefined });

type Counts = Record<"admit" | "deny" | "error" | "mutated" | "failed", number>;

/** Runs a random validating policy on some objects. */
async function runValidator(draw: Draw, counts: Counts): Promise<void> {
  const messages = ["'a' + object.metadata.name", ""];
  const annotations = ["object.metadata.name", "string(object.spec.replicas)", "null"];
  const validator = new PolicyValidator({
    metadata: { name: "p" },
    spec: {
      ...common(draw),
      validations: [{ expression: expression(draw, conditions), messageExpression: expression(draw, messages) }],
      auditAnnotations: [{ key: "k", valueExpression: expression(draw, annotations) }],
    },
  });
  for (let i = 0; i < objectsEach; i++) {
    const input = { bindings: randomBindings(draw), authorize };
    const matched = await checkMatchConditions(validator.matchConditions, input);
    const result = await validator.validate(input, matched);
    for (const { evaluation } of result.decisions) counts[evaluation]++;
  }
}

/** Runs a random mutating policy on some objects. */
async function runMutator(draw: Draw, counts: Counts): Promise<void> {
  const patchType = pick(draw, ["JSONPatch", "ApplyConfiguration"]);
  const mutation =
    patchType === "JSONPatch"
      ? { jsonPatch: { expression: expression(draw, patches) } }
      : { applyConfiguration: { expression: expression(draw, configurations) } };
  const mutator = new PolicyMutator({
    metadata: { name: "p" },
    spec: { ...common(draw), mutations: [{ patchType, ...mutation }] },
  });
  for (let i = 0; i < objectsEach; i++) counts[await mutated(draw, mutator)]++;
}

async function mutated(draw: Draw, mutator: PolicyMutator): Promise<"mutated" | "failed"> {
  const input = { bindings: randomBindings(draw), authorize };
  const atom = pick(draw, [deducedAtom, atomOf({ scalar: "string" })]);
  try {
    for (const mutation of mutator.mutations) await mutator.mutate(mutation, input, atom);
    return "mutated";
  } catch (error) {
    if (error instanceof MutationError || error instanceof StatusError) return "failed";
    throw error;
  }
}

test("no policy, whole or damaged, crashes on any object", { timeout: 120_000 }, async () => {
  installRegexEngine(re2Engine);
  const draw = seededDraw(20261122);
  const counts: Counts = { admit: 0, deny: 0, error: 0, mutated: 0, failed: 0 };
  for (let run = 0; run < runs; run += objectsEach) await (draw(2) === 0 ? runValidator : runMutator)(draw, counts);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(runs / 100);
});
