import { expect, test } from "vitest";
import { fieldPath, type FieldError } from "../../../apimachinery/field-error.ts";
import { createFeatureGates } from "../../../component-base/features/feature-gates.ts";
import type { JsonRecord } from "../../record.ts";
import { isKnownValid } from "./known-parts.ts";
import { podOptions } from "./options.ts";
import { validatePodTemplateSpec } from "./spec.ts";

const gates = createFeatureGates();
const container = (more: JsonRecord = {}): JsonRecord => ({
  name: "web",
  image: "nginx",
  terminationMessagePolicy: "File",
  imagePullPolicy: "Always",
  ...more,
});
const template = (containers: readonly JsonRecord[], more: JsonRecord = {}): JsonRecord => ({
  metadata: { labels: { app: "web" } },
  spec: {
    containers,
    restartPolicy: "Always",
    dnsPolicy: "ClusterFirst",
    terminationGracePeriodSeconds: 30,
    ...more,
  },
});

function errorsOf(record: JsonRecord, before?: JsonRecord, options = podOptions(gates, false)): readonly string[] {
  const errors: FieldError[] = [];
  validatePodTemplateSpec({ record, path: fieldPath("template"), errors }, options, before);
  return errors.map(({ field }) => field);
}

const sidecar = container({ name: "sidecar", ports: [{ containerPort: 80, protocol: "TCP" }] });

test("errors of changed parts are found beside parts that a valid template had", () => {
  const before = template([container(), sidecar]);
  expect(errorsOf(before)).toEqual([]);
  const badImage = template([container({ image: "" }), sidecar]);
  expect(errorsOf(badImage, before)).toEqual(["template.spec.containers[0].image"]);
  const badPort = template([container(), { ...sidecar, ports: [{ containerPort: 0, protocol: "TCP" }] }]);
  expect(errorsOf(badPort, before)).toEqual(["template.spec.containers[1].ports[0].containerPort"]);
});

test("a template of which only an image changes is valid, and known so, but for an image that is missing", () => {
  const before = template([container(), sidecar]);
  expect(errorsOf(before)).toEqual([]);
  const { metadata, spec } = before as { metadata: JsonRecord; spec: JsonRecord };
  const withImages = (...images: readonly string[]): JsonRecord => {
    const [first = container(), second = sidecar] = spec["containers"] as readonly JsonRecord[];
    const changed = [first, second].map((one, i) => ({ ...one, image: images[i] }));
    return { metadata, spec: { ...spec, containers: changed } };
  };
  const options = podOptions(gates, false);
  const upgraded = withImages("nginx:1.27", "proxy:2");
  expect(errorsOf(upgraded, before)).toEqual([]);
  expect(isKnownValid(upgraded, options)).toBe(true);
  const broken = withImages("nginx:1.27", "");
  expect(errorsOf(broken, before)).toEqual(["template.spec.containers[1].image"]);
  expect(isKnownValid(broken, options)).toBe(false);
});

test("what a container refers to is looked at again where it has changed", () => {
  const mounting = container({ volumeMounts: [{ name: "data", mountPath: "/data" }] });
  const before = template([mounting], { volumes: [{ name: "data", emptyDir: {} }] });
  expect(errorsOf(before)).toEqual([]);
  expect(errorsOf(template([mounting], { volumes: [{ name: "other", emptyDir: {} }] }), before)).toEqual([
    "template.spec.containers[0].volumeMounts[0].name",
  ]);
  const propagating = container({
    securityContext: { privileged: true },
    volumeMounts: [{ name: "data", mountPath: "/data", mountPropagation: "Bidirectional" }],
  });
  const { volumes } = before["spec"] as { volumes: unknown };
  const privileged = template([propagating], { volumes });
  expect(errorsOf(privileged)).toEqual([]);
  const unprivileged = template([{ ...propagating, securityContext: { privileged: false } }], { volumes });
  expect(errorsOf(unprivileged, privileged)).toEqual(["template.spec.containers[0].volumeMounts.mountPropagation"]);
});

test("names stay unique among known containers", () => {
  const before = template([container(), sidecar]);
  expect(errorsOf(before)).toEqual([]);
  expect(errorsOf(template([container({ name: "sidecar" }), sidecar]), before)).toEqual([
    "template.spec.containers[1].name",
  ]);
});

test("a template that was not valid, or valid under other options, is no reason to skip anything", () => {
  const bad = template([container({ image: "" }), sidecar]);
  expect(errorsOf(bad)).toHaveLength(1);
  expect(errorsOf(bad, bad)).toHaveLength(1);
  const mounted = template([container()], { securityContext: { seLinuxChangePolicy: "MountOption" } });
  expect(errorsOf(mounted, undefined, podOptions(gates, false, { seLinuxChangePolicy: true }))).toEqual([]);
  expect(errorsOf(mounted, mounted)).toHaveLength(1);
});
