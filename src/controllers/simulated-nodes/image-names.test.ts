import { expect, it } from "vitest";
import { imageId, imageReference } from "./image-names.ts";

it.each([
  ["nginx", "docker.io/library/nginx:latest", "docker.io/library/nginx@sha256:d"],
  ["nginx:1.27", "docker.io/library/nginx:1.27", "docker.io/library/nginx@sha256:d"],
  ["bitnami/redis:7", "docker.io/bitnami/redis:7", "docker.io/bitnami/redis@sha256:d"],
  ["registry.k8s.io/pause:3.10", "registry.k8s.io/pause:3.10", "registry.k8s.io/pause@sha256:d"],
  ["localhost:5000/app", "localhost:5000/app:latest", "localhost:5000/app@sha256:d"],
  ["localhost/app", "localhost/app:latest", "localhost/app@sha256:d"],
  ["app:1@sha256:e", "docker.io/library/app:1@sha256:e", "docker.io/library/app@sha256:e"],
])("%s is %s, and its ID is %s", (image, reference, id) => {
  expect(imageReference(image)).toBe(reference);
  expect(imageId(image, "d")).toBe(id);
});

it("a name of a million dots is read in one walk", () => {
  const dots = ".".repeat(1_000_000);
  expect(imageReference(dots)).toBe(`docker.io/library/${dots}:latest`);
});
