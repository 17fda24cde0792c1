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
  "example.com/l=x",
  "l in (x),m notin (z,y),!n",
  "l in ()",
  "l notin (,)",
  "l<1",
  "m>a",
  "l===x",
  "l=x m=y",
  "",
  "l=bad value",
  "!",
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
  "spec.a=ab,spec.b!=2",
  "spec.a==one",
  "spec.replicas=3",
  "spec.e=true",
  "spec.a=a\\,b",
  "status.a=a",
  "spec.a in (a)",
  "",
] as const;

/** Fields of built-in kinds; of others the reference server says something else than kube-apiserver. */
const builtinFields = ["metadata.name=a", "metadata.name!=a", "metadata.namespace=zq", "metadata.name"] as const;

/**
 * Returns a list or a watch with random options. A list from the cache follows one that waits until the cache is fresh,
 * since a cache may answer with an older state.
 */
export function listStep(context: StepContext, target: Target): readonly Step[] {
  const { choose, id } = context;
  const watches = choose.chance(0.1);
  const query = [...(watches ? watchOptions(context) : listOptions(context)), ...selectorOptions(choose, target)].map(
    ([name, value]) => `${name}=${value.startsWith("{{") ? value : encodeURIComponent(value)}`,
  );
  // every namespace's ConfigMaps are not those of the sequence only
  const everywhere = target.custom !== undefined && !watches && choose.chance(0.1);
  const collection = everywhere ? target.collection.replace("/namespaces/zq", "") : target.collection;
  const step: Step = {
    id,
    method: "GET",
    path: `${collection}${query.length === 0 ? "" : `?${query.join("&")}`}`,
    headers: accept(choose, target),
  };
  const fresh: Step = { id: `${id}-fresh`, method: "GET", path: collection, quiet: true };
  return /resourceVersion=0|watch=/.test(step.path) ? [fresh, step] : [step];
}

/** An option of a query. */
export type Option = readonly [name: string, value: string];

function watchOptions({ choose, earlier }: StepContext): readonly Option[] {
  const revision = choose.pick([undefined, undefined, "", "0", `{{${recent(choose, earlier)}.rv}}`, "x", "-1"]);
  const match = choose.pick([undefined, undefined, undefined, "NotOlderThan", "NotOlderThan", "Exact", "Odd", ""]);
  const initial = choose.pick([undefined, undefined, "true", "true", "false", "odd"]);
  const bookmarks = choose.pick([undefined, undefined, "true", "true", "false", "1"]);
  const options: readonly (readonly [string, string | undefined])[] = [
    ["watch", choose.pick(["true", "true", "true", "1"])],
    ["timeoutSeconds", "1"],
    ["resourceVersion", revision],
    ["resourceVersionMatch", match],
    ["sendInitialEvents", initial],
    ["allowWatchBookmarks", bookmarks],
    ...(choose.chance(0.05) ? ([["limit", "1"]] as const) : []),
    ...(choose.chance(0.05) ? ([["continue", "bogus"]] as const) : []),
  ];
  return options.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
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
    [["resourceVersion", "9000000000"]],
  ]);
  const match = choose.pick<readonly Option[]>([
    [],
    [],
    [],
    [["resourceVersionMatch", "Exact"]],
    [["resourceVersionMatch", "NotOlderThan"]],
    [["resourceVersionMatch", "Odd"]],
  ]);
  const limit = choose.chance(0.4)
    ? ([["limit", choose.pick(["1", "1", "1", "2", "2", "0", "-1", "x"])]] as const)
    : [];
  const odd = choose.chance(0.05)
    ? ([
        [
          choose.pick(["sendInitialEvents", "allowWatchBookmarks", "watch", "timeoutSeconds"]),
          choose.pick(["false", "0"]),
        ],
      ] as const)
    : [];
  const next = choose.chance(0.25)
    ? ([
        [
          "continue",
          choose.pick([`{{${recent(choose, earlier)}.continue}}`, `{{${recent(choose, earlier)}.continue}}`, "bogus"]),
        ],
      ] as const)
    : [];
  return [...rv, ...match, ...limit, ...next, ...odd];
}

const recent = (choose: Chooser, earlier: readonly string[]): string =>
  earlier[earlier.length - 1 - choose.below(Math.min(earlier.length, 6))] ?? "";

/** Returns the selectors of a request, which most requests have not. */
export const selectorOptions = (choose: Chooser, { custom }: Target): readonly Option[] => [
  ...(choose.chance(0.25) ? ([["labelSelector", choose.pick(selectors)]] as const) : []),
  ...(choose.chance(0.25)
    ? ([["fieldSelector", choose.pick(custom === undefined ? builtinFields : fields)]] as const)
    : []),
];
