import { groupVersionOf } from "../../apimachinery/gvk.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { conclude, field, missing, there } from "../conclude.ts";
import { knownKind } from "../known-kinds.ts";
import { itemsAt, membersAt, textAt, textsAt, valueAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { bindingExcludesAll, matchesNeverByItself } from "./rules-of-matching.ts";
import { isKindServed } from "../served-kind.ts";
import { elsewhere } from "./elsewhere.ts";

const group = "admissionregistration.k8s.io";

/** What becomes of the requests that a policy matches when it cannot be evaluated. */
export const onFailure = (policy: KubeObject | undefined): string =>
  textAt(policy, "spec.failurePolicy") === "Ignore"
    ? "failurePolicy is Ignore, so requests go on without it"
    : "failurePolicy is Fail, so the requests that it matches are refused";

/** What is said of bindings that only tell of requests that fail. */
export const refusesNothing = (actions: readonly string[]): string =>
  actions.length === 0 || actions.includes("Deny") ? "" : ", so it refuses nothing";

/** A policy whose parameters are of a kind that is not served. */
export const unservedParamKind: Rule = async (policy, { reading }) => {
  const [version, kind] = [textAt(policy, "spec.paramKind.apiVersion"), textAt(policy, "spec.paramKind.kind")];
  if (kind === "" || (await isKindServed(groupVersionOf(version).group, kind, reading)) !== false) return undefined;
  return conclude(policy, {
    situation: "policy-param-kind-not-served",
    state: "Cannot be evaluated",
    level: "error",
    because: `the kind of its parameters, ${kind} of ${version}, is not served; ${onFailure(policy)}`,
    evidence: [field(policy, "spec.paramKind.kind"), field(policy, "spec.paramKind.apiVersion")],
  });
};

async function missingParam(binding: KubeObject, policy: KubeObject | undefined, { reading }: RuleContext) {
  const name = textAt(binding, "spec.paramRef.name");
  const kind = textAt(policy, "spec.paramKind.kind");
  const namespace = textAt(binding, "spec.paramRef.namespace");
  const { group: of } = groupVersionOf(textAt(policy, "spec.paramKind.apiVersion"));
  const row = knownKind(of, kind);
  if (row === undefined) return undefined;
  const id = objectId(of, kind, row.namespaced ? namespace : "", name);
  const evidence = [missing(id)];
  if (name !== "" && (namespace !== "" || !row.namespaced))
    return (await reading.isMissing(id)) ? { words: `${kind} ${name}, do not exist`, evidence } : undefined;
  // Without a namespace, parameters are those of the namespace of each request (ParamRef.Namespace).
  const place = { group: of, resource: row.resource, ...(namespace !== "" && { namespace }) };
  const labelSelector = labelSelectorAsSelector(membersAt(binding, "spec.paramRef.selector")).toString();
  const found = await reading.list(place, name === "" ? { labelSelector } : { fieldSelector: `metadata.name=${name}` });
  if (found?.length !== 0) return undefined;
  const which = name === "" ? `${kind} with ${labelSelector}` : `${kind} ${name}`;
  return {
    words: `${which}, do not exist${namespace === "" ? " in any namespace" : ` in ${namespace}`}`,
    evidence: [],
  };
}

/** Parameters that a binding's policy takes, and that the binding does not name or that are not there. */
async function withoutParams(binding: KubeObject, policy: KubeObject | undefined, context: RuleContext) {
  const kind = textAt(policy, "spec.paramKind.kind");
  const about = { state: "Without parameters", level: "error" } as const;
  if (policy !== undefined && kind !== "" && !isRecord(valueAt(binding, "spec.paramRef")))
    return conclude(binding, {
      ...about,
      situation: "policy-param-not-named",
      because: `its policy takes parameters of the kind ${kind}, and it names none: params is null in the expressions`,
      evidence: [field(binding, "spec.paramRef", ""), field(policy, "spec.paramKind.kind")],
    });
  const param = await missingParam(binding, policy, context);
  if (param === undefined) return undefined;
  const action = textAt(binding, "spec.paramRef.parameterNotFoundAction");
  const effect = action === "Allow" ? "so it applies to nothing" : onFailure(policy);
  return conclude(binding, {
    ...about,
    situation: "policy-param-missing",
    level: action === "Allow" ? "warning" : "error",
    because: `its parameters, ${param.words}; parameterNotFoundAction is ${action}, ${action === "Allow" ? "" : "and "}${effect}`,
    evidence: [
      field(binding, "spec.paramRef.name"),
      field(binding, "spec.paramRef.parameterNotFoundAction"),
      ...param.evidence,
    ],
  });
}

/** Parameters that a binding names for a policy that takes none (ValidatingAdmissionPolicySpec.ParamKind). */
function paramsUnused(binding: KubeObject, policy: KubeObject | undefined) {
  const isNamed = isRecord(valueAt(binding, "spec.paramRef"));
  if (policy === undefined || !isNamed || textAt(policy, "spec.paramKind.kind") !== "") return undefined;
  return conclude(binding, {
    situation: "policy-param-unused",
    state: "In effect",
    level: "warning",
    because: `its paramRef does not count: its policy ${policy.metadata.name ?? ""} has no paramKind, so its expressions have no params`,
    evidence: [field(binding, "spec.paramRef.name"), field(policy, "spec.paramKind.kind", "")],
  });
}

/** What is for namespaces with labels that none has. */
export const selectsNoNamespace =
  (situation: string, path: string): Rule =>
  async (object, { reading }) => {
    const selector = labelSelectorAsSelector(membersAt(object, path)).toString();
    if (selector === "") return undefined;
    const found = await reading.list({ group: "", resource: "namespaces" }, { labelSelector: selector });
    if (found === undefined || found.length > 0) return undefined;
    return conclude(object, {
      situation,
      state: "Without effect",
      level: "warning",
      because: `no namespace has the labels of its namespaceSelector, ${selector}`,
      evidence: [field(object, path, selector)],
    });
  };

const selectsNothing = selectsNoNamespace(
  "policy-binding-selects-no-namespace",
  "spec.matchResources.namespaceSelector",
);

const overlap = (some: readonly string[], others: readonly string[]): boolean =>
  some.includes("*") || others.includes("*") || some.some((one) => others.includes(one));

/**
 * A binding whose rules have nothing in common with those of its policy: a request has to match both. Versions differ
 * only where both are exact: else, a request in one version is matched as one in the other.
 */
function matchesNothing(binding: KubeObject, policy: KubeObject | undefined) {
  const policies = [
    textAt(binding, "spec.matchResources.matchPolicy"),
    textAt(policy, "spec.matchConstraints.matchPolicy"),
  ];
  const isExact = policies.every((matchPolicy) => matchPolicy === "Exact");
  const parts = ["apiGroups", "operations", "resources", ...(isExact ? ["apiVersions"] : [])];
  const path = "spec.matchResources.resourceRules";
  const [own, rules] = [itemsAt(binding, path), itemsAt(policy, "spec.matchConstraints.resourceRules")];
  if (own.length === 0 || rules.length === 0) return undefined;
  const isShared = own.some((one) =>
    rules.some((rule) => parts.every((part) => overlap(textsAt(one, part), textsAt(rule, part)))),
  );
  // A resource with a part of a pattern, such as `pods/*`, may be the same one.
  if (isShared || [...own, ...rules].some((rule) => textsAt(rule, "resources").some((name) => name.includes("/"))))
    return undefined;
  const named = (all: typeof own): string => [...new Set(all.flatMap((rule) => textsAt(rule, "resources")))].join(", ");
  const differs = named(own) === named(rules) ? "operations, groups or versions" : named(own);
  return conclude(binding, {
    situation: "policy-binding-matches-nothing",
    state: "Without effect",
    level: "warning",
    because: `it is for ${differs}, and its policy ${policy?.metadata.name ?? ""} is for ${differs === named(own) ? named(rules) : "others"}: a request has to match both`,
    evidence: [field(binding, `${path}[0].resources`, named(own)), ...(policy === undefined ? [] : [there(policy)])],
  });
}

/** The rules of bindings of admission policies of a kind. */
export const policyBindingRules = (kind: string): readonly Rule[] => [
  async (binding, context) => {
    const name = textAt(binding, "spec.policyName");
    const id = objectId(group, kind, "", name);
    const evidence = [field(binding, "spec.policyName")];
    if (await context.reading.isMissing(id))
      return conclude(binding, {
        situation: "policy-binding-without-policy",
        state: "Without effect",
        level: "error",
        because: `its policy ${name} does not exist${(await elsewhere(id, context.reading)).text}`,
        evidence: [...evidence, missing(id)],
      });
    const policy = await context.reading.get(id);
    const broken =
      policy && ((await unservedParamKind(policy, context)) ?? (await matchesNeverByItself(policy, context)));
    if (policy !== undefined && broken !== undefined)
      return conclude(binding, {
        situation: "policy-binding-of-broken-policy",
        state: broken.state,
        level: broken.level,
        because: `its policy ${name}: ${broken.sentence.slice(broken.state.length + 2)}`,
        evidence: [...evidence, there(policy)],
        causes: [broken],
      });
    const problem =
      (await selectsNothing(binding, context)) ??
      matchesNothing(binding, policy) ??
      bindingExcludesAll(binding, policy) ??
      paramsUnused(binding, policy) ??
      (await withoutParams(binding, policy, context));
    if (problem !== undefined) return problem;
    const actions = textsAt(binding, "spec.validationActions");
    return conclude(binding, {
      situation: "policy-bound",
      state: "In effect",
      level: "ok",
      because: `it binds the policy ${name}${actions.length === 0 ? "" : `, to ${actions.join(" and ")}`}${refusesNothing(actions)}`,
      evidence,
    });
  },
];
