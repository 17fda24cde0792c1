import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { testContext } from "../testing/strategy-context.ts";
import { persistentVolumeStatusStrategy, persistentVolumeStrategy } from "./persistent-volume.ts";

const ctx = testContext();
const good = {
  capacity: { storage: "1Gi" },
  accessModes: ["ReadWriteOnce"],
  persistentVolumeReclaimPolicy: "Retain",
  volumeMode: "Filesystem",
  hostPath: { path: "/a", type: "" },
};
const volume = (spec: Readonly<Record<string, unknown>>): KubeObject => ({ metadata: { name: "v" }, spec });
const withSource = (source: Readonly<Record<string, unknown>>): KubeObject => {
  const { hostPath: _, ...rest } = good;
  return volume({ ...rest, ...source });
};
const errorsOf = (object: KubeObject): readonly string[] =>
  (persistentVolumeStrategy.validate?.(object, ctx) ?? []).map(errorMessage);
const updateErrors = (object: KubeObject, old: KubeObject): readonly string[] =>
  (persistentVolumeStrategy.validateUpdate?.(object, old, ctx) ?? []).map(errorMessage);

const secret = { name: "s" };
const affinity = (key: string) => ({
  nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: "Exists" }] }] } },
});

describe("volumes", () => {
  // oxfmt-ignore
  it.each([
    ["what they need", volume(good), []],
    ["a mode for one pod and another", volume({ ...good, accessModes: ["ReadWriteOncePod", "ReadWriteOnce"] }), ["spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes"]],
    ["negative capacity", volume({ ...good, capacity: { storage: "-1Ki" } }), ["spec.capacity[storage]: Invalid value: -1024: must be a valid resource quantity", 'spec.capacity[storage]: Invalid value: "-1Ki": must be greater than zero']],
    ["a name and a portal too long for an initiator", withSource({ iscsi: { targetPortal: "p".repeat(63), iqn: "iqn.2015-02.example.com:test", initiatorName: "x", secretRef: {} } }), [
      `spec.iscsi.targetportal: Invalid value: "${"p".repeat(63)}": Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.`,
      "spec.iscsi.secretRef.name: Required value",
      'spec.iscsi.initiatorname: Invalid value: "x": must be valid format',
    ]],
    ["a secret of another namespace", withSource({ csi: { driver: "d", volumeHandle: "h", nodeExpandSecretRef: secret } }), ["spec.csi.nodeExpandSecretRef.namespace: Required value"]],
    ["a flex volume beside another", withSource({ nfs: { server: "s", path: "/p" }, flexVolume: { driver: "" }, csi: {} }), ["spec.flexVolume.driver: Required value", "spec.csi: Forbidden: may not specify more than 1 volume type"]],
    ["a driver of few characters and many bytes", withSource({ csi: { driver: "é".repeat(40), volumeHandle: "h" } }), expect.arrayContaining(["spec.csi.driver: Too long: may not be more than 63 bytes"])],
    ["a path of errors of its own", withSource({ gcePersistentDisk: { pdName: "" } }), ["spec.persistentDisk.pdName: Required value"]],
  ])("with %s", (_name, object, expected) => expect(errorsOf(object)).toEqual(expected));

  // oxfmt-ignore
  it.each([
    ["another path", volume({ ...good, hostPath: { path: "/b", type: "" } }), volume(good), [expect.stringMatching(/^spec\.persistentvolumesource: Forbidden: spec\.persistentvolumesource is immutable after creation\n@@ -2,7 \+2,7 @@\n {2}"GCEPersistentDisk": null,\n {2}"AWSElasticBlockStore": null,\n {2}"HostPath": \{\n- {2}"Path": "\/a",\n\+ {2}"Path": "\/b",\n/)]],
    ["a secret for expansion", withSource({ csi: { driver: "d", volumeHandle: "h", controllerExpandSecretRef: { name: "s", namespace: "n" } } }), withSource({ csi: { driver: "d", volumeHandle: "h" } }), []],
    ["node affinity", volume({ ...good, ...affinity("a") }), volume(good), []],
    ["the beta name of a label to its name", volume({ ...good, ...affinity("topology.kubernetes.io/zone") }), volume({ ...good, ...affinity("failure-domain.beta.kubernetes.io/zone") }), []],
    ["the name of a label back", volume({ ...good, ...affinity("beta.kubernetes.io/os") }), volume({ ...good, ...affinity("kubernetes.io/os") }), [
      'nodeAffinity: Invalid value: {"Required":{"NodeSelectorTerms":[{"MatchExpressions":[{"Key":"beta.kubernetes.io/os","Operator":"Exists","Values":null}],"MatchFields":null}]}}: field is immutable, except for updating from beta label to GA',
    ]],
    ["no class of attributes any more", withSource({ csi: { driver: "d", volumeHandle: "h" } }), withSource({ csi: { driver: "d", volumeHandle: "h" }, volumeAttributesClassName: "a" }), ["spec.volumeAttributesClassName: Forbidden: update from non-nil value to nil is forbidden"]],
  ])("are updated to %s", (_name, object, old, expected) => expect(updateErrors(object, old)).toEqual(expected));

  it("have mount options by annotation where their kind has some", () => {
    const annotations = { "volume.beta.kubernetes.io/mount-options": "ro" };
    const annotated = (object: KubeObject): KubeObject => ({
      ...object,
      metadata: { ...object.metadata, annotations },
    });
    const refused = [
      "metadata.annotations.volume.beta.kubernetes.io/mount-options: Forbidden: may not specify mount options for this volume type",
    ];
    expect(errorsOf(annotated(volume(good)))).toEqual(refused);
    expect(updateErrors(annotated(volume(good)), annotated(volume(good)))).toEqual(refused);
    expect(errorsOf(annotated(withSource({ nfs: { server: "s", path: "/p" } })))).toEqual([]);
  });

  it("have another source if they get one without members, which is told", () =>
    expect(updateErrors(volume({ ...good, fc: {} }), volume(good))).toContainEqual(
      expect.stringMatching(/^spec\.persistentvolumesource: Forbidden: [^]*\+ {2}"TargetWWNs": null,\n/),
    ));

  it("keep the time of their phase as long as they are in it", () => {
    const [before, later] = ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"];
    const phase = (status: object): KubeObject => ({ ...volume(good), status });
    const old = phase({ phase: "Pending", lastPhaseTransitionTime: before });
    const update = (status: object): unknown =>
      persistentVolumeStatusStrategy.prepareForUpdate?.(phase(status), old, { ...ctx, now: later })["status"];
    expect(update({ phase: "Pending" })).toEqual({ phase: "Pending", lastPhaseTransitionTime: before });
    expect(update({ phase: "Bound" })).toEqual({ phase: "Bound", lastPhaseTransitionTime: later });
  });

  it("tell errors of the spec twice in an update, as upstream", () =>
    expect(updateErrors(volume({ ...good, accessModes: [] }), volume(good))).toEqual([
      "spec.accessModes: Required value",
      "spec.accessModes: Required value",
    ]));

  it("warn of what is deprecated", () =>
    expect(
      persistentVolumeStrategy.warningsOnCreate?.({
        metadata: {
          annotations: {
            "volume.beta.kubernetes.io/mount-options": "ro",
            "volume.beta.kubernetes.io/storage-class": "c",
          },
        },
        spec: { persistentVolumeReclaimPolicy: "Recycle", storageos: {}, ...affinity("beta.kubernetes.io/arch") },
      }),
    ).toEqual([
      'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead',
      'metadata.annotations[volume.beta.kubernetes.io/mount-options]: deprecated since v1.31; use "mountOptions" attribute instead',
      "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.",
      'spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: beta.kubernetes.io/arch is deprecated since v1.14; use "kubernetes.io/arch" instead',
      "spec.storageOS: deprecated in v1.22, non-functional in v1.25+",
    ]));
});
