import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import { createFeatureGates } from "../../component-base/features/feature-gates.ts";
import { testContext } from "../testing/strategy-context.ts";
import { csiDriverStrategy } from "./csi-driver.ts";
import { csiNodeStrategy } from "./csi-node.ts";
import { csiStorageCapacityStrategy } from "./csi-storage-capacity.ts";
import { storageClassStrategy } from "./storage-class.ts";
import { volumeAttachmentStatusStrategy, volumeAttachmentStrategy } from "./volume-attachment.ts";

const ctx = testContext();
type Fields = Readonly<Record<string, unknown>>;
const object = (fields: Fields): KubeObject => ({ metadata: { name: "x" }, ...fields });
const errorsOf = (strategy: Strategy, fields: Fields): readonly string[] =>
  (strategy.validate?.(object(fields), ctx) ?? []).map(errorMessage);
const updateErrors = (strategy: Strategy, fields: Fields, old: Fields, context = ctx): readonly string[] =>
  (strategy.validateUpdate?.(object(fields), object(old), context) ?? []).map(errorMessage);

describe("storage classes", () => {
  const good = { provisioner: "p", reclaimPolicy: "Delete", volumeBindingMode: "Immediate" };

  it("quote a bad provisioner in lower case", () =>
    expect(errorsOf(storageClassStrategy, { ...good, provisioner: "A B" })[0]).toMatch(
      /^provisioner: Invalid value: "a b": name part must consist of alphanumeric characters/,
    ));

  it("compare a term without expressions with as many empty ones as there are terms, as upstream", () =>
    expect(errorsOf(storageClassStrategy, { ...good, allowedTopologies: [{}] })).toEqual([
      'allowedTopologies[0].matchLabelExpressions: Duplicate value: ""',
    ]));

  it("warn of labels that have another name", () =>
    expect(
      storageClassStrategy.warningsOnCreate(
        object({ allowedTopologies: [{ matchLabelExpressions: [{ key: "beta.kubernetes.io/os", values: ["a"] }] }] }),
      ),
    ).toEqual([
      'allowedTopologies[0].matchLabelExpressions[0].key: deprecated since v1.14; use "kubernetes.io/os" instead',
    ]));
});

describe("CSI drivers", () => {
  it("say what is missing", () =>
    expect(errorsOf(csiDriverStrategy, { spec: { nodeAllocatableUpdatePeriodSeconds: 9 } })).toEqual([
      "spec.attachedRequired: Required value",
      "spec.podInfoOnMount: Required value",
      "spec.storageCapacity: Required value",
      "spec.seLinuxMount: Required value",
      "spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 9: must be greater than or equal to 10 seconds",
    ]));

  it("have no generation before their spec is changed", () => {
    const { prepareForCreate = (driver) => driver, prepareForUpdate } = csiDriverStrategy;
    const ctx = testContext();
    const created = prepareForCreate({ metadata: { name: "a" }, spec: {} }, ctx);
    expect(created.metadata.generation).toBeUndefined();
    const changed = prepareForUpdate?.({ ...created, spec: { requiresRepublish: true } }, created, ctx);
    expect(changed?.metadata.generation).toBe(1);
  });
});

describe("CSI nodes", () => {
  const driver = { name: "d", nodeID: "n", topologyKeys: ["zone"], allocatable: { count: 1 } };
  const more = { ...driver, allocatable: { count: 2 } };
  const errors = (gate: boolean): readonly string[] =>
    updateErrors(
      csiNodeStrategy,
      { spec: { drivers: [more] } },
      { spec: { drivers: [driver] } },
      testContext({ gates: createFeatureGates({ MutableCSINodeAllocatableCount: gate }) }),
    );

  it("may say that they take more volumes where the gate is on", () => {
    expect(errors(true)).toEqual([]);
    expect(errors(false)).toEqual([
      'spec.drivers: Invalid value: {"Name":"d","NodeID":"n","TopologyKeys":["zone"],"Allocatable":{"Count":2}}: field is immutable',
    ]);
  });

  it("have a driver and a key of a topology once", () =>
    expect(errorsOf(csiNodeStrategy, { spec: { drivers: [driver, { ...driver, topologyKeys: ["a", "a"] }] } })).toEqual(
      ['spec.drivers[1].name: Duplicate value: "d"', 'spec.drivers[1]: Duplicate value: "a"'],
    ));
});

