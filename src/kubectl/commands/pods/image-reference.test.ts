import { expect, test } from "vitest";
import { isImageReference } from "./image-reference.ts";

test.each([
  ["nginx", true],
  ["nginx:1.14", true],
  ["localhost:5000/team/web_app:v1", true],
  [`registry.k8s.io/pause@sha256:${"a".repeat(64)}`, true],
  ["Nginx", false],
  ["nginx:", false],
  ["a//b", false],
  ["", false],
])("%j as the reference of an image: %j", (text, valid) => {
  expect(isImageReference(text)).toBe(valid);
});
