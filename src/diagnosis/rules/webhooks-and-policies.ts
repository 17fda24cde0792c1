import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { conclude, field, there } from "../conclude.ts";
import type { Diagnosis } from "../diagnosis.ts";
import { itemsAt, membersAt, numberAt, textAt, textsAt } from "../fields.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { counted, firstLine, listed } from "../words.ts";
import { calledService } from "./called-service.ts";
import { misnamedResource } from "./named-resources.ts";
import { idleMatchRule, matchesNeverByItself, neverTrue } from "./rules-of-matching.ts";
import { whoDoesWhat } from "./owned-pods.ts";
import { refusalOf } from "./refused-create.ts";
import { onFailure, refusesNothing, selectsNoNamespace, unservedParamKind } from "./policy-bindings.ts";

const failsClosed = (webhook: unknown): boolean => (textAt(webhook, "failurePolicy") || "Fail") === "Fail";

const effect = (closed: boolean): string =>
  closed
    ? "failurePolicy is Fail, so the requests that it matches are refused"
    : "failurePolicy is Ignore, so requests go on without it";

/** The workload, among causes and theirs, whose pods a webhook refuses since it cannot be called. */
function refusedWorkload(causes: readonly (Diagnosis | undefined)[], webhook: string): Diagnosis | undefined {
  for (const cause of causes) {
    if (cause === undefined) continue;
    const isIt = cause.situation === "pods-refused-by-failing-webhook" && cause.sentence.includes(` ${webhook} `);
    const found = isIt ? cause : refusedWorkload(cause.causes, webhook);
    if (found !== undefined) return found;
  }
  return undefined;
}

const webhookServices: Rule = async (configuration, context) => {
  for (const [i, webhook] of itemsAt(configuration, "webhooks").entries()) {
    const place = { owner: configuration, clientConfig: webhook["clientConfig"], path: `webhooks[${i}].clientConfig` };
    const called = await calledService(place, context);
    if (called === undefined) continue;
    const closed = failsClosed(webhook);
    const policy = field(configuration, `webhooks[${i}].failurePolicy`, closed ? "Fail" : "Ignore");
    const name = textAt(webhook, "name");
    const own = closed ? refusedWorkload(called.causes ?? [], name) : undefined;
    if (own !== undefined)
      return conclude(configuration, {
        ...called,
        state: "Refuses requests",
        level: "error",
        situation: "webhook-refuses-its-own-pods",
        because: `the webhook ${name} refuses the pods that are to serve it: the ${own.object.kind} ${own.object.name} cannot create them while ${name} does not answer; failurePolicy is Fail, and its selectors do not leave them out`,
        evidence: [...called.evidence, policy],
      });
    return conclude(configuration, {
      ...called,
      state: closed ? "Refuses requests" : "Not called",
      level: closed ? "error" : "warning",
      situation: `webhook-${called.situation}`,
      because: `the webhook ${textAt(webhook, "name")} is called at ${called.words}; ${effect(closed)}`,
      evidence: [...called.evidence, policy],
    });
  }
  return undefined;
};

/**
 * What a controller last could not create since a webhook or an expression failed: the name of what is created by the
 * message, and the object that the event is about. Complaints that a creation followed are over.
 */
async function complaint(parts: readonly string[], { reading }: RuleContext) {
  const select = (reason: string) =>
    reading.all({ group: "", resource: "events" }, { fieldSelector: `reason=${reason}` });
  const [failed, created] = [await select("FailedCreate"), await select("SuccessfulCreate")];
  const last = (event: unknown): string => textAt(event, "lastTimestamp") || textAt(event, "eventTime");
  const isOver = (event: KubeObject): boolean =>
    created.some(
      (one) => last(one) > last(event) && textAt(one, "involvedObject.uid") === textAt(event, "involvedObject.uid"),
    );
  const event = failed.find((one) => parts.every((part) => textAt(one, "message").includes(part)) && !isOver(one));
  if (event === undefined) return undefined;
  const [kind, namespace, name] = ["kind", "namespace", "name"].map((member) =>
    textAt(event, `involvedObject.${member}`),
  );
  return { message: textAt(event, "message"), who: `the ${kind ?? ""} ${namespace ?? ""}/${name ?? ""}`, event };
}

