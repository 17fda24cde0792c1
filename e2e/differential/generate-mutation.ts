import type { Chooser } from "./chooser.ts";
import type { Step } from "./sequence.ts";

const patches = [
  "[JSONPatch{op: 'add', path: '/metadata/labels/j', value: 'k'}]",
  "[JSONPatch{op: 'add', path: '/metadata/labels', value: {'l': 'x', 'j': 'k'}}]",
  "[JSONPatch{op: 'add', path: '/spec/a', value: 'ab'}]",
  "[JSONPatch{op: 'replace', path: '/spec/b', value: 1}]",
  "[JSONPatch{op: 'remove', path: '/spec/c'}]",
  "[JSONPatch{op: 'test', path: '/metadata/name', value: 'a'}, JSONPatch{op: 'add', path: '/spec/e', value: [1, 2]}]",
  "[JSONPatch{op: 'copy', from: '/metadata/name', path: '/spec/a'}]",
  "[JSONPatch{op: 'move', from: '/spec/a', path: '/spec/d'}]",
  "[JSONPatch{op: 'add', path: '/spec/nothing', value: {'x': 1}}]",
  "[JSONPatch{op: 'add', path: '/metadata/odd', value: 1}]",
  "[JSONPatch{op: 'add', path: '/odd', value: true}]",
  "[JSONPatch{op: 'add', path: '/data/' + jsonpatch.escapeKey('a/b'), value: 'x'}]",
  "[JSONPatch{op: 'add', path: '/spec', value: Object.spec{}}]",
  "has(object.spec) ? [JSONPatch{op: 'add', path: '/spec/fooBar', value: string(size(object.spec))}] : []",
  "[JSONPatch{op: 'odd', path: '/spec/a', value: 1}]",
  "[JSONPatch{op: 'add', path: 'spec/a', value: 1}]",
  "[JSONPatch{op: 'replace', path: '/metadata/name', value: 'other'}]",
  "[JSONPatch{op: 'add', path: '/metadata/finalizers', value: ['example.com/m']}]",
] as const;

const configurations = [
  "Object{metadata: Object.metadata{labels: {'j': 'k'}}}",
  "Object{metadata: Object.metadata{annotations: {'n': object.metadata.name}}}",
  "has(object.metadata.labels) ? Object{} : Object{metadata: Object.metadata{labels: {'l': 'y'}}}",
  "Object{spec: Object.spec{a: 'ab'}}",
  "Object{spec: Object.spec{b: 2}}",
  "Object{spec: Object.spec{replicas: 3}}",
  "Object{spec: Object.spec{c: ['a', 'b']}}",
  "Object{spec: Object.spec{d: Object.spec.d{a: 1}}}",
  "Object{spec: Object.spec{nothing: 1}}",
  "Object{metadata: Object.metadata{name: 'other'}}",
  "Object{metadata: Object.metadata{finalizers: ['example.com/m']}}",
  "Object{data: {'p': 'mutated'}}",
] as const;

/** A policy refuses objects with this label, which shows when the policies and the types of objects are observed. */
const probeMetadata = { name: "probe", labels: { mutation: "probe" } };
const admission = "/apis/admissionregistration.k8s.io/v1beta1";
const headers = { "Content-Type": "application/json" };

/**
 * Returns the requests that create mutating policies with their bindings, and wait until they are observed. They are
 * for ConfigMaps: the reference server does not know the types of custom resources that such policies need.
 */
export function generateMutations(choose: Chooser): readonly Step[] {
  const names = choose.chance(0.3) ? ["one", "two"] : ["one"];
  return [
    ...names.flatMap((name) => [policyStep(`zq-${name}`, mutations(choose), choose), bindingStep(`zq-${name}`)]),
    policyStep("zq-probe", [jsonPatch("[JSONPatch{op: 'remove', path: '/nothing/odd'}]")], undefined),
    bindingStep("zq-probe"),
    probeStep("mutating", "/api/v1/namespaces/zq/configmaps", { apiVersion: "v1", kind: "ConfigMap" }),
  ];
}

const probeStep = (id: string, collection: string, typeMeta: object): Step => ({
  id,
  method: "POST",
  path: `${collection}?dryRun=All`,
  headers,
  body: JSON.stringify({ ...typeMeta, metadata: probeMetadata }),
  until: 403,
  untilText: "zq-probe",
  after: "zq-probe",
  quiet: true,
});

const jsonPatch = (expression: string): object => ({ patchType: "JSONPatch", jsonPatch: { expression } });

const mutations = (choose: Chooser): readonly object[] =>
  Array.from({ length: 1 + choose.below(2) }, () =>
    choose.chance(0.5)
      ? jsonPatch(choose.pick(patches))
      : { patchType: "ApplyConfiguration", applyConfiguration: { expression: choose.pick(configurations) } },
  );

function policyStep(name: string, given: readonly object[], choose: Chooser | undefined): Step {
  const isProbe = choose === undefined;
  const ofProbe = "has(object.metadata.labels) && 'mutation' in object.metadata.labels";
  const policy = {
    apiVersion: "admissionregistration.k8s.io/v1beta1",
    kind: "MutatingAdmissionPolicy",
    metadata: { name },
    spec: {
      failurePolicy: isProbe ? "Fail" : choose.pick(["Fail", "Fail", "Ignore"]),
      reinvocationPolicy: isProbe ? "Never" : choose.pick(["Never", "IfNeeded"]),
      matchConstraints: {
        matchPolicy: "Equivalent",
        namespaceSelector: {},
        objectSelector: {},
        resourceRules: [
          { apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"], scope: "*" },
        ],
      },
      matchConditions: [
        { name: "here", expression: "request.namespace == 'zq'" },
        { name: "probe", expression: `object != null && ${isProbe ? ofProbe : `!(${ofProbe})`}` },
      ],
      mutations: given,
    },
  };
  return {
    id: name,
    method: "POST",
    path: `${admission}/mutatingadmissionpolicies`,
    headers,
    body: JSON.stringify(policy),
    quiet: true,
  };
}

const bindingStep = (name: string): Step => ({
  id: `${name}-binding`,
  method: "POST",
  path: `${admission}/mutatingadmissionpolicybindings`,
  headers,
  body: JSON.stringify({
    apiVersion: "admissionregistration.k8s.io/v1beta1",
    kind: "MutatingAdmissionPolicyBinding",
    metadata: { name },
    spec: { policyName: name },
  }),
  quiet: true,
});
