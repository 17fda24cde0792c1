import { describe, expect, it } from "vitest";
import { errorMessage } from "./field-error.ts";
import { decodeDeleteOptions, decodeListOptions } from "./options.ts";
import { parseQuery } from "./query.ts";
import { validateDeleteOptions, validateListOptions } from "./validation/options.ts";

describe("parseQuery", () => {
  it("leaves out malformed pairs and those with a semicolon", () => {
    expect([...parseQuery("a=1&b=%zz&c;d=1&a=x+y&e=%ff")]).toEqual([
      ["a", ["1", "x y"]],
      ["e", ["\udcff"]],
    ]);
  });
});

describe("options of a query", () => {
  it("take everything but 0 and false for true", () => {
    expect(decodeListOptions(parseQuery("watch=")).watch).toBe(true);
    expect(decodeListOptions(parseQuery("watch=False")).watch).toBe(false);
  });

  it("refuse a limit that is no number in strconv's words", () => {
    expect(() => decodeListOptions(parseQuery("limit="))).toThrow('strconv.ParseInt: parsing "": invalid syntax');
  });

  it("make preconditions of uid and resourceVersion", () => {
    expect(decodeDeleteOptions(parseQuery("uid=u&dryRun=All&gracePeriodSeconds=0"))).toEqual({
      preconditions: { uid: "u" },
      dryRun: ["All"],
      gracePeriodSeconds: 0,
    });
  });

  it("are held against each other", () => {
    const list = decodeListOptions(parseQuery("resourceVersionMatch=Exact"));
    expect(validateListOptions(list, true).map(errorMessage)).toEqual([
      "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided",
    ]);
    expect(validateDeleteOptions({ dryRun: [""] }).map(errorMessage)).toEqual([
      'dryRun: Unsupported value: [""]: supported values: "All"',
    ]);
  });
});
