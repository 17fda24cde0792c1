import { describe, expect, test } from "vitest";
import { StatusError } from "../../apimachinery/errors.ts";
import { parseJsonPatch } from "./json-patch.ts";

const apply = (document: unknown, patch: unknown): unknown =>
  parseJsonPatch(typeof patch === "string" ? patch : JSON.stringify(patch)).apply(document as never);
const op = (op: string, path: string, value?: unknown) => ({ op, path, value });

describe("a JSON patch", () => {
  // oxfmt-ignore
  test.each([
    ["adds a member", { a: 1 }, [op("add", "/b", 2)], { a: 1, b: 2 }],
    ["inserts into a list", { a: [1, 2] }, [op("add", "/a/1", 0)], { a: [1, 0, 2] }],
    ["appends by a dash", { a: [1] }, [op("add", "/a/-", 2)], { a: [1, 2] }],
    ["counts negative indices from behind the end", { a: [1, 2] }, [op("add", "/a/-1", 0)], { a: [1, 2, 0] }],
    ["replaces a member that is not there", { a: 1 }, [op("replace", "/b", 2)], { a: 1, b: 2 }],
    ["replaces the whole document", { a: 1 }, [op("replace", "", { b: 1 })], { b: 1 }],
    ["removes from a list", { a: [1, 2] }, [op("remove", "/a/0")], { a: [2] }],
    ["moves", { a: 1 }, [{ op: "move", from: "/a", path: "/b" }], { b: 1 }],
    ["copies null from nowhere", { a: 1 }, [{ op: "copy", from: "/c", path: "/b" }], { a: 1, b: null }],
    ["reads escapes in pointers", { "a/b": 1, "m~n": 2 }, [op("remove", "/a~1b"), op("add", "/m~0n", 3)], { "m~n": 3 }],
    ["copies a list into itself", { a: [1] }, [{ op: "add", path: "/a/-", value: 2 }, { op: "copy", from: "/a", path: "/a/0" }], { a: [[1, 2], 1, 2] }],
    ["adds null", { a: 1 }, [op("add", "/b", null)], { a: 1, b: null }],
    ["counts __proto__ as any member", {}, '[{"op":"add","path":"/__proto__","value":1}]', JSON.parse('{"__proto__":1}')],
    ["passes a test of null where nothing is", { a: 1 }, [op("test", "/b", null)], { a: 1 }],
    ["may be null", { a: 1 }, "null", { a: 1 }],
  ])("%s", (_, document, patch, result) => {
    expect(apply(document, patch)).toEqual(result);
  });

  test.each([
    ["a failed test", { a: 1 }, [op("test", "/a", 2)], 422],
    ["a test of another spelling", { a: 1 }, '[{"op":"test","path":"/a","value":1.0}]', 422],
    ["a missing parent", { a: 1 }, [op("add", "/b/c", 2)], 422],
    ["removing what is not there", { a: 1 }, [op("remove", "/b")], 422],
    ["an index beyond the list", { a: [1] }, [op("add", "/a/3", 2)], 422],
    ["an unknown operation", { a: 1 }, [op("twist", "/a")], 422],
    ["a path without a slash", { a: 1 }, [op("add", "b", 2)], 422],
    ["text that is no JSON", {}, "[", 400],
    ["an object", {}, "{}", 400],
    ["too many operations", { a: 1 }, Array.from({ length: 10_001 }, () => op("test", "/a", 1)), 413],
  ])("refuses %s", (_, document, patch, code) => {
    const refusal = (): unknown => apply(document, patch);
    expect(refusal).toThrow(StatusError);
    expect(refusal).toThrow(expect.objectContaining({ code }));
  });

  test("leaves the document as it was", () => {
    const document = { a: { b: [1] } };
    apply(document, [op("add", "/a/b/-", 2), op("remove", "/a/b/0")]);
    expect(document).toEqual({ a: { b: [1] } });
  });
});
