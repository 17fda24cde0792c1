import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import { validateLease } from "./lease.ts";

describe("leases", () => {
  // oxfmt-ignore
  it.each([
    ["nothing", {}, []],
    ["a positive duration", { leaseDurationSeconds: 1, leaseTransitions: 0 }, []],
    ["no duration", { leaseDurationSeconds: 0 }, ["spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0"]],
    ["negative transitions", { leaseTransitions: -1 }, ["spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0"]],
    ["a holder without a strategy", { preferredHolder: "a" }, ["spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined"]],
    ["a strategy of Kubernetes", { strategy: "OldestEmulationVersion", preferredHolder: "a" }, []],
    ["an unknown strategy", { strategy: "Mine" }, ['spec.strategy.strategy: Unsupported value: "Mine": supported values: "OldestEmulationVersion"']],
    ["a strategy with a domain", { strategy: "example.com/Mine" }, []],
  ])("with %s", (_name, spec, expected) => expect(validateLease({ metadata: {}, spec }).map(errorMessage)).toEqual(expected));
});
