import { describe, expect, it } from "vitest";
import { InternalConversionError } from "../../apimachinery/internal-conversion-error.ts";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ResourceBehavior } from "../../apiserver/registry/resource-definition.ts";
import { recordAt } from "../record.ts";
import { testContext } from "../testing/strategy-context.ts";
import { daemonSetBehavior } from "./daemon-set.ts";
import { deploymentBehavior } from "./deployment.ts";
import { replicaSetBehavior } from "./replica-set.ts";
import { statefulSetBehavior } from "./stateful-set.ts";

const defaulted = (behavior: ResourceBehavior, object: KubeObject): KubeObject => behavior.default?.(object) ?? object;

/** Returns the errors of a create, or of an update of `old`. */
const errorsOf = (
  { strategy }: ResourceBehavior,
  object: KubeObject,
  old?: KubeObject,
): readonly string[] | undefined =>
  (old === undefined
    ? strategy.validate?.(object, testContext())
    : strategy.validateUpdate?.(object, old, testContext())
  )?.map(errorMessage);

const labels = { app: "a" };
const good = {
  selector: { matchLabels: labels },
  template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } },
};
const deployment = (change: object): KubeObject =>
  defaulted(deploymentBehavior, { metadata: { name: "d" }, spec: { ...good, ...change } });
const withPods = (spec: object) => ({ template: { metadata: { labels }, spec } });

describe("deployments", () => {
  // oxfmt-ignore
  it.each([
    ["all it needs", {}, []],
    ["no selector", { selector: undefined }, ["spec.selector: Required value", 'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`']],
    ["an empty selector", { selector: {} }, ["spec.selector: Invalid value: {}: empty selector is invalid for deployment"]],
    ["a selector for others", { selector: { matchLabels: { app: "b" } } }, ['spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`']],
    ["negative replicas", { replicas: -1 }, ["spec.replicas: Invalid value: -1: must be greater than or equal to 0"]],
    ["no containers", withPods({}), ["spec.template.spec.containers: Required value"]],
    ["a container without a name and image", withPods({ containers: [{}] }), ["spec.template.spec.containers[0].name: Required value", "spec.template.spec.containers[0].image: Required value"]],
    ["two containers of a name", withPods({ containers: [{ name: "c", image: "i" }, { name: "c", image: "i" }] }), ['spec.template.spec.containers[1].name: Duplicate value: "c"']],
    ["pods that are not restarted", withPods({ restartPolicy: "Never", containers: [{ name: "c", image: "i" }] }), ['spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"']],
    ["a port out of range", withPods({ containers: [{ name: "c", image: "i", ports: [{ containerPort: 70000 }] }] }), ["spec.template.spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive"]],
    ["a mount of nothing", withPods({ containers: [{ name: "c", image: "i", volumeMounts: [{ name: "v", mountPath: "/v" }] }] }), ['spec.template.spec.containers[0].volumeMounts[0].name: Not found: "v"']],
    ["an odd strategy", { strategy: { type: "Odd" } }, ['spec.strategy: Unsupported value: {"Type":"Odd","RollingUpdate":null}: supported values: "Recreate", "RollingUpdate"']],
    ["a rolling recreation", { strategy: { type: "Recreate", rollingUpdate: {} } }, ["spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"]],
    ["too short a deadline", { minReadySeconds: 600 }, ["spec.progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds"]],
  ])("with %s", (_name, change, expected) => expect(errorsOf(deploymentBehavior, deployment(change))).toEqual(expected));

  it("keep their selector", () => {
    expect(
      errorsOf(deploymentBehavior, deployment({ selector: { matchLabels: { b: "c" } } }), deployment({})),
    ).toContain('spec.selector: Invalid value: {"matchLabels":{"b":"c"}}: field is immutable');
  });
});

describe("daemon sets", () => {
  const set = (change: object): KubeObject =>
    defaulted(daemonSetBehavior, { metadata: { name: "d" }, spec: { ...good, ...change } });

  it.each([
    ["all it needs", {}, []],
    [
      "a selector for others",
      { selector: { matchLabels: { app: "b" } } },
      ['spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`'],
    ],
    [
      "an odd strategy",
      { updateStrategy: { type: "Odd" } },
      [
        'spec.updateStrategy: Unsupported value: {"Type":"Odd","RollingUpdate":null}: supported values: "RollingUpdate", "OnDelete"',
      ],
    ],
  ])("with %s", (_name, change, expected) => expect(errorsOf(daemonSetBehavior, set(change))).toEqual(expected));

  it("have the annotation that counts changes of their template when they are decoded", () => {
    const annotation = "deprecated.daemonset.template.generation";
    const counted = (annotations: Readonly<Record<string, string>> = {}) =>
      defaulted(daemonSetBehavior, { metadata: { name: "d", annotations }, spec: good }).metadata.annotations;
    expect([counted(), counted({ a: "b" }), counted({ [annotation]: "7" })]).toEqual([
      { [annotation]: "0" },
      { a: "b", [annotation]: "0" },
      { [annotation]: "7" },
    ]);
    expect(() => counted({ [annotation]: "x" })).toThrow(
      new InternalConversionError('strconv.ParseInt: parsing "x": invalid syntax'),
    );
  });

  it("have both counts of a rolling update that their strategy does not use", () => {
    const strategyOf = (updateStrategy: object) => set({ updateStrategy })["spec"];
    expect(strategyOf({ type: "OnDelete", rollingUpdate: { maxSurge: 1 } })).toMatchObject({
      updateStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    });
    expect(strategyOf({})).toMatchObject({ updateStrategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } } });
  });

  it("count changes of their template in an annotation", () => {
    const ctx = testContext();
    const counter = (o: KubeObject | undefined) =>
      o?.metadata.annotations?.["deprecated.daemonset.template.generation"];
    const { prepareForCreate, prepareForUpdate } = daemonSetBehavior.strategy;
    const created = prepareForCreate?.(set({}), ctx) ?? set({});
    const updated = (change: object) => prepareForUpdate?.({ ...created, spec: set(change)["spec"] }, created, ctx);
    const annotated = updated({ minReadySeconds: 1 });
    const changed = updated({ template: {} });
    expect([created, annotated, changed].map((o) => [o?.metadata.generation, counter(o)])).toEqual([
      [1, "1"],
      [2, "1"],
      [2, "2"],
    ]);
  });
});

