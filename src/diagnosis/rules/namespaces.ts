import type { KubeObject } from "../../apimachinery/meta.ts";
import { type ConditionView, conditionsOf, conditionWith } from "../conditions.ts";
import { byCondition, conclude, field, missing, there } from "../conclude.ts";
import type { Diagnosis } from "../diagnosis.ts";
import { textsAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { ago, firstLine, listed } from "../words.ts";

/** The resources that a condition of a namespace tells: `widgets.example.com has 1 resource instances`. */
const resourcesIn = (message: string): readonly { readonly group: string; readonly resource: string }[] =>
  [...message.matchAll(/(?<![a-z0-9.-])([a-z0-9-]+)\.([a-z0-9.-]*) has \d+ resource instances/g)].map(
    ([, resource = "", group = ""]) => ({ group, resource }),
  );

const problems = [
  "NamespaceDeletionDiscoveryFailure",
  "NamespaceDeletionGroupVersionParsingFailure",
  "NamespaceDeletionContentFailure",
] as const;

/** A namespace whose content could not be listed or deleted, as a condition says, and the group that could not. */
async function contentUnknown(
  namespace: KubeObject,
  failure: ConditionView,
  age: string,
  { reading, causeOf }: RuleContext,
): Promise<Diagnosis> {
  const group = /unable to retrieve the complete list of server APIs: ([^:/]+)\/([^:]+)/.exec(failure.message);
  const id = objectId("apiregistration.k8s.io", "APIService", "", `${group?.[2] ?? ""}.${group?.[1] ?? ""}`);
  const service = group === null ? undefined : await reading.get(id);
  const cause = await causeOf(service);
  return conclude(namespace, {
    situation:
      failure.type === "NamespaceDeletionContentFailure"
        ? "namespace-content-not-deleted"
        : "namespace-discovery-fails",
    state: "Terminating",
    level: "error",
    because:
      cause === undefined
        ? `it was deleted ${age} ago, and ${firstLine(failure.message)}`
        : `it was deleted ${age} ago, and what it has of the group ${group?.[1] ?? ""} cannot be listed: the APIService ${cause.object.name} ${cause.predicate}`,
    evidence: [...byCondition(namespace, failure), ...(service === undefined ? [] : [there(service)])],
    causes: [cause],
  });
}

/** A namespace that is deleted: what is still in it, and what holds that. */
export const namespaceDeletion: Rule = async (namespace, { reading, causeOf }) => {
  const { deletionTimestamp, name = "" } = namespace.metadata;
  if (deletionTimestamp === undefined) return undefined;
  const state = "Terminating";
  const age = ago(deletionTimestamp, reading.now());
  const failure = problems.map((type) => conditionWith(namespace, type, "True")).find((one) => one !== undefined);
  if (failure !== undefined) return contentUnknown(namespace, failure, age, { reading, causeOf });
  const held = conditionWith(namespace, "NamespaceFinalizersRemaining", "True");
  const content = conditionWith(namespace, "NamespaceContentRemaining", "True");
  const finalizers = [...(held?.message ?? "").matchAll(/(?<!\S)(\S+) in \d+ resource instances/g)].map(
    ([, one = ""]) => one,
  );
  const left = [];
  for (const place of resourcesIn(content?.message ?? ""))
    for (const object of await reading.all({ ...place, namespace: name }))
      if (held === undefined || (object.metadata.finalizers ?? []).length > 0) left.push({ place, object });
  const names = listed(left.map(({ place, object }) => `${place.resource}/${object.metadata.name ?? ""}`));
  const spec = textsAt(namespace, "spec.finalizers").filter((one) => one !== "kubernetes");
  const evidence = [
    field(namespace, "metadata.deletionTimestamp"),
    ...byCondition(namespace, held),
    ...byCondition(namespace, content),
    ...left.slice(0, 5).map(({ object }) => there(object)),
  ];
  if (finalizers.length > 0)
    return conclude(namespace, {
      situation: "namespace-held-by-finalizers",
      state,
      level: "error",
      because: `it was deleted ${age} ago, and ${names === "" ? "objects in it are" : `${names} ${left.length === 1 ? "is" : "are"}`} kept by the ${finalizers.length === 1 ? "finalizer" : "finalizers"} ${listed(finalizers)}`,
      evidence,
    });
  if (names !== "" || content !== undefined)
    return conclude(namespace, {
      situation: "namespace-not-empty",
      state,
      level: "progressing",
      because: `it was deleted ${age} ago, and what is in it is being deleted: ${names || firstLine(content?.message ?? "")}`,
      evidence,
    });
  if (spec.length > 0)
    return conclude(namespace, {
      situation: "namespace-held-by-its-finalizers",
      state,
      level: "warning",
      because: `it was deleted ${age} ago and is kept until ${listed(spec)} ${spec.length === 1 ? "is" : "are"} removed from spec.finalizers`,
      evidence: [field(namespace, "spec.finalizers", spec.join(", "))],
    });
  const own = namespace.metadata.finalizers ?? [];
  if (own.length > 0 && conditionsOf(namespace).length > 0)
    return conclude(namespace, {
      situation: "namespace-held-by-its-finalizers",
      state,
      level: "warning",
      because: `it was deleted ${age} ago and is kept until ${listed(own)} ${own.length === 1 ? "is" : "are"} removed from its finalizers`,
      evidence: [...evidence, field(namespace, "metadata.finalizers", own.join(", "))],
    });
  const because =
    conditionsOf(namespace).length === 0
      ? `it was deleted ${age} ago, and the namespace controller has not looked at it yet`
      : `it was deleted ${age} ago`;
  return conclude(namespace, { situation: "namespace-terminating", state, level: "progressing", because, evidence });
};

/** A service account that has not been made, so that pods are refused. */
export const namespaceActive: Rule = async (namespace, { reading }) => {
  const id = objectId("", "ServiceAccount", namespace.metadata.name ?? "", "default");
  const evidence = [field(namespace, "status.phase", "Active")];
  if (!(await reading.isMissing(id)))
    return conclude(namespace, { situation: "namespace-active", state: "Active", level: "ok", evidence });
  return conclude(namespace, {
    situation: "namespace-without-default-account",
    state: "Active",
    level: "warning",
    because: "it has no ServiceAccount default, without which pods are refused",
    evidence: [...evidence, missing(id)],
  });
};
