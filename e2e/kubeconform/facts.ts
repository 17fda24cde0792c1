/** What kubeconform and the API server say of manifests that are given together. */
export interface Fact {
  readonly title: string;
  readonly manifest: string;
  /** The verdict of `kubeconform -strict` v0.7.0 against the schemas of the same release. */
  readonly theirs: "accepted" | "refused";
  /** Where the refusal of the API server is told, as LINE:COLUMN; "" where it accepts the manifest. */
  readonly at: string;
}

const pod = (container: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: a\n    image: b\n${container}`;

/** A Deployment, which both accept. */
export const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 2
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
      - name: web
        image: nginx
        ports: [{containerPort: 80}]
`;

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gauges.meters.test}
spec:
  group: meters.test
  scope: Namespaced
  names: {plural: gauges, singular: gauge, kind: Gauge}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          step: {type: integer, x-kubernetes-validations: [{rule: self > 0, message: a step leads up}]}
`;

const policy = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: few}
spec:
  matchConstraints:
    resourceRules:
    - {apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}
  validations:
  - {expression: object.spec.replicas < 2, message: at most one}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: few}
spec: {policyName: few, validationActions: [Deny]}
`;

/** What schemas can tell, and what only the server knows. */
// oxfmt-ignore
export const facts: readonly Fact[] = [
  { title: "a Deployment", manifest: deployment, theirs: "accepted", at: "" },
  { title: "an unknown field", manifest: deployment.replace("  replicas", "  replica"), theirs: "refused", at: "6:12" },
  { title: "a value of another type", manifest: deployment.replace("replicas: 2", "replicas: two"), theirs: "refused", at: "6:13" },
  { title: "a field that is missing", manifest: deployment.replace("  selector:\n    matchLabels: {app: web}\n", ""), theirs: "refused", at: "5:1" },
  { title: "a field that is set twice", manifest: deployment.replace("  replicas: 2", "  replicas: 2\n  replicas: 2"), theirs: "refused", at: "7:3" },
  { title: "a number out of bounds", manifest: deployment.replace("replicas: 2", "replicas: -1"), theirs: "accepted", at: "6:13" },
  { title: "a port out of bounds", manifest: deployment.replace("80", "80000"), theirs: "accepted", at: "16:33" },
  { title: "a name in capitals", manifest: deployment.replace("name: web", "name: Web"), theirs: "accepted", at: "4:9" },
  { title: "labels that are not selected", manifest: deployment.replace("labels: {app: web}", "labels: {app: other}"), theirs: "accepted", at: "11:7" },
  { title: "a quantity", manifest: pod("    resources: {limits: {cpu: 1x}}\n"), theirs: "accepted", at: "8:31" },
  { title: "a volume that is not there", manifest: pod("    volumeMounts: [{name: data, mountPath: /d}]\n"), theirs: "accepted", at: "8:27" },
  { title: "a definition whose rule does not compile", manifest: definition.replace("self > 0", "self > nothing"), theirs: "accepted", at: "16:67" },
  { title: "an object of a kind that is defined beside it", manifest: `${definition}---\napiVersion: meters.test/v1\nkind: Gauge\nmetadata: {name: g}\nstep: 1\n`, theirs: "refused", at: "" },
  { title: "an object that a policy refuses", manifest: `${policy}---\n${deployment}`, theirs: "accepted", at: "16:1" },
  { title: "a namespace that is at its quota", manifest: `apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: none}\nspec: {hard: {pods: "0"}}\n---\n${pod("")}`, theirs: "accepted", at: "6:1" },
];
