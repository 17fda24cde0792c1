import { describe, expect, it } from "vitest";
import { createFeatureGates, gateWarnings, parseFeatureGates } from "./feature-gates.ts";

describe("feature gates", () => {
  it("have the defaults of the release that is emulated", () => {
    expect(createFeatureGates().enabled("WatchList")).toBe(true);
    expect(createFeatureGates({}, 33).enabled("WatchList")).toBe(false);
    expect(createFeatureGates({}, 32).all.map(({ name }) => name)).not.toContain("SizeBasedListCostEstimate");
  });

  it("are set by name, and by stage where no name says otherwise", () => {
    expect(createFeatureGates({ CBORServingAndStorage: true }).enabled("CBORServingAndStorage")).toBe(true);
    const gates = createFeatureGates(parseFeatureGates("AllAlpha=true, CBORServingAndStorage=false,AllBeta=f"));
    expect([
      gates.enabled("APIServingWithRoutine"),
      gates.enabled("CBORServingAndStorage"),
      gates.enabled("OpenAPIEnums"),
      gates.enabled("RetryGenerateName"),
    ]).toEqual([true, false, false, true]);
  });

  it.each([
    ["Nonsense=true", "unrecognized feature gate: Nonsense"],
    ["WatchList", "missing bool value for WatchList"],
    ["WatchList=yes", 'invalid value of WatchList=yes, err: strconv.ParseBool: parsing "yes": invalid syntax'],
    ["RetryGenerateName=false", "cannot set feature gate RetryGenerateName to false, feature is locked to true"],
  ])("refuse %s", (text, message) => {
    expect(() => createFeatureGates(parseFeatureGates(text))).toThrow(message);
  });

  it("cannot be set before their release", () => {
    expect(() => createFeatureGates({ DetectCacheInconsistency: false }, 33)).toThrow(
      "feature is PreAlpha at emulated version 1.33",
    );
  });

  it("warn of gates that are going away", () => {
    expect(gateWarnings({ RetryGenerateName: true, WatchList: true })).toEqual([
      "Setting GA feature gate RetryGenerateName=true. It will be removed in a future release.",
    ]);
  });
});
