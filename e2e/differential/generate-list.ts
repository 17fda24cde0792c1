import { accept, type StepContext, type Target } from "./generate-request.ts";
import type { Chooser } from "./chooser.ts";
import type { Step } from "./sequence.ts";

const selectors = [
  "l=x",
  "l!=x",
  "l in (x,y)",
  "l notin (x)",
  "!l",
  "l",
  "l=x,m=z",
  "l==y",
  "l=",
  "m>1",
  "=",
  "l in",
  "bad key=x",
  ",",
  "l=x,",
] as const;
const fields = [
  "metadata.name=a",
  "metadata.name!=a",
  "metadata.namespace=zq",
  "spec.a=a",
  "spec.b=1",
  "spec.nothing=1",
  "metadata.name",
  "metadata.name=a,metadata.name=b",
  "spec.a!=",
  "=a",
  "metadata.labels.l=x",
] as const;

/** Fields of built-in kinds; of others the reference server says something else than kube-apiserver. */
const builtinFields = ["metadata.name=a", "metadata.name!=a", "metadata.namespace=zq", "metadata.name"] as const;

/**
 * Returns a list or a watch with random options. A list from the cache follows one that waits until the cache is fresh,
 * since a cache may answer with an older state.
 */
export function listStep(context: StepContext, target: Target): readonly Step[] {
  const { choose, id } = context;
  const watches = choose.chance(0.06);
  const query = [...(watches ? watchOptions(context) : listOptions(context)), ...selectorOptions(choose, target)].map(
    ([name, value]) => `${name}=${value.startsWith("{{") ? value : encodeURIComponent(value)}`,
  );
  const step: Step = {
    id,
    method: "GET",
    path: `${target.collection}${query.length === 0 ? "" : `?${query.join("&")}`}`,
    headers: accept(choose, target),
  };
  const fresh: Step = { id: `${id}-fresh`, method: "GET", path: target.collection, quiet: true };
  return /resourceVersion=0|watch=/.test(step.path) ? [fresh, step] : [step];
}

type Option = readonly [name: string, value: string];

function watchOptions({ choose, earlier }: StepContext): readonly Option[] {
  const since = choose.pick<readonly Option[]>([
    [["resourceVersion", `{{${recent(choose, earlier)}.rv}}`]],
    [["resourceVersion", "0"]],
    [],
    [
      ["sendInitialEvents", "true"],
      ["resourceVersionMatch", "NotOlderThan"],
      ["allowWatchBookmarks", "true"],
    ],
    [["sendInitialEvents", "true"]],
    [["resourceVersion", "x"]],
  ]);
  return [["watch", "true"], ["timeoutSeconds", "1"], ...since];
}

function listOptions({ choose, earlier }: StepContext): readonly Option[] {
  const rv = choose.pick<readonly Option[]>([
    [],
    [],
    [],
    [["resourceVersion", ""]],
    [["resourceVersion", "0"]],
    [["resourceVersion", `{{${recent(choose, earlier)}.rv}}`]],
    [["resourceVersion", "abc"]],
    [["resourceVersion", "-1"]],
  ]);
  const match = choose.pick<readonly Option[]>([
    [],
    [],
    [],
    [["resourceVersionMatch", "Exact"]],
    [["resourceVersionMatch", "NotOlderThan"]],
    [["resourceVersionMatch", "Odd"]],
  ]);
  const limit = choose.chance(0.4) ? ([["limit", choose.pick(["1", "1", "2", "0", "-1", "x"])]] as const) : [];
  const next = choose.chance(0.2)
    ? ([["continue", choose.pick([`{{${recent(choose, earlier)}.continue}}`, "bogus"])]] as const)
    : [];
  return [...rv, ...match, ...limit, ...next];
}

const recent = (choose: Chooser, earlier: readonly string[]): string =>
  earlier[earlier.length - 1 - choose.below(Math.min(earlier.length, 6))] ?? "";

const selectorOptions = (choose: Chooser, { custom }: Target): readonly Option[] => [
  ...(choose.chance(0.25) ? ([["labelSelector", choose.pick(selectors)]] as const) : []),
  ...(choose.chance(0.25)
    ? ([["fieldSelector", choose.pick(custom === undefined ? builtinFields : fields)]] as const)
    : []),
];
