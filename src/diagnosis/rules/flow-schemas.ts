import type { KubeObject } from "../../apimachinery/meta.ts";
import { conclude, field, there } from "../conclude.ts";
import { conditionWith } from "../conditions.ts";
import { itemsAt, numberAt, textAt, textsAt } from "../fields.ts";
import type { Rule } from "../rule.ts";
import { firstLine } from "../words.ts";

const level = "spec.priorityLevelConfiguration.name";

/** A FlowSchema whose priority level is not there. */
const dangling: Rule = (schema) => {
  const condition = conditionWith(schema, "Dangling", "True");
  if (condition === undefined) return undefined;
  return conclude(schema, {
    situation: "flowschema-dangling",
    state: "Dangling",
    level: "error",
    because: firstLine(condition.message),
    evidence: [field(schema, level)],
  });
};

/** A FlowSchema without rules, which matches no request. */
const withoutRules: Rule = (schema) =>
  itemsAt(schema, "spec.rules").length > 0
    ? undefined
    : conclude(schema, {
        situation: "flowschema-without-rules",
        state: "Matches nothing",
        level: "warning",
        because: "it has no rules, so no request is given to its priority level",
        evidence: [field(schema, "spec.rules", "")],
      });

const includes = (wide: readonly string[], narrow: readonly string[]): boolean =>
  wide.includes("*") || narrow.every((one) => wide.includes(one));

/** Reports whether all requests of one subject are of another one: everybody is in one of two groups. */
function coversSubject(wide: unknown, narrow: unknown): boolean {
  const [group, user] = [textAt(wide, "group.name"), textAt(wide, "user.name")];
  if (group === "*" || user === "*") return true;
  if (group === "system:authenticated")
    return (
      textAt(narrow, "user.name") !== "system:anonymous" &&
      textAt(narrow, "group.name") !== "system:unauthenticated" &&
      textAt(narrow, "group.name") !== "*" &&
      textAt(narrow, "user.name") !== "*"
    );
  const [namespace, name] = [textAt(wide, "serviceAccount.namespace"), textAt(wide, "serviceAccount.name")];
  if (namespace !== "")
    return (
      namespace === textAt(narrow, "serviceAccount.namespace") &&
      (name === "*" || name === textAt(narrow, "serviceAccount.name"))
    );
  return group !== "" ? group === textAt(narrow, "group.name") : user !== "" && user === textAt(narrow, "user.name");
}

const coversResources = (wide: unknown, narrow: unknown): boolean =>
  ["verbs", "apiGroups", "resources"].every((member) => includes(textsAt(wide, member), textsAt(narrow, member))) &&
  (textAt(narrow, "clusterScope") !== "true" || textAt(wide, "clusterScope") === "true") &&
  includes(textsAt(wide, "namespaces"), textsAt(narrow, "namespaces"));

const coversPaths = (wide: unknown, narrow: unknown): boolean =>
  ["verbs", "nonResourceURLs"].every((member) => includes(textsAt(wide, member), textsAt(narrow, member)));

/** Reports whether a rule of a FlowSchema matches all that another one does. */
const coversRule = (wide: unknown, narrow: unknown): boolean =>
  itemsAt(narrow, "subjects").every((one) => itemsAt(wide, "subjects").some((other) => coversSubject(other, one))) &&
  itemsAt(narrow, "resourceRules").every((one) =>
    itemsAt(wide, "resourceRules").some((other) => coversResources(other, one)),
  ) &&
  itemsAt(narrow, "nonResourceRules").every((one) =>
    itemsAt(wide, "nonResourceRules").some((other) => coversPaths(other, one)),
  );

const precedence = (schema: KubeObject): number => numberAt(schema, "spec.matchingPrecedence") ?? 1000;

/** Reports whether a FlowSchema is asked before another: a lower precedence, or the same and an earlier name. */
const isBefore = (one: KubeObject, other: KubeObject): boolean =>
  precedence(one) < precedence(other) ||
  (precedence(one) === precedence(other) && (one.metadata.name ?? "") < (other.metadata.name ?? ""));

/** A FlowSchema all of whose requests an earlier one takes. */
const shadowed: Rule = async (schema, { reading }) => {
  const others = await reading.all({ group: "flowcontrol.apiserver.k8s.io", resource: "flowschemas" });
  const rules = itemsAt(schema, "spec.rules");
  const first = others
    .filter((other) => other.metadata.uid !== schema.metadata.uid && isBefore(other, schema))
    .find((other) => rules.every((rule) => itemsAt(other, "spec.rules").some((wide) => coversRule(wide, rule))));
  if (first === undefined) return undefined;
  return conclude(schema, {
    situation: "flowschema-shadowed",
    state: "Matches nothing",
    level: "warning",
    because: `${first.metadata.name ?? ""}, whose precedence ${precedence(first)} comes first, takes all its requests, to ${textAt(first, level)}`,
    evidence: [field(schema, "spec.matchingPrecedence"), there(first)],
  });
};

const inEffect: Rule = (schema) =>
  conclude(schema, {
    situation: "flowschema-in-effect",
    state: "In effect",
    level: "ok",
    because: `it gives its requests to the priority level ${textAt(schema, level)}, at the precedence ${precedence(schema)}`,
    evidence: [field(schema, level)],
  });

/** The rules of FlowSchemas. */
export const flowSchemaRules: readonly Rule[] = [dangling, withoutRules, shadowed, inEffect];
