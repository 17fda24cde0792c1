import { describe, expect, it } from "vitest";
import { decodeContinue, encodeContinue } from "./continue-token.ts";
import { StorageError } from "./storage-error.ts";

const prefix = "/registry/configmaps/default/";
const token = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

describe("a continue token", () => {
  it.each(["a\0", "ab\0", "abc\0", "ns/ä\0"])("leads back to the key below its prefix (%j)", (name) => {
    expect(decodeContinue(encodeContinue(prefix + name, prefix, 17), prefix)).toEqual({
      key: prefix + name,
      revision: 17,
    });
  });

  it("is upstream's, without padding", () => {
    expect(encodeContinue(`${prefix}a\0`, prefix, -1)).toBe(
      "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiYVx1MDAwMCJ9",
    );
  });

  it("takes a start with a leading slash and names in any case", () => {
    expect(decodeContinue(token({ V: "meta.k8s.io/v1", RV: 5, Start: "/a" }), prefix)).toEqual({
      key: `${prefix}a`,
      revision: 5,
    });
  });

  // oxfmt-ignore
  it.each([
    ["nonsense!", "illegal base64 data at input byte 8"],
    ["aGVsbG8=", "illegal base64 data at input byte 7"],
    ["aGVsb", "illegal base64 data at input byte 4"],
    ["aGVsbG8", "invalid character 'h' looking for beginning of value"],
    [token(""), "unexpected end of JSON input"],
    [token({ v: "v0", rv: 1, start: "a" }), "server does not recognize this encoded version v0"],
    [token("null"), "server does not recognize this encoded version "],
    [token({ v: "meta.k8s.io/v1", start: "a" }), "incorrect encoded start resourceVersion (version meta.k8s.io/v1)"],
    [token({ v: "meta.k8s.io/v1", rv: 5 }), "encoded start key empty (version meta.k8s.io/v1)"],
    [token({ v: "meta.k8s.io/v1", rv: -1, start: "../a" }), "../a"],
    [token({ v: "meta.k8s.io/v1", rv: -1, start: "a//b" }), "a//b"],
    [token({ v: "meta.k8s.io/v1", rv: -1, start: "a/" }), "a/"],
    [token({ v: "meta.k8s.io/v1", rv: -1, start: "./a" }), "./a"],
    ["gw", "invalid character '\\u0083' looking for beginning of value"],
    [token("[]"), "json: cannot unmarshal array into Go value of type storage.continueToken"],
    [token("7"), "json: cannot unmarshal number into Go value of type storage.continueToken"],
    [token({ v: 1, rv: 5, start: "a" }), "json: cannot unmarshal number into Go struct field continueToken.v of type string"],
    [token({ v: "meta.k8s.io/v1", rv: "5", start: "a" }), "json: cannot unmarshal string into Go struct field continueToken.rv of type int64"],
    [token({ v: "meta.k8s.io/v1", rv: 1.5, start: "a" }), "json: cannot unmarshal number 1.5 into Go struct field continueToken.rv of type int64"],
  ])("%s is refused: %s", (text, why) => {
    expect(() => decodeContinue(text, prefix)).toThrow(new StorageError({ code: "InvalidContinue", message: `invalid continue token: continue key is not valid: ${why}` }));
  });
});
