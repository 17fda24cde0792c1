import { expect, test } from "vitest";
import { strictJsonPatchErrors } from "./patch-json.ts";

// oxfmt-ignore
test.each([
  ["nothing", '[{"op":"add","path":"/a","value":{"x":1}}]', []],
  ["nothing in null", "[null]", []],
  ["unknown members, by case", '[{"op":"add"},{"Op":"add","extra":{"a":1,"a":2}}]', ['json patch unknown field "[1].Op"', 'json patch unknown field "[1].extra"']],
  ["repeated members, also inside values", '[{"op":"add","value":{"a":1,"a":2},"x":1,"op":"add"}]', ['json patch duplicate field "[0].value.a"', 'json patch unknown field "[0].x"', 'json patch duplicate field "[0].op"']],
])("strictness finds %s", (_, patch, problems) => {
  expect(strictJsonPatchErrors(patch)).toEqual(problems);
});

test.each([
  ["{}", "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp"],
  ['["add"]', "error decoding patch: json: cannot unmarshal string into Go value of type handlers.jsonPatchOp"],
  [
    '[{"path":1}]',
    "error decoding patch: json: cannot unmarshal number into Go struct field jsonPatchOp.path of type string",
  ],
  ["[", "error decoding patch: unexpected end of JSON input"],
  [
    '[{"op":"add","value":[1e400]}]',
    "error decoding patch: json: cannot unmarshal number 1e400 into Go struct field jsonPatchOp.value of type float64",
  ],
])("%s is no JSON patch", (patch, message) => {
  expect(() => strictJsonPatchErrors(patch)).toThrow(expect.objectContaining({ code: 400, message }));
});
