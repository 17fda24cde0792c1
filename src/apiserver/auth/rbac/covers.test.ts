import { describe, expect, it, test } from "vitest";
import { uncovered } from "./covers.ts";
import type { PolicyRule } from "./policy.ts";

const words = (count: number, prefix: string): readonly string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${i}`);

const pods = { apiGroups: [""], resources: ["pods"] };
const get = { ...pods, verbs: ["get"] };

// oxfmt-ignore
test.each<[string, readonly PolicyRule[], PolicyRule, number]>([
  ["the same rule", [get], get, 0],
  ["nothing", [], get, 1],
  ["rules that cover it together", [get, { ...pods, verbs: ["list"] }], { ...pods, verbs: ["get", "list"] }, 0],
  ["one of two verbs", [get], { ...pods, verbs: ["get", "list"] }, 1],
  ["all verbs", [{ ...pods, verbs: ["*"] }], get, 0],
  ["all groups and resources", [{ verbs: ["get"], apiGroups: ["*"], resources: ["*"] }], get, 0],
  ["another group", [{ ...get, apiGroups: ["apps"] }], get, 1],
  ["the subresource of all resources", [{ ...get, resources: ["*/log"] }], { ...get, resources: ["pods/log"] }, 0],
  ["another subresource of all", [{ ...get, resources: ["*/log"] }], { ...get, resources: ["pods/exec"] }, 1],
  ["all resources, of all", [{ ...get, resources: ["*"] }], { ...get, resources: ["*"] }, 0],
  ["one resource, of all", [get], { ...get, resources: ["*"] }, 1],
  ["its name", [{ ...get, resourceNames: ["a", "b"] }], { ...get, resourceNames: ["a"] }, 0],
  ["one of its names", [{ ...get, resourceNames: ["a"] }], { ...get, resourceNames: ["a", "b"] }, 1],
  ["any name", [get], { ...get, resourceNames: ["a"] }, 0],
  ["a name, where any is wanted", [{ ...get, resourceNames: ["a"] }], get, 1],
  ["a prefix of its URL", [{ verbs: ["get"], nonResourceURLs: ["/a/*"] }], { verbs: ["get"], nonResourceURLs: ["/a/b"] }, 0],
  ["another URL", [{ verbs: ["get"], nonResourceURLs: ["/a"] }], { verbs: ["get"], nonResourceURLs: ["/a/b"] }, 1],
  ["a URL, but not its verb", [{ verbs: ["get"], nonResourceURLs: ["*"] }], { verbs: ["put"], nonResourceURLs: ["/a"] }, 1],
])("of somebody with %s", (_, held, wanted, lacking) => {
  expect(uncovered(held, [wanted])).toHaveLength(lacking);
});

// One permission after the other, these take minutes or more memory than there is, and run into the time limit.
describe("a comparison ends soon", { timeout: 60_000 }, () => {
  const huge = { apiGroups: words(3000, "g"), resources: words(3000, "r"), verbs: words(3000, "v") };

  it.each<[string, readonly PolicyRule[], PolicyRule]>([
    ["is a product", [get], huge],
    ["is a product of names, too", [get], { ...get, verbs: words(3000, "v"), resourceNames: words(3000, "n") }],
    ["has very many URLs", [get], { verbs: words(3000, "v"), nonResourceURLs: words(3000, "/") }],
    [
      "is held by very many rules",
      words(30_000, "v").map((verb) => ({ ...pods, verbs: [verb] })),
      { ...pods, verbs: words(30_000, "w") },
    ],
  ])("without an answer if what is wanted %s", (_, held, wanted) => {
    expect(uncovered(held, [wanted])).toBeUndefined();
  });

  it("with an answer for thousands of rules", () => {
    const rules = words(3000, "r").map((resource) => ({
      apiGroups: words(5, "g"),
      resources: [resource],
      verbs: ["get"],
    }));
    expect(uncovered(rules, rules.toReversed())).toEqual([]);
  });
});
