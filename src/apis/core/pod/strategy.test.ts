import { describe, expect, it } from "vitest";
import { StatusError } from "../../../apimachinery/errors.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { fakeAccess } from "../../testing/fake-access.ts";
import { testContext } from "../../testing/strategy-context.ts";
import { bindPod, createBinding } from "./binding.ts";
import { evictPod } from "./eviction.ts";
import { computePodQos } from "./qos.ts";
import { ephemeralContainersStrategy, podStatusStrategy, podStrategy, resizeStrategy } from "./strategy.ts";

const ctx = testContext();
const request = { dryRun: [], validate: () => undefined };
const pod = (spec: Readonly<Record<string, unknown>>, status: Readonly<Record<string, unknown>> = {}): KubeObject => ({
  metadata: { name: "p", namespace: "ns", generation: 1 },
  spec,
  status,
});

const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "",
    (err: unknown) => (err instanceof StatusError ? `${err.status.code} ${err.status.message}` : String(err)),
  );

describe("the grace of a pod", () => {
  it.each([
    ["scheduled", pod({ nodeName: "n", terminationGracePeriodSeconds: 30 }), undefined, 30],
    ["scheduled and hurried", pod({ nodeName: "n", terminationGracePeriodSeconds: 30 }), 5, 5],
    ["scheduled with a negative grace", pod({ nodeName: "n", terminationGracePeriodSeconds: -1 }), undefined, 1],
    ["not scheduled", pod({ terminationGracePeriodSeconds: 30 }), 10, 0],
    ["finished", pod({ nodeName: "n", terminationGracePeriodSeconds: 30 }, { phase: "Succeeded" }), undefined, 0],
  ])("that is %s", (_name, object, requested, expected) =>
    expect(podStrategy.gracePeriodSeconds(object, requested)).toBe(expected),
  );
});

describe("the class of service of a pod", () => {
  const container = (limits?: object, requests?: object) => ({
    name: "c",
    resources: { ...(limits && { limits }), ...(requests && { requests }) },
  });
  const both = { cpu: "1", memory: "1Gi" };
  it.each([
    ["BestEffort", [container()]],
    ["BestEffort", [container({ cpu: "0" })]],
    ["Burstable", [container({ cpu: "1" }, { cpu: "1" })]],
    ["Guaranteed", [container(both, both)]],
    ["Burstable", [container(both, both), container()]],
    ["Burstable", [container(both, { cpu: "500m", memory: "1Gi" })]],
  ])("is %s", (expected, containers) => expect(computePodQos(pod({ containers }))).toBe(expected));
});

describe("updates of a pod", () => {
  const live = pod(
    { nodeName: "n", containers: [{ name: "a", image: "i" }] },
    { phase: "Running", qosClass: "BestEffort" },
  );

  it("count changes of the spec and keep the status", () => {
    const changed = podStrategy.prepareForUpdate({ ...live, spec: { nodeName: "m" }, status: {} }, live);
    expect(changed.metadata.generation).toBe(2);
    expect(changed["status"]).toEqual(live["status"]);
  });

  it("through status keep spec, owners and class", () => {
    const sent = { ...pod({}, { phase: "Failed" }), metadata: { name: "p", labels: { a: "b" }, ownerReferences: [] } };
    expect(podStatusStrategy.prepareForUpdate(sent, live)).toEqual({
      metadata: { name: "p", labels: { a: "b" } },
      spec: live["spec"],
      status: { phase: "Failed", qosClass: "BestEffort" },
    });
  });

  it("through ephemeralcontainers change that list alone", () => {
    const ephemeralContainers = [{ name: "debug", image: "d" }];
    const sent = {
      ...pod({ nodeName: "other", ephemeralContainers }),
      metadata: { name: "p", namespace: "ns", labels: { a: "b" }, generation: 1 },
    };
    const changed = ephemeralContainersStrategy.prepareForUpdate(sent, live);
    expect(changed["spec"]).toEqual({ nodeName: "n", containers: [{ name: "a", image: "i" }], ephemeralContainers });
    expect(changed.metadata).toEqual({ ...live.metadata, generation: 2 });
  });

  it("through resize change resources alone", () => {
    const resources = { limits: { cpu: "2" } };
    const changed = resizeStrategy.prepareForUpdate(
      pod({ containers: [{ name: "a", image: "other", resources }] }),
      live,
    );
    expect(changed["spec"]).toEqual({ nodeName: "n", containers: [{ name: "a", image: "i", resources }] });
  });

  it("through resize do not hide that init containers are left out", () => {
    const containers = [{ name: "a", image: "i" }];
    const initialized = pod({ initContainers: [{ name: "i", image: "i" }], containers });
    expect(resizeStrategy.prepareForUpdate(pod({ containers }), initialized)["spec"]).toEqual({ containers });
  });
});

