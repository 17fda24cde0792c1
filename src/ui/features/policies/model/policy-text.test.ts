import { parseAllDocuments } from "yaml";
import * as yaml from "yaml";
import { describe, expect, it, test } from "vitest";
import { policyExamples } from "../../../../scenarios/policies/policy-examples.ts";
import { DocumentReader } from "../../../../validate/read-documents.ts";
import {
  bindingText,
  celPolicyOf,
  matchedResources,
  policyExpressions,
  readPolicyText,
  writtenPolicy,
} from "./policy-text.ts";

const read = (text: string) => readPolicyText(new DocumentReader(yaml).read(text));
const textOf = (id: string): string => policyExamples.find((example) => example.id === id)?.text ?? "";

describe("the documents of a text", () => {
  test("have their roles", () => {
    const text = read(textOf("replica-limit"));
    expect(text.policy?.name).toBe("replica-limit");
    expect(text.bindings.map(({ index }) => index)).toEqual([1]);
    expect(text.objects.map(({ kind }) => kind)).toEqual(["ConfigMap"]);
    expect(writtenPolicy(text)?.objects).toMatchObject([{ data: { maxReplicas: "3" } }]);
  });

  test("tell the first that cannot be read", () => {
    expect(read(`${textOf("no-latest")}---\na: [\n`).trouble?.index).toBe(2);
  });

  test("are no policy without one", () => {
    expect(writtenPolicy(read("kind: ConfigMap\n"))).toBeUndefined();
  });
});

describe("the expressions of a policy", () => {
  const { value } = read(textOf("no-latest")).policy ?? {};

  test("are listed with their fields and roles", () => {
    expect(policyExpressions(value).map(({ place, role, expects }) => [place, role, expects])).toEqual([
      ["spec.matchConditions[0].expression", "Match condition not-a-mirror-pod", "bool"],
      ["spec.variables[0].expression", "Variable moving", undefined],
      ["spec.validations[0].expression", "Validation", "bool"],
      ["spec.validations[0].messageExpression", "Message", "string"],
    ]);
  });

  test("see the variables before them, and the parameters of the policy", () => {
    const limit = read(textOf("replica-limit")).policy?.value;
    const [variable, validation] = policyExpressions(limit);
    const object = { apiVersion: "apps/v1", kind: "Deployment" };
    const seenBy = (one: typeof variable) => one && celPolicyOf(limit, object, one);
    expect(seenBy(variable)).toEqual({ object, params: { apiVersion: "v1", kind: "ConfigMap" }, variables: [] });
    expect(seenBy(validation)?.variables).toEqual([{ name: "most", expression: "int(params.data.maxReplicas)" }]);
  });

  test("of mutations may construct objects", () => {
    const mutations = policyExpressions(read(textOf("sidecar")).policy?.value).filter(({ patches }) => patches);
    expect(mutations.map(({ role }) => role)).toEqual(["Apply configuration", "JSON patch"]);
  });
});

test("the resources that rules name are those without wildcards, of webhooks too", () => {
  const rule = { apiGroups: ["apps", "*"], apiVersions: ["v1"], resources: ["deployments", "deployments/scale", "*"] };
  const named = [{ group: "apps", version: "v1", resource: "deployments" }];
  expect(matchedResources({ spec: { matchConstraints: { resourceRules: [rule] } } })).toEqual(named);
  expect(matchedResources({ webhooks: [{ rules: [rule] }] })).toEqual(named);
  expect(matchedResources({ spec: "none" })).toEqual([]);
});

it.each([
  ["ValidatingAdmissionPolicy", "admissionregistration.k8s.io/v1", { validationActions: ["Deny"] }],
  ["MutatingAdmissionPolicy", "admissionregistration.k8s.io/v1beta1", {}],
])("the binding that is added to a %s binds it", (kind, apiVersion, actions) => {
  const [, document] = parseAllDocuments(`kind: ${kind}\n${bindingText(kind, apiVersion, "mine", false)}`);
  expect(document?.toJS()).toMatchObject({
    kind: `${kind}Binding`,
    apiVersion,
    metadata: { name: "mine" },
    spec: { policyName: "mine", ...actions },
  });
});
