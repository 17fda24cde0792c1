import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { testContext } from "../testing/strategy-context.ts";
import { persistentVolumeClaimStatusStrategy, persistentVolumeClaimStrategy } from "./persistent-volume-claim.ts";

const ctx = testContext();
const good = {
  accessModes: ["ReadWriteOnce"],
  resources: { requests: { storage: "2Gi" } },
  volumeMode: "Filesystem",
};
type Fields = Readonly<Record<string, unknown>>;
const claim = (
  spec: Fields = {},
  status: Fields = {},
  annotations: Readonly<Record<string, string>> = {},
): KubeObject => ({
  metadata: { name: "c", namespace: "ns", annotations },
  spec: { ...good, ...spec },
  status,
});
const bound = (spec: Fields = {}, capacity = "1Gi"): KubeObject =>
  claim({ volumeName: "v", ...spec }, { phase: "Bound", capacity: { storage: capacity } });
const size = (storage: string): Fields => ({ resources: { requests: { storage } } });
const attributed = claim(
  { volumeName: "v", volumeAttributesClassName: "silver" },
  { phase: "Bound", capacity: { storage: "1Gi" }, currentVolumeAttributesClassName: "silver" },
);
const required = "spec.resources[storage]: Required value";
const small = "spec.resources.requests.storage: Forbidden: field can not be less than status.capacity";
const updateErrors = (object: KubeObject, old: KubeObject): readonly string[] =>
  (persistentVolumeClaimStrategy.validateUpdate?.(object, old, ctx) ?? []).map(errorMessage);

const fixed =
  /^spec: Forbidden: spec is immutable after creation except resources\.requests and volumeAttributesClassName for bound claims\n@@ /;
const betaClass = "volume.beta.kubernetes.io/storage-class";

describe("claims", () => {
  // oxfmt-ignore
  it.each([
    ["the name of a volume", claim({ volumeName: "v" }), claim(), []],
    ["the name of another volume", claim({ volumeName: "w" }), claim({ volumeName: "v" }), [expect.stringMatching(fixed)]],
    ["a size before they are bound", claim(size("3Gi")), claim(), [expect.stringMatching(/"storage": "2Gi"\n\+ {3}"storage": "3Gi"\n/)]],
    ["a size in other words", claim(size("2147483648")), claim(), []],
    ["a larger size once bound", bound(size("3Gi")), bound(), []],
    ["a smaller size than asked for, but more than there is", bound(size("1500Mi")), bound(), []],
    ["as little as there is", bound(size("1Gi")), bound(), ["spec.resources.requests.storage: Forbidden: field can not be less than status.capacity"]],
    ["a class", claim({ storageClassName: "a" }), claim(), []],
    ["another class", claim({ storageClassName: "b" }), claim({ storageClassName: "a" }), [expect.stringMatching(fixed)]],
    ["the class of their annotation", claim({ storageClassName: "a" }), claim({}, {}, { [betaClass]: "a" }), []],
    ["another class than that of their annotation", claim({ storageClassName: "b" }, {}, { [betaClass]: "a" }), claim({}, {}, { [betaClass]: "a" }), [expect.stringMatching(fixed)]],
    ["another annotation", claim({}, {}, { [betaClass]: "b" }), claim({}, {}, { [betaClass]: "a" }), [`metadata.annotations.${betaClass}: Invalid value: "b": field is immutable`]],
    ["a class of attributes once bound", bound({ volumeAttributesClassName: "gold" }), bound({ volumeAttributesClassName: "silver" }), []],
    ["no class of attributes any more while there is none", bound(), bound({ volumeAttributesClassName: "silver" }), []],
    ["an empty class of attributes", bound({ volumeAttributesClassName: "" }), attributed, ["spec.volumeAttributesClassName: Forbidden: update to empty string is forbidden when status.currentVolumeAttributesClassName is not nil"]],
    ["no class of attributes any more", bound(), attributed, ["spec.volumeAttributesClassName: Forbidden: update to nil is forbidden when status.currentVolumeAttributesClassName is not nil"]],
    ["no amounts", claim({ resources: { requests: {} } }), claim(), [required, required, expect.stringContaining('-  "Requests": {\n-   "storage": "2Gi"\n-  }\n+  "Requests": {}\n'), small]],
  ])("are updated to %s", (_name, object, old, expected) => expect(updateErrors(object, old)).toEqual(expected));

  it("keep a data source that they have, and repeat it for clients that do not know its reference", () => {
    const source = { apiGroup: "example.com", kind: "Any", name: "a" };
    const prepared = persistentVolumeClaimStrategy.prepareForUpdate?.(
      claim({ dataSource: source }),
      claim({ dataSource: source, dataSourceRef: source }),
      ctx,
    );
    expect(prepared?.["spec"]).toEqual({ ...good, dataSource: source, dataSourceRef: source });
  });

  it("do not repeat a source of another namespace", () => {
    const object = claim({ dataSourceRef: { kind: "PersistentVolumeClaim", name: "a", namespace: "other" } });
    expect(persistentVolumeClaimStrategy.prepareForCreate?.(object, ctx)["spec"]).toEqual(object["spec"]);
  });

  // oxfmt-ignore
  it.each([
    ["names and sizes", { capacity: { storage: "1Gi" }, allocatedResources: { storage: "2Gi", "example.com/a": "1" }, allocatedResourceStatuses: { storage: "NodeResizePending" } }, []],
    ["a resource that claims do not have", { allocatedResources: { cpu: "1" } }, ['status.allocatedResources: Unsupported value: "cpu": supported values: "storage"']],
    ["a state that is none", { allocatedResourceStatuses: { storage: "Stuck" } }, ['status.allocatedResourceStatuses: Unsupported value: "storage": supported values: "ControllerResizeInProgress", "ControllerResizeInfeasible", "NodeResizeInProgress", "NodeResizeInfeasible", "NodeResizePending"']],
    ["a negative size", { allocatedResources: { storage: "-1" } }, ["status.allocatedResources[storage]: Invalid value: -1: must be a valid resource quantity"]],
  ])("have a status with %s", (_name, status, expected) =>
    expect((persistentVolumeClaimStatusStrategy.validateUpdate?.(claim({}, status), claim(), ctx) ?? []).map(errorMessage)).toEqual(expected));
});
