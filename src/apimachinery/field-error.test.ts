import { describe, expect, it } from "vitest";
import {
  aggregateMessage,
  countErrors,
  duplicate,
  errorMessage,
  addError,
  fieldPath,
  forbidden,
  internal,
  invalid,
  notSupported,
  notSupportedString,
  omittedValue,
  PrintedValue,
  required,
  rootPath,
  SupportedValues,
  tooLong,
  tooMany,
  type FieldError,
} from "./field-error.ts";
import { newInvalid } from "./invalid-error.ts";
import { Double } from "./json/value.ts";

const path = fieldPath("spec", "ports").index(0).child("name");

describe("FieldPath", () => {
  it.each([
    [path, "spec.ports[0].name"],
    [fieldPath("data").key("a.b"), "data[a.b]"],
    [rootPath, "<nil>"],
    [rootPath.child("a"), "a"],
    [rootPath.child(""), "[]"],
    [fieldPath("status", "capacity", ""), "status.capacity[]"],
    [fieldPath("spec").child("", "a").child(""), "spec[].a[]"],
    [rootPath.index(1).child("a"), "[1].a"],
  ])("prints %s", (printed, text) => expect(printed.toString()).toBe(text));
});

describe("errorMessage", () => {
  it.each([
    [invalid(path, "x", "bad"), 'spec.ports[0].name: Invalid value: "x": bad'],
    [invalid(path, "<é\u200b>", "bad"), 'spec.ports[0].name: Invalid value: "<é\\u200b>": bad'],
    [invalid(path, 1000000, "bad"), "spec.ports[0].name: Invalid value: 1000000: bad"],
    [invalid(path, new Double(1000000), "bad"), "spec.ports[0].name: Invalid value: 1e+06: bad"],
    [invalid(path, 0.00001, "bad"), "spec.ports[0].name: Invalid value: 1e-05: bad"],
    [invalid(path, null, "bad"), "spec.ports[0].name: Invalid value: null: bad"],
    [invalid(path, { b: 1, a: "<" }, "bad"), 'spec.ports[0].name: Invalid value: {"a":"\\u003c","b":1}: bad'],
    [invalid(path, new PrintedValue('{"b":1}'), "bad"), 'spec.ports[0].name: Invalid value: {"b":1}: bad'],
    [invalid(path, omittedValue, "bad"), "spec.ports[0].name: Invalid value: bad"],
    [required(path), "spec.ports[0].name: Required value"],
    [duplicate(path, "x"), 'spec.ports[0].name: Duplicate value: "x"'],
    [forbidden(path, "no"), "spec.ports[0].name: Forbidden: no"],
    [internal(path, "boom"), "spec.ports[0].name: Internal error: boom"],
    [notSupported(path, "x", ["a", "b"]), 'spec.ports[0].name: Unsupported value: "x": supported values: "a", "b"'],
    [
      notSupported(path, "<&>", ["<"]),
      'spec.ports[0].name: Unsupported value: "\\u003c\\u0026\\u003e": supported values: "<"',
    ],
    [notSupportedString(path, "<&>", ["<"]), 'spec.ports[0].name: Unsupported value: "<&>": supported values: "<"'],
    [tooLong(path, 1), "spec.ports[0].name: Too long: may not be more than 1 byte"],
    [tooMany(path, 3, 2), "spec.ports[0].name: Too many: 3: must have at most 2 items"],
  ])("prints %o", (error, message) => expect(errorMessage(error)).toBe(message));
});

describe("aggregateMessage", () => {
  it("puts several messages into brackets, each once", () => {
    expect(aggregateMessage([])).toBe("");
    expect(aggregateMessage([required(path), required(path)])).toBe("spec.ports[0].name: Required value");
    expect(aggregateMessage([required(path), forbidden(path)])).toBe(
      "[spec.ports[0].name: Required value, spec.ports[0].name: Forbidden]",
    );
  });
});

describe("lists of many errors", () => {
  it("describe the first 10,000 and count the others", () => {
    const errors: FieldError[] = [];
    for (let i = 0; i < 25_000; i++) addError(errors, required(fieldPath("list").index(i)));
    expect(countErrors(errors)).toBe(25_000);
    const { status } = newInvalid({ group: "", kind: "Pod" }, "many", errors);
    expect(status.details?.causes).toHaveLength(10_001);
    expect(status.details?.causes?.[9_999]?.field).toBe("list[9999]");
    expect(status.details?.causes?.[10_000]).toEqual({ message: "and 15000 more" });
    expect(status.message?.endsWith("list[9999]: Required value, and 15000 more]")).toBe(true);
  });

  it("have no more text in an answer than is bounded", () => {
    const value = "x".repeat(1 << 20);
    const errors = Array.from({ length: 100 }, (_, i) => invalid(fieldPath("list").index(i), value, "is bad"));
    const { status } = newInvalid({ group: "", kind: "Pod" }, "large", errors);
    expect(status.details?.causes).toHaveLength(9);
    expect(status.details?.causes?.at(-1)).toEqual({ message: "and 92 more" });
  });
});

it("prints the supported values of an enumeration once for all its errors", () => {
  let printed = 0;
  const values = new SupportedValues(() => (printed++, ["a", "b"]));
  const errors = [1, 2, 3].map((i) => errorMessage(notSupportedString(fieldPath("x").index(i), "c", values)));
  expect(errors[0]).toBe('x[1]: Unsupported value: "c": supported values: "a", "b"');
  expect(errors).toHaveLength(3);
  expect(printed).toBe(1);
});
