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
  "variables.w == 'w' && variables.v > 0",
  "variables.spec.?a.orValue('') != 'one'",
  "namespaceObject == null || namespaceObject.metadata.labels.run == 'zq'",
  "namespaceObject.metadata.name != 'zq'",
  "request.userInfo.username == 'admin' && 'system:masters' in request.userInfo.groups",
  "request.kind.version == 'v1' && request.resource.resource != 'gadgets'",
  "request.requestKind.version == request.kind.version",
  "request.subResource == ''",
  "request.dryRun == false",
  "request.name != 'a' && request.options.kind in ['CreateOptions', 'UpdateOptions', 'PatchOptions', 'DeleteOptions']",
  "authorizer.group('').resource('configmaps').namespace('zq').check('create').allowed()",
  "authorizer.requestResource.check('delete').reason() == ''",
  "has(object.data) && object.data.all(k, size(object.data[k]) < 5)",
  "object.metadata.generation < 2",
  "object.metadata.managedFields.size() > 1",
  "object.apiVersion == 'v1' || object.kind != 'ConfigMap'",
  "!has(object.metadata.finalizers)",
  "oldObject != null",
  "int(object.spec.b) > 1",
  "1 / 0 > 1",
] as const;

/** Expressions that need a parameter. */
const ofParams = [
  "params.data.p == 'allowed'",
  "params == null || params.data.p != object.metadata.name",
  "has(params.data.q)",
  "params.metadata.name.startsWith('zq')",
  "params.spec.a == 1",
] as const;

const conditions = [
  "request.operation != 'DELETE'",
  "object == null || object.metadata.name != 'c'",
  "!has(object.metadata.labels) || object.metadata.labels.l != 'x'",
  "object.metadata.labels.l == 'x' || oldObject == null",
  "request.subResource != 'status'",
  "1 / 0 == 1",
  "namespaceObject != null",
] as const;

const admission = "/apis/admissionregistration.k8s.io/v1";
const headers = { "Content-Type": "application/json" };

/** Parameters are in another namespace, since what the sequence does to its own is observed with a delay. */
const parameters = "/api/v1/namespaces/default/configmaps";

/** The label of objects that every generated policy denies, so that one sees when the policy is observed. */
const probe = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "probe", labels: { probe: "policy" } } };
const isProbe = "(object != null && has(object.metadata.labels) && 'probe' in object.metadata.labels)";

/** Returns the requests that create a validating policy with its binding, and wait until it is observed. */
export function generatePolicy(choose: Chooser, definition: Definition): readonly Step[] {
  const hasParams = choose.chance(0.35);
  const policy = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: "zq-policy" },
    spec: policySpec(choose, definition, hasParams),
  };
  return [
    ...(hasParams ? keepParameters : []),
    ...(hasParams ? [post("params-a", parameters, parameter("zq-a", { p: "allowed" }), true)] : []),
    ...(hasParams ? [post("params-b", parameters, parameter("zq-b", { p: "a", q: "1" }), true)] : []),
    post("policy", `${admission}/validatingadmissionpolicies`, policy, true),
    ...bindingsOf(choose, hasParams).map((binding, i) =>
      post(`binding${i}`, `${admission}/validatingadmissionpolicybindings`, binding, true),
    ),
    {
      ...post("observed", "/api/v1/namespaces/zq/configmaps?dryRun=All", probe, true),
      until: 422,
      untilText: "probed", // a server that has not observed the parameters yet denies all
      after: "policy",
    },
  ];
}

const post = (id: string, path: string, body: unknown, quiet: boolean): Step => ({
  id,
  method: "POST",
  path,
  headers,
  body: JSON.stringify(body),
  ...(quiet ? { quiet } : {}),
});

const rule = (apiGroups: readonly string[], apiVersions: readonly string[], resources: readonly string[]): object => ({
  apiGroups,
  apiVersions,
  operations: ["*"],
  resources,
  scope: "*",
});

/**
 * A policy that stays, and matches nothing: upstream cannot watch the parameters of a built-in kind again once no
 * policy has had any of it.
 */
const keepParameters: readonly Step[] = [
  post(
    "keeper",
    `${admission}/validatingadmissionpolicies`,
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata: { name: "keeper" },
      spec: {
        failurePolicy: "Fail",
        paramKind: { apiVersion: "v1", kind: "ConfigMap" },
        matchConstraints: {
          matchPolicy: "Exact",
          namespaceSelector: {},
          objectSelector: {},
          resourceRules: [rule(["nothing.example.com"], ["v1"], ["nothing"])],
        },
        validations: [{ expression: "true" }],
      },
    },
    true,
  ),
];

const parameter = (name: string, data: object): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, labels: { param: name } },
  data,
});

