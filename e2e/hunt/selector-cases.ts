import { post, type HuntCase } from "./hunt-case.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const term = 100_000;
const commaTerms = (item: (i: number) => string): string =>
  encodeURI(Array.from({ length: term }, (_, i) => item(i)).join(","));

// oxfmt-ignore
const selectors: readonly (readonly [name: string, query: () => string])[] = [
  ["100,000 labels", () => `labelSelector=${commaTerms((i) => `k${i}=v`)}`],
  ["a label 100,000 times", () => `labelSelector=${commaTerms(() => "k=v")}`],
  ["100,000 labels that are not", () => `labelSelector=${commaTerms((i) => `!k${i}`)}`],
  ["100,000 values of a label", () => `labelSelector=k+in+(${commaTerms((i) => `v${i}`)})`],
  ["100,000 values that a label has not", () => `labelSelector=k+notin+(${commaTerms((i) => `v${i}`)})`],
  ["100,000 names", () => `fieldSelector=${commaTerms((i) => `metadata.name!=n${i}`)}`],
  ["a name 100,000 times", () => `fieldSelector=${commaTerms(() => "metadata.name=a")}`],
  ["500,000 open parentheses", () => `labelSelector=${"(".repeat(500_000)}`],
];

const fewObjects = Array.from({ length: 20 }, (_, i) =>
  post(configMaps, () => `{"metadata":{"name":"selected-${i}","labels":{"k":"v${i}"}}}`),
);

/** Lists under selectors; DELETE of a collection has them in its query, too. */
export const selectorHunts = (): readonly HuntCase[] =>
  selectors.flatMap(([name, query], i) => [
    {
      name: `selector: ${name}`,
      before: i === 0 ? fewObjects : [],
      request: { method: "GET", target: `${configMaps}?${query().slice(0, 1_000_000)}` },
    },
  ]);