describe("stateful sets", () => {
  const set = (change: object): KubeObject =>
    defaulted(statefulSetBehavior, { metadata: { name: "s" }, spec: { ...good, ...change } });

  // oxfmt-ignore
  it.each([
    ["all it needs", {}, []],
    ["no selector", { selector: undefined }, ["spec.selector: Required value", 'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`']],
    ["an odd policy", { podManagementPolicy: "Odd" }, ["spec.podManagementPolicy: Invalid value: \"Odd\": must be 'OrderedReady' or 'Parallel'"]],
    ["a negative partition", { updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: -1 } } }, ["spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0"]],
  ])("with %s", (_name, change, expected) => expect(errorsOf(statefulSetBehavior, set(change))).toEqual(expected));

  it("get a rolling update with the type of their strategy, and not if they name the type", () => {
    const strategyOf = (updateStrategy?: object) => recordAt(set({ updateStrategy }), "spec")["updateStrategy"];
    const type = "RollingUpdate";
    expect(strategyOf()).toEqual({ type, rollingUpdate: { partition: 0 } });
    expect(strategyOf({ type: "" })).toEqual({ type, rollingUpdate: { partition: 0 } });
    expect(strategyOf({ type, rollingUpdate: {} })).toEqual({ type, rollingUpdate: { partition: 0 } });
    expect(strategyOf({ type })).toEqual({ type });
  });

  it("change their replicas and not their service", () => {
    expect(errorsOf(statefulSetBehavior, set({ replicas: 5 }), set({}))).toEqual([]);
    expect(errorsOf(statefulSetBehavior, set({ serviceName: "b" }), set({ serviceName: "a" }))).toEqual([
      "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
    ]);
  });
});

describe("updates of controllers", () => {
  const misfit = "spec.template.metadata.labels: Invalid value";
  it.each([
    ["replica sets", replicaSetBehavior, [misfit, "spec.selector: Invalid value"]],
    ["daemon sets", daemonSetBehavior, ["spec.selector: Invalid value", misfit]],
  ])("tell errors once, in upstream's order: %s", (_name, behavior, expected) => {
    const old = defaulted(behavior, { metadata: { name: "c" }, spec: good });
    const changed = { ...good, selector: { matchLabels: { app: "b" } } };
    const errors = errorsOf(behavior, defaulted(behavior, { metadata: { name: "c" }, spec: changed }), old);
    expect(errors).toEqual(expected.map((start) => expect.stringContaining(start)));
  });

  it.each([
    ["absent", undefined, "null"],
    ["empty", {}, "{}"],
  ])("print labels of a template that are %s", (_name, templateLabels, printed) => {
    const template = { ...good.template, metadata: { labels: templateLabels } };
    expect(errorsOf(deploymentBehavior, deployment({ template }))).toEqual([
      `spec.template.metadata.labels: Invalid value: ${printed}: \`selector\` does not match template \`labels\``,
    ]);
  });

  it("print counts of a status that are absent as 0", () => {
    const { status } = replicaSetBehavior.subresourceBehaviors ?? {};
    const set = (replicas: number): KubeObject => ({ metadata: { name: "c" }, status: { replicas } });
    const errors = status?.strategy?.validateUpdate?.(set(-1), set(0), testContext());
    expect(errors?.map(errorMessage)).toEqual([
      "status.replicas: Invalid value: -1: must be greater than or equal to 0",
      ...["fullyLabeled", "ready", "available"].map(
        (name) => `status.${name}Replicas: Invalid value: 0: cannot be greater than status.replicas`,
      ),
    ]);
  });
});

it("daemon sets warn of their template only when it changes", () => {
  const env = [
    { name: "A", value: "1" },
    { name: "A", value: "2" },
  ];
  const set = (templateGeneration: string, generation: number): KubeObject => ({
    metadata: { generation, annotations: { "deprecated.daemonset.template.generation": templateGeneration } },
    spec: { ...good, ...withPods({ containers: [{ name: "c", image: "i", env }] }) },
  });
  const warnings = (templateGeneration: string) =>
    daemonSetBehavior.strategy.warningsOnUpdate?.(set(templateGeneration, 2), set("1", 1));
  expect(warnings("2")).toHaveLength(1);
  expect(warnings("1")).toEqual([]);
});
