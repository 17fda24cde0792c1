import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import { validateLeaseCandidate } from "./lease-candidate.ts";

const valid = {
  leaseName: "l",
  binaryVersion: "1.34.0",
  emulationVersion: "1.33.0",
  strategy: "OldestEmulationVersion",
};
const check = (spec: object, old?: object): readonly string[] =>
  validateLeaseCandidate({ metadata: {}, spec }, old && { metadata: {}, spec: old }).map(errorMessage);

describe("lease candidates", () => {
  // oxfmt-ignore
  it.each([
    ["of two versions", valid, []],
    ["of nothing", {}, ["spec.leaseName: Required value", "spec.binaryVersion: Required value", "spec.strategy: Required value"]],
    ["of something that is no version", { ...valid, binaryVersion: "1.34", emulationVersion: "v1.33.0" }, [
      'spec.emulationVersion: Invalid value: "v1.33.0": must be a valid semantic version', 'spec.binaryVersion: Invalid value: "1.34": must be a valid semantic version',
      "spec.emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'",
    ]],
    ["of an older binary", { ...valid, binaryVersion: "1.32.9" }, ['spec.binaryVersion: Invalid value: "1.32.9": must be greater than or equal to `emulationVersion`']],
    ["of the oldest version without one", { ...valid, emulationVersion: "" }, ["spec.emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'"]],
    ["of a strategy of its own", { ...valid, strategy: "example.com/Mine", emulationVersion: "" }, []],
    ["of an unknown strategy", { ...valid, strategy: "Mine" }, ['spec.strategy.strategy: Unsupported value: "Mine": supported values: "OldestEmulationVersion"']],
  ])("%s", (_name, spec, expected) => expect(check(spec)).toEqual(expected));

  it("keep their lease", () => {
    expect(check(valid, { ...valid, leaseName: "m" })).toEqual([
      'spec.leaseName: Invalid value: "l": field is immutable',
    ]);
  });
});
