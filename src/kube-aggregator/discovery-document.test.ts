import { describe, expect, it } from "vitest";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { readAggregatedDiscovery, readResourceList } from "./discovery-document.ts";

const many = 100_000;

/** Counts what is spent, and pauses as a pace does. */
function counter() {
  let spent = 0;
  let most = 0;
  return {
    spend(characters: number) {
      spent += characters;
      most = Math.max(most, characters);
      return Promise.resolve();
    },
    told: () => ({ spent, most }),
  };
}

describe("a server with 100,000 resources", () => {
  const names = Array.from({ length: many }, (_, i) => `r${i}`);

  it("is read a resource at a time", async () => {
    const resources = names.map((resource) => ({ resource, scope: "Cluster", verbs: ["get"] }));
    const items: JsonValue = [{ metadata: { name: "x.test" }, versions: [{ version: "v1", resources }] }];
    const { spend, told } = counter();
    const found = await readAggregatedDiscovery({ items }, spend);
    const text = found.get("x.test/v1") ?? "";
    expect(JSON.parse(text)).toHaveLength(many);
    expect(told().spent).toBeGreaterThan(text.length - 2 * many);
    expect(told().most).toBeLessThan(1000);
  });

  it("is read in one pass, also where all are subresources of one", async () => {
    const resources = names.map((name) => ({ name: `all/${name}`, kind: "Thing", namespaced: true, verbs: ["get"] }));
    const text = await readResourceList({ kind: "APIResourceList", resources }, counter().spend);
    const [all] = JSON.parse(text) as { readonly subresources: unknown[] }[];
    expect(all?.subresources).toHaveLength(many);
  });
});

it.each<[string, JsonValue, string]>([
  ["a name that is a number", { kind: "APIResourceList", resources: [{ name: 7 }] }, "name is no string"],
  [
    "verbs that are a text",
    { kind: "APIResourceList", resources: [{ name: "things", verbs: "get" }] },
    "verbs is no list",
  ],
  ["resources that are an object", { kind: "APIResourceList", resources: {} }, "resources is no list"],
  ["another kind", { kind: "Status" }, "the answer is no APIResourceList"],
])("does not read a list with %s", async (_, document, why) => {
  await expect(readResourceList(document, () => undefined)).rejects.toThrow(why);
});