/** Webhooks that controllers were refused by, since they could not be called. */
const webhookFailures: Rule = async (configuration, context) => {
  for (const [i, webhook] of itemsAt(configuration, "webhooks").entries()) {
    const name = textAt(webhook, "name");
    const conditions = itemsAt(webhook, "matchConditions").map(
      (one) => `forbidden: expression '${textAt(one, "expression")}' resulted in error: `,
    );
    const all = [`failed calling webhook "${name}"`, ...conditions].map((part) => complaint([part], context));
    const found = (await Promise.all(all)).find((one) => one !== undefined);
    if (found === undefined) continue;
    const told = refusalOf(found.message, "").text.replace("of a webhook", `of the webhook ${name}`);
    return conclude(configuration, {
      situation: "webhook-fails",
      state: "Refuses requests",
      level: "error",
      because: `${told}; ${effect(true)}, such as those of ${found.who}`,
      evidence: [field(configuration, `webhooks[${i}].failurePolicy`, "Fail"), there(found.event)],
    });
  }
  return undefined;
};

/** A policy with an expression that could not be evaluated when a controller's request was refused by it. */
const policyFailures: Rule = async (policy, context) => {
  const parts = [
    `'${policy.metadata.name ?? ""}' with binding `,
    "denied request: expression ",
    " resulted in error: ",
  ];
  const found = await complaint(parts, context);
  if (found === undefined) return undefined;
  const [, expression = "", problem = ""] = /expression '(.*)' resulted in error: (.*)$/s.exec(found.message) ?? [];
  return conclude(policy, {
    situation: "policy-expression-fails",
    state: "Refuses requests",
    level: "error",
    because: `its expression ${firstLine(expression, 120)} cannot be evaluated: ${firstLine(problem, 120)}; ${onFailure(policy)}, such as those of ${found.who}`,
    evidence: [field(policy, "spec.failurePolicy"), there(found.event)],
  });
};

const webhookInEffect: Rule = (configuration) => {
  const webhooks = itemsAt(configuration, "webhooks");
  const closed = webhooks.filter(failsClosed).length;
  if (webhooks.length === 0)
    return conclude(configuration, {
      situation: "webhooks-none",
      state: "Without effect",
      level: "warning",
      because: "it has no webhooks",
    });
  const because = `${counted(webhooks.length, "webhook")}, of which ${closed} ${closed === 1 ? "refuses" : "refuse"} requests when ${closed === 1 ? "it does" : "they do"} not answer`;
  return conclude(configuration, {
    situation: "webhooks-in-effect",
    state: "In effect",
    level: "ok",
    because,
    evidence: [field(configuration, "webhooks", String(webhooks.length))],
  });
};

const webhookResources: Rule = (configuration) => {
  const rows = itemsAt(configuration, "webhooks").flatMap((webhook, i) =>
    itemsAt(webhook, "rules").map((rule, j) => ({ rule, webhook, at: `webhooks[${i}].rules[${j}]` })),
  );
  for (const { rule, webhook, at } of rows) {
    const named = { apiGroups: textsAt(rule, "apiGroups"), resources: textsAt(rule, "resources") };
    const misnamed = misnamedResource(named);
    const idle = misnamed === undefined ? idleMatchRule(rule) : { words: misnamed.words, member: "resources" };
    if (idle === undefined) continue;
    const value = textsAt(rule, idle.member).join(", ") || textAt(rule, idle.member);
    return conclude(configuration, {
      situation: misnamed === undefined ? "webhook-rule-matches-nothing" : "webhook-of-unknown-resource",
      state: "Matches less",
      level: "warning",
      because: `the webhook ${textAt(webhook, "name")} ${idle.words}, so it is not called there`,
      evidence: [field(configuration, `${at}.${idle.member}`, value)],
    });
  }
  return undefined;
};

/** Webhooks for namespaces with labels that none has. */
const webhookNamespaces: Rule = async (configuration, { reading }) => {
  for (const [i, webhook] of itemsAt(configuration, "webhooks").entries()) {
    const selector = labelSelectorAsSelector(membersAt(webhook, "namespaceSelector")).toString();
    if (selector === "") continue;
    const found = await reading.list({ group: "", resource: "namespaces" }, { labelSelector: selector });
    if (found === undefined || found.length > 0) continue;
    return conclude(configuration, {
      situation: "webhook-selects-no-namespace",
      state: "Not called",
      level: "warning",
      because: `the webhook ${textAt(webhook, "name")} is for namespaces with ${selector}, of which there are none`,
      evidence: [field(configuration, `webhooks[${i}].namespaceSelector`, selector)],
    });
  }
  return undefined;
};

