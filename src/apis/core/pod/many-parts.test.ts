import { describe, expect, it } from "vitest";
import { errorMessage } from "../../../apimachinery/field-error.ts";
import { createFeatureGates } from "../../../component-base/features/feature-gates.ts";
import { defaulter } from "../../defaulting.ts";
import { podDefaults } from "./defaults.ts";
import { validatePod } from "./validation.ts";

const gates = createFeatureGates();
const many = <T>(count: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const errorsOf = (container: object, spec: object = {}): readonly string[] =>
  validatePod(
    defaulter(podDefaults)({
      metadata: { name: "p", namespace: "ns", uid: "u" },
      spec: { containers: [{ name: "c", image: "i", ...container }], ...spec },
    }),
    gates,
  ).map(errorMessage);

describe("the parts of a container that name the same", () => {
  it("are its mounts and devices", () => {
    const volumes = [{ name: "v", persistentVolumeClaim: { claimName: "x" } }];
    const volumeMounts = [{ name: "v", mountPath: "/a" }];
    const volumeDevices = [{ name: "v", devicePath: "/a" }];
    const at = "spec.containers[0].volume";
    expect(errorsOf({ volumeMounts, volumeDevices }, { volumes })).toEqual([
      `${at}Mounts[0].name: Invalid value: "v": must not already exist in volumeDevices`,
      `${at}Mounts[0].mountPath: Invalid value: "/a": must not already exist as a path in volumeDevices`,
      `${at}Devices[0].name: Invalid value: "v": must not already exist in volumeMounts`,
      `${at}Devices[0].devicePath: Invalid value: "/a": must not already exist as a path in volumeMounts`,
    ]);
  });

  it("are a claim and requests of it", () => {
    const claims = [{ name: "a", request: "x" }, { name: "a", request: "y" }, { name: "a" }, { name: "b" }];
    const at = "spec.containers[0].resources.claims";
    expect(errorsOf({ resources: { claims } }, { resourceClaims: [{ name: "a", resourceClaimName: "r" }] })).toEqual([
      `${at}[2]: Duplicate value: "a"`,
      `${at}[2]: Duplicate value: "a"`,
      `${at}[3]: Not found: "b": must be one of the names in pod.spec.resourceClaims: a`,
    ]);
  });
});

// A look at each pair takes minutes here.
describe("very many parts are validated soon", { timeout: 60_000 }, () => {
  it("of mounts and devices", () => {
    const volumes = many(60_000, (i) => ({ name: `v${i}`, persistentVolumeClaim: { claimName: "x" } }));
    const volumeDevices = many(30_000, (i) => ({ name: `v${i}`, devicePath: `/${i}` }));
    const volumeMounts = many(30_000, (i) => ({ name: `v${i + 30_000}`, mountPath: `/${i + 30_000}` }));
    expect(errorsOf({ volumeDevices, volumeMounts }, { volumes })).toEqual([]);
  });

  it("of claims", () => {
    const resourceClaims = many(40_000, (i) => ({ name: `c${i}`, resourceClaimName: "x" }));
    const claims = resourceClaims.map(({ name }) => ({ name }));
    expect(errorsOf({ resources: { claims } }, { resourceClaims })).toEqual([]);
  });
});
