import { bench, describe } from "vitest";
import { estimateCost } from "./cost/estimator.ts";
import { createEnvSet } from "./env/kubernetes.ts";
import { re2Engine } from "./library/re2-engine.ts";
import { installRegexEngine } from "./library/regex-engine.ts";
import { Program } from "./program.ts";
import { dynType, mapOf, stringType } from "./types/type.ts";
import { HashMap } from "./values/hash-map.ts";
import { ArrayList, type Value } from "./values/value.ts";

installRegexEngine(re2Engine);
const port = (name: string, number: number): Value => new HashMap([["name", name], ["port", number]]);
const self = new HashMap([
  ["replicas", 3],
  ["minReplicas", 1],
  ["maxReplicas", 5],
  ["name", "web-1"],
  ["kind", "A"],
  ["ports", new ArrayList([port("http", 80), port("https", 443)])],
  ["tags", new ArrayList(["a", "b", "c"])],
  ["labels", new HashMap([["app", "x"]])],
]);
const variables: ReadonlyMap<string, Value> = new Map([["self", self], ["oldSelf", self]]);
const selfType = mapOf(stringType, dynType);
const env = createEnvSet().storedExpressions.extend({ variables: [["self", selfType], ["oldSelf", selfType]] });

const rules = [
  "self.minReplicas <= self.replicas && self.replicas <= self.maxReplicas",
  "self.ports.all(p, p.port > 0 && p.port < 65536)",
  "self.name == oldSelf.name",
  "self.name.startsWith('web-') && size(self.name) < 63",
  "has(self.labels) || has(self.annotations)",
  "self.tags.exists(t, t == 'c')",
  "self.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
  "self.kind in ['A', 'B', 'C']",
  "!has(self.labels.app) || self.labels.app != ''",
  "self.ports.map(p, p.port).sum() < 1000",
];

describe.each(rules)("%s", (rule) => {
  const checked = env.compile(rule);
  const tracked = new Program(checked, env, { costLimit: 1_000_000 });
  const untracked = new Program(checked, env, { trackCost: false });
  bench("evaluate with cost", () => void tracked.evaluate(variables));
  bench("evaluate without cost", () => void untracked.evaluate(variables));
  bench("compile, plan and estimate", () => {
    const made = env.compile(rule);
    estimateCost(made, () => undefined);
    void new Program(made, env);
  });
});