describe("binding", () => {
  const binding = (target: object): KubeObject => ({ metadata: { name: "p", annotations: { a: "b" } }, target });

  it("puts a pod on a node once", async () => {
    const access = fakeAccess({ pods: [pod({})] });
    expect(await bindPod("p", binding({ kind: "Node", name: "n" }), access, ctx, request)).toMatchObject({
      kind: "Status",
      status: "Success",
    });
    expect(await access.get("pods", "ns", "p")).toMatchObject({
      metadata: { annotations: { a: "b" } },
      spec: { nodeName: "n" },
      status: { conditions: [{ type: "PodScheduled", status: "True" }] },
    });
    expect(await messageOf(bindPod("p", binding({ name: "m" }), access, ctx, request))).toBe(
      '409 Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "n"',
    );
  });

  it("changes nothing in a dry run", async () => {
    const access = fakeAccess({ pods: [pod({})] });
    await bindPod("p", binding({ name: "n" }), access, { ...ctx, dryRun: true }, request);
    expect(await access.get("pods", "ns", "p")).toEqual(pod({}));
  });

  it("wants a node", async () => {
    expect(
      await messageOf(bindPod("p", binding({ kind: "Rack" }), fakeAccess({ pods: [pod({})] }), ctx, request)),
    ).toBe(
      '500 [target.kind: Unsupported value: "Rack": supported values: "Node", "<empty>", target.name: Required value]',
    );
    expect(await messageOf(bindPod("p", binding({ name: "" }), fakeAccess({ pods: [pod({})] }), ctx, request))).toBe(
      "500 target.name: Required value",
    );
  });

  it("names the pod of its path", async () => {
    expect(await messageOf(bindPod("q", binding({ name: "n" }), fakeAccess({ pods: [pod({})] }), ctx, request))).toBe(
      "400 name in URL does not match name in Binding object",
    );
  });

  it("may be meant for one pod", async () => {
    const access = fakeAccess({ pods: [pod({})] });
    const asked: unknown[] = [];
    const recorded: typeof access = {
      ...access,
      update: (resource, namespace, name, change, how) => {
        asked.push(how?.preconditions);
        return access.update(resource, namespace, name, change, { ...how, dryRun: true });
      },
    };
    const meant = { ...binding({ name: "n" }), metadata: { name: "p", uid: "u", resourceVersion: "7" } };
    await bindPod("p", meant, recorded, ctx, request);
    await createBinding(meant, recorded, ctx, request);
    const preconditions = { uid: "u", resourceVersion: "7" };
    expect(asked).toEqual([preconditions, preconditions]);
  });
});

