import { describe, expect, it } from "vitest";
import type { JsonObject } from "../apimachinery/json/value.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { isBootstrapObject, withoutServerFields } from "./server-fields.ts";

const service = (spec: object, owned: JsonObject): KubeObject => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: {
    name: "s",
    managedFields: [{ manager: "m", operation: "Apply", apiVersion: "v1", fieldsV1: { "f:spec": owned } }],
  },
  spec,
});

const allocated = {
  clusterIP: "10.0.0.9",
  clusterIPs: ["10.0.0.9"],
  ipFamilies: ["IPv4"],
  ipFamilyPolicy: "SingleStack",
  ports: [{ port: 80, nodePort: 30_001 }],
  type: "NodePort",
};

describe("what a server has allocated for a Service", () => {
  it("is not shared", () => {
    const { spec } = withoutServerFields(service(allocated, { "f:type": {} }));
    expect(spec).toEqual({ ports: [{ port: 80 }], type: "NodePort" });
  });

  it("is shared where a client has chosen it", () => {
    const owned = { "f:clusterIP": {}, "f:ports": { 'k:{"port":80,"protocol":"TCP"}': { "f:nodePort": {} } } };
    const { spec } = withoutServerFields(service(allocated, owned));
    expect(spec).toEqual({ clusterIP: "10.0.0.9", ports: [{ port: 80, nodePort: 30_001 }], type: "NodePort" });
  });
});

// oxfmt-ignore
it.each([
  [true, { kind: "Service", metadata: { name: "kubernetes", namespace: "default" } }],
  [true, { kind: "EndpointSlice", metadata: { name: "kubernetes", namespace: "default" } }],
  [false, { kind: "Service", metadata: { name: "kubernetes", namespace: "other" } }],
  [false, { kind: "ConfigMap", metadata: { name: "kubernetes", namespace: "default" } }],
  [true, { kind: "ServiceCIDR", metadata: { name: "kubernetes" } }],
  [false, { kind: "ServiceCIDR", metadata: { name: "more" } }],
  [true, { kind: "IPAddress", metadata: { name: "10.0.0.9", labels: { "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io" } } }],
  [false, { kind: "IPAddress", metadata: { name: "10.0.0.9" } }],
])("that every server makes it is %s of %j", (expected, object) => {
  expect(isBootstrapObject(object)).toBe(expected);
});

it("a volume is bound anew to its claim by name, since the claim has another uid on another server", () => {
  const annotations = {
    "pv.kubernetes.io/bind-completed": "yes",
    "pv.kubernetes.io/bound-by-controller": "yes",
    a: "b",
  };
  const shared = withoutServerFields({
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name: "disk", annotations },
    spec: {
      claimRef: { kind: "PersistentVolumeClaim", namespace: "shop", name: "data", uid: "u", resourceVersion: "7" },
    },
  });
  expect(shared["spec"]).toEqual({ claimRef: { kind: "PersistentVolumeClaim", namespace: "shop", name: "data" } });
  expect(shared.metadata.annotations).toEqual({ a: "b" });
});

it("an object that is being deleted keeps the finalizers of its clients, not those of its deletion", () => {
  const finalizers = ["example.com/mine", "foregroundDeletion", "orphan"];
  const shared = (metadata: object) =>
    withoutServerFields({ metadata: { name: "a", finalizers, ...metadata } }).metadata;
  expect(shared({ deletionTimestamp: "2026-01-01T00:00:00Z" })).toEqual({
    name: "a",
    finalizers: ["example.com/mine"],
  });
  expect(shared({ deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: ["orphan"] })).toEqual({ name: "a" });
  expect(shared({})).toEqual({ name: "a", finalizers });
  const odd = { deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: "of another form" };
  expect(shared(odd)).toEqual({ name: "a", finalizers: "of another form" }); // the server refuses it
});
