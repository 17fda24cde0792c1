import { withBody } from "./body-forms.ts";
import { accept, objectNames, pickEarlier, writeShare, type StepContext, type Target } from "./generate-request.ts";
import { selectorOptions } from "./generate-list.ts";
import type { Chooser } from "./chooser.ts";
import type { Step } from "./sequence.ts";

const queries = [
  "dryRun=All",
  "dryRun=All&dryRun=All",
  "dryRun=odd",
  "propagationPolicy=Foreground",
  "propagationPolicy=Orphan",
  "propagationPolicy=odd",
  "propagationPolicy=",
  "orphanDependents=true",
  "orphanDependents=x",
  "orphanDependents=false&propagationPolicy=Background",
  "gracePeriodSeconds=0",
  "gracePeriodSeconds=-1",
  "gracePeriodSeconds=x",
  "gracePeriodSeconds=",
  "ignoreStoreReadErrorWithClusterBreakingPotential=true",
  "ignoreStoreReadErrorWithClusterBreakingPotential=x",
  "pretty=true",
  "fieldValidation=Strict",
] as const;

/** Returns the deletion of an object. */
export function deleteStep(context: StepContext, target: Target): Step {
  const { choose, id } = context;
  const query = choose.chance(0.45) ? `?${choose.pick(queries)}` : "";
  const path = `${target.collection}/${choose.pick(objectNames)}${query}`;
  if (choose.chance(0.5)) return { id, method: "DELETE", path, headers: accept(choose, target, writeShare) };
  return { id, method: "DELETE", path, ...withBody(choose, deleteOptions(context)) };
}

/** Returns the deletion of the objects of a collection that selectors and limits choose. */
export function deleteCollectionStep(context: StepContext, target: Target): Step {
  const { choose, id, earlier } = context;
  const options = [
    ...selectorOptions(choose, target).map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
    ...(choose.chance(0.3) ? [choose.pick(queries)] : []),
    ...(choose.chance(0.1)
      ? [choose.pick(["limit=1", "limit=0", "limit=x", "continue=bogus", "timeoutSeconds=5"])]
      : []),
    ...(choose.chance(0.1)
      ? [
          choose.pick([
            "resourceVersion=0",
            "resourceVersion=x",
            "resourceVersionMatch=Exact",
            `resourceVersion={{${pickEarlier(choose, earlier)}.rv}}&resourceVersionMatch=NotOlderThan`,
            "sendInitialEvents=true",
            "watch=true",
            "allowWatchBookmarks=true",
          ]),
        ]
      : []),
  ];
  const path = `${target.collection}${options.length === 0 ? "" : `?${options.join("&")}`}`;
  if (choose.chance(0.6)) return { id, method: "DELETE", path, headers: accept(choose, target, writeShare) };
  return { id, method: "DELETE", path, ...withBody(choose, deleteOptions(context)) };
}

const deleteOptions = ({ choose, earlier }: StepContext): object => ({
  kind: choose.chance(0.95) ? "DeleteOptions" : choose.pick(["Odd", "", undefined]),
  apiVersion: choose.pick(["v1", "v1", "meta.k8s.io/v1", ...oddVersion(choose)]),
  ...choose.pick<object>([
    {},
    { propagationPolicy: choose.pick(["Foreground", "Background", "Orphan", "Odd"]) },
    { orphanDependents: choose.chance(0.5) },
    { gracePeriodSeconds: choose.pick([0, 5, -1, "x"]) },
    { orphanDependents: true, propagationPolicy: "Orphan" },
    { ignoreStoreReadErrorWithClusterBreakingPotential: choose.chance(0.5) },
  ]),
  ...choose.pick<object>([
    {},
    {},
    { preconditions: { uid: `{{${pickEarlier(choose, earlier)}.uid}}` } },
    { preconditions: { resourceVersion: `{{${pickEarlier(choose, earlier)}.rv}}` } },
    { preconditions: { uid: "x" } },
    { preconditions: { uid: "", resourceVersion: "" } },
    { preconditions: {} },
    { preconditions: null },
  ]),
  ...choose.pick<object>([{}, {}, {}, { dryRun: ["All"] }, { dryRun: ["All", "odd"] }, { dryRun: [] }, { odd: true }]),
});

const oddVersion = (choose: Chooser): readonly string[] =>
  choose.chance(0.1) ? ["apps/v1", "zq.example.com/v1", "v9", ""] : [];
