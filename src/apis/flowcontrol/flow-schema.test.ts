import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import { testContext } from "../testing/strategy-context.ts";
import { bootstrapFlowSchemas } from "./bootstrap.ts";
import { flowSchemaStrategy } from "./flow-schema.ts";

const messages = (name: string, spec: object): readonly string[] =>
  (flowSchemaStrategy.validate?.({ metadata: { name }, spec }, testContext()) ?? []).map(errorMessage);

const schema = (rule: object): object => ({
  priorityLevelConfiguration: { name: "l" },
  matchingPrecedence: 5,
  rules: [rule],
});
const subjects = [{ kind: "Group", group: { name: "g" } }];

describe("flow schemas", () => {
  it.each(bootstrapFlowSchemas.map(({ name, spec }) => [name, spec] as const))("%s is valid", (name, spec) =>
    expect(messages(name, spec)).toEqual([]),
  );

  // oxfmt-ignore
  it.each([
    ["a subject of two kinds", { subjects: [{ kind: "User", user: { name: "" }, group: { name: "g" } }], nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/a"] }] }, ["spec.rules[0].subjects[0].user.name: Required value", "spec.rules[0].subjects[0].group: Forbidden: group is forbidden when subject kind is not 'Group'"]],
    ["a subject of another kind", { subjects: [{ kind: "ServiceAccount", user: { name: "u" } }], nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/a"] }] }, ["spec.rules[0].subjects[0].serviceAccount: Required value: serviceAccount is required when subject kind is 'ServiceAccount'", "spec.rules[0].subjects[0].user: Forbidden: user is forbidden when subject kind is not 'User'"]],
    ["a resource rule of nothing", { subjects, resourceRules: [{}] }, ["spec.rules[0].resourceRules[0].verbs: Required value: verbs must contain at least one value", "spec.rules[0].resourceRules[0].apiGroups: Required value: resource rules must supply at least one api group", "spec.rules[0].resourceRules[0].resources: Required value: resource rules must supply at least one resource", "spec.rules[0].resourceRules[0].namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace"]],
    ["a wildcard before the end", { subjects, nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/a/*/b"] }] }, ['spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "/a/*/b": wildcard can only do suffix matching']],
    ["a path with a space", { subjects, nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/a b"] }] }, ['spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "/a b": must not contain white-space']],
    ["a verb that is none", { subjects, nonResourceRules: [{ verbs: ["get", "x"], nonResourceURLs: ["/a"] }] }, ['spec.rules[0].nonResourceRules[0].verbs: Unsupported value: ["get","x"]: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"']],
  ])("refuses %s", (_name, rule, expected) => expect(messages("s", schema(rule))).toEqual(expected));

  it("prints a changed mandatory spec as Go does", () =>
    expect(
      messages("catch-all", {
        ...schema({ subjects, nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }] }),
      }),
    ).toEqual([
      'spec: Invalid value: {"PriorityLevelConfiguration":{"Name":"l"},"MatchingPrecedence":5,"DistinguisherMethod":null,"Rules":[{"Subjects":[{"Kind":"Group","User":null,"Group":{"Name":"g"},"ServiceAccount":null}],"ResourceRules":null,"NonResourceRules":[{"Verbs":["*"],"NonResourceURLs":["*"]}]}]}: spec of \'catch-all\' must equal the fixed value',
    ]));
});
