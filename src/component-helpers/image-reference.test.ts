import { expect, test } from "vitest";
import { imageTag, isImageReference } from "./image-reference.ts";

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

const digest = `sha256:${"0".repeat(64)}`;

// As the image pull policy of kube-apiserver 1.34.1 tells them.
test.each([
  ["busybox", "latest"],
  ["localhost:5000/a", "latest"],
  ["a:5000/b:latest", "latest"],
  ["[::1]:50/a", "latest"],
  ["A/b", "latest"],
  ["a/b/c", "latest"],
  [`a:latest@${digest}`, "latest"],
  [`a@${digest}`, ""],
  ["a:latest@sha256:00", ""],
  [`a:latest@md5:${"0".repeat(32)}`, ""],
  ["localhost:5000/a:b", "b"],
  [" busybox", ""],
  ["a:latest ", ""],
  ["Busybox", ""],
  ["x.y/Z", ""],
  ["a..b", ""],
  ["http://a/b", ""],
  ["a:", ""],
  ["", ""],
  ["0".repeat(64), ""],
  ["a".repeat(300), ""],
])("%j has the tag %j", (image, tag) => {
  expect(imageTag(image)).toBe(tag);
});
