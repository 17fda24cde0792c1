import { isBuiltinGroup } from "../apimachinery/builtin-group.ts";
import { groupVersionOf } from "../apimachinery/gvk.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { Reading } from "./reading.ts";
import { firstOf, type Rule, type RuleContext } from "./rule.ts";
import { byOwner, bySelf, byWarning, heldByFinalizers, isThere } from "./rules/generic.ts";
import { type KindRules, rulesByKind } from "./rules/table.ts";
import type { Surroundings } from "./surroundings.ts";

/** How long a chain of causes may be: an autoscaler, its Deployment, a pod, its claim, a class. */
const deepest = 4;

const generic: readonly Rule[] = [heldByFinalizers, bySelf, byWarning, byOwner];

/** The rules of kinds that are diagnosed less often. */
async function laterRules(key: string): Promise<KindRules | undefined> {
  const { limitRulesByKind } = await import("./rules/table-of-limits.ts");
  return limitRulesByKind[key] ?? (await import("./rules/table-of-apis.ts")).apiRulesByKind[key];
}

async function rulesOf({ apiVersion = "v1", kind = "" }: KubeObject): Promise<readonly Rule[]> {
  const { group } = groupVersionOf(apiVersion);
  const key = `${group}/${kind}`;
  const own = rulesByKind[key] ?? (isBuiltinGroup(group) ? await laterRules(key) : undefined);
  if (own === undefined) return generic;
  return [...(own.deletion ?? [heldByFinalizers]), ...own.rules, ...generic];
}

function contextAt(reading: Reading, depth: number, seen: readonly string[]): RuleContext {
  return {
    reading,
    causeOf: async (object) => {
      const key = object === undefined ? "" : keyOf(object);
      if (object === undefined || depth >= deepest || seen.includes(key)) return undefined;
      return diagnoseWith(object, contextAt(reading, depth + 1, [...seen, key]));
    },
  };
}

const keyOf = ({ kind = "", metadata }: KubeObject): string =>
  `${kind}/${metadata.namespace ?? ""}/${metadata.name ?? ""}`;

const diagnoseWith = async (object: KubeObject, context: RuleContext): Promise<Diagnosis> =>
  (await firstOf(await rulesOf(object), object, context)) ?? isThere(object);

/**
 * Finds the state of an object and its cause. Reads what the rules ask of the surroundings, everything once, and never
 * throws for what cannot be read: what is then unknown is not concluded from. The object has its apiVersion and kind.
 */
export const diagnose = (object: KubeObject, surroundings: Surroundings): Promise<Diagnosis> =>
  diagnoseWith(object, contextAt(new Reading(surroundings), 0, [keyOf(object)]));
