import { expect, test } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { managersOf } from "../../client/managed-fields.ts";
import { extractManifest } from "./extract-manifest.ts";

const object: KubeObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: {
    name: "web",
    namespace: "demo",
    uid: "1",
    labels: { app: "web", other: "x" },
    managedFields: [
      {
        manager: "user",
        operation: "Apply",
        fieldsV1: {
          "f:metadata": { "f:labels": { "f:app": {} } },
          "f:spec": {
            "f:selector": {},
            "f:containers": { 'k:{"name":"a"}': { ".": {}, "f:image": {} } },
            "f:finalizers": { 'v:"x/y"': {} },
          },
        },
      },
    ],
  },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: "web" } },
    containers: [
      { name: "b", image: "2" },
      { name: "a", image: "1", tty: true },
    ],
    finalizers: ["z/z", "x/y"],
  },
};

test("a manager's manifest holds its fields, the keys of its items, and the object's name", () => {
  expect(extractManifest(object, managersOf(object)[0])).toEqual({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "demo", labels: { app: "web" } },
    spec: { selector: { matchLabels: { app: "web" } }, containers: [{ name: "a", image: "1" }], finalizers: ["x/y"] },
  });
});

test("who owns nothing yet begins with the name", () => {
  expect(extractManifest(object, undefined)).toEqual({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace: "demo" },
  });
});
