import { expect, test } from "vitest";
import { messageOf } from "../../apimachinery/message-of.ts";
import { loadAuthorization } from "./authorization-configuration.ts";

const head = "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration\n";
const lookAt = (file: string): string | undefined =>
  file === "/there" ? undefined : `error loading file: stat ${file}: no such file or directory`;

function problemOf(text: string, required: readonly string[] = []): string {
  try {
    loadAuthorization(text, lookAt, required);
    return "";
  } catch (error) {
    return messageOf(error);
  }
}

// the texts are those of kube-apiserver 1.34.1
test.each([
  ["", "authorizers: Required value: at least one authorization mode must be defined"],
  [head, "authorizers: Required value: at least one authorization mode must be defined"],
  [
    head.replace("Authorization", "Authentication"),
    "failed to load AuthorizationConfiguration from file: expected AuthorizationConfiguration, got *apiserver.AuthenticationConfiguration",
  ],
  [
    `${head}foo: bar\nauthorizers: []`,
    'failed to load AuthorizationConfiguration from file: strict decoding error: unknown field "foo"',
  ],
  [
    `${head}authorizers: [{type: RBAC, name: y}]`,
    "failed to load AuthorizationConfiguration from file: json: cannot unmarshal bool into Go struct field AuthorizerConfiguration.authorizers.name of type string",
  ],
  [`${head}authorizers: [{type: RBAC, name: x}]`, "expected name rbac for authorizer RBAC instead of x"],
])("%j is refused as kube-apiserver does", (text, problem) => {
  expect(problemOf(text)).toBe(problem);
});

test("the errors of authorizers are those of kube-apiserver", () => {
  const text = `${head}authorizers:
- {}
- {type: Foo}
- {type: RBAC, name: x, webhook: {}}
- {type: RBAC, name: k}
- {type: Webhook, name: X_}
- {type: Webhook, name: x, webhook: {timeout: 40s, authorizedTTL: -1s, subjectAccessReviewVersion: v2, matchConditionSubjectAccessReviewVersion: v3, failurePolicy: Foo, connectionInfo: {type: KubeConfigFile, kubeConfigFile: a}, matchConditions: [{expression: ''}, {expression: 'request.user'}, {expression: 'foo'}, {expression: 'foo'}, {expression: 'request.resourceAttributes.fieldSelector.requirements.exists(r, r.key == "a")'}]}}
- {type: Webhook, webhook: {matchConditions: [{expression: 'true'}], connectionInfo: {type: Foo, kubeConfigFile: a}}}
- {type: Webhook, name: w, webhook: {timeout: 1s, subjectAccessReviewVersion: v1,  failurePolicy: Deny, connectionInfo: {type: KubeConfigFile, kubeConfigFile: /a}}}
- {type: Webhook, name: z, webhook: {timeout: 1s, subjectAccessReviewVersion: v1,  failurePolicy: Deny, connectionInfo: {type: InClusterConfig, kubeConfigFile: /tmp}}}`;
  const problems = problemOf(text)
    .slice(1, -1)
    .split(/, (?=authorizers\[)/);
  expect(problems).toEqual([
    "authorizers[0].type: Required value",
    'authorizers[1].type: Unsupported value: "Foo": supported values: "ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook"',
    'authorizers[2].webhook: Invalid value: "non-null": may only be specified when type=Webhook',
    'authorizers[3].type: Duplicate value: "RBAC"',
    "authorizers[4].name: Invalid value: \"X_\": authorizer name is invalid: a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    "authorizers[4].webhook: Required value: required when type=Webhook",
    'authorizers[5].name: Duplicate value: "x"',
    'authorizers[5].timeout: Invalid value: "40s": must be > 0s and <= 30s',
    'authorizers[5].authorizedTTL: Invalid value: "-1s": must be > 0s',
    'authorizers[5].subjectAccessReviewVersion: Unsupported value: "v2": supported values: "v1", "v1beta1"',
    'authorizers[5].matchConditionSubjectAccessReviewVersion: Unsupported value: "v3": supported values: "v1"',
    'authorizers[5].failurePolicy: Unsupported value: "Foo": supported values: "NoOpinion", "Deny"',
    'authorizers[5].connectionInfo.kubeConfigFile: Invalid value: "a": must be an absolute path',
    "authorizers[5].matchConditions[0].expression: Required value",
    'authorizers[5].matchConditions[1].expression: Invalid value: "request.user": must evaluate to bool but got string',
    "authorizers[5].matchConditions[2].expression: Invalid value: \"foo\": compilation failed: ERROR: <input>:1:1: undeclared reference to 'foo' (in container '')\n | foo\n | ^",
    'authorizers[5].matchConditions[3].expression: Duplicate value: "foo"',
    "authorizers[6].name: Required value",
    "authorizers[6].timeout: Required value",
    "authorizers[6].subjectAccessReviewVersion: Required value",
    "authorizers[6].matchConditionSubjectAccessReviewVersion: Required value: required if match conditions are specified",
    "authorizers[6].failurePolicy: Required value",
    'authorizers[6].connectionInfo.type: Unsupported value: {"Type":"Foo","KubeConfigFile":"a"}: supported values: "InClusterConfig", "KubeConfigFile"',
    'authorizers[7].connectionInfo.kubeConfigFile: Invalid value: "/a": error loading file: stat /a: no such file or directory',
    'authorizers[8].connectionInfo.kubeConfigFile: Invalid value: "/tmp": can only be set when type=KubeConfigFile',
  ]);
});

test("a later file keeps the authorizers that are no webhooks", () => {
  const text = `${head}authorizers: [{type: RBAC, name: rbac}]`;
  expect(problemOf(text, ["RBAC"])).toBe("");
  expect(problemOf(text, ["Node", "RBAC"])).toBe("missing required types: [Node]");
});
