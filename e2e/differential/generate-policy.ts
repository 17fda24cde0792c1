import type { Chooser } from "./chooser.ts";
import type { Definition } from "./generate-definition.ts";
import type { Step } from "./sequence.ts";

const expressions = [
  "object.metadata.name != 'b'",
  "has(object.spec)",
  "!has(object.spec) || !has(object.spec.a) || object.spec.a == object.spec.a",
  "object.metadata.?labels.l.orValue('') != 'y'",
  "oldObject == null || object.spec == oldObject.spec",
  "request.operation != 'UPDATE'",
  "variables.v > 1",
  "object.spec.a == 1",
] as const;

/** The label of objects that every generated policy denies, so that one sees when the policy is observed. */
const probe = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "probe", labels: { probe: "policy" } } };

/** Returns the requests that create a validating policy with its binding, and wait until it is observed. */
export function generatePolicy(choose: Chooser, { group }: Definition): readonly Step[] {
  const admission = "/apis/admissionregistration.k8s.io/v1";
  const headers = { "Content-Type": "application/json" };
  const namespaceSelector = { matchLabels: { run: "zq" } }; // the reference server sets no label with the name
  const policy = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: "zq-policy" },
    spec: {
      failurePolicy: choose.pick(["Fail", "Ignore"]),
      matchConstraints: {
        matchPolicy: "Equivalent",
        namespaceSelector: {},
        objectSelector: {},
        resourceRules: [
          {
            apiGroups: [group],
            apiVersions: ["*"],
            operations: ["CREATE", "UPDATE"],
            resources: [choose.pick(["*", "*/*", "widgets"])],
            scope: "*",
          },
          { apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"], scope: "*" },
        ],
      },
      variables: [{ name: "v", expression: "size(object.metadata.name)" }],
      validations: [
        {
          expression:
            "request.namespace != 'zq' || object == null || !has(object.metadata.labels) || !('probe' in object.metadata.labels)",
        },
        ...choose.some(expressions, 0.2).map((expression) => ({
          expression: `request.namespace != 'zq' || object == null || ${expression.includes("||") ? `(${expression})` : expression}`,
          ...choose.pick<object>([
            {},
            { message: "not so" },
            { messageExpression: "'name ' + object.metadata.name" },
            { reason: "Forbidden" },
          ]),
        })),
      ],
    },
  };
  const binding = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name: "zq-binding" },
    spec: {
      policyName: "zq-policy",
      validationActions: choose.pick([["Deny"], ["Deny"], ["Deny", "Audit"]]),
      matchResources: {
        matchPolicy: "Equivalent",
        namespaceSelector: choose.pick([{}, namespaceSelector]),
        objectSelector: {},
      },
    },
  };
  return [
    {
      id: "policy",
      method: "POST",
      path: `${admission}/validatingadmissionpolicies`,
      headers,
      body: JSON.stringify(policy),
      quiet: true,
    },
    {
      id: "binding",
      method: "POST",
      path: `${admission}/validatingadmissionpolicybindings`,
      headers,
      body: JSON.stringify(binding),
      quiet: true,
    },
    {
      id: "observed",
      method: "POST",
      path: "/api/v1/namespaces/zq/configmaps?dryRun=All",
      headers,
      body: JSON.stringify(probe),
      until: 422,
      after: "policy",
      quiet: true,
    },
  ];
}
