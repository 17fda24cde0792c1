import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createDefaultIngressClass } from "./default-ingress-class.ts";
import { createDefaultStorageClass } from "./default-storage-class.ts";
import { createPersistentVolumeClaimResize } from "./persistent-volume-claim-resize.ts";
import { createStorageObjectInUseProtection } from "./storage-object-in-use-protection.ts";
import { createTaintNodesByCondition } from "./taint-nodes-by-condition.ts";
import { listing, refusalOf, requestFor } from "./testing/request.ts";

const storageDefault = "storageclass.kubernetes.io/is-default-class";
const ingressDefault = "ingressclass.kubernetes.io/is-default-class";
const oldClass = "volume.beta.kubernetes.io/storage-class";

const classNamed = (name: string, annotation: string, value: string, creationTimestamp: string): KubeObject => ({
  metadata: { name, creationTimestamp, annotations: { [annotation]: value } },
});

describe("DefaultStorageClass", () => {
  const plugin = createDefaultStorageClass(
    listing({
      storageclasses: [
        classNamed("old", storageDefault, "true", "2026-01-01T00:00:00Z"),
        classNamed("new-b", storageDefault, "true", "2026-01-02T00:00:00Z"),
        classNamed("new-a", "storageclass.beta.kubernetes.io/is-default-class", "true", "2026-01-02T00:00:00Z"),
        classNamed("newest", storageDefault, "false", "2026-01-03T00:00:00Z"),
      ],
    }),
  );
  const admit = (object: KubeObject) => plugin.admit?.(requestFor({ resource: "persistentvolumeclaims", object }));
  it("chooses the newest of the defaults, then the first by name", () =>
    expect(admit({ metadata: {}, spec: {} })).toMatchObject({ spec: { storageClassName: "new-a" } }));
  it.each<readonly [string, KubeObject]>([
    ["a class", { metadata: {}, spec: { storageClassName: "x" } }],
    ["no class on purpose", { metadata: {}, spec: { storageClassName: "" } }],
    ["the annotation", { metadata: { annotations: { [oldClass]: "x" } }, spec: {} }],
  ])("leaves claims alone that have %s", (_name, claim) => expect(admit(claim)).toBeUndefined());
});

it("DefaultIngressClass leaves ingresses alone that name a class in either way", () => {
  const classes = [classNamed("web", ingressDefault, "true", "2026-01-01T00:00:00Z")];
  const plugin = createDefaultIngressClass(listing({ ingressclasses: classes }));
  const admit = (object: KubeObject) =>
    plugin.admit?.(requestFor({ group: "networking.k8s.io", resource: "ingresses", object }));
  expect(admit({ metadata: {}, spec: { rules: [] } })).toMatchObject({ spec: { rules: [], ingressClassName: "web" } });
  expect(admit({ metadata: {}, spec: { ingressClassName: "x" } })).toBeUndefined();
  expect(admit({ metadata: { annotations: { "kubernetes.io/ingress.class": "x" } } })).toBeUndefined();
});

describe("PersistentVolumeClaimResize", () => {
  const plugin = createPersistentVolumeClaimResize(
    listing({
      storageclasses: [
        { metadata: { name: "elastic" }, allowVolumeExpansion: true },
        { metadata: { name: "fixed" }, allowVolumeExpansion: false },
      ],
    }),
  );
  const claim = (storage: string, storageClassName: string, phase = "Bound"): KubeObject => ({
    metadata: { name: "c" },
    spec: { storageClassName, resources: { requests: { storage } } },
    status: { phase },
  });
  const unsupported =
    "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize";
  // oxfmt-ignore
  it.each([
    ["allows growth where the class does", claim("1Gi", "elastic"), claim("2Gi", "elastic"), undefined],
    ["does not judge the same size", claim("1Gi", "fixed"), claim("1024Mi", "fixed"), undefined],
    ["refuses where the class does not", claim("1Gi", "fixed"), claim("2Gi", "fixed"), unsupported],
    ["refuses without a class", claim("1Gi", ""), claim("2Gi", ""), unsupported],
    ["refuses before the claim is bound", claim("1Gi", "elastic", "Pending"), claim("2Gi", "elastic"), 'Only bound persistent volume claims can be expanded'],
  ])("%s", (_name, oldObject, object, message) => {
    expect(refusalOf(() => plugin.validate?.(requestFor({ operation: "UPDATE", resource: "persistentvolumeclaims", object, oldObject })))).toBe(message);
  });
});

it.each([
  ["persistentvolumes", true, "kubernetes.io/pv-protection"],
  ["persistentvolumeclaims", true, "kubernetes.io/pvc-protection"],
  ["volumeattributesclasses", true, "kubernetes.io/vac-protection"],
  ["volumeattributesclasses", false, undefined],
])("StorageObjectInUseProtection of %s with the gate %s adds %s", (resource, enabled, finalizer) => {
  const plugin = createStorageObjectInUseProtection({ enabled: () => enabled });
  const admit = (finalizers: readonly string[]) =>
    plugin.admit?.(requestFor({ resource, object: { metadata: { finalizers } } }));
  expect(admit(["a/b"])).toEqual(finalizer && { metadata: { finalizers: ["a/b", finalizer] } });
  expect(admit(finalizer === undefined ? [] : [finalizer])).toBeUndefined();
});

it("TaintNodesByCondition taints a new node once", () => {
  const notReady = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };
  const plugin = createTaintNodesByCondition();
  const admit = (taints: readonly object[]) =>
    plugin.admit?.(requestFor({ resource: "nodes", object: { metadata: {}, spec: { taints } } }));
  expect(admit([{ key: "a", effect: "NoExecute" }])).toMatchObject({ spec: { taints: [{ key: "a" }, notReady] } });
  expect(admit([notReady])).toBeUndefined();
});