function policySpec(choose: Chooser, definition: Definition, hasParams: boolean): object {
  const matchConditions = choose
    .some(conditions, choose.pick([0, 0, 0.15]))
    .map((expression, i) => ({ name: `c${i}`, expression: `${isProbe} || (${expression})` }));
  const audits = choose.chance(0.2)
    ? [{ key: "note", valueExpression: choose.pick(["'x'", "string(object.metadata.name)", "string(1 / 0)", "null"]) }]
    : [];
  const validations = choose.some([...expressions, ...(hasParams ? ofParams : [])], choose.pick([0.03, 0.1, 0.15]));
  return {
    failurePolicy: choose.pick(["Fail", "Fail", "Ignore"]),
    ...(hasParams ? { paramKind: { apiVersion: "v1", kind: "ConfigMap" } } : {}),
    matchConstraints: matchConstraints(choose, definition),
    // the reference server has the policies of all sequences
    matchConditions: [{ name: "here", expression: hereOf(definition) }, ...matchConditions],
    variables: [
      { name: "v", expression: "size(object.metadata.name)" },
      { name: "w", expression: "variables.v > 100 ? 'x' : 'w'" },
      { name: "spec", expression: "has(object.spec) ? object.spec : {}" },
    ],
    validations: [
      { expression: `!${isProbe}`, message: "probed" },
      ...validations.map((expression) => validation(choose, expression)),
    ],
    ...(audits.length > 0 ? { auditAnnotations: audits } : {}),
  };
}

const hereOf = ({ group }: Definition): string => `request.namespace == 'zq' || request.resource.group == '${group}'`;

const validation = (choose: Chooser, expression: string): object => ({
  expression: choose.chance(0.6) ? `object == null || (${expression})` : expression,
  ...choose.pick<object>([
    {},
    {},
    { message: "not so" },
    { messageExpression: "'name ' + object.metadata.name" },
    { messageExpression: "string(object.spec.a)" },
    { messageExpression: "string(1 / 0)", message: "fallback" },
    { messageExpression: "''" },
    { messageExpression: "'two\\nlines'" },
  ]),
  ...(choose.chance(0.3) ? { reason: choose.pick(["Forbidden", "Invalid", "RequestEntityTooLarge"]) } : {}),
});

function matchConstraints(choose: Chooser, { group, versions, plural }: Definition): object {
  const version = versions[choose.below(versions.length)]?.name ?? "v1";
  const exclude = choose.pick<object>([
    {},
    {},
    {},
    { excludeResourceRules: [{ ...rule([group], ["*"], [`${plural}/status`]), operations: ["UPDATE"] }] },
    { excludeResourceRules: [{ ...rule([group], [version], [plural]), resourceNames: ["a"] }] },
    { excludeResourceRules: [{ ...rule([""], ["v1"], ["configmaps"]), operations: ["DELETE"] }] },
    { excludeResourceRules: [{ ...rule(["*"], ["*"], ["*"]), scope: "Cluster" }] },
  ]);
  const ofGroup = choose.pick<object>([
    rule([group], ["*"], ["*"]),
    rule([group], ["*"], ["*/*"]),
    rule([group], ["*"], [plural]),
    rule([group], [version], [plural, `${plural}/status`]),
    { ...rule([group], [version], [plural]), operations: ["CREATE", "DELETE"] },
    { ...rule([group], [version], ["*/scale"]), operations: ["UPDATE"] },
    { ...rule([group], ["*"], [plural]), resourceNames: ["a", "b"] },
    { ...rule([group], ["*"], [plural]), scope: "Namespaced" },
  ]);
  return {
    matchPolicy: choose.pick(["Equivalent", "Equivalent", "Exact"]),
    namespaceSelector: ofRun, // other sequences would see that parameters are missing, whatever the conditions
    objectSelector: {},
    resourceRules: [ofGroup, rule([""], ["v1"], ["configmaps"])],
    ...exclude,
  };
}

/** Bindings that deny the probe: one, or two of which the first warns of all else. */
function bindingsOf(choose: Chooser, hasParams: boolean): readonly object[] {
  const paramRef = hasParams ? { paramRef: paramRefOf(choose) } : {};
  const actions = choose.pick([["Deny"], ["Deny"], ["Deny", "Audit"]]);
  if (choose.chance(0.75)) return [binding("zq-binding", actions, matchResources(choose), paramRef)];
  const onlyProbe = { ...matchResources(choose), objectSelector: { matchLabels: { probe: "policy" } } };
  const warnings = choose.pick([["Warn"], ["Warn", "Audit"]]);
  return [
    binding("zq-warning", warnings, matchResources(choose), paramRef),
    binding("zq-binding", actions, onlyProbe, paramRef),
  ];
}

const binding = (name: string, validationActions: readonly string[], matchResources: object, paramRef: object) => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingAdmissionPolicyBinding",
  metadata: { name },
  spec: { policyName: "zq-policy", ...paramRef, validationActions, matchResources },
});

/** Selects the namespace of the run; the reference server sets no label with the name. */
const ofRun = { matchLabels: { run: "zq" } };

const matchResources = (choose: Chooser): object => ({
  matchPolicy: choose.pick(["Equivalent", "Equivalent", "Exact"]),
  namespaceSelector: choose.pick([{}, ofRun]),
  objectSelector: {},
  ...choose.pick<object>([
    {},
    {},
    {},
    { excludeResourceRules: [{ ...rule(["*"], ["*"], ["*"]), resourceNames: ["b"] }] },
    { resourceRules: [rule(["*"], ["*"], ["*"])] },
  ]),
});

function paramRefOf(choose: Chooser): object {
  const namespace = "default";
  return choose.pick<object>([
    { name: "zq-a", namespace, parameterNotFoundAction: "Deny" },
    { name: "zq-b", namespace, parameterNotFoundAction: "Allow" },
    { selector: { matchLabels: { param: "zq-a" } }, namespace, parameterNotFoundAction: "Deny" },
    {
      selector: { matchExpressions: [{ key: "param", operator: "In", values: ["zq-b"] }] },
      namespace,
      parameterNotFoundAction: "Allow",
    },
  ]);
}