describe("storage capacities", () => {
  const bad = { matchExpressions: [{ key: "a", operator: "In", values: ["b c"] }] };

  it("keep the topology that they have, even if its values are malformed", () => {
    const old = { storageClassName: "c", nodeTopology: bad };
    expect(errorsOf(csiStorageCapacityStrategy, old)).toHaveLength(1);
    expect(updateErrors(csiStorageCapacityStrategy, old, old)).toEqual([]);
    expect(
      updateErrors(csiStorageCapacityStrategy, { ...old, nodeTopology: { matchLabels: { a: "b" } } }, old),
    ).toEqual(['nodeTopology: Invalid value: {"matchLabels":{"a":"b"}}: field is immutable']);
  });
});

describe("attachments", () => {
  const spec = { attacher: "d", nodeName: "n", source: { persistentVolumeName: "v" } };

  it("may have a volume in place, which says less than one of its own", () =>
    expect(
      errorsOf(volumeAttachmentStrategy, {
        spec: {
          ...spec,
          source: {
            inlineVolumeSpec: {
              accessModes: ["ReadWriteOnce"],
              capacity: { storage: "1" },
              claimRef: {},
              persistentVolumeReclaimPolicy: "Delete",
              nodeAffinity: {},
              storageClassName: "c",
              volumeMode: "Block",
              hostPath: { path: "/a" },
            },
          },
        },
      }),
    ).toEqual([
      "spec.source.inlineVolumeSpec.claimRef: Forbidden: may not be specified in the context of inline volumes",
      "spec.source.inlineVolumeSpec.capacity: Forbidden: may not be specified in the context of inline volumes",
      "spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context of inline volumes",
      "spec.source.inlineVolumeSpec.persistentVolumeReclaimPolicy: Forbidden: may only be Retain in the context of inline volumes",
      "spec.source.inlineVolumeSpec.nodeAffinity: Forbidden: may not be specified in the context of inline volumes",
      "spec.source.inlineVolumeSpec.storageClassName: Forbidden: may not be specified in the context of inline volumes",
      "spec.source.inlineVolumeSpec.volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the context of inline volumes",
    ]));

  it("want node affinity of a local volume in place, and refuse what there is of it", () => {
    const inlineVolumeSpec = { accessModes: ["ReadWriteOnce"], nodeAffinity: {}, local: { path: "/a" } };
    expect(errorsOf(volumeAttachmentStrategy, { spec: { ...spec, source: { inlineVolumeSpec } } })).toEqual([
      "spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context of inline volumes",
      "spec.source.inlineVolumeSpec.nodeAffinity: Forbidden: may not be specified in the context of inline volumes",
      "spec.source.inlineVolumeSpec.nodeAffinity: Required value: Local volume requires node affinity",
    ]);
  });

  it("print the spec that was to be changed", () =>
    expect(updateErrors(volumeAttachmentStrategy, { spec: { ...spec, nodeName: "m" } }, { spec })).toEqual([
      'spec: Invalid value: {"Attacher":"d","Source":{"PersistentVolumeName":"v","InlineVolumeSpec":null},"NodeName":"m"}: field is immutable',
    ]));

  it("tell errors of the status twice, as upstream", () => {
    const long = { spec, status: { attachError: { message: "x".repeat(1025), errorCode: -1 } } };
    const errors = volumeAttachmentStatusStrategy.validateUpdate?.(object(long), object({ spec }), ctx) ?? [];
    const messages = [
      "status.attachError.message: Too long: may not be more than 262144 bytes",
      "status.attachError.errorCode: Invalid value: -1: must be between 0 and 2147483647, inclusive",
    ];
    expect(errors.map(errorMessage)).toEqual([...messages, ...messages]);
  });
});
