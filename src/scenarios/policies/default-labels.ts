import { deploymentText } from "./fixture-objects.ts";
import type { PolicyExample } from "./policy-example.ts";

export const defaultLabels: PolicyExample = {
  id: "default-labels",
  title: "Default labels",
  words: "Deployments without a team get the one of their namespace, or nobody.",
  text: `apiVersion: admissionregistration.k8s.io/v1beta1
kind: MutatingAdmissionPolicy
metadata:
  name: default-labels
spec:
  reinvocationPolicy: Never
  matchConstraints:
    resourceRules:
    - apiGroups: [apps]
      apiVersions: [v1]
      operations: [CREATE]
      resources: [deployments]
  matchConditions:
  - name: has-no-team
    expression: "!('team' in object.metadata.?labels.orValue({}))"
  variables:
  - name: team
    expression: namespaceObject.metadata.?labels['team'].orValue('nobody')
  mutations:
  - patchType: ApplyConfiguration
    applyConfiguration:
      expression: "Object{metadata: Object.metadata{labels: {'team': variables.team}}}"
---
apiVersion: admissionregistration.k8s.io/v1beta1
kind: MutatingAdmissionPolicyBinding
metadata:
  name: default-labels
spec:
  policyName: default-labels
`,
  fixtures: [
    {
      id: "none",
      name: "no team",
      operation: "CREATE",
      object: deploymentText({ name: "shop" }),
      expect: "changed",
    },
    {
      id: "team",
      name: "a team of its own",
      operation: "CREATE",
      object: deploymentText({ name: "shop", labels: "{team: web}" }),
      expect: "unmatched",
    },
  ],
};
