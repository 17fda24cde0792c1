import { describe, expect, it } from "vitest";
import type { KubeObject } from "../apimachinery/meta.ts";
import { childrenAt, leadsTo, managersOf, ownersOf, readFieldStep, valueAt } from "./managed-fields.ts";

const object: KubeObject = {
  metadata: {
    name: "web",
    finalizers: ["a/b"],
    managedFields: [
      {
        manager: "user",
        operation: "Apply",
        apiVersion: "apps/v1",
        time: "2026-01-01T12:03:00Z",
        fieldsType: "FieldsV1",
        fieldsV1: {
          "f:metadata": { "f:finalizers": { ".": {}, 'v:"a/b"': {} } },
          "f:spec": { "f:replicas": {}, "f:ports": { 'k:{"port":80,"protocol":"TCP"}': { ".": {}, "f:port": {} } } },
        },
      },
      { manager: "user", operation: "Update", subresource: "status", fieldsV1: { "f:status": { "f:ready": {} } } },
    ],
  },
  spec: { replicas: 3, ports: [{ port: 81 }, { port: 80 }] },
};

describe("managed fields", () => {
  it("are read into members of a set and what leads to them", () => {
    expect([...(managersOf(object)[0]?.owned.keys() ?? [])]).toEqual([
      ".metadata.finalizers",
      '.metadata.finalizers[="a/b"]',
      ".spec.replicas",
      '.spec.ports[port=80,protocol="TCP"]',
      '.spec.ports[port=80,protocol="TCP"].port',
    ]);
  });

  it("tell apart who wrote through which door", () => {
    expect(managersOf(object).map(({ id, subresource }) => [id, subresource])).toEqual([
      ['["user","Apply",""]', ""],
      ['["user","Update","status"]', "status"],
    ]);
    expect(ownersOf(object, ".status.ready").map(({ operation }) => operation)).toEqual(["Update"]);
    expect(ownersOf(object, ".spec")).toEqual([]);
  });

  it("lead to values, by keys that an item may leave to defaults", () => {
    const [manager] = managersOf(object);
    expect(valueAt(object, manager?.owned.get('.spec.ports[port=80,protocol="TCP"].port')?.steps ?? [])).toBe(80);
    expect(valueAt(object, manager?.owned.get('.metadata.finalizers[="a/b"]')?.steps ?? [])).toBe("a/b");
    expect(leadsTo({ kind: "key", keys: { port: 80, protocol: "TCP" } }, 0, { port: 80, protocol: "UDP" })).toBe(false);
  });

  it("of nobody, or without fields, own nothing", () => {
    expect(managersOf({ metadata: {} })).toEqual([]);
    expect(managersOf({ metadata: { managedFields: [{ manager: "a", fieldsV1: {} }] } })[0]?.owned.size).toBe(0);
  });

  it("are found at an item of a long list as at one of a short one", () => {
    const keyed = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`k:{"port":${i},"protocol":"TCP"}`, { ".": {} }]),
    );
    const values = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`v:"${i}"`, {}]));
    const fields = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`f:m${i}`, {}]));
    const [manager] = managersOf({
      metadata: {
        managedFields: [{ manager: "a", fieldsV1: { "f:keyed": keyed, "f:values": values, "f:fields": fields } }],
      },
    });
    const at = (list: number, place: string | number, value: unknown) =>
      childrenAt(manager?.root.children[list] ?? { steps: [], path: "", owned: false, children: [] }, place, value).map(
        ({ path }) => path,
      );
    expect(at(0, 3, { port: 7, protocol: "TCP" })).toEqual(['.keyed[port=7,protocol="TCP"]']);
    expect(at(0, 3, { port: 7, name: "x" })).toEqual(['.keyed[port=7,protocol="TCP"]']);
    expect(at(0, 3, { port: 7, protocol: "UDP" })).toEqual([]);
    expect([at(1, 0, "39"), at(2, "m39", 1), at(2, "none", 1)]).toEqual([['.values[="39"]'], [".fields.m39"], []]);
  });

  it.each([".", "x", "k:[", "k:1", "z:a"])("%s is no step", (name) => expect(readFieldStep(name)).toBeUndefined());
});
