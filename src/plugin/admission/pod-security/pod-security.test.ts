import { describe, expect, it } from "vitest";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { createMetricsRegistry } from "../../../component-base/metrics/metrics-registry.ts";
import { defaultConfiguration } from "../../../pod-security-admission/admission/admission.ts";
import { podRequest, requestFor, type TestRequest } from "../testing/request.ts";
import { createPodSecurity } from "./pod-security.ts";

type Labels = Readonly<Record<string, string>>;

const label = "pod-security.kubernetes.io/";
const privileged = { containers: [{ name: "c", securityContext: { privileged: true } }] };
const violation = 'privileged (container "c" must not set securityContext.privileged=true)';

/** Runs a request in a namespace with these labels; returns what it says, or why it is refused. */
function judge(
  labels: Labels,
  request: (more: Partial<TestRequest>) => Parameters<Validate>[0],
  exempted: readonly string[] = [],
) {
  const registry = createMetricsRegistry({ release: 34 });
  const plugin = createPodSecurity({
    gates: { enabled: () => true },
    configuration: { ...defaultConfiguration, exemptions: { usernames: [], namespaces: [], runtimeClasses: exempted } },
    metrics: { registry, release: 34 },
    getNamespace: () => ({ metadata: { name: "ns", labels } }),
    listPods: () => [pod("b", privileged), pod("a", privileged), pod("c", {})],
    monotonic: () => 0,
  });
  const warnings: string[] = [];
  const annotations = new Map<string, string>();
  let refused = "";
  try {
    void plugin.validate?.(request({ warnings, annotations }));
  } catch (error) {
    refused = messageOf(error);
  }
  return { refused, warnings, annotations: Object.fromEntries(annotations), metrics: registry.expose() };
}
type Validate = NonNullable<ReturnType<typeof createPodSecurity>["validate"]>;

const pod = (name: string, spec: object): KubeObject => ({ metadata: { name }, spec });

describe("PodSecurity of pods", () => {
  it("refuses what violates the level that is enforced, and counts it", () => {
    const { refused, annotations, metrics } = judge({ [`${label}enforce`]: "baseline" }, (more) =>
      podRequest(privileged, more),
    );
    expect(refused).toBe(`pods "p" is forbidden: violates PodSecurity "baseline:latest": ${violation}`);
    expect(annotations).toEqual({ [`${label}enforce-policy`]: "baseline:latest" });
    expect(metrics).toContain(
      'pod_security_evaluations_total{decision="deny",mode="enforce",policy_level="baseline",policy_version="latest",request_operation="create",resource="pod",subresource=""} 1',
    );
  });

  it("warns and annotates where nothing is enforced", () => {
    const labels = { [`${label}warn`]: "baseline", [`${label}audit`]: "restricted", [`${label}audit-version`]: "v1.7" };
    const { refused, warnings, annotations } = judge(labels, (more) => podRequest(privileged, more));
    expect(refused).toBe("");
    expect(warnings).toEqual([`would violate PodSecurity "baseline:latest": ${violation}`]);
    expect(annotations).toMatchObject({
      [`${label}enforce-policy`]: "privileged:latest",
      [`${label}audit-violations`]: expect.stringContaining(
        'would violate PodSecurity "restricted:v1.7": privileged (',
      ),
    });
  });

  it("tells the policy of namespaces without labels", () =>
    expect(judge({}, (more) => podRequest(privileged, more)).annotations).toEqual({
      [`${label}enforce-policy`]: "privileged:latest",
    }));

  it("judges an update by its images only", () => {
    const enforced = { [`${label}enforce`]: "baseline" };
    const update = (oldSpec: object) =>
      judge(enforced, (more) => podRequest(privileged, { ...more, operation: "UPDATE", oldObject: pod("p", oldSpec) }))
        .refused;
    expect(update(privileged)).toBe("");
    expect(update({ containers: [{ ...privileged.containers[0], image: "other" }] })).toContain("violates PodSecurity");
  });

  it("leaves subresources and exempt runtime classes alone", () => {
    const enforced = { [`${label}enforce`]: "baseline" };
    expect(judge(enforced, (more) => podRequest(privileged, { ...more, subresource: "status" })).annotations).toEqual(
      {},
    );
    const exempt = judge(enforced, (more) => podRequest({ ...privileged, runtimeClassName: "kata" }, more), ["kata"]);
    expect([exempt.refused, exempt.annotations]).toEqual(["", { [`${label}exempt`]: "runtimeClass" }]);
  });

  it("enforces restricted where the label cannot be read, and says so", () => {
    const { refused, annotations } = judge({ [`${label}enforce`]: "strict" }, (more) => podRequest(privileged, more));
    expect(refused).toContain('violates PodSecurity "restricted:latest"');
    expect(annotations[`${label}error`]).toBe(
      'Failed to parse policy: metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted',
    );
  });
});

it("PodSecurity warns about templates and does not refuse them", () => {
  const object = { metadata: { name: "d" }, spec: { template: { spec: privileged } } };
  const { refused, warnings } = judge({ [`${label}enforce`]: "baseline" }, (more) =>
    requestFor({ group: "apps", resource: "deployments", object, ...more }),
  );
  expect([refused, warnings]).toEqual(["", [`would violate PodSecurity "baseline:latest": ${violation}`]]);
});

describe("PodSecurity of namespaces", () => {
  const namespace = (labels: Labels): KubeObject => ({ metadata: { name: "ns", labels } });
  const write = (labels: Labels, old?: Labels) =>
    judge({}, (more) =>
      requestFor({
        resource: "namespaces",
        kind: "Namespace",
        namespace: "",
        operation: old === undefined ? "CREATE" : "UPDATE",
        object: namespace(labels),
        ...(old !== undefined && { oldObject: namespace(old) }),
        ...more,
      }),
    );

  it("refuses labels that say nothing known, unless they were there", () => {
    const wrong = { [`${label}enforce-version`]: "1.7" };
    expect(write(wrong).refused).toBe(
      'Namespace "ns" is invalid: metadata.labels[pod-security.kubernetes.io/enforce-version]: Invalid value: "1.7": must be "latest" or "v1.x"',
    );
    expect(write(wrong, wrong).refused).toBe("");
    expect(write(wrong, {}).refused).toContain("is invalid");
  });

  it("warns about pods that violate a stricter level", () => {
    expect(write({ [`${label}enforce`]: "baseline" }, {}).warnings).toEqual([
      'existing pods in namespace "ns" violate the new PodSecurity enforce level "baseline:latest"',
      "a (and 1 other pod): privileged",
    ]);
    expect(write({}, { [`${label}enforce`]: "baseline" }).warnings).toEqual([]);
  });
});
