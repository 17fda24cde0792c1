import { deploymentText } from "./fixture-objects.ts";
import type { PolicyExample } from "./policy-example.ts";

export const requiredLabels: PolicyExample = {
  id: "required-labels",
  title: "Required labels",
  words: "Deployments need the labels team and tier; the message names those that are missing.",
  text: `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: required-labels
spec:
  matchConstraints:
    resourceRules:
    - apiGroups: [apps]
      apiVersions: [v1]
      operations: [CREATE, UPDATE]
      resources: [deployments]
  variables:
  - name: labels
    expression: object.metadata.?labels.orValue({})
  - name: missing
    expression: "['team', 'tier'].filter(name, !(name in variables.labels))"
  validations:
  - expression: variables.missing.size() == 0
    messageExpression: "'labels are missing: ' + variables.missing.join(', ')"
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: required-labels
spec:
  policyName: required-labels
  validationActions: [Deny]
`,
  fixtures: [
    {
      id: "both",
      name: "both labels",
      operation: "CREATE",
      object: deploymentText({ name: "shop", labels: "{team: web, tier: front}" }),
      expect: "allowed",
    },
    {
      id: "one",
      name: "one of them",
      operation: "CREATE",
      object: deploymentText({ name: "shop", labels: "{team: web}" }),
      expect: "denied",
    },
    {
      id: "removed",
      name: "an update removes them",
      operation: "UPDATE",
      object: deploymentText({ name: "shop" }),
      old: deploymentText({ name: "shop", labels: "{team: web, tier: front}" }),
      expect: "denied",
    },
  ],
};
