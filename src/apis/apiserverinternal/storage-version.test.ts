import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import { testContext } from "../testing/strategy-context.ts";
import { storageVersionStatusStrategy, storageVersionStrategy } from "./storage-version.ts";

type Fields = Readonly<Record<string, unknown>>;
const statusErrors = (status: Fields): readonly string[] =>
  (
    storageVersionStatusStrategy.validateUpdate?.(
      { metadata: {}, status },
      { metadata: {}, status: {} },
      testContext(),
    ) ?? []
  ).map(errorMessage);
const server = (encodingVersion: string, over: Fields = {}): Fields => ({
  apiServerID: "a",
  encodingVersion,
  decodableVersions: [encodingVersion],
  ...over,
});
const v1 = { storageVersions: [server("v1")], commonEncodingVersion: "v1" };

describe("storage versions", () => {
  it.each([
    ["apps.deployments", []],
    ["deployments", ["name must be in the form of <group>.<resource>"]],
  ])("are named as %s", (name, expected) =>
    expect(storageVersionStrategy.validateName?.(name, false)).toEqual(expected),
  );

  // oxfmt-ignore
  it.each([
    ["one version", v1, []],
    ["no version", {}, []],
    ["a version that it does not serve", { ...v1, storageVersions: [server("v1", { servedVersions: ["v2"] })] }, ['status.storageVersions[0].servedVersions[0]: Invalid value: "v2": individual served version : v2 must be included in decodableVersions : [v1]']],
    ["a version that it cannot read", { ...v1, storageVersions: [server("v1", { decodableVersions: ["a/v2"] })] }, ['status.storageVersions[0].decodableVersions: Invalid value: ["a/v2"]: decodableVersions must include encodingVersion v1']],
    ["another common version", { ...v1, commonEncodingVersion: "v2" }, ['status.commonEncodingVersion: Invalid value: "v2": the actual common encoding version is v1']],
    ["no common version", { storageVersions: [server("v1")] }, ["status.commonEncodingVersion: Invalid value: null: the common encoding version is v1"]],
    ["a common version of servers that differ", { ...v1, storageVersions: [server("v1"), server("v2", { apiServerID: "b" })] }, ['status.commonEncodingVersion: Invalid value: "v1": should be nil if servers do not agree on the same encoding version, or if there is no server reporting the supported versions yet']],
    ["a server twice", { ...v1, storageVersions: [server("v1"), server("v1")] }, ['status.storageVersions[1].apiServerID: Duplicate value: "a"']],
    ["a condition twice", { ...v1, conditions: [{ type: "A", status: "True", reason: "r", message: "m" }, { type: "A", status: "True" }] }, [
      'status[1].type: Invalid value: "A": the type of the condition is not unique, it also appears in conditions[0]',
      "status[1].reason: Required value",
      "status[1].message: Required value",
    ]],
  ])("tell of %s", (_name, status, expected) => expect(statusErrors(status)).toEqual(expected));

  it("refuse versions of three parts and of empty ones", () => {
    expect(statusErrors({ storageVersions: [server("a/b/c")], commonEncodingVersion: "a/b/c" })[0]).toMatch(
      /: an apiVersion is a DNS-1035 label, .* with an optional DNS subdomain prefix and '\/' \(e\.g\. 'example\.com\/MyVersion'\)$/,
    );
    expect(statusErrors({ storageVersions: [server("/")], commonEncodingVersion: "/" })[0]).toMatch(
      /: group part: must be non-empty,version part: must be non-empty$/,
    );
  });
});
