import { createFeatureGates } from "../../component-base/features/feature-gates.ts";
import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { defaulter } from "../defaulting.ts";
import { testContext } from "../testing/strategy-context.ts";
import { daemonSetStrategy } from "./daemon-set.ts";
import { daemonSetDefaults, deploymentDefaults, statefulSetDefaults } from "./defaults.ts";
import { validateDaemonSet, validateDeployment, validateStatefulSet } from "./validation.ts";

const gates = createFeatureGates();
const labels = { app: "a" };
const good = {
  selector: { matchLabels: labels },
  template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } },
};
const deployment = (change: object): KubeObject =>
  defaulter(deploymentDefaults)({ metadata: { name: "d" }, spec: { ...good, ...change } });
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
  ])("with %s", (_name, change, expected) => expect(validateDeployment(deployment(change), gates).map(errorMessage)).toEqual(expected));

  it("keep their selector", () => {
    expect(
      validateDeployment(deployment({ selector: { matchLabels: { b: "c" } } }), gates, deployment({})).map(
        errorMessage,
      ),
    ).toContain('spec.selector: Invalid value: {"matchLabels":{"b":"c"}}: field is immutable');
  });
});

describe("daemon sets", () => {
  const set = (change: object): KubeObject =>
    defaulter(daemonSetDefaults)({ metadata: { name: "d" }, spec: { ...good, ...change } });

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
  ])("with %s", (_name, change, expected) =>
    expect(validateDaemonSet(set(change), gates).map(errorMessage)).toEqual(expected),
  );

  it("count changes of their template in an annotation", () => {
    const ctx = testContext();
    const counter = (o: KubeObject) => o.metadata.annotations?.["deprecated.daemonset.template.generation"];
    const created = daemonSetStrategy.prepareForCreate(set({}), ctx);
    const annotated = daemonSetStrategy.prepareForUpdate(
      { ...created, spec: set({ minReadySeconds: 1 })["spec"] },
      created,
      ctx,
    );
    const changed = daemonSetStrategy.prepareForUpdate(
      { ...created, spec: set({ template: {} })["spec"] },
      created,
      ctx,
    );
    expect([created, annotated, changed].map((o) => [o.metadata.generation, counter(o)])).toEqual([
      [1, "1"],
      [2, "1"],
      [2, "2"],
    ]);
  });
});

describe("stateful sets", () => {
  const set = (change: object): KubeObject =>
    defaulter(statefulSetDefaults)({ metadata: { name: "s" }, spec: { ...good, ...change } });

  // oxfmt-ignore
  it.each([
    ["all it needs", {}, []],
    ["no selector", { selector: undefined }, ["spec.selector: Required value", 'spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`']],
    ["an odd policy", { podManagementPolicy: "Odd" }, ["spec.podManagementPolicy: Invalid value: \"Odd\": must be 'OrderedReady' or 'Parallel'"]],
    ["a negative partition", { updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: -1 } } }, ["spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0"]],
  ])("with %s", (_name, change, expected) => expect(validateStatefulSet(set(change), gates).map(errorMessage)).toEqual(expected));

  it("change their replicas and not their service", () => {
    expect(validateStatefulSet(set({ replicas: 5 }), gates, set({}))).toEqual([]);
    expect(validateStatefulSet(set({ serviceName: "b" }), gates, set({ serviceName: "a" })).map(errorMessage)).toEqual([
      "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
    ]);
  });
});
