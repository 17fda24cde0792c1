import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../apimachinery/seeded-random.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { ObjectIndex, objectKey, type TallyPlace } from "./object-index.ts";

const object = (name: string, owners: readonly string[] = ["o"], uid = `uid-${name}`): KubeObject => ({
  metadata: {
    name,
    namespace: "x",
    uid,
    ownerReferences: owners.map((owner) => ({ apiVersion: "v1", kind: "Owner", name: owner, uid: owner })),
  },
});

const namesOf = (objects: Iterable<KubeObject>): readonly (string | undefined)[] =>
  [...objects].map(({ metadata }) => metadata.name);

function indexOf(...objects: readonly KubeObject[]): ObjectIndex {
  const index = new ObjectIndex();
  for (const one of objects) index.set(objectKey(one), one);
  return index;
}

describe("ObjectIndex", () => {
  it.each([
    ["listed", [object("a"), object("b"), object("c")]],
    ["created one after the other", [object("c"), object("a"), object("b")]],
    ["updated", [object("a"), object("b"), object("c"), object("a"), object("b")]],
  ])("goes through objects in the order of their names when they were %s", (_how, objects) => {
    const index = indexOf(...objects);
    expect([...index.keys()]).toEqual(["x/a", "x/b", "x/c"]);
    expect(namesOf(index.values())).toEqual(["a", "b", "c"]);
    expect(namesOf(index.byOwner("o"))).toEqual(["a", "b", "c"]);
  });

  it("knows which objects have no controller, as they are now", () => {
    const controlled = (name: string): KubeObject => {
      const { metadata } = object(name);
      const ownerReferences = (metadata.ownerReferences ?? []).map((one) => ({ ...one, controller: true }));
      return { metadata: { ...metadata, ownerReferences } };
    };
    const index = indexOf(object("b"), controlled("a"), object("c", []));
    expect(namesOf(index.uncontrolled("x"))).toEqual(["b", "c"]);
    index.set("x/b", controlled("b"));
    index.set("x/a", object("a"));
    index.delete("x/c");
    expect(namesOf(index.uncontrolled("x"))).toEqual(["a"]);
  });

  it("finds objects by further indexes as they are now", () => {
    const index = new ObjectIndex({ label: ({ metadata: { labels = {} } }) => Object.values(labels) });
    const labeled = (name: string, ...values: readonly string[]): void => {
      const { metadata } = object(name);
      index.set(`x/${name}`, { metadata: { ...metadata, labels: Object.fromEntries(values.entries()) } });
    };
    labeled("b", "one", "two");
    labeled("a", "one");
    expect([namesOf(index.byIndex("label", "one")), namesOf(index.byIndex("label", "two"))]).toEqual([
      ["a", "b"],
      ["b"],
    ]);
    labeled("b", "three");
    index.delete("x/a");
    const values = ["one", "two", "three"];
    expect(values.map((value) => index.isIndexed("label", value))).toEqual([false, false, true]);
    expect(namesOf(index.byIndex("label", "three"))).toEqual(["b"]);
    expect(() => index.byIndex("other", "one")).toThrow("Index with name other does not exist");
  });

  it("finds objects by uid and by owners as they are now", () => {
    const index = indexOf(object("a", ["o", "p"]), object("b", ["o"]));
    expect(index.set("x/a", object("a", ["p", "q"], "other"))?.metadata.uid).toBe("uid-a");
    expect(["o", "p", "q"].map((owner) => namesOf(index.byOwner(owner)))).toEqual([["b"], ["a"], ["a"]]);
    expect([index.byUid("uid-a"), index.byUid("other")?.metadata.name]).toEqual([undefined, "a"]);
    expect(index.delete("x/a")?.metadata.uid).toBe("other");
    expect([index.size, index.byUid("other"), ...namesOf(index.byOwner("q"))]).toEqual([1, undefined]);
    expect(index.delete("x/a")).toBeUndefined();
  });

  it("counts the objects of each owner in groups, whatever comes and goes", () => {
    const random = createSeededRandom(1);
    const index = new ObjectIndex();
    const placeOf = ({ metadata: { ownerReferences, labels = {} } }: KubeObject): TallyPlace<string> | undefined => {
      const { color = "" } = labels;
      return color === "none" ? undefined : { owner: ownerReferences?.[0]?.uid ?? "", name: color, group: () => color };
    };
    index.set("x/first", { metadata: { ...object("first", ["a"]).metadata, labels: { color: "red" } } });
    const tally = index.tally(placeOf);
    expect(index.tally(placeOf)).toBe(tally);
    for (let i = 0; i < 500; i++) {
      const name = `o-${random.int(20)}`;
      const color = ["red", "green", "none"][random.int(3)] ?? "";
      const { metadata } = object(name, [random.int(2) === 0 ? "a" : "b"]);
      if (random.int(3) === 0) index.delete(`x/${name}`);
      else index.set(`x/${name}`, { metadata: { ...metadata, labels: { color } } });
      for (const owner of ["a", "b"])
        for (const one of ["red", "green", "none"]) {
          const counted = [...tally.of(owner)].find(({ group }) => group === one)?.count ?? 0;
          const there = [...index.byOwner(owner)].filter(({ metadata: { labels } }) => labels?.["color"] === one);
          expect(counted).toBe(one === "none" ? 0 : there.length);
        }
    }
  });
});
