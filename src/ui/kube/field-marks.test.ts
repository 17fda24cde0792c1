import { expect, test } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { managersOf } from "../../client/managed-fields.ts";
import { readManifest } from "../../assist/manifest-places.ts";
import { findPlace, isNobodys, markFields } from "./field-marks.ts";

const text = `spec:
  replicas: 3
  selector:
    matchLabels:
      app: web
  ports:
  - port: 80
    protocol: TCP
  - port: 81
  finalizers:
  - a/b
  paused: true
`;

const object: KubeObject = {
  metadata: {
    managedFields: [
      {
        manager: "user",
        operation: "Apply",
        fieldsV1: {
          "f:spec": {
            "f:replicas": {},
            "f:selector": {},
            "f:ports": { 'k:{"port":80,"protocol":"TCP"}': { ".": {}, "f:port": {} } },
            "f:finalizers": { 'v:"a/b"': {} },
          },
        },
      },
      { manager: "scaler", operation: "Update", subresource: "scale", fieldsV1: { "f:spec": { "f:replicas": {} } } },
    ],
  },
};

const marks = async () => markFields(await readManifest(text), managersOf(object));

test("every field carries those who own it, co-owners together", async () => {
  const shown = (await marks()).map(
    ({ path, tag, owners, within }) =>
      `${path} ${tag}${owners.map(({ name }) => name).join("+")}${within === undefined ? "" : ` in ${within}`}`,
  );
  expect(shown).toEqual([
    ".spec ",
    ".spec.replicas user+scaler",
    ".spec.selector user",
    ".spec.selector.matchLabels user in .spec.selector",
    ".spec.selector.matchLabels.app user in .spec.selector",
    ".spec.ports ",
    '.spec.ports[port=80,protocol="TCP"] k:user',
    '.spec.ports[port=80,protocol="TCP"].port user',
    '.spec.ports[port=80,protocol="TCP"].protocol ',
    ".spec.ports[1] ",
    ".spec.ports[1].port ",
    ".spec.finalizers ",
    '.spec.finalizers[="a/b"] v:user',
    ".spec.paused ",
  ]);
});

test("fields of nobody are values without an owner", async () => {
  expect((await marks()).filter(isNobodys).map(({ path }) => path)).toEqual([
    '.spec.ports[port=80,protocol="TCP"].protocol',
    ".spec.ports[1].port",
    ".spec.paused",
  ]);
});

test("a manifest is searched for a field by its steps", async () => {
  const root = await readManifest(text);
  const [user] = managersOf(object);
  expect(findPlace(root, user?.owned.get('.spec.ports[port=80,protocol="TCP"].port')?.steps ?? [])?.line).toBe(6);
  expect(findPlace(root, [{ kind: "field", name: "status" }])).toBeUndefined();
});
