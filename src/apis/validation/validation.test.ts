import { describe, expect, it } from "vitest";
import { errorMessage, fieldPath } from "../../apimachinery/field-error.ts";
import {
  validateCidr,
  validateIp,
  validateLegacyCidr,
  validateLegacyIp,
  warningForIp,
  warningsForCidr,
} from "./addresses.ts";
import {
  immutable,
  inRange,
  nonNegative,
  portNumber,
  positive,
  requireMember,
  requireOneOf,
  unique,
} from "./checks.ts";
import { collectErrors, eachItem, fieldsOf, within, type Fields } from "./fields.ts";
import { atMost100Percent, positiveIntOrPercent } from "./int-or-percent.ts";
import { nonNegativeQuantity, positiveQuantity } from "./quantities.ts";
import { labels, labelSelector } from "./selectors.ts";

const spec = fieldPath("spec");
const problems = (value: unknown, check: (fields: Fields, member: string) => void): readonly string[] =>
  collectErrors(value === undefined ? {} : { a: value }, spec, (fields) => check(fields, "a")).map(errorMessage);

describe("checks of members", () => {
  it.each<readonly [string, unknown, (fields: Fields, member: string) => void, readonly string[]]>([
    ["an absent number", undefined, nonNegative, []],
    ["a negative number", -1, nonNegative, ["spec.a: Invalid value: -1: must be greater than or equal to 0"]],
    [
      "a large negative number",
      -(2n ** 60n),
      nonNegative,
      ["spec.a: Invalid value: -1152921504606846976: must be greater than or equal to 0"],
    ],
    ["zero where more is needed", 0, positive, ["spec.a: Invalid value: 0: must be greater than zero"]],
    [
      "a number out of range",
      256,
      (f, m) => inRange(f, m, 0, 255),
      ["spec.a: Invalid value: 256: must be between 0 and 255, inclusive"],
    ],
    ["no port", undefined, portNumber, ["spec.a: Invalid value: 0: must be between 1 and 65535, inclusive"]],
    ["an empty text", "", requireMember, ["spec.a: Required value"]],
    [
      "an unknown text",
      "c",
      (f, m) => requireOneOf(f, m, ["a", "b"]),
      ['spec.a: Unsupported value: "c": supported values: "a", "b"'],
    ],
    ["a percentage", "25%", positiveIntOrPercent, []],
    [
      "a text that is no percentage",
      "x",
      positiveIntOrPercent,
      [
        "spec.a: Invalid value: \"x\": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
      ],
    ],
    [
      "too high a percentage",
      "101%",
      atMost100Percent,
      ['spec.a: Invalid value: "101%": must not be greater than 100%'],
    ],
    [
      "a negative quantity",
      "-1Mi",
      nonNegativeQuantity,
      ['spec.a: Invalid value: "-1Mi": must be greater than or equal to 0'],
    ],
    [
      "no quantity where a positive one is needed",
      "0",
      positiveQuantity,
      ['spec.a: Invalid value: "0": must be greater than zero'],
    ],
    [
      "a label value with a space",
      { k: "a b" },
      labels,
      [expect.stringMatching(/^spec\.a: Invalid value: "a b": a valid label/)],
    ],
    [
      "a selector with an unknown operator",
      { matchExpressions: [{ key: "k", operator: "Like" }] },
      labelSelector,
      ['spec.a.matchExpressions[0].operator: Invalid value: "Like": not a valid selector operator'],
    ],
  ])("report %s", (_, value, check, expected) => {
    expect(problems(value, check)).toEqual(expected);
  });

  it("walk lists and find repeated values", () => {
    const seen = new Map();
    const object = { spec: { ports: [{ name: "a" }, null, { name: "a" }] } };
    const errors = collectErrors(object, fieldPath("root"), (root) =>
      eachItem(within(root, "spec"), "ports", (port) => unique(port, "name", seen)),
    );
    expect(errors.map(errorMessage)).toEqual(['root.spec.ports[2].name: Duplicate value: "a"']);
  });

  it("hold members against what they were", () => {
    const errors = collectErrors({ a: 1, b: [] }, spec, (fields) => {
      const old = fieldsOf({ a: 2 }, spec, []);
      immutable(fields, old, "a");
      immutable(fields, old, "b");
    });
    expect(errors.map(errorMessage)).toEqual(["spec.a: Invalid value: 1: field is immutable"]);
  });
});

describe("addresses", () => {
  it.each([
    ["10.0.0.1", []],
    ["010.0.0.1", ["must not have leading 0s"]],
    ["::ffff:1.2.3.4", ["must not be an IPv4-mapped IPv6 address"]],
    ["1.2.3", ["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"]],
    ["FE80::1", []],
    ["fe80::1%eth0", ["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"]],
  ])("of older fields: %s", (value, details) => {
    expect(validateLegacyIp(spec, value, { strict: true }).map(({ detail }) => detail)).toEqual(details);
    expect(validateLegacyIp(spec, value, { strict: true, old: new Set([value]) })).toEqual([]);
  });

  it("of newer fields are canonical", () => {
    expect(validateIp(spec, "FE80::1").map(({ detail }) => detail)).toEqual(['must be in canonical form ("fe80::1")']);
    expect(validateCidr(spec, "FE80::/10").map(({ detail }) => detail)).toEqual([
      'must be in canonical form ("fe80::/10")',
    ]);
  });

  it.each([
    ["10.0.0.0/8", []],
    ["10.0.0.1/8", ["must not have bits set beyond the prefix length"]],
    ["10.0.0.0/08", ["must not have leading 0s in IP or prefix length"]],
    ["10.0.0.0", ["must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"]],
  ])("of networks: %s", (value, details) => {
    expect(validateLegacyCidr(spec, value, { strict: true }).map(({ detail }) => detail)).toEqual(details);
  });

  it("are warned of where their form is not standard", () => {
    expect(warningForIp("spec.ip", "10.0.0.01")).toBe(
      'spec.ip: non-standard IP address "10.0.0.01" will be considered invalid in a future Kubernetes release: use "10.0.0.1"',
    );
    expect(warningForIp("spec.ip", "FE80::1")).toBe(
      'spec.ip: IPv6 address "FE80::1" should be in RFC 5952 canonical format ("fe80::1")',
    );
    expect(warningForIp("spec.ip", "fe80::1")).toBeUndefined();
    expect(warningsForCidr("spec.net", "10.0.0.1/8")).toEqual([
      'spec.net: CIDR value "10.0.0.1/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.0.0.1/32"?)',
    ]);
  });
});
