import { describe, expect, it } from "vitest";
import {
  aggregateMessage,
  duplicate,
  errorMessage,
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
  tooLong,
  tooMany,
} from "./field-error.ts";
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
