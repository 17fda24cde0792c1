import { expect, it } from "vitest";
import { httpText } from "./http-text.ts";

const base = { method: "POST", target: "/api/v1/namespaces", headers: [["Accept", "application/json"]] as const };

it.each([
  ["no body", "", ""],
  ["JSON", '{"a":{"b":1}}', '\n{\n  "a": {\n    "b": 1\n  }\n}\n'],
  ["YAML", "a:\n  b: 1\n", "\na:\n  b: 1\n"],
])("a request with %s", (_name, body, written) => {
  expect(httpText({ ...base, body })).toBe(`POST /api/v1/namespaces HTTP/1.1\nAccept: application/json\n${written}`);
});