describe("eviction", () => {
  const running = {
    ...pod({ nodeName: "n" }, { phase: "Running", conditions: [{ type: "Ready", status: "True" }] }),
    metadata: { name: "p", namespace: "ns", labels: { app: "a" } },
  };
  const unready = { ...running, status: { phase: "Running" } };
  const refused = "429 Cannot evict pod as it would violate the pod's disruption budget.";
  const budget = (disruptionsAllowed: number, app = "a"): KubeObject => ({
    metadata: { name: "b" },
    spec: { selector: { matchLabels: { app } } },
    status: { disruptionsAllowed, desiredHealthy: 2, currentHealthy: 2 },
  });

  it.each([
    ["no budget", [], ""],
    ["a budget for others", [budget(0, "z")], ""],
    ["a budget with room", [budget(1)], ""],
    ["a spent budget", [budget(0)], refused],
    ["a budget that its controller has not seen", [{ ...budget(1), metadata: { name: "b", generation: 1 } }], refused],
  ])("with %s", async (_name, budgets, expected) => {
    const access = fakeAccess({ pods: [running], poddisruptionbudgets: budgets });
    expect(await messageOf(evictPod("p", { metadata: { name: "p" } }, access, ctx, request))).toBe(expected);
    expect((await access.list("pods", "ns")).length).toBe(expected === "" ? 0 : 1);
  });

  it.each([
    ["is guarded by a spent budget", { desiredHealthy: 2, currentHealthy: 1 }, undefined, refused],
    ["goes where enough others are ready", { desiredHealthy: 2, currentHealthy: 2 }, undefined, ""],
    ["goes where the policy says so", { desiredHealthy: 2, currentHealthy: 1 }, "AlwaysAllow", ""],
  ])("of a pod that is not ready %s", async (_, healthy, unhealthyPodEvictionPolicy, expected) => {
    const guard = budget(0);
    const spec = { selector: { matchLabels: { app: "a" } }, unhealthyPodEvictionPolicy };
    const poddisruptionbudgets = [{ ...guard, spec, status: { disruptionsAllowed: 0, ...healthy } }];
    const access = fakeAccess({ pods: [unready], poddisruptionbudgets });
    expect(await messageOf(evictPod("p", { metadata: { name: "p" } }, access, ctx, request))).toBe(expected);
  });

  it("names the pod of its path", async () => {
    const access = fakeAccess({ pods: [running], poddisruptionbudgets: [] });
    expect(await messageOf(evictPod("p", { metadata: { name: "q" } }, access, ctx, request))).toBe(
      "400 name in URL does not match name in Eviction object",
    );
  });

  it("takes a disruption from the budget", async () => {
    const access = fakeAccess({ pods: [running], poddisruptionbudgets: [budget(1)] });
    await evictPod("p", { metadata: { name: "p" } }, access, ctx, request);
    expect(await access.get("poddisruptionbudgets", "ns", "b")).toMatchObject({
      status: {
        disruptionsAllowed: 0,
        disruptedPods: { p: ctx.now },
        conditions: [{ type: "DisruptionAllowed", status: "False", reason: "InsufficientPods" }],
      },
    });
  });

  it("marks the pod before it is deleted", async () => {
    const access = fakeAccess({
      pods: [{ ...running, metadata: { ...running.metadata, generation: 1 } }],
      poddisruptionbudgets: [],
    });
    const deleted: KubeObject[] = [];
    const recorded: typeof access = {
      ...access,
      async delete(...args) {
        const object = await access.delete(...args);
        deleted.push(object);
        return object;
      },
    };
    await evictPod("p", { metadata: { name: "p" } }, recorded, ctx, request);
    expect(deleted).toMatchObject([
      { status: { conditions: [{ type: "Ready" }, { type: "DisruptionTarget", reason: "EvictionByEvictionAPI" }] } },
    ]);
    expect(JSON.stringify(deleted)).not.toContain("observedGeneration");
  });

  it.each([
    ["the request", ["All"], {}],
    ["the body", [], { dryRun: ["All"] }],
    ["both", ["All"], { dryRun: ["All"] }],
  ])("changes nothing in a dry run by %s", async (_name, dryRun, deleteOptions) => {
    const access = fakeAccess({ pods: [running], poddisruptionbudgets: [budget(1)] });
    await evictPod("p", { metadata: { name: "p" }, deleteOptions }, access, ctx, { ...request, dryRun });
    expect(await access.list("pods", "ns")).toEqual([running]);
    expect(await access.list("poddisruptionbudgets", "ns")).toEqual([budget(1)]);
  });

  it("is not asked for two different dry runs", async () => {
    const access = fakeAccess({ pods: [running], poddisruptionbudgets: [] });
    const eviction = { metadata: { name: "p" }, deleteOptions: { dryRun: ["All", "All"] } };
    expect(await messageOf(evictPod("p", eviction, access, ctx, { ...request, dryRun: ["All"] }))).toBe(
      "500 Non-matching dry-run options in request and content: [All] and [All All]",
    );
  });

  it("under two budgets ends in a result that says so, not in an error", async () => {
    const access = fakeAccess({
      pods: [running],
      poddisruptionbudgets: [budget(1), { ...budget(1), metadata: { name: "c" } }],
    });
    expect(await evictPod("p", { metadata: { name: "p" } }, access, ctx, request)).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
      code: 500,
    });
    expect(await access.list("pods", "ns")).toEqual([running]);
  });

  it("is validated by admission after its own checks", async () => {
    const access = fakeAccess({ pods: [], poddisruptionbudgets: [] });
    const denying = {
      dryRun: [],
      validate: (): never => {
        throw new Error("denied");
      },
    };
    const evict = (name: string) => messageOf(evictPod("p", { metadata: { name } }, access, ctx, denying));
    expect([await evict("q"), await evict("p")]).toEqual([
      "400 name in URL does not match name in Eviction object",
      "Error: denied",
    ]);
  });

  it("deletes no pod that cannot be read", async () => {
    const access = fakeAccess({ pods: [running], poddisruptionbudgets: [] });
    const deleteOptions = { ignoreStoreReadErrorWithClusterBreakingPotential: true };
    expect(await messageOf(evictPod("p", { metadata: { name: "p" }, deleteOptions }, access, ctx, request))).toBe(
      '422 Eviction.policy "p" is invalid: deleteOptions.ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: can not be set for pod eviction, try after removing the option',
    );
    expect(await access.list("pods", "ns")).toEqual([running]);
  });

  it("is meant for one pod", async () => {
    const access = fakeAccess({ pods: [running], poddisruptionbudgets: [] });
    const eviction = { metadata: { name: "p" }, deleteOptions: { preconditions: { uid: "u" } } };
    expect(await messageOf(evictPod("p", eviction, access, ctx, request))).toBe(
      '409 Operation cannot be fulfilled on Pod "p": the UID in the precondition (u) does not match the UID in record (). The object might have been deleted and then recreated',
    );
  });
});
