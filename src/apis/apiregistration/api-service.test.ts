import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { testContext } from "../testing/strategy-context.ts";
import { apiServiceStatusStrategy, apiServiceStrategy } from "./api-service.ts";

const ctx = testContext();
const apiService = (spec: object, name = "v1.example.com"): KubeObject => ({
  metadata: { name },
  spec: { group: "example.com", version: "v1", groupPriorityMinimum: 100, versionPriority: 10, ...spec },
});
const service = { namespace: "n", name: "s", port: 443 };

describe("API services", () => {
  // oxfmt-ignore
  it.each([
    ["one of another server", apiService({ service, caBundle: "AQ==" }), []],
    ["the legacy group", apiService({ group: "", version: "v1" }, "v1."), []],
    ["another name", apiService({ service }, "a"), ['metadata.name: Invalid value: "a": must be `spec.version+"."+spec.group`: "v1.example.com"']],
    ["a version of no group", apiService({ group: "", version: "v2" }, "v2."), ["spec.group: Required value: only v1 may have an empty group and it better be legacy kube"]],
    ["no priorities", apiService({ service, groupPriorityMinimum: 0, versionPriority: 1001 }), ["spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000", "spec.versionPriority: Invalid value: 1001: must be positive and less than 1000"]],
    ["a local one with a bundle", apiService({ caBundle: "AQI=", insecureSkipTLSVerify: true }), ['spec.caBundle: Invalid value: "2 bytes": local APIServices may not have a caBundle', "spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify"]],
    ["a service that is none", apiService({ service: { port: 70000 } }), ["spec.service.namespace: Required value", "spec.service.name: Required value", "spec.service.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, inclusive"]],
    ["a bundle that is not looked at", apiService({ service, caBundle: "AQ==", insecureSkipTLSVerify: true }), ["spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present"]],
  ])("%s", (_name, object, expected) =>
    expect((apiServiceStrategy.validate?.(object, ctx) ?? []).map(errorMessage)).toEqual(expected));

  it("are available from the start if they are local", () => {
    const made = (spec: object) => apiServiceStrategy.prepareForCreate?.(apiService(spec), ctx)["status"];
    expect(made({ service })).toEqual({});
    expect(made({})).toEqual({
      conditions: [
        {
          type: "Available",
          status: "True",
          lastTransitionTime: ctx.now,
          reason: "Local",
          message: "Local APIServices are always available",
        },
      ],
    });
  });

  it("keep their labels when the status changes", () => {
    const next = { ...apiService({}), metadata: { name: "v1.example.com", labels: { a: "b" } } };
    const prepared = apiServiceStatusStrategy.prepareForUpdate?.(next, apiService({}), ctx);
    expect(prepared?.metadata).toEqual({ name: "v1.example.com" });
    const status = { ...next, status: { conditions: [{ type: "Available", status: "Maybe" }] } };
    expect((apiServiceStatusStrategy.validateUpdate?.(status, next, ctx) ?? []).map(errorMessage)).toEqual([
      'status.conditions[0].status: Unsupported value: "Maybe": supported values: "True", "False", "Unknown"',
    ]);
  });
});