/** Webhooks whose match condition is never true. */
const webhookNever: Rule = (configuration) => {
  for (const [i, webhook] of itemsAt(configuration, "webhooks").entries()) {
    const never = neverTrue(webhook);
    if (never === undefined) continue;
    return conclude(configuration, {
      situation: "webhook-condition-never-true",
      state: "Not called",
      level: "warning",
      because: `the match condition ${never.name} of the webhook ${textAt(webhook, "name")} is never true`,
      evidence: [field(configuration, `webhooks[${i}].matchConditions[${never.at}].expression`, "false")],
    });
  }
  return undefined;
};

/** The rules of webhook configurations of both kinds. */
export const webhookRules: readonly Rule[] = [
  webhookServices,
  webhookResources,
  webhookNamespaces,
  webhookNever,
  webhookFailures,
  webhookInEffect,
];

const group = "admissionregistration.k8s.io";

const unbound =
  (resource: string): Rule =>
  async (policy, { reading }) => {
    const bindings = await reading.list({ group, resource });
    if (
      bindings === undefined ||
      bindings.some((binding) => textAt(binding, "spec.policyName") === policy.metadata.name)
    )
      return undefined;
    const because = "no binding names it, so it applies to nothing";
    return conclude(policy, {
      situation: "policy-without-binding",
      state: "Without effect",
      level: "warning",
      because,
      evidence: [field(policy, "metadata.name", policy.metadata.name ?? "")],
    });
  };

const policyResources: Rule = (policy) => {
  const path = "spec.matchConstraints.resourceRules";
  for (const [i, rule] of itemsAt(policy, path).entries()) {
    const named = { apiGroups: textsAt(rule, "apiGroups"), resources: textsAt(rule, "resources") };
    const misnamed = misnamedResource(named);
    const idle = misnamed === undefined ? idleMatchRule(rule) : { words: misnamed.words, member: "resources" };
    if (idle === undefined) continue;
    const value = textsAt(rule, idle.member).join(", ") || textAt(rule, idle.member);
    return conclude(policy, {
      situation: misnamed === undefined ? "policy-rule-matches-nothing" : "policy-of-unknown-resource",
      state: "Matches less",
      level: "warning",
      because: `its rule ${i + 1} ${idle.words}, so it applies to nothing there`,
      evidence: [field(policy, `${path}[${i}].${idle.member}`, value)],
    });
  }
  return undefined;
};

const warned: Rule = (policy) => {
  const [warning, ...more] = itemsAt(policy, "status.typeChecking.expressionWarnings");
  if (warning === undefined) return undefined;
  const at = textAt(warning, "fieldRef");
  const others = more.length === 0 ? "" : ` (and ${counted(more.length, "other expression")})`;
  return conclude(policy, {
    situation: "policy-type-warnings",
    state: "Type warnings",
    level: "warning",
    because: `${at} does not fit the types that it is for${others}: ${firstLine(textAt(warning, "warning").replace(/ERROR: <input>:\d+:\d+: /, ""))}`,
    evidence: [field(policy, "status.typeChecking.expressionWarnings", textAt(warning, "warning"))],
  });
};

const inEffect =
  (resource: string): Rule =>
  async (policy, { reading, causeOf }) => {
    const bindings = (await reading.all({ group, resource })).filter(
      (binding) => textAt(binding, "spec.policyName") === policy.metadata.name,
    );
    const found = await Promise.all(bindings.slice(0, 10).map((binding) => causeOf(binding)));
    const bad = found.find((one) => one !== undefined && one.level !== "ok");
    if (bad !== undefined && found.every((one) => one === undefined || one.level !== "ok"))
      return conclude(policy, {
        situation: "policy-binding-broken",
        state: bad.state,
        level: bad.level,
        because: `its binding ${whoDoesWhat(bad)}`,
        evidence: bindings.map(there),
        causes: [bad],
      });
    const observed = numberAt(policy, "status.observedGeneration");
    const actions = [...new Set(bindings.flatMap((binding) => textsAt(binding, "spec.validationActions")))];
    return conclude(policy, {
      situation: "policy-in-effect",
      state: "In effect",
      level: "ok",
      because: `bound by ${listed(bindings.map(({ metadata }) => metadata.name ?? ""))}${actions.length === 0 ? "" : `, to ${listed(actions)}`}${refusesNothing(actions)}`,
      evidence: [
        ...bindings.map(there),
        ...(observed === undefined ? [] : [field(policy, "status.observedGeneration")]),
      ],
    });
  };

/** The rules of admission policies, whose bindings are of a resource. */
export const policyRules = (bindings: string): readonly Rule[] => [
  unservedParamKind,
  policyResources,
  matchesNeverByItself,
  unbound(bindings),
  selectsNoNamespace("policy-selects-no-namespace", "spec.matchConstraints.namespaceSelector"),
  policyFailures,
  warned,
  inEffect(bindings),
];
